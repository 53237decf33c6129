use super::*;
use pliant_geometry::shapes::sphere;
use pliant_mesh::tetrahedralise::Method;

/// Each level is what a single call would make of an eighth of the tets. Progress goes once from 0 to 1.
#[test]
fn levels_are_the_cooks_of_an_eighth_each_and_share_one_repair() {
    let surface = box_surface([4; 3], [1.0; 3]);
    for mode in [Mode::Cage, Mode::Conforming] {
        let options = SurfaceOptions {
            mode,
            elements: 4000,
            ..Default::default()
        };
        let told = std::cell::RefCell::new(Vec::new());
        let tell = |done: f32| {
            told.borrow_mut().push(done);
            true
        };
        let levels = cook_levels(&surface, &options, 3, &Progress::new(&tell)).unwrap();
        let told = told.into_inner();
        assert!(told.is_sorted() && told[0] == 0.0, "{told:?}");
        assert_eq!(told.last(), Some(&1.0));
        assert_eq!(levels.len(), 3);
        are_cooks_of_their_own(&levels, &surface, mode, &[4000, 500, 62]);
        let counts = [3000, 700];
        let levels = cook_counts(&surface, &options, &counts, &Progress::NONE).unwrap();
        are_cooks_of_their_own(&levels, &surface, mode, &counts);
    }
}

fn are_cooks_of_their_own(
    levels: &[(Arc<Asset>, SurfaceReport)],
    surface: &SurfaceMesh,
    mode: Mode,
    counts: &[usize],
) {
    assert_eq!(levels.len(), counts.len());
    for ((made, report), elements) in levels.iter().zip(counts) {
        let alone = SurfaceOptions {
            mode,
            elements: *elements,
            ..Default::default()
        };
        let (expected, own) = cooked(surface, &alone);
        assert_eq!(made.content_hash, expected.content_hash);
        assert_eq!((&report.repair, report.fit), (&own.repair, own.fit));
    }
}

#[test]
fn levels_that_cannot_be_are_refused() {
    let surface = box_surface([4; 3], [1.0; 3]);
    let options = SurfaceOptions {
        elements: 4000,
        ..Default::default()
    };
    let sized = SurfaceOptions {
        spacing: 0.1,
        ..options
    };
    let is_refused = |made: Result<Vec<(Arc<Asset>, SurfaceReport)>>, word: &str| {
        let error = made.unwrap_err();
        assert_eq!(error.status, Status::InvalidArgument);
        assert!(error.message.contains(word), "{error}");
    };
    for (levels, word) in [
        (0, "expected 1 to 8"),
        (9, "expected 1 to 8"),
        (5, "5 levels starting at 4,000 tets"),
    ] {
        let made = cook_levels(&surface, &options, levels, &Progress::NONE);
        is_refused(made, word);
    }
    assert_eq!(4000 / 8_usize.pow(3), 7, "four are allowed");
    assert!(check_levels(&options, 4).is_ok());
    assert!(check_levels(&sized, 8).is_ok(), "cells of a size count");
    let counted = |options: &SurfaceOptions, counts: &[usize], word: &str| {
        is_refused(
            cook_counts(&surface, options, counts, &Progress::NONE),
            word,
        );
    };
    counted(&options, &[], "expected 1 to 8");
    counted(&options, &[9, 8, 7, 6, 5, 4, 3, 2, 1], "expected 1 to 8");
    counted(&options, &[500, 500], "falling numbers");
    counted(&options, &[500, 0], "above 0");
    counted(&sized, &[500], "a cell size");
}

/// A ball at conforming levels. The given polyhedron is up to s below the sphere. A boundary triangle with edges up to
/// L is up to L²/6r below it (r² − |p|² = Σ λᵢλⱼ Lᵢⱼ², largest at λ = 1/3). With long lattice edges a, L ≤ a +
/// 2·0.4·a√3/2: both ends of an edge may move by the threshold of a short edge. So boundary, surface and sphere are
/// within L²/6r + s.
#[test]
fn conforming_levels_are_ever_coarser_balls() {
    let surface = sphere(4, 1.0);
    let options = SurfaceOptions {
        mode: Mode::Conforming,
        elements: 30_000,
        ..Default::default()
    };
    let at = |v: u32| Vec3::from_array(surface.positions[v as usize]).as_dvec3();
    let depth = |t: &[u32; 3]| {
        let [a, b, c] = t.map(at);
        1.0 - (b - a).cross(c - a).normalize().dot(a)
    };
    let below = surface.triangles.iter().map(depth).fold(0.0, f64::max);
    let levels = cook_levels(&surface, &options, 4, &Progress::NONE).unwrap();
    let mut before = (usize::MAX, 0.0);
    for (_, report) in &levels {
        let [body] = &report.tets.as_ref().unwrap().bodies[..] else {
            panic!("{report:?}");
        };
        assert_eq!(body.method, Method::Conforming);
        let longest = body.spacing * (1.0 + 0.4 * 3_f64.sqrt());
        let off = longest.powi(2) / 6.0 + below;
        assert!(body.farthest <= off && body.missed <= off, "{body:?} {off}");
        let ball = |radius: f64| 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        assert!(
            body.volume <= ball(1.0) && body.volume >= ball(1.0 - off),
            "{body:?}"
        );
        assert!(
            body.tet_count < before.0 && body.spacing > before.1,
            "{body:?}"
        );
        before = (body.tet_count, body.spacing);
    }
}

/// Thin limbs come loose at one level. A coarser one must not follow the surface without them.
#[test]
fn levels_that_are_coarser_than_a_cage_are_cages() {
    let Some(folder) = data() else { return };
    let surface = surface_of(&folder.join("surfaces/clean/humanoid.off"));
    let options = SurfaceOptions {
        mode: Mode::Conforming,
        ..Default::default()
    };
    let levels = cook_counts(&surface, &options, &[6250, 781, 97], &Progress::NONE).unwrap();
    let is_cage = |(_, report): &(Arc<Asset>, SurfaceReport)| {
        let tets = report.tets.as_ref().unwrap();
        tets.bodies.iter().any(|body| body.method == Method::Cage)
    };
    let cages: Vec<_> = levels.iter().map(is_cage).collect();
    assert_eq!(cages, [true; 3]);
}
