//! Gaps narrower than the tets of a conforming mesh.

use super::tests::{judge, options};
use super::*;
use crate::test_meshes::is_long;
use glam::{Quat, Vec3};
use pliant_geometry::sets::Sets;
use pliant_geometry::shapes::mesh;

/// A plate, askew in the lattice, with a slit of this width from its upper side at 1 down to 0.2.
fn comb(width: f32) -> SurfaceMesh {
    let (a, b) = (0.54, 0.54 + width);
    let corners = [
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, 1.0],
        [b, 1.0],
        [b, 0.2],
        [a, 0.2],
        [a, 1.0],
        [0.0, 1.0],
    ];
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 3.0, 2.0).normalize(), 0.4);
    let sides = [0.0, 0.1].map(|z| corners.map(|[x, y]| (turn * Vec3::new(x, y, z)).to_array()));
    let caps = [
        [0, 1, 4],
        [1, 2, 4],
        [2, 3, 4],
        [0, 4, 5],
        [0, 5, 6],
        [0, 6, 7],
    ];
    let below = caps.map(|[a, b, c]| [a, c, b]);
    let above = caps.map(|cap| cap.map(|v| v + 8));
    let around = (0..8).flat_map(|i| {
        let j = (i + 1) % 8;
        [[i, j, j + 8], [i, j + 8, i + 8]]
    });
    mesh(
        sides.concat(),
        below.into_iter().chain(above).chain(around).collect(),
    )
}

fn pieces_above(tets: &TetMesh, height: f32) -> usize {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 3.0, 2.0).normalize(), -0.4);
    let is_above = |v: &u32| (turn * Vec3::from(tets.positions[*v as usize])).y > height;
    let mut sets = Sets::new(tets.positions.len());
    let mut used = vec![false; tets.positions.len()];
    for tet in tets.tets.iter().filter(|tet| tet.iter().all(is_above)) {
        for v in tet {
            sets.join(tet[0], *v);
            used[*v as usize] = true;
        }
    }
    let first = (0..used.len() as u32).filter(|v| used[*v as usize]);
    first.filter(|v| sets.find(*v) == *v).count()
}

/// Fingers stay separate across a fraction of a tet. Above the gap's end they are connected for two edges.
#[test]
fn a_conforming_mesh_has_narrow_gaps_open() {
    let widths = [0.018, 0.003, 0.013, 0.01, 0.007, 0.005];
    for width in widths.into_iter().take(if is_long() { 6 } else { 2 }) {
        let surface = comb(width);
        let options = Options {
            most_elements: 130_000,
            ..options(60_000)
        };
        let made = conforming(&surface, &options, &Progress::NONE).unwrap();
        let (judged, body) = (judge(&surface, &made), &made.1.bodies[0]);
        assert_eq!((judged.pieces, body.bridged), (1, 0), "{width}: {body:?}");
        assert!(body.is_near, "{width}: {body:?}");
        let found = [0.2 + 2.0 * body.spacing as f32, 0.5, 0.9].map(|y| pieces_above(&made.0, y));
        assert_eq!(found, [2; 3], "{width}: {body:?}");
    }
}

/// A gap as narrow as a slit counts as closed. With too few tets to be near, it stays closed and is reported.
#[test]
fn gaps_that_are_bridged_are_told() {
    let named = Options {
        spacing: 0.06,
        ..options(1)
    };
    for (width, options, is_told) in [(0.0005, options(20_000), false), (0.02, named, true)] {
        let (tets, report) = conforming(&comb(width), &options, &Progress::NONE).unwrap();
        let body = &report.bodies[0];
        assert_eq!(body.bridged > 0, is_told, "{body:?}");
        assert_eq!(pieces_above(&tets, 0.5), 1, "{body:?}");
    }
}
