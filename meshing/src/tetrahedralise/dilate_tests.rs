//! The moved boundary against closed forms, a gap, and a spike that the lattice misses.

use super::super::input::Input;
use super::super::missed::{Fault, missed, missed_places};
use super::super::part::Part;
use super::super::report::NEAR;
use super::super::tests::{judge, make_conforming, options};
use super::super::{Options, Progress, conforming};
use super::*;
use glam::{Quat, Vec3};
use pliant_geometry::lattice::{Split, beam_lattice, box_surface};
use pliant_geometry::shapes::{fork, sphere, together, torus};
use pliant_geometry::{SurfaceMesh, TetMesh};
use std::collections::HashSet;

fn everywhere(body: &InputBody, fault: Fault) -> Vec<Place> {
    let corners = body.corners.iter().flatten();
    corners.map(|at| Place { at: *at, fault }).collect()
}

#[test]
fn a_sphere_moved_by_an_offset_is_a_sphere_of_another_radius() {
    let input = Input::new(&sphere(5, 1.0), &Progress::NONE).unwrap();
    let body = &input.bodies[0];
    let edge = |[a, b, c]: &[DVec3; 3]| a.distance(*b).max(b.distance(*c)).max(c.distance(*a));
    let edge = body.corners.iter().map(edge).fold(0.0, f64::max);
    for (fault, radius) in [(Fault::Lacking, 1.1), (Fault::Filled, 0.9)] {
        let mut moved = Dilated::new(&body.solid);
        moved
            .add(&everywhere(body, fault), [0.1; 3], 0.3, body, &Work::ALONE)
            .unwrap();
        let mut look = Look::default();
        for i in 0..200 {
            // Directions spread by the golden angle.
            let (z, turn) = (f64::from(i) / 100.0 - 0.995, 2.399_963 * f64::from(i));
            let way = DVec3::new(turn.cos(), turn.sin(), 0.0) * (1.0 - z * z).sqrt() + DVec3::Z * z;
            let [a, b] = [0.7, 1.25].map(|r| r * way);
            let cut = a.lerp(b, moved.way_out(a, b, 0.3, &mut look));
            // The march ends within CLOSE of the segment's length; triangles lie up to e²/(6r) inside the sphere.
            let off = body.solid.tree.nearest(cut, 1.0).unwrap().1.sqrt() - 0.1;
            assert!(off.abs() < 1.01 * CLOSE * a.distance(b), "{off}");
            assert!(
                (cut.length() - radius).abs() < edge * edge / 6.0 + 1e-4,
                "{cut}"
            );
            for (p, is_in) in [(0.99 * radius * way, true), (1.01 * radius * way, false)] {
                assert_eq!(moved.is_in(p, body.solid.contains(p), 0.3), is_in, "{p}");
            }
        }
    }
}

#[test]
fn a_thickened_sphere_is_one_of_a_larger_radius() {
    let input = Input::new(&sphere(5, 1.0), &Progress::NONE).unwrap();
    let mut moved = Dilated::new(&input.bodies[0].solid);
    for (by, is) in [(0.03, 0.03), (0.03, 0.06), (0.07, 0.1)] {
        moved.thicken(by, 0.1);
        assert_eq!((moved.reach(), moved.most()), (is, is));
    }
    for by in [-0.99, -0.5, 0.0, 0.5, 0.98, 1.02] {
        let p = (1.0 + 0.1 * by) * DVec3::new(0.6, 0.0, 0.8);
        let is_in = moved.is_in(p, moved.solid.contains(p), 0.3);
        assert_eq!(is_in, by < 1.0, "{by}");
    }
    moved.shrink(0.5);
    assert_eq!(moved.reach(), 0.05);
}

/// A finely triangulated plate that filled a gap above it. A wall of 1.1 must stay; one of 1.5 loses 0.2 on each side.
#[test]
fn a_wall_is_seen_from_its_other_side() {
    let is_in = |thickness: f32, x: f64, depth: f64| {
        let mut plate = box_surface([60, 60, 1], [6.0, 6.0, thickness]);
        plate.positions.iter_mut().for_each(|p| p[2] -= thickness);
        let input = Input::new(&plate, &Progress::NONE).unwrap();
        let body = &input.bodies[0];
        let place = Place {
            at: DVec3::new(3.0, 3.0, 0.0),
            fault: Fault::Filled,
        };
        let mut moved = Dilated::new(&body.solid);
        let by = [0.225; 3];
        moved.add(&[place], by, 1.0, body, &Work::ALONE).unwrap();
        moved.is_in(DVec3::new(x, 3.0, -depth), true, 1.0)
    };
    for x in [3.0, 3.4, 3.6] {
        for (thickness, moved) in [(1.1, 0.0), (1.5, 0.2), (1.55, 0.225), (4.0, 0.225)] {
            assert!(moved == 0.0 || !is_in(thickness, x, moved - 0.001), "{x}");
            assert!(is_in(thickness, x, moved + 0.001), "{x} {thickness}");
        }
    }
}

#[test]
fn a_boundary_moves_near_its_places_only_and_evenly() {
    let input = Input::new(&sphere(4, 1.0), &Progress::NONE).unwrap();
    let body = &input.bodies[0];
    let mut moved = Dilated::new(&body.solid);
    let [at, opposite] = [DVec3::Z, -DVec3::Z];
    let places = [(at, Fault::Lacking), (opposite, Fault::Filled)];
    let places = places.map(|(at, fault)| Place { at, fault });
    moved
        .add(&places, [0.1; 3], 0.2, body, &Work::ALONE)
        .unwrap();
    assert_eq!(
        [at, opposite, DVec3::X].map(|p| moved.by(p)),
        [0.1, -0.1, 0.0]
    );
    for i in 0..400 {
        let [p, q] = [i, i + 1].map(|i| DVec3::Z.lerp(opposite, f64::from(i) / 400.0));
        assert!((moved.by(p) - moved.by(q)).abs() <= 2.0 * TAPER * p.distance(q));
    }
}

/// Two fingers, z from 2 to 5, and the gap between them.
#[test]
fn fingers_grow_but_not_together() {
    let input = Input::new(&fork(), &Progress::NONE).unwrap();
    let body = &input.bodies[0];
    let is_inside = |p: DVec3| body.solid.contains(p);
    let [start, end] = [0.01, 4.99].map(|x| DVec3::new(x, 0.75, 4.5));
    let at = |i: i32| start.lerp(end, f64::from(i) / 4000.0);
    let line: Vec<DVec3> = (0..=4000).map(at).collect();
    let gap: Vec<&DVec3> = line.iter().filter(|p| !is_inside(**p)).collect();
    let width = gap.last().unwrap().distance(*gap[0]);
    assert!(width > 0.0 && width < 0.2, "{width}");
    let mut moved = Dilated::new(&body.solid);
    let finer: Vec<Place> = line
        .iter()
        .map(|at| Place {
            at: *at,
            fault: Fault::Lacking,
        })
        .collect();
    moved
        .add(&finer, [width; 3], 0.3, body, &Work::ALONE)
        .unwrap();
    // Both fingers moved by the gap's width would close it.
    assert!(gap.iter().all(|p| moved.by(**p) >= 0.999 * width));
    assert!(gap.iter().all(|p| !moved.is_in(**p, false, 0.3)));
    let beyond = DVec3::new(5.0 + 0.5 * width, 0.75, 4.5);
    assert!(moved.is_in(beyond, false, 0.3));
}

/// A ball with a vertex pulled out to a spike of a tenth of its width.
fn spiked() -> SurfaceMesh {
    let mut ball = sphere(4, 1.0);
    let top = ball
        .positions
        .iter_mut()
        .max_by(|p, q| p[2].total_cmp(&q[2]));
    *top.unwrap() = [0.0, 0.0, 2.0];
    ball
}

#[test]
fn a_spike_is_captured_that_the_lattice_does_not_see() {
    let made = make_conforming(&spiked(), 200_000);
    let judged = judge(&spiked(), &made);
    assert!(made.1.bodies[0].is_near && judged.pieces == 1);
    assert!(
        judged.hausdorff.iter().all(|h| *h < NEAR),
        "{:?}",
        judged.hausdorff
    );
    let same = Options {
        spacing: made.1.spacing,
        ..options(1)
    };
    let plain = conforming(&spiked(), &same, &Progress::NONE).unwrap();
    let far = judge(&spiked(), &plain).hausdorff[1];
    assert!(far > 3.0 * NEAR && !plain.1.bodies[0].is_near, "{far}");
}

const TUBE: f32 = 0.6;

/// A tube along the figure of eight (sin 2u, 4 sin u): one component that crosses itself at the origin.
fn eight() -> SurfaceMesh {
    let mut tube = torus(24);
    for p in &mut tube.positions {
        let [x, y, z] = *p;
        let (u, v) = (y.atan2(x), z.atan2(x.hypot(y) - 1.0));
        let along = Vec3::new(2.0 * (2.0 * u).cos(), 4.0 * u.cos(), 0.0).normalize();
        // The torus grows with cos v away from the middle, to the right of the direction of travel.
        let across = v.cos() * along.cross(Vec3::Z) + v.sin() * Vec3::Z;
        let middle = Vec3::new((2.0 * u).sin(), 4.0 * u.sin(), 0.0);
        *p = (middle + TUBE * across).to_array();
    }
    tube
}

/// An overlap counts once and does not make the rest thicker.
#[test]
fn a_tube_that_crosses_itself_keeps_its_thickness() {
    let input = Input::new(&eight(), &Progress::NONE).unwrap();
    let made = make_conforming(&eight(), 50_000);
    let body = &made.1.bodies[0];
    // Two cylinders of radius r at angle t share 16 r³ / (3 sin t). The tangents are (2, 4) and (2, -4).
    let shared = 16.0 * f64::from(TUBE).powi(3) / (3.0 * 0.8);
    // The divergence theorem counts that twice.
    let corners = input.bodies[0].corners.iter();
    let twice: f64 = corners.map(|[a, b, c]| a.dot(b.cross(*c)) / 6.0).sum();
    let volume = twice - shared;
    assert!((input.bodies[0].volume / volume - 1.0).abs() < 0.01);
    assert!(shared > 0.06 * volume);
    assert!(
        (body.volume / volume - 1.0).abs() < 0.02,
        "{body:?} {volume}"
    );
    // The crease at the self-intersection may be moved.
    assert!(body.is_near, "{body:?}");
    assert!(body.moved < NEAR * input.diagonal, "{body:?}");
}

/// A mesh with a moved boundary does not depend on the number of threads.
#[test]
fn a_moved_boundary_has_the_same_bits_on_any_number_of_threads() {
    let made = |threads: usize| {
        let options = Options {
            threads,
            ..options(100_000)
        };
        conforming(&spiked(), &options, &Progress::NONE).unwrap()
    };
    let (one, several) = (made(1), made(3));
    assert!(one.1.bodies[0].moved > 0.0);
    let bits = |mesh: &TetMesh| -> Vec<u32> {
        mesh.positions
            .iter()
            .flatten()
            .map(|c| c.to_bits())
            .collect()
    };
    assert_eq!(bits(&one.0), bits(&several.0));
    assert_eq!(one.0.tets, several.0.tets);
}

/// One body: a cube of edge 2, and a bar along x through its middle, 14 long.
fn crossed() -> Input {
    let boxed = |side: [f32; 3]| {
        let mut cuboid = box_surface([1; 3], [1.0; 3]);
        for p in &mut cuboid.positions {
            *p = [0, 1, 2].map(|axis| (p[axis] - 0.5) * side[axis]);
        }
        cuboid
    };
    let parts = [boxed([2.0; 3]), boxed([14.0, 0.898, 0.898])];
    Input::new(&together(&parts), &Progress::NONE).unwrap()
}

/// Parts of the bar's long triangles lie inside the cube. They are not boundary and do not make anything thinner.
#[test]
fn what_lies_in_another_part_makes_it_no_thinner() {
    let input = crossed();
    let body = &input.bodies[0];
    let mut moved = Dilated::new(&body.solid);
    let places = [Place {
        at: DVec3::new(1.1, 0.449, 0.0),
        fault: Fault::Filled,
    }];
    moved
        .add(&places, [0.1; 3], 0.25, body, &Work::ALONE)
        .unwrap();
    let is_in = |x, y| moved.is_in(DVec3::new(x, y, 0.0), true, 0.25);
    // Just below the bar's upper side: moved outside the cube, absent inside.
    assert!(!is_in(1.15, 0.4));
    assert!(is_in(0.85, 0.4) && is_in(0.85, 0.5));
}

fn places(part: &Part, body: &InputBody, spacing: f64, limits: [f64; 2]) -> Vec<Place> {
    let limit = limits[0].min(limits[1]);
    let boundary = part.boundary(&Work::ALONE).unwrap();
    let found = missed(&boundary, body, spacing, limit, &Work::ALONE).unwrap();
    missed_places(part, body, &found.far, spacing, limits, &Work::ALONE).unwrap()
}

/// A cell whose first or farthest sample is inside the body still gets its place on the boundary.
#[test]
fn a_place_inside_the_body_hides_none_of_the_boundary() {
    let input = crossed();
    let body = &input.bodies[0];
    let spacing = 0.9;
    let nothing = Part::default();
    let places = places(&nothing, body, spacing, [0.0; 2]);
    let is_in = |half: DVec3, p: DVec3| (p.abs() - half).max_element() < -1e-9;
    let [cube, bar] = [DVec3::ONE, DVec3::new(7.0, 0.449, 0.449)];
    assert!(
        places
            .iter()
            .all(|p| !is_in(cube, p.at) && !is_in(bar, p.at))
    );
    // Outside the cube each cell along the middle of the bar's upper side has one.
    let cell = |p: DVec3| (p / (0.5 * spacing)).floor().as_i64vec3();
    let taken: HashSet<_> = places.iter().map(|p| cell(p.at)).collect();
    for i in 0..1000 {
        let p = DVec3::new(1.05 + 0.0055 * f64::from(i), 0.449 - 1e-6, 0.01);
        assert!(taken.contains(&cell(p)), "{p}");
    }
}

/// A cube of edge 1, and a mesh larger or smaller by a tenth all round. The surface is filled or lacking by that much,
/// more at edges and corners of the smaller one.
#[test]
fn a_place_counts_from_the_limit_of_its_fault_on() {
    let input = Input::new(&box_surface([1; 3], [1.0; 3]), &Progress::NONE).unwrap();
    let faults = |edge: f32, limits: [f64; 2]| {
        let mesh = beam_lattice([1; 3], [edge; 3], Split::Five);
        let centred = |p: &[f32; 3]| Vec3::from(*p).as_dvec3() + 0.5 - 0.5 * f64::from(edge);
        let part = Part {
            positions: mesh.positions.iter().map(centred).collect(),
            tets: mesh.tets,
        };
        let places = places(&part, &input.bodies[0], 0.2, limits);
        let filled = places.iter().filter(|place| place.fault == Fault::Filled);
        [filled.count(), places.len()].map(|count| count > 0)
    };
    let [near, far] = [0.09, 0.2];
    // Whether some are filled, and whether there are any.
    assert_eq!(faults(1.2, [far, near]), [true, true]);
    assert_eq!(faults(1.2, [near, far]), [false, false]);
    assert_eq!(faults(0.8, [near, far]), [false, true]);
    assert_eq!(faults(0.8, [far, near]), [false, false]);
}

/// An outline extruded to a height and turned off the lattice's axes. Point `from` of it sees all others.
fn prism(outline: &[[f32; 2]], from: usize, height: f32) -> SurfaceMesh {
    let n = outline.len();
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
    let layer = |z: f32| {
        let at = move |p: &[f32; 2]| (turn * Vec3::new(p[0], p[1], z)).to_array();
        outline.iter().map(at)
    };
    let v = |i: usize, up: usize| ((from + i) % n + up * n) as u32;
    let below = (1..n - 1).map(|i| [v(0, 0), v(i + 1, 0), v(i, 0)]);
    let above = (1..n - 1).map(|i| [v(0, 1), v(i, 1), v(i + 1, 1)]);
    let sides = (0..n).flat_map(|i| {
        let [a, b, c, d] = [v(i, 0), v(i + 1, 0), v(i + 1, 1), v(i, 1)];
        [[a, b, c], [a, c, d]]
    });
    SurfaceMesh {
        positions: layer(0.0).chain(layer(height)).collect(),
        triangles: below.chain(above).chain(sides).collect(),
        ..Default::default()
    }
}

/// Much deeper than the spacing, and at most half as wide: what opens the mouth does not open the end.
#[test]
fn a_crevice_that_stays_filled_is_opened_more() {
    for width in [0.05, 0.1] {
        let crevice = [
            [5.0 + 0.5 * width, 10.0],
            [5.0, 7.0],
            [5.0 - 0.5 * width, 10.0],
        ];
        let outline = [
            &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]][..],
            &crevice,
            &[[0.0, 10.0]],
        ]
        .concat();
        let block = prism(&outline, 4, 1.0);
        let options = Options {
            most_elements: 200_000,
            ..options(50_000)
        };
        let made = conforming(&block, &options, &Progress::NONE).unwrap();
        let body = &made.1.bodies[0];
        assert!(body.is_near && body.pieces == 1, "{body:?}");
        assert!(judge(&block, &made).hausdorff.iter().all(|h| *h < NEAR));
    }
}

/// A block with a thin sheet on it, bent at a right angle.
fn finned(width: f32, long: f32) -> SurfaceMesh {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
    let part = |from: [f32; 3], to: [f32; 3]| {
        let [from, to] = [from, to].map(Vec3::from);
        let mut part = box_surface([1; 3], (to - from).to_array());
        for p in &mut part.positions {
            *p = (turn * (Vec3::from(*p) + from)).to_array();
        }
        part
    };
    let top = 4.0 + long;
    together(&[
        part([0.0; 3], [10.0, 4.0, 6.0]),
        part([5.0, 3.0, 0.5], [5.0 + width, top, 5.5]),
        part([5.0, top - width, 0.6], [5.0 + long, top, 5.4]),
    ])
}

/// Sheets a thousandth of the block's width thick. The first lattice misses both, and no offset of that is near.
#[test]
fn a_limb_that_an_offset_does_not_hold_gets_a_finer_lattice() {
    let mesh = finned(0.02, 2.5);
    let most_elements = 80_000;
    let options = Options {
        most_elements,
        ..options(20_000)
    };
    let made = conforming(&mesh, &options, &Progress::NONE).unwrap();
    let body = &made.1.bodies[0];
    assert!(body.is_near && body.pieces == 1, "{body:?}");
    // As many as an unresolved body may have.
    assert!(body.tet_count > most_elements * 3 / 2, "{body:?}");
    assert!(body.tet_count < most_elements * 5 / 2, "{body:?}");
}

/// Thicker sheets and so few tets that the lattice is too coarse for offsets. The one for a limb is not.
#[test]
fn a_limb_gets_a_finer_lattice_though_the_first_sees_no_offset() {
    let mesh = finned(0.1, 2.5);
    let most_elements = 30_000;
    let options = Options {
        most_elements,
        ..options(8_000)
    };
    let made = conforming(&mesh, &options, &Progress::NONE).unwrap();
    let body = &made.1.bodies[0];
    assert!(body.pieces == 1 && body.moved > 0.0, "{body:?}");
    assert!(body.tet_count > most_elements * 3 / 2, "{body:?}");
    // At least as much as a missed limb.
    assert!(body.missed < 3.0 * body.spacing, "{body:?}");
}
