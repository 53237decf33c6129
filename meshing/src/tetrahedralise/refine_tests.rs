use super::super::options::Options;
use super::super::part::Part;
use super::*;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::progress::Progress;
use pliant_geometry::shapes::{both, moved, sphere};

const GOAL: Goal = Goal {
    until_near: true,
    distance: 0.01,
    most: [40_000.0, 80_000.0],
};

fn refiner<'a>(input: &'a Input, goal: &'a Goal) -> Refiner<'a> {
    Refiner {
        body: &input.bodies[0],
        input,
        goal,
        best: Best::default(),
        spacing: 1.0,
        coarse: None,
        taken: None,
    }
}

/// A plate without lattice vertices.
#[test]
fn a_mesh_without_tets_lacks_all_of_the_volume() {
    let plate = box_surface([1; 3], [1.0, 1.0, 0.01]);
    let input = Input::new(&plate, &Progress::NONE).unwrap();
    let plain = Dilated::new(&input.bodies[0].solid);
    let grid = stuffing_grid(&input.bodies[0], input.middle, 1.0, 0.0).unwrap();
    let most = [f64::INFINITY; 2];
    let made = refiner(&input, &GOAL).stuffed(&plain, grid, most, &Work::ALONE);
    let tried = made.unwrap();
    assert!(tried.made.part.tets.is_empty());
    assert_eq!(tried.judged.error, -1.0);
    assert!(!tried.judged.is_resolved && !tried.judged.is_usable);
}

/// In both directions, unless the surface is missed by more than twice the tolerance. Corners of a thicker ball's mesh
/// are farther from the ball than it is from its triangles.
#[test]
fn the_distance_of_a_mesh_is_the_larger_of_both() {
    let input = Input::new(&sphere(4, 1.0), &Progress::NONE).unwrap();
    let body = &input.bodies[0];
    let mut thicker = Dilated::new(&body.solid);
    thicker.thicken(0.05, 0.05);
    for spacing in [0.3, 0.23, 0.17] {
        let grid = stuffing_grid(body, input.middle, spacing, 0.05).unwrap();
        let judged = |distance: f64| {
            let goal = Goal { distance, ..GOAL };
            let made = refiner(&input, &goal).stuffed(&thicker, grid, [1e6; 2], &Work::ALONE);
            let tried = made.unwrap();
            (tried.judged.distance, tried.made)
        };
        let (distance, made) = judged(1.0);
        let boundary = made.part.boundary(&Work::ALONE).unwrap();
        let off = farthest(&boundary, &body.solid, 0.0, &Work::ALONE).unwrap();
        let missed = made.missed;
        assert!(off > missed, "{off} {missed}");
        assert_eq!(distance, off);
        assert_eq!(judged(0.51 * missed).0, off);
        assert_eq!(judged(0.49 * missed).0, missed);
    }
}

/// A mesh with these tets and this distance from the surface.
fn tried<'a>(refiner: &Refiner<'a>, tets: usize, is_resolved: bool, distance: f64) -> Tried<'a> {
    Tried {
        made: Made {
            part: Part {
                positions: Vec::new(),
                tets: vec![[0; 4]; tets],
            },
            method: Method::Conforming,
            is_unresolved: !is_resolved,
            spacing: refiner.spacing,
            missed: distance,
            moved: 0.0,
            bridged: 0,
            is_near: is_resolved && distance <= refiner.goal.distance,
            took_more: false,
        },
        judged: Judged {
            is_resolved,
            is_usable: is_resolved,
            distance,
            error: 0.0,
            pieces: 1,
        },
        far: None,
        put_back: 0,
        dilated: Dilated::new(&refiner.body.solid),
        times: 0.0,
    }
}

/// A limb is missed by more than three spacings. A mesh that is not worth measuring does not show one.
#[test]
fn a_finer_lattice_for_a_limb_needs_one_that_was_missed() {
    let input = Input::new(&sphere(3, 1.0), &Progress::NONE).unwrap();
    let mut refiner = refiner(&input, &GOAL);
    refiner.spacing = GOAL.distance;
    let finer = |missed: f64| {
        let last = tried(&refiner, 40_000, false, missed * refiner.spacing);
        refiner.finer_for_limb(&last)
    };
    let expected = 0.5f64.powf(1.0 / POWER) * refiner.spacing;
    assert!((finer(3.01).unwrap() / expected - 1.0).abs() < 1e-12);
    assert_eq!([2.99, f64::INFINITY].map(finer), [None; 2]);
}

/// The next spacings after meshes of a ball: (tets, resolved, distance in tolerances). 0 at the end.
fn spacings(tries: &[(usize, bool, f64)]) -> Vec<f64> {
    let input = Input::new(&sphere(3, 1.0), &Progress::NONE).unwrap();
    let goal = GOAL;
    let mut refiner = refiner(&input, &goal);
    let next = tries.iter().map(|try_| {
        let (tets, is_resolved, distance) = *try_;
        let most = refiner.most();
        let tried = Tried {
            times: tets as f64 / most[usize::from(!is_resolved)],
            ..tried(&refiner, tets, is_resolved, distance * goal.distance)
        };
        let is_taken = refiner.take(tried);
        if is_taken { refiner.spacing } else { 0.0 }
    });
    next.collect()
}

#[test]
fn the_smallest_body_may_have_an_eighth_of_what_each_had_if_all_had_as_many() {
    let small = moved(sphere(3, 0.01), [2.0, 0.0, 0.0], 1.0);
    let input = Input::new(&both(sphere(3, 1.0), small), &Progress::NONE).unwrap();
    let options = Options {
        elements: 16_000,
        ..Options::CAGE
    };
    let most = [0, 1].map(|number| Goal::new(&input, number, 32_000, &options).most);
    // All tets are used; by its area it had 1.6.
    assert_eq!(most[1], [1_000.0, 2_000.0]);
    assert!(most[0][0] > 15_990.0, "{most:?}");
}

#[test]
fn a_lattice_gets_finer_until_its_mesh_is_near_or_has_the_tets_that_are_allowed() {
    assert_eq!(spacings(&[(10_000, true, 0.9)]), [0.0]);
    // 1.2 tolerances away: AIM / 1.2. Five: FINER[0], but tets limit it to 4 to the power −1 / POWER.
    let by_tets = 4f64.powf(-1.0 / POWER);
    let found = spacings(&[(1_000, true, 1.2), (10_000, true, 5.0)]);
    assert!((found[0] / (AIM / 1.2) - 1.0).abs() < 1e-12, "{found:?}");
    assert!((found[1] / found[0] / by_tets - 1.0).abs() < 1e-12);
    assert_eq!(spacings(&[(40_000, true, 5.0)]), [0.0]);
}

/// The reference volume is right to a third of 1 %, so near 2 % the true error may be larger.
#[test]
fn a_mesh_whose_volume_is_nearly_too_far_off_is_made_finer() {
    let input = Input::new(&sphere(3, 1.0), &Progress::NONE).unwrap();
    for (error, is_finer) in [
        (0.016, false),
        (-0.016, false),
        (0.0175, true),
        (-0.0175, true),
    ] {
        let mut refiner = refiner(&input, &GOAL);
        let mut near = tried(&refiner, 10_000, true, 0.5 * GOAL.distance);
        near.judged.error = error;
        assert!(near.made.is_near);
        assert_eq!(refiner.take(near), is_finer, "{error}");
    }
}

/// The allowed tets come first. More are used only if those do not resolve the body.
#[test]
fn a_body_that_is_not_resolved_may_have_more() {
    let found = spacings(&[
        (10_000, false, 9.0),
        (40_000, false, 9.0),
        (80_000, true, 9.0),
    ]);
    let [few, many] = [4f64, 2.0].map(|times| times.powf(-1.0 / POWER));
    assert!((found[0] / few - 1.0).abs() < 1e-12, "{found:?}");
    assert!((found[1] / found[0] / many - 1.0).abs() < 1e-12);
    assert_eq!(found[2], 0.0);
    // A larger mesh that resolves it is accepted.
    assert_eq!(
        spacings(&[(10_000, false, 9.0), (70_000, true, 9.0)])[1],
        0.0
    );
}

#[test]
fn too_many_tets_make_it_coarser_but_not_as_coarse_as_one_that_was_taken() {
    let found = spacings(&[(28_000, true, 5.0), (60_000, true, 5.0)]);
    assert!((found[0] - 0.7f64.powf(1.0 / POWER)).abs() < 1e-12);
    assert!(found[1] > found[0] && found[1] <= WORTH, "{found:?}");
    let found = spacings(&[(34_000, true, 5.0), (80_000, true, 5.0)]);
    assert_eq!(found[1], 0.0, "none between is worth while: {found:?}");
}
