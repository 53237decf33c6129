//! Surfaces that frames move, against bodies: nothing crosses.

use super::carriers::add_shape;
use super::common::*;
use super::exact::{Piece, Verdict};
use super::stage::Stage;
use super::touching::{Cube, add_cube, worse};
use glam::{DQuat, DVec3, Vec3};
use pliant::asset::SurfaceMesh;
use pliant::asset::lattice::box_surface;
use pliant::asset::shape;
use pliant::desc::*;
use pliant::ids::PliantColliderId;
use pliant::math::PliantPose;
use pliant::world::Edit;
use std::sync::Arc;

/// A collider of triangles about its pose.
struct Mover {
    collider: PliantColliderId,
    local: Vec<DVec3>,
}

/// Adds a surface about a place.
fn mover(stage: &mut Stage, mesh: &SurfaceMesh, at: DVec3) -> Mover {
    let shape = Arc::new(shape::mesh(mesh).expect("a mesh"));
    let desc = PliantColliderDesc {
        pose: PliantPose::at(at.to_array()),
        ..PliantColliderDesc::default()
    };
    let collider = add_shape(&mut stage.world, &shape, desc);
    let local: Vec<DVec3> = mesh
        .positions
        .iter()
        .map(|p| Vec3::from(*p).as_dvec3())
        .collect();
    stage.obstacles.push(Piece {
        positions: local.iter().map(|p| *p + at).collect(),
        triangles: mesh.triangles.clone(),
        is_collider: true,
        ..Piece::default()
    });
    Mover { collider, local }
}

/// Moves the surface of this number, and what is judged of it.
fn carry(stage: &mut Stage, number: usize, mover: &Mover, at: DVec3, turn: DQuat) {
    let turn = turn.as_quat();
    let edit = Edit::MoveCollider {
        collider: mover.collider,
        pose: PliantPose {
            position: at.to_array(),
            rotation: turn.to_array(),
        },
        teleport: false,
    };
    stage.world.apply(edit).expect("a move");
    let placed = mover.local.iter().map(|p| turn.as_dquat() * *p + at);
    stage.obstacles[number].positions = placed.collect();
}

fn plate(size: [f32; 3], cells: [usize; 3]) -> SurfaceMesh {
    let mut mesh = box_surface(cells, size);
    for p in &mut mesh.positions {
        *p = (Vec3::from(*p) - 0.5 * Vec3::from(size)).to_array();
    }
    mesh
}

/// Steps with poses by time, and returns the worst that was seen.
fn run_with(
    stage: &mut Stage,
    movers: &[Mover],
    frames: usize,
    pose: impl Fn(usize, f64) -> (DVec3, DQuat),
) -> Verdict {
    let mut worst = stage.judge();
    for frame in 1..=frames {
        for (number, mover) in movers.iter().enumerate() {
            let (at, turn) = pose(number, frame as f64 * f64::from(HZ));
            carry(stage, number, mover, at, turn);
        }
        stage.step(HZ);
        let now = stage.judge();
        if !now.is_clean() {
            println!("frame {frame}: {now:?}");
        }
        worst = worse(worst, now);
    }
    worst
}

/// A plate presses a cube onto the floor until it is half as high.
#[test]
fn a_plate_presses_a_cube_flat() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    add_cube(&mut stage, Cube::at(0.0, 0.2, 0.0));
    let top = DVec3::new(0.03, 0.46, 0.02);
    let press = mover(&mut stage, &plate([1.0, 0.1, 1.0], [3, 1, 3]), top);
    let worst = run_with(&mut stage, &[press], 30, |_, t| {
        (top - DVec3::Y * (0.5 * t).min(0.2), DQuat::IDENTITY)
    });
    println!("press: {worst:?}, {:.3} m", stage.top());
    assert!(worst.is_clean(), "{worst:?}");
}

/// A wall drives a cube over the floor.
#[test]
fn a_wall_drives_a_cube() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    add_cube(&mut stage, Cube::at(0.0, 0.2, 0.0));
    let start = DVec3::new(-0.3, 0.5, 0.0);
    let wall = mover(&mut stage, &plate([0.1, 0.9, 1.0], [1, 3, 3]), start);
    let worst = run_with(&mut stage, &[wall], 20, |_, t| {
        (start + DVec3::X * 2.0 * t, DQuat::IDENTITY)
    });
    println!("wall: {worst:?}");
    assert!(worst.is_clean(), "{worst:?}");
}

/// Two square rollers turn under a soft cube, towards each other.
#[test]
fn rollers_turn_under_a_cube() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let soft = Cube {
        young: 2e5,
        ..Cube::at(0.0, 0.2, 0.013)
    };
    add_cube(&mut stage, soft);
    let at = |number: usize| DVec3::new([-0.16, 0.16][number], -0.13, 0.0);
    let bar = plate([0.2, 0.2, 1.0], [1, 1, 4]);
    let rollers = [0, 1].map(|number| mover(&mut stage, &bar, at(number)));
    let worst = run_with(&mut stage, &rollers, 30, |number, t| {
        let sign = [-1.0, 1.0][number];
        (at(number), DQuat::from_rotation_z(sign * 1.5 * t))
    });
    println!("rollers: {worst:?}, {:.3} m", stage.top());
    assert!(worst.is_clean(), "{worst:?}");
}
