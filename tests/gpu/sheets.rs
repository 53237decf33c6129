//! Cloth against cloth and solids: the scenes of the prototype's second part, measured in f64.

use super::common::*;
use super::stage::{Stage, touching_desc};
use super::touching::{Cube, HEAD, add_cube, measure, row};
use glam::{DQuat, DVec3};
use pliant::asset::shell::cook_shell;
use pliant::asset::{Asset, CookOptions, SurfaceMesh};
use pliant::desc::*;
use pliant::math::PliantPose;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// The edge of a cell [m].
const CELL: f64 = 0.04;

/// A square of n² vertices about the origin in the plane y = 0, moved along y by a wave of this height and phase.
pub fn sheet(n: usize, height: f64, phase: f64) -> Arc<Asset> {
    woven(n, CELL, height, phase)
}

/// The same with cells of this edge.
pub fn woven(n: usize, cell: f64, height: f64, phase: f64) -> Arc<Asset> {
    let mut mesh = SurfaceMesh::default();
    let at = |k: usize| cell * (k as f64 - (n - 1) as f64 / 2.0);
    for (j, i) in (0..n).flat_map(|j| (0..n).map(move |i| (j, i))) {
        let (x, z) = (at(i), at(j));
        let y = height * (25.0 * x).sin() * (18.0 * z + phase).sin();
        mesh.positions
            .push(DVec3::new(x, y, z).as_vec3().to_array());
    }
    for (j, i) in (0..n - 1).flat_map(|j| (0..n - 1).map(move |i| (j, i))) {
        let [a, b, c, d] =
            [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(|[i, j]| (j * n + i) as u32);
        mesh.triangles.extend([[a, c, b], [a, d, c]]);
    }
    let cooked = cook_shell(&mesh, &CookOptions::default());
    Arc::new(cooked.expect("a sheet").0)
}

pub fn desc(at: DVec3, turn: DQuat) -> BodyOptions {
    BodyOptions {
        model: PliantClothDesc::default().into(),
        pose: PliantPose {
            position: at.to_array(),
            rotation: turn.as_quat().to_array(),
        },
        ..touching_desc()
    }
}

/// A wavy sheet falls along another, upright and held, 5 mm away. `touches`: whether the two see each other.
pub fn beside(n: usize, touches: bool) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let upright = DQuat::from_rotation_x(FRAC_PI_2);
    // Two waves of 5 mm leave 5 of 15 mm at least.
    let held = stage.add_sheet(
        &sheet(n, 0.005, 0.0),
        desc(DVec3::new(0.0, 1.5, 0.0), upright),
    );
    stage.fix(held, |_| true);
    let up = 0.43 * CELL * (n - 1) as f64;
    let mut moving = desc(DVec3::new(0.01, 1.5 + up, 0.015), upright);
    moving.friction = 0.0;
    if !touches {
        (moving.layers, moving.mask) = (2, 2);
    }
    stage.add_sheet(&sheet(n, 0.005, 0.5), moving);
    stage
}

/// A cube of 25.6 kg falls at 2 m/s on a sheet that is held at its corners.
pub fn trampoline(n: usize) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let inner = CELL * ((n - 1) as f64 / 2.0 - 2.5);
    let number = stage.add_sheet(&sheet(n, 0.0, 0.0), desc(0.5 * DVec3::Y, DQuat::IDENTITY));
    stage.fix(number, |p| p.x.abs() > inner && p.z.abs() > inner);
    let axis = DVec3::new(0.2, 1.0, 0.3).normalize();
    let cube = Cube {
        turn: DQuat::from_axis_angle(axis, 0.2),
        velocity: DVec3::new(0.0, -2.0, 0.0),
        density: 400.0,
        // Turned, its lowest corner is 5 cm below its lowest face.
        ..Cube::at(0.013, 0.78, 0.007)
    };
    add_cube(&mut stage, cube);
    stage
}

/// Sheets above each other fall to the ground, and a cube on them.
pub fn layers(n: usize, count: usize) -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    for k in 0..count {
        let k = k as f64;
        let at = DVec3::new(0.01 * k, 0.02 + 0.03 * k, 0.007 * k);
        let turn = DQuat::from_rotation_y(0.3 * k);
        stage.add_sheet(&sheet(n, 0.0, 0.0), desc(at, turn));
    }
    let axis = DVec3::new(0.2, 1.0, 0.1).normalize();
    let cube = Cube {
        turn: DQuat::from_axis_angle(axis, 0.3),
        density: 400.0,
        ..Cube::at(0.0, 0.35 + 0.03 * count as f64, 0.0)
    };
    add_cube(&mut stage, cube);
    stage
}

/// Prints the table of cloth. Brief: sheets of 14² and 8² vertices, a quarter of a second or less. Nothing crosses. Sheets that slide
/// past each other at up to 2.3 m/s are not braked, and a cube that falls on a sheet gains no energy.
#[test]
fn the_table_of_cloth() {
    println!("{HEAD}");
    let (n, part) = if is_whole() { (24, 1) } else { (8, 10) };
    let show = |name: &str, mut stage: Stage, frames: usize| {
        let measured = measure(&mut stage, frames);
        println!("{}", row(name, &stage, &measured));
        let crossing = measured.worst.crossing + measured.worst.self_crossing;
        assert_eq!(crossing, 0, "{name}");
        let gained = measured.most_energy / measured.first.energy - 1.0;
        (
            stage.mean(stage.actors.len() - 1, |s| &s.velocities).y,
            gained,
        )
    };
    let side = if is_whole() { 24 } else { 14 };
    let alone = show("sheets side by side, no contact", beside(side, false), 14);
    let beside_it = show("sheets side by side", beside(side, true), 14);
    println!("falls at {:.3} m/s, alone at {:.3}", beside_it.0, alone.0);
    assert!((beside_it.0 / alone.0 - 1.0).abs() < 0.03);
    assert!(beside_it.1 < 0.001);
    let cube = show("cube on a held sheet", trampoline(n), 180 / part);
    assert!(cube.1 < 0.001);
    if is_whole() {
        show("sheets side by side, to 4 m/s", beside(n, true), 25);
        show("cube on 4 layers", layers(n, 4), 240);
    }
}
