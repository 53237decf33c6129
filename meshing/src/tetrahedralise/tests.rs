//! Whole meshes against closed forms, topology and each other.

use super::field::Work;
use super::input::Input;
use super::manifold::{Pinched, boundary_of, pinched};
use super::*;
use crate::repair::repair;
use crate::test_meshes::{bytes, data, ply_surface};
use glam::{DVec3, Vec3};
use pliant_geometry::check::{ZERO_VOLUME_RATIO, corners, volume6};
use pliant_geometry::error::Status;
use pliant_geometry::lattice::box_surface;
use pliant_geometry::sets::Sets;
use pliant_geometry::shapes::{fork, inside_out, moved, sphere, together, torus};
use pliant_geometry::solid::Solid;
use pliant_geometry::solid::Tree;
use std::f64::consts::PI;

fn triangles_of(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<[DVec3; 3]> {
    let at = |v: u32| glam::Vec3::from(positions[v as usize]).as_dvec3();
    triangles.iter().map(|t| t.map(at)).collect()
}

/// Measures of a mesh: pieces, and Euler characteristic of the boundary (2 for a ball, 0 for a torus).
pub(super) struct Judged {
    pub(super) pieces: usize,
    pub(super) euler: i64,
    volume: f64,
    /// Largest distance from the boundary to the surface and back [diagonal].
    pub(super) hausdorff: [f64; 2],
}

pub(super) fn judge(surface: &SurfaceMesh, (mesh, report): &(TetMesh, Report)) -> Judged {
    let count = mesh.positions.len();
    let mut volume = 0.0;
    let mut sets = Sets::new(count);
    for tet in &mesh.tets {
        let (det, ratio) = volume6(corners(&mesh.positions, *tet));
        assert!(det > 0.0 && ratio > ZERO_VOLUME_RATIO, "{tet:?} has {det}");
        volume += det / 6.0;
        for v in &tet[1..] {
            sets.join(tet[0], *v);
        }
    }
    let boundary = boundary_of(&mesh.tets, count, &Work::ALONE).unwrap();
    let found = pinched(&boundary, count, &Work::ALONE).unwrap();
    assert_eq!(found, Pinched::default());
    assert!(
        report.dihedral[0] > 9.0 && report.dihedral[1] < 165.0,
        "{report:?}"
    );
    let mut used: Vec<u32> = boundary.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let (made, given) = (
        triangles_of(&mesh.positions, &boundary),
        triangles_of(&surface.positions, &surface.triangles),
    );
    let low = given
        .iter()
        .flatten()
        .fold(DVec3::INFINITY, |low, p| low.min(*p));
    let high = given
        .iter()
        .flatten()
        .fold(DVec3::NEG_INFINITY, |high, p| high.max(*p));
    let farthest = |from: &[[DVec3; 3]], to: &[[DVec3; 3]]| {
        let tree = Tree::new(to);
        let points = from
            .iter()
            .flat_map(|[a, b, c]| [*a, *b, *c, (a + b + c) / 3.0, (a + b) / 2.0]);
        let squares = points
            .filter_map(|p| tree.nearest(p, f64::INFINITY))
            .map(|(_, squared, _)| squared);
        squares.fold(0.0, f64::max).sqrt() / (high - low).length()
    };
    Judged {
        pieces: sets.number().1,
        euler: used.len() as i64 - boundary.len() as i64 / 2,
        volume,
        hausdorff: [farthest(&made, &given), farthest(&given, &made)],
    }
}

pub(super) fn options(elements: usize) -> Options {
    Options {
        elements,
        most_elements: 0,
        spacing: 0.0,
        threads: 2,
    }
}

pub(super) fn make_cage(surface: &SurfaceMesh, elements: usize) -> (TetMesh, Report) {
    cage(surface, &options(elements), &Progress::NONE).unwrap()
}

pub(super) fn make_conforming(surface: &SurfaceMesh, elements: usize) -> (TetMesh, Report) {
    conforming(surface, &options(elements), &Progress::NONE).unwrap()
}

/// The largest distance of a surface with least radius of curvature `radius` from triangles with edges up to `edge`:
/// the sagitta e²/(8r) for the circumdiameter 2 e/√3, which is e²/(6r).
fn sagitta(edge: f64, radius: f64) -> f64 {
    edge * edge / (6.0 * radius)
}

#[test]
fn a_conforming_sphere_and_torus_keep_volume_shape_and_genus() {
    // Boundary edges are at most about one long edge plus the moves, 1.5 spacings.
    for (surface, diagonal, radius, volume, euler) in [
        (sphere(5, 1.0), 12f64.sqrt(), 1.0, 4.0 / 3.0 * PI, 2),
        (torus(40), 4.04, 0.4, 2.0 * PI * PI * 0.16, 0),
    ] {
        let made = make_conforming(&surface, 8_000);
        let judged = judge(&surface, &made);
        assert_eq!((judged.pieces, judged.euler), (1, euler));
        let far = sagitta(1.5 * made.1.spacing, radius);
        assert!(
            judged.hausdorff.iter().all(|h| *h < far / diagonal),
            "{:?} {far}",
            judged.hausdorff
        );
        let reported = made.1.bodies[0].farthest / diagonal;
        assert!(reported > 0.0 && reported < judged.hausdorff[0] + 1e-6);
        // The boundary lies up to `far` inside the surface. Such a shell is 3 far/radius of a sphere's volume, 2
        // far/radius of a torus'. The given surface itself lacks a few tenths of a per cent.
        let error = judged.volume / volume - 1.0;
        assert!(
            error < 0.0 && error > -(3.0 * far / radius + 0.01),
            "{error}"
        );
        assert!(
            (made.0.tets.len() as f64 / 8_000.0).ln().abs() < 0.1,
            "{} tets",
            made.0.tets.len()
        );
        assert_eq!(made.1.bodies[0].method, Method::Conforming);
    }
}

#[test]
fn the_volume_error_of_a_sphere_falls_with_the_square_of_the_spacing() {
    let surface = sphere(6, 1.0);
    let exact = Input::new(&surface, &Progress::NONE).unwrap().bodies[0].volume;
    let error = |spacing: f64| {
        let options = Options {
            spacing,
            ..options(1)
        };
        let made = conforming(&surface, &options, &Progress::NONE).unwrap();
        1.0 - judge(&surface, &made).volume / exact
    };
    let order = (error(0.3) / error(0.15)).log2();
    assert!((1.6..2.4).contains(&order), "order {order}");
}

#[test]
fn a_conforming_cube_is_right_but_for_its_edges() {
    let surface = box_surface([4, 4, 4], [1.0; 3]);
    let made = make_conforming(&surface, 12_000);
    let judged = judge(&surface, &made);
    assert_eq!((judged.pieces, judged.euler), (1, 2));
    // Vertices lie on the sides. A face across one of the 12 edges cuts off less than a triangle with legs of one
    // spacing. A corner is off by at most √3 spacings.
    let h = made.1.spacing;
    assert!(
        judged.volume < 1.0 + 1e-6 && judged.volume > 1.0 - 12.0 * 0.5 * h * h,
        "{}",
        judged.volume
    );
    assert!(
        judged.hausdorff[0] < h / 3f64.sqrt() && judged.hausdorff[1] < h,
        "{:?} {h}",
        judged.hausdorff
    );
}

#[test]
fn a_conforming_mesh_is_made_finer_until_it_is_near_its_surface() {
    // A cube's edges are rounded at the size of a tet, 4 % of its diagonal here.
    let surface = box_surface([4, 4, 4], [1.0; 3]);
    let coarse = make_conforming(&surface, 3_000);
    let allowed = Options {
        most_elements: 200_000,
        ..options(3_000)
    };
    let near = conforming(&surface, &allowed, &Progress::NONE).unwrap();
    for (made, is_near) in [(&coarse, false), (&near, true)] {
        let (judged, body) = (judge(&surface, made), &made.1.bodies[0]);
        let largest = judged.hausdorff[0].max(judged.hausdorff[1]);
        assert_eq!(
            (body.is_near, largest < NEAR),
            (is_near, is_near),
            "{largest}"
        );
        // `judge` tests the same points and others.
        let missed = body.missed / 3f64.sqrt();
        assert!(
            (missed / judged.hausdorff[1] - 1.0).abs() < 0.05,
            "{missed} {:?}",
            judged.hausdorff
        );
    }
    assert!((coarse.0.tets.len() as f64 / 3_000.0).ln().abs() < 0.2);
    assert!(near.0.tets.len() < 220_000);
    // The report has the spacing. A given spacing is kept, however far the mesh is from the surface.
    assert!(near.1.spacing < 0.5 * coarse.1.spacing);
    let named = Options {
        spacing: coarse.1.spacing,
        ..allowed
    };
    let made = conforming(&surface, &named, &Progress::NONE).unwrap();
    assert_eq!(made, coarse);
}

#[test]
fn a_cage_holds_the_surface_and_has_its_genus() {
    for (surface, volume, euler) in [
        (sphere(4, 1.0), 4.0 / 3.0 * PI, 2),
        (torus(30), 2.0 * PI * PI * 0.16, 0),
    ] {
        let made = make_cage(&surface, 2_000);
        let judged = judge(&surface, &made);
        assert_eq!((judged.pieces, judged.euler), (1, euler), "{:?}", made.1);
        assert!(
            (made.0.tets.len() as f64 / 2_000.0).ln().abs() < 0.2,
            "{} tets",
            made.0.tets.len()
        );
        assert!(judged.volume > volume);
        // Every cell touches the solid, so a cage is at most a cell's diagonal away.
        let diagonal = 12f64.sqrt().min(4.04);
        assert!(
            judged.hausdorff[0] * diagonal < 3f64.sqrt() * made.1.spacing,
            "{:?}",
            judged.hausdorff
        );
        let inside = Solid::new(&triangles_of(
            &made.0.positions,
            &boundary_of(&made.0.tets, made.0.positions.len(), &Work::ALONE).unwrap(),
        ));
        let outside = surface
            .positions
            .iter()
            .filter(|p| inside.winding(Vec3::from(**p).as_dvec3()) < 0.5);
        assert_eq!(
            outside.count(),
            0,
            "vertices of the surface outside the cage"
        );
    }
}

/// Whole cells fit into an axis-aligned box. One thinner than half a cell lies in the middle of one.
#[test]
fn the_cage_of_a_box_is_the_box() {
    let at = [0.3, -2.0, 0.7];
    for size in [[1.0, 1.0, 1.0], [1.0, 0.77, 0.31], [3.0, 0.4, 1e-3]] {
        let surface = moved(box_surface([2, 3, 1], size), at, 1.0);
        for spacing in [0.1, 0.3, 2.0] {
            let options = Options {
                spacing,
                ..options(1)
            };
            let made = cage(&surface, &options, &Progress::NONE).unwrap();
            judge(&surface, &made);
            let spacing = spacing.min(f64::from(size.into_iter().fold(0.0, f32::max)));
            let sides = size.map(|side| {
                let room = 2e-4 * spacing;
                (f64::from(side) + room).max(0.5 * spacing)
            });
            let cells = size.map(|side| (f64::from(side) / spacing - 1e-4).ceil().max(1.0));
            let corners = made.0.positions.iter().map(|p| Vec3::from_array(*p));
            let [low, high] = [corners.clone().reduce(Vec3::min), corners.reduce(Vec3::max)]
                .map(|end| end.unwrap().as_dvec3());
            for axis in 0..3 {
                let middle = f64::from(at[axis]) + 0.5 * f64::from(size[axis]);
                let expected = [-0.5, 0.5].map(|half| middle + half * sides[axis]);
                let found = [low[axis], high[axis]];
                let near = |(a, b): (f64, f64)| (a - b).abs() < 2.0 * f64::from(f32::EPSILON) * 3.0;
                assert!(
                    found.into_iter().zip(expected).all(near),
                    "{found:?} {expected:?}"
                );
            }
            let tets = 5.0 * cells.iter().product::<f64>();
            assert_eq!(made.0.tets.len() as f64, tets, "{size:?} {spacing}");
        }
    }
}

#[test]
fn two_close_fingers_stay_two() {
    // Cells at least six times as wide as the gap: one column holds parts of both fingers. Not 1.1, which cuts the box
    // at 2 and 3, so that a sliver of the left finger, which ends at 2.05, lies beside the right one. Slivers in the
    // first cells above the crotch are merged (`merge_slivers`), so the fingers share vertices up to 4.
    let surface = fork();
    for spacing in [0.6, 0.85, 1.35, 1.7] {
        let made = cage(
            &surface,
            &Options {
                spacing,
                ..options(1)
            },
            &Progress::NONE,
        )
        .unwrap();
        let judged = judge(&surface, &made);
        assert_eq!((judged.pieces, judged.euler), (1, 2), "{spacing}");
        assert!(
            made.1.cage.split_cells > 0 && made.1.cage.bridged == 0,
            "{spacing} {:?}",
            made.1.cage
        );
        let mut sets = Sets::new(made.0.positions.len());
        let is_above = |tet: &&[u32; 4]| {
            let heights = tet.map(|v| f64::from(made.0.positions[v as usize][2]));
            heights.iter().all(|z| *z > 2.0 + spacing)
        };
        for tet in made.0.tets.iter().filter(is_above) {
            for v in &tet[1..] {
                sets.join(tet[0], *v);
            }
        }
        let above = made.0.tets.iter().filter(is_above);
        let mut heaps: Vec<u32> = above.map(|tet| sets.find(tet[0])).collect();
        heaps.sort_unstable();
        heaps.dedup();
        assert_eq!(heaps.len(), 2, "{spacing}");
    }
}

#[test]
fn parts_stay_apart_and_are_named() {
    // Two cubes a millionth apart, a third that crosses the second, and a flat one.
    let cube = box_surface([2, 2, 2], [1.0; 3]);
    let flat = SurfaceMesh {
        positions: vec![[9.0, 0.0, 0.0], [10.0, 0.0, 0.0], [9.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
        ..Default::default()
    };
    let surface = together(&[
        cube.clone(),
        moved(cube.clone(), [1.000_001, 0.0, 0.0], 1.0),
        moved(cube.clone(), [1.5, 0.5, 0.5], 1.0),
        flat,
    ]);
    for made in [make_cage(&surface, 2_000), make_conforming(&surface, 6_000)] {
        let bodies: Vec<_> = made
            .1
            .bodies
            .iter()
            .map(|body| body.components.clone())
            .collect();
        assert_eq!(bodies, [vec![0], vec![1, 2]]);
        assert_eq!(made.1.flat, [(vec![3], 3 * cube.triangles.len() as u32)]);
        assert_eq!(judge(&surface, &made).pieces, 2);
        let total: usize = made.1.bodies.iter().map(|body| body.tet_count).sum();
        assert_eq!(total, made.0.tets.len());
    }
}

#[test]
fn a_cavity_stays_hollow_and_flipped_or_doubled_parts_solid() {
    let (outer, inner) = (sphere(5, 1.0), sphere(4, 0.6));
    let ball = 4.0 / 3.0 * PI;
    for (surface, bodies, volume, euler) in [
        (
            together(&[outer.clone(), inside_out(inner.clone())]),
            1,
            ball * (1.0 - 0.216),
            4,
        ),
        (together(&[outer.clone(), inner.clone()]), 1, ball, 2),
        (inside_out(outer.clone()), 1, ball, 2),
        (
            together(&[
                outer.clone(),
                moved(inside_out(outer.clone()), [3.0, 0.0, 0.0], 1.0),
            ]),
            2,
            2.0 * ball,
            4,
        ),
    ] {
        let made = make_conforming(&surface, 10_000);
        let judged = judge(&surface, &made);
        assert_eq!(
            (judged.pieces, judged.euler, made.1.bodies.len()),
            (bodies, euler, bodies)
        );
        // A shell's inside shrinks and its cavity grows: 3 % of the ball covers both, as for the sphere above.
        assert!(
            (judged.volume / volume - 1.0).abs() < 0.03,
            "{} {volume}",
            judged.volume
        );
    }
}

#[test]
fn the_same_bits_come_out_whatever_the_number_of_threads() {
    let surface = together(&[fork(), moved(torus(20), [8.0, 0.0, 3.0], 1.0)]);
    let with = |threads: usize| {
        let options = |elements| Options {
            elements,
            most_elements: 0,
            spacing: 0.0,
            threads,
        };
        let cage = cage(&surface, &options(1_500), &Progress::NONE).unwrap();
        (
            cage,
            conforming(&surface, &options(6_000), &Progress::NONE).unwrap(),
        )
    };
    let one = with(1);
    assert!(one == with(2) && one == with(5));
}

#[test]
fn progress_rises_and_can_cancel() {
    let surface = sphere(4, 1.0);
    let told = std::cell::RefCell::new(Vec::new());
    let tell = |done: f32| {
        told.borrow_mut().push(done);
        true
    };
    conforming(&surface, &options(8_000), &Progress::new(&tell)).unwrap();
    let told = told.into_inner();
    assert!(
        told.len() > 5 && told.is_sorted() && told.iter().all(|done| (0.0..=1.0).contains(done)),
        "{told:?}"
    );
    for limit in [0.0, 0.1, 0.5] {
        let stop = |done: f32| done < limit;
        let progress = Progress::new(&stop);
        let results = [
            cage(&surface, &options(2_000), &progress),
            conforming(&surface, &options(8_000), &progress),
        ];
        for result in results {
            assert_eq!(
                result.map(|_| ()).map_err(|e| e.status),
                Err(Status::Cancelled),
                "{limit}"
            );
        }
    }
}

#[test]
fn real_surfaces_become_sound_meshes() {
    let Some(folder) = data() else { return };
    let folder = folder.join("surfaces/clean");
    let obj = |name: &str| crate::read::parse_obj(&bytes(&folder.join(name)), name).unwrap();
    // Volumes of the surfaces are from another program. The spacing resolves these shapes.
    let surfaces = [
        (obj("spot_triangulated.obj"), 0.718259, true),
        (ply_surface(&folder.join("bunny.ply")), 0.123008, false),
        (obj("cubespikes.obj"), 3165.87, false),
    ];
    for (mut surface, volume, has_seams) in surfaces {
        if has_seams {
            surface = repair(&surface, &Default::default()).unwrap().0.surface;
        }
        let made = make_conforming(&surface, 30_000);
        let judged = judge(&surface, &made);
        assert!(
            (judged.volume / volume - 1.0).abs() < 0.02,
            "{} {volume}",
            judged.volume
        );
        assert_eq!((judged.pieces, judged.euler), (1, 2));
        assert!(judged.hausdorff[0] < 0.02, "{:?}", judged.hausdorff);
        let made = make_cage(&surface, 2_000);
        assert_eq!(judge(&surface, &made).pieces, 1);
    }
}
