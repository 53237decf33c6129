//! Rigid bodies: crates that contact moves within the step.

use super::common::*;
use super::exact::Verdict;
use super::stage::{Stage, touching_desc};
use glam::{DQuat, DVec3, Quat, Vec3};
use pliant::asset::TetMesh;
use pliant::asset::lattice::{Split, beam_lattice};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::Edit;

/// A box with this many cells and edges, its centre at the origin, and a vertex there.
fn box_of(edges: [f32; 3]) -> TetMesh {
    let half = Vec3::from(edges) / 2.0;
    let mut positions = vec![[0.0; 3]];
    for k in 0..8 {
        let side = |axis: usize| if k >> axis & 1 == 1 { 1.0 } else { -1.0 };
        positions.push((half * Vec3::new(side(0), side(1), side(2))).to_array());
    }
    // Each face by the corners of two triangles, seen from outside against the clock.
    let faces: [[u32; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let mut tets = Vec::new();
    for [a, b, c, d] in faces {
        tets.push([0, a + 1, b + 1, c + 1]);
        tets.push([0, a + 1, c + 1, d + 1]);
    }
    TetMesh {
        positions,
        tets,
        ..TetMesh::default()
    }
}

fn rigid(mass: f32) -> BodyOptions {
    BodyOptions {
        model: PliantRigidDesc {
            mass,
            ..PliantRigidDesc::default()
        }
        .into(),
        ..touching_desc()
    }
}

/// Masses, places and velocities of a body's vertices, and their momentum and angular momentum.
fn momenta(stage: &mut Stage, number: usize) -> (DVec3, DVec3) {
    let body = stage.actors[number].body;
    let (x, v) = particles(&mut stage.world, body);
    let parts = masses_and_motion(&x, &v);
    let sum = parts.iter().map(|(m, _, v)| *m * *v).sum();
    (sum, parts.iter().map(|(m, x, v)| *m * x.cross(*v)).sum())
}

#[test]
fn look() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    let mut desc = rigid(100.0);
    desc.pose = PliantPose::at([0.0, 1.0, 0.0]);
    let crate_ = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
    for k in 1..=60 {
        stage.step(HZ);
        let x = stage.mean(crate_, |s| &s.positions);
        let v = stage.mean(crate_, |s| &s.velocities);
        let t = k as f64 / 60.0;
        println!("{k}: {x} {v} free {}", 1.0 - G * t * t / 2.0);
    }
}

#[test]
fn look_slope() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    let angle = 0.5_f64.atan();
    let n = DVec3::new(angle.sin(), angle.cos(), 0.0);
    for mu in [0.55_f32, 0.3] {
        let mut stage = Stage::new([0.0, -9.81, 0.0]);
        stage.add_plane(DVec3::ZERO, n, mu);
        let mut desc = rigid(100.0);
        let turn = DQuat::from_rotation_arc(DVec3::Y, n);
        desc.friction = mu;
        desc.pose = PliantPose {
            position: (0.2 * n).to_array(),
            rotation: turn.as_quat().to_array(),
        };
        let crate_ = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
        let wanted = G * (angle.sin() - f64::from(mu) * angle.cos());
        for k in 1..=60 {
            stage.step(HZ);
            let x = stage.mean(crate_, |s| &s.positions);
            let v = stage.mean(crate_, |s| &s.velocities);
            let t = k as f64 / 60.0;
            if k > 1 { let body = stage.actors[crate_].body; let (_, vv) = particles(&mut stage.world, body); let g: Vec<f64> = stage.actors[crate_].state.positions.iter().map(|p| 1e6*p.dot(n)).collect(); println!("  {k} dbg {:?} gaps um {:.2?}", vv[0][3], &g[1..]);}
            if k % 1 == 0 { println!("mu {mu} {k}: way {} v {} a {} wanted {wanted}", (x - 0.2*n).length(), v.length(), v.length()/t); }
        }
    }
}

#[test]
fn look_tilted() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    let mut desc = rigid(100.0);
    desc.pose = PliantPose { position: [0.0, 0.6, 0.0], rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.5, 0.3, 0.4).to_array() };
    desc.angular_velocity = [1.0, 2.0, 3.0];
    let crate_ = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
    for k in 1..=150 {
        stage.step(HZ);
        let x = stage.mean(crate_, |s| &s.positions);
        let v = stage.actors[crate_].state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        let p = &stage.actors[crate_].state.positions;
        if k % 5 == 0 { println!("{k}: {x} fastest {v} depth {} edge {}", stage.depth(), (p[1]-p[8]).length()); }
    }
}

#[test]
fn look_spin() {
    let mut stage = Stage::new([0.0; 3]);
    let mut desc = rigid(100.0);
    desc.angular_velocity = [0.1, 5.0, 0.1];
    let crate_ = stage.add(&box_of([0.5, 0.4, 0.6]), desc);
    stage.step(HZ);
    let first = momenta(&mut stage, crate_);
    for k in 1..=120 {
        stage.step(HZ);
        if k % 20 == 0 {
        let (p, l) = momenta(&mut stage, crate_);
        let body = stage.actors[crate_].body;
        let (x, v) = particles(&mut stage.world, body);
        let e: f64 = masses_and_motion(&x, &v).iter().map(|(m, _, v)| 0.5 * m * v.length_squared()).sum();
        println!("{k}: {p} {l} of {} energy {e}", first.1); }
    }
}

#[test]
fn look_impact() {
    for ratio in [0.1_f32, 1.0, 10.0] { for speed in [2.0_f32, 10.0] {
    let mut stage = Stage::new([0.0; 3]);
    let mut desc = rigid(64.0 * ratio);
    desc.pose = PliantPose::at([-0.45, 0.05, 0.03]);
    desc.linear_velocity = [speed, 0.0, 0.0];
    stage.add(&box_of([0.4; 3]), desc);
    let mut soft = BodyOptions { model: model(PLIANT_MODEL_NEO_HOOKEAN, 2e5), ..touching_desc() };
    soft.pose = PliantPose::at([-0.2, -0.2, -0.2]);
    stage.add(&beam_lattice([4; 3], [0.4; 3], Split::Five), soft);
    stage.world.step(1e-6).unwrap();
    let first = (0..2).map(|k| momenta(&mut stage, k)).fold((DVec3::ZERO, DVec3::ZERO), |a, b| (a.0 + b.0, a.1 + b.1));
    let mut worst = 0;
    for k in 1..=40 {
        stage.step(HZ);
        let v = stage.judge();
        if std::env::var("SHOW").is_ok() {
            let all: Vec<_> = (0..2).map(|k| momenta(&mut stage, k)).collect();
            println!("  {k}: {} {} gap {}", all[0].0, all[1].0, v.gap);
        }
        worst = worst.max(v.crossing);
    }
    let all: Vec<_> = (0..2).map(|k| momenta(&mut stage, k)).collect();
    let last = (all[0].0 + all[1].0, all[0].1 + all[1].1);
    println!("ratio {ratio} speed {speed}: P {} -> {} err {:e}; L {} err {:e}; v {} {} crossing {worst} E {}", first.0, last.0, (last.0-first.0).length()/first.0.length(), last.1, (last.1-first.1).length()/first.0.length(), all[0].0/(64.0*f64::from(ratio)), all[1].0/64.0, stage.sums().energy);
    }}
}

#[test]
fn look_jelly() {
    let mut stage = Stage::new([0.0, -9.81, 0.0]);
    stage.add_plane(DVec3::ZERO, DVec3::Y, 0.5);
    let mut soft = BodyOptions { model: model(PLIANT_MODEL_NEO_HOOKEAN, 5e4), ..touching_desc() };
    soft.set_damping(5.0);
    soft.pose = PliantPose::at([-0.3, 0.001, -0.3]);
    stage.add(&beam_lattice([4, 3, 4], [0.6, 0.45, 0.6], Split::Five), soft);
    let mut desc = rigid(60.0);
    desc.pose = PliantPose::at([0.0, 0.451+0.15+0.05, 0.0]);
    let c = stage.add(&box_of([0.7, 0.3, 0.7]), desc);
    for k in 1..=180 {
        stage.step(HZ);
        if k % 5 == 0 {
        let x = stage.mean(c, |s| &s.positions);
        let v = stage.actors[c].state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        let vj = stage.actors[0].state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        println!("{k}: {x} bottom {} fastest {v:e} jelly {vj:e} {:?}", x.y-0.15, stage.judge()); }
    }
}
