//! Bodies that begin inside each other come apart; what cannot is told.

use super::carriers::add_shape;
use super::common::*;
use super::exact::judge;
use super::sheets::{desc, sheet};
use super::stage::Stage;
use super::touching::{Cube, add_cube, lattice};
use glam::{DQuat, DVec3, Vec3};
use pliant::asset::lattice::box_surface;
use pliant::asset::shape;
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit};
use std::sync::Arc;

/// What the GPU says of each body's contact.
fn contact(stage: &mut Stage) -> Vec<u32> {
    let bodies: Vec<_> = stage.actors.iter().map(|actor| actor.body).collect();
    let info = |body| stage.world.body_info(body).expect("an info").contact;
    bodies.into_iter().map(info).collect()
}

fn floor() -> Stage {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    stage
}

fn show(name: &str, stage: &mut Stage, steps: usize) {
    println!("{name}: start {:.3?}", stage.sums());
    for step in 1..=steps {
        stage.step(HZ);
        let verdict = stage.judge();
        let flags = contact(stage);
        let s = stage.sums();
        println!(
            "{step}: {flags:?} {} {} gap {:.5} inv {} E {:.3} K {:.3}",
            verdict.crossing,
            verdict.self_crossing,
            verdict.gap,
            verdict.inverted,
            s.energy,
            s.kinetic
        );
    }
}

/// Two cubes that overlap by a third are apart and at rest within two seconds.
#[test]
fn cubes_that_overlap_come_apart_and_rest() {
    let mut stage = floor();
    add_cube(&mut stage, Cube::at(0.0, 0.203, 0.0));
    add_cube(&mut stage, Cube::at(0.267, 0.207, 0.013));
    show("third", &mut stage, 60);
}

#[test]
fn x_aligned() {
    let mut stage = floor();
    add_cube(&mut stage, Cube::at(0.0, 0.203, 0.0));
    add_cube(&mut stage, Cube::at(0.267, 0.203, 0.0));
    show("aligned", &mut stage, 60);
}

#[test]
fn x_third() {
    let mut stage = floor();
    add_cube(&mut stage, Cube::at(0.0, 0.203, 0.0));
    add_cube(&mut stage, Cube::at(0.267, 0.203, 0.013));
    add_cube(&mut stage, Cube::at(0.1, 0.612, 0.013));
    println!("third rests");
    for step in 1..=70 {
        stage.step(HZ);
        let p = stage.pieces();
        let others = [0, 1].map(|k| judge(&[p[k].clone(), p[2].clone()]).crossing);
        println!(
            "{step}: {:?} {} {others:?} {:.3}",
            contact(&mut stage),
            stage.judge().crossing,
            stage.sums().energy
        );
    }
}

#[test]
fn x_sheet() {
    let mut stage = floor();
    add_cube(&mut stage, Cube::at(0.0, 0.203, 0.0));
    stage.add_sheet(
        &sheet(20, 0.0, 0.0),
        desc(DVec3::new(0.113, 0.3, 0.017), DQuat::from_rotation_z(0.2)),
    );
    show("sheet", &mut stage, 100);
}

#[test]
fn x_inside() {
    let mut stage = floor();
    stage.add(&lattice([6; 3]), Cube::at(0.0, 0.303, 0.0).desc());
    stage.add(&lattice([2; 3]), Cube::at(0.06, 0.29, 0.013).desc());
    show("inside", &mut stage, 80);
}

fn plate() -> Arc<shape::ShapeAsset> {
    let mut mesh = box_surface([4, 1, 4], [1.6, 0.1, 1.6]);
    for p in &mut mesh.positions {
        *p = (Vec3::from(*p) - Vec3::new(0.8, 0.05, 0.8)).to_array();
    }
    Arc::new(shape::mesh(&mesh).expect("a mesh"))
}

#[test]
fn x_squeeze() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let add = |stage: &mut Stage, y: f64| {
        add_shape(
            &mut stage.world,
            &plate(),
            PliantColliderDesc {
                pose: PliantPose::at([0.0, y, 0.0]),
                ..Default::default()
            },
        )
    };
    let low = add(&mut stage, -0.05);
    let high = add(&mut stage, 0.5);
    add_cube(&mut stage, Cube::at(0.0, 0.205, 0.0));
    for step in 1..=150 {
        let t = f64::from(step) / 60.0;
        // Closes at 0.5 m/s until the plates would pass through each other, opens again.
        let y = if t < 1.0 {
            0.5 - 0.5 * t
        } else {
            (0.5 * (t - 1.0)).min(0.6)
        };
        let edit = Edit::MoveCollider {
            collider: high,
            pose: PliantPose::at([0.0, y, 0.0]),
            teleport: false,
        };
        stage.world.apply(edit).expect("a move");
        stage.step(HZ);
        let s = stage.sums();
        println!(
            "{step}: y {y:.3} {:?} inv {} E {:.3} K {:.3} top {:.3}",
            contact(&mut stage),
            stage.judge().inverted,
            s.energy,
            s.kinetic,
            stage.top()
        );
    }
    let _ = low;
}

#[test]
fn x_planes() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    let turn = DQuat::from_rotation_x(std::f64::consts::PI)
        .as_quat()
        .to_array();
    let pose = |y: f64| PliantPose {
        position: [0.0, y, 0.0],
        rotation: turn,
    };
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        pose: pose(0.45),
        ..Default::default()
    };
    let Ok(Applied::Collider(high)) = stage.world.apply(Edit::AddCollider { desc }) else {
        panic!()
    };
    add_cube(&mut stage, Cube::at(0.0, 0.205, 0.0));
    for step in 1..=150 {
        let t = f64::from(step) / 60.0;
        let y = if t < 1.0 {
            0.45 - 0.5 * t
        } else {
            (-0.05 + 0.5 * (t - 1.0)).min(0.6)
        };
        let edit = Edit::MoveCollider {
            collider: high,
            pose: pose(y),
            teleport: false,
        };
        stage.world.apply(edit).expect("a move");
        stage.step(HZ);
        let s = stage.sums();
        println!(
            "{step}: y {y:.3} {:?} inv {} E {:.3} K {:.3} top {:.3}",
            contact(&mut stage),
            stage.judge().inverted,
            s.energy,
            s.kinetic,
            stage.top()
        );
    }
}
