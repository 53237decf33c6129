//! A body stays in one piece wherever it lies in the lattice and its parts meet. What does not meet stays apart.

use super::tests::{judge, options};
use super::*;
use glam::{Quat, Vec3};
use pliant_geometry::lattice::box_surface;
use pliant_geometry::shapes::{mesh, moved, together, turned};
use std::f32::consts::FRAC_PI_4;

/// The cage of a surface: (bodies, pieces), after all checks of `judge`.
fn caged(surface: &SurfaceMesh, spacing: f64) -> (usize, usize) {
    let options = Options {
        spacing,
        ..options(1)
    };
    let made = cage(surface, &options, &Progress::NONE).unwrap();
    let pieces = made.1.bodies.iter().map(|body| body.pieces).sum::<usize>();
    assert_eq!(judge(surface, &made).pieces, pieces);
    (made.1.bodies.len(), pieces)
}

/// An axis-aligned plate lies in the middle of its cells, or fills them. At 45° it runs through edges of cells, and
/// skips those beside them. A distant cube is a body of its own.
#[test]
fn a_plate_is_one_piece_however_it_lies_in_the_lattice() {
    let turns = [
        Quat::IDENTITY,
        Quat::from_rotation_z(FRAC_PI_4),
        Quat::from_axis_angle(Vec3::new(1.0, 2.0, 0.5).normalize(), 0.7),
    ];
    for thickness in [0.3, 0.01, 1e-6] {
        for turn in turns {
            for cells in [[6, 1, 5], [1, 1, 1]] {
                let plate = turned(box_surface(cells, [1.0, thickness, 1.0]), turn);
                for spacing in [0.125, 0.3, 0.5, 1.0] {
                    let at = format!("{thickness} {turn} {cells:?} {spacing}");
                    assert_eq!(caged(&plate, spacing), (1, 1), "{at}");
                    for shift in [0.0, 0.13, 2e-6] {
                        let cube = box_surface([1; 3], [0.5; 3]);
                        let far = moved(cube, [3.0 + shift, 1.0 + shift, 0.5], 1.0);
                        let both = together(&[plate.clone(), far]);
                        assert_eq!(caged(&both, spacing), (2, 2), "{at} {shift}");
                    }
                }
            }
        }
    }
}

/// Two cubes that touch in a vertex, half an edge or a quarter of a side, overlap by a thousandth, or are just apart.
#[test]
fn cubes_that_touch_are_one_cage_and_cubes_that_do_not_are_two() {
    let cube = box_surface([2; 3], [1.0; 3]);
    let touch = [
        [1.0, 1.0, 1.0],
        [1.0, 1.0, 0.5],
        [1.0, 0.5, 0.5],
        [0.999, 0.999, 0.999],
        [0.3, 1.0, 0.8],
    ];
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 0.5).normalize(), 0.7);
    for by in touch {
        let pair = together(&[cube.clone(), moved(cube.clone(), by, 1.0)]);
        let gap = by.map(|c: f32| if c == 1.0 { 1.000_001 } else { c });
        let apart = together(&[cube.clone(), moved(cube.clone(), gap, 1.0)]);
        for spacing in [0.17, 0.25, 0.4, 0.5, 1.0, 1.5] {
            assert_eq!(caged(&pair, spacing), (1, 1), "{by:?} {spacing}");
            if gap != by {
                assert_eq!(caged(&apart, spacing), (2, 2), "{gap:?} {spacing}");
            }
            // Rotation rounds: cubes that touch may come apart, but there are as many pieces as bodies.
            let (bodies, pieces) = caged(&turned(pair.clone(), turn), spacing);
            assert_eq!(bodies, pieces, "{by:?} {spacing}");
        }
    }
}

/// Two cones with one tip are two components. The tip lies at a corner of the lattice, so cells that share only a
/// corner must connect. Slanted cones have it anywhere.
#[test]
fn an_hourglass_is_one_cage() {
    let around = 12;
    let ring = |height: f32| {
        (0..around).map(move |i| {
            let angle = std::f32::consts::TAU * (i as f32 + 0.3) / around as f32;
            [angle.cos(), angle.sin(), height]
        })
    };
    let cone = |height: f32| {
        let positions = [[0.0; 3], [0.0, 0.0, height]]
            .into_iter()
            .chain(ring(height));
        let sides = (0..around).flat_map(|i| {
            let [a, b] = [2 + i, 2 + (i + 1) % around];
            match height > 0.0 {
                true => [[0, b, a], [1, a, b]],
                false => [[0, a, b], [1, b, a]],
            }
        });
        mesh(positions.collect(), sides.collect())
    };
    let glass = together(&[cone(1.0), cone(-1.0)]);
    let mut long = together(&[cone(1.5), cone(-1.0)]);
    for p in &mut long.positions {
        p[0] += 0.9 * p[2];
    }
    for spacing in [0.1, 0.25, 0.37, 1.0] {
        assert_eq!(caged(&glass, spacing), (1, 1), "{spacing}");
        assert_eq!(caged(&long, spacing), (1, 1), "{spacing}");
    }
}

/// A needle and a plate inside a cube, too thin for any line of the lattice, across many cells and within one.
#[test]
fn parts_inside_of_others_belong_to_them() {
    let cube = box_surface([3; 3], [1.0; 3]);
    for size in [[0.7, 1e-4, 1e-4], [0.3, 1e-5, 0.3], [1e-3; 3]] {
        for at in [0.123, 0.4999, 0.29] {
            let part = moved(box_surface([2; 3], size), [at; 3], 1.0);
            for spacing in [0.1, 0.2, 0.5] {
                let both = together(&[cube.clone(), part.clone()]);
                assert_eq!(caged(&both, spacing), (1, 1), "{size:?} {at} {spacing}");
            }
        }
    }
}

/// A chain of crossing links, too many to tell apart. Cells hold them together where they meet.
#[test]
fn a_chain_of_thousands_of_links_is_one_cage() {
    let link = box_surface([1; 3], [1.3, 0.2, 0.2]);
    let places = (0..4200).map(|n| [n as f32, 0.1 * (n % 2) as f32, 0.15 * (n % 2) as f32]);
    let links: Vec<_> = places.map(|at| moved(link.clone(), at, 1.0)).collect();
    assert_eq!(caged(&together(&links), 1.7), (1, 1));
}

/// An axis-parallel needle, and almost nothing between other parts.
#[test]
fn a_needle_along_a_line_of_the_lattice_is_one_cage() {
    for thickness in [1e-5, 1.5e-6, 1e-7] {
        let needle = box_surface([3, 1, 1], [1.0, thickness, thickness]);
        for spacing in [0.07, 0.25, 0.5, 1.0] {
            assert_eq!(caged(&needle, spacing), (1, 1), "{thickness} {spacing}");
        }
        let grain = moved(
            box_surface([1; 3], [1e-6; 3]),
            [0.5, 0.5 * thickness, 0.5 * thickness],
            1.0,
        );
        let left = box_surface([1; 3], [0.1; 3]);
        let right = moved(left.clone(), [0.9, -0.1 + thickness, -0.1 + thickness], 1.0);
        assert_eq!(
            caged(&together(&[left, grain, right]), 0.5),
            (3, 3),
            "{thickness}"
        );
    }
}
