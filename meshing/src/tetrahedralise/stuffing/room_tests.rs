use super::super::super::bits::Grid;
use super::super::super::dilate::Dilated;
use super::super::super::field::Work;
use super::super::super::input::Input;
use super::super::super::spacing::stuffing_grid;
use super::super::Stuffing;
use super::super::tests::{random_cuts, uncut};
use super::*;
use glam::{DVec3, Quat, Vec3};
use pliant_geometry::SurfaceMesh;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::progress::Progress;
use pliant_geometry::shapes::{fork, sphere};

/// A lattice over a surface, and its inside vertices.
fn inside(surface: &SurfaceMesh, spacing: f64) -> (Sites, Stuffing) {
    let input = Input::new(surface, &Progress::NONE).unwrap();
    let grid = stuffing_grid(&input.bodies[0], input.middle, spacing, 0.0).unwrap();
    let solid = &input.bodies[0].solid;
    let inside = Sites::inside(solid, grid, &Work::ALONE).unwrap();
    let stuffing = Stuffing::of_body(&Dilated::new(solid), grid, &Work::ALONE).unwrap();
    (inside, stuffing)
}

/// The number of vertices predicted, and of the mesh. All predicted ones are in it.
fn assert_used(inside: &Sites, stuffing: &Stuffing) -> [usize; 2] {
    let warped = stuffing.warp(&vec![false; stuffing.sites.len()]);
    let (part, from) = stuffing.fill(&warped);
    let mut left = surely_used(inside, &inside.deep(), &stuffing.octree);
    let sure = left.count();
    let lattice = from.iter().filter_map(|v| stuffing.sites.get(*v as usize));
    lattice.for_each(|site| left.set(*site, false));
    assert_eq!(left.count(), 0, "of {sure}");
    let near = stuffing.near_boundary();
    let is_counted = |v: &&u32| {
        let is_kept = |v: usize| match stuffing.is_shallow[v] {
            true => warped.sign[v] == 1,
            false => near[v],
        };
        **v as usize >= stuffing.sites.len() || is_kept(**v as usize)
    };
    let expected = from.iter().filter(is_counted).count();
    assert_eq!(stuffing.fewest_vertices(&warped, &near), expected);
    [sure, part.positions.len()]
}

#[test]
fn vertices_that_are_counted_on_are_in_the_mesh_and_most_of_it() {
    for (surface, spacing) in [(sphere(4, 1.0), 0.05), (fork(), 0.11), (fork(), 0.23)] {
        let (inside, stuffing) = inside(&surface, spacing);
        let [sure, all] = assert_used(&inside, &stuffing);
        assert!(5 * sure > 3 * all, "{sure} of {all}");
    }
}

/// A block of cells with some vertices outside. Cuts lie anywhere, most of them on thresholds and at ends.
#[test]
fn and_are_there_however_the_others_move() {
    let grid = Grid {
        origin: DVec3::ZERO,
        spacing: DVec3::ONE,
        counts: [20; 3],
    };
    for seed in 0..6 {
        let mut number = 0;
        let inside = Sites::new(grid, |_| {
            number += 1;
            number % (31 + 40 * seed) != 0
        });
        let stuffing = random_cuts(uncut(&inside), seed);
        let [sure, _] = assert_used(&inside, &stuffing);
        assert!(sure > 3_000, "{sure}");
    }
}

/// Plates askew in the lattice, thick enough that some inside vertices stay in place.
#[test]
fn walls_have_a_vertex_for_every_four_cuts() {
    for thickness in [0.8, 1.0, 1.4, 2.0, 3.0] {
        for way in [
            Vec3::new(1.0, 2.0, 3.0),
            Vec3::new(1.0, 0.1, 0.0),
            Vec3::ONE,
        ] {
            let turn = Quat::from_rotation_arc(Vec3::Z, way.normalize());
            let mut plate = box_surface([1; 3], [20.0, 20.0, thickness]);
            let place = |p: &mut [f32; 3]| *p = (turn * Vec3::from_array(*p)).to_array();
            plate.positions.iter_mut().for_each(place);
            let (inside, stuffing) = inside(&plate, 1.0);
            let [_, all] = assert_used(&inside, &stuffing);
            let cuts = cut_count(&inside, &inside.deep());
            assert_eq!(cuts, stuffing.cuts.len());
            println!("{thickness} {way}: {cuts} cuts, {all} vertices");
            assert!(cuts < 4 * all, "{thickness} {way}: {cuts} {all}");
        }
    }
}
