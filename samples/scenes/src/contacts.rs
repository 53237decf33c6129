//! What contact does: a stack, mats that are twisted, a ball squeezed through a gap, a C that a weight closes.

use crate::scene::{Scene, View};
use crate::shape::{cage, rounded_surface, rounded_tets, sheet_surface};
use crate::stage::{Model, Stage, capsule, cooked};
use glam::{Quat, Vec3};
use pliant::desc::{BodyOptions, PLIANT_SELF_CONTACT_ON, PliantClothDesc, PliantNeoHookeanDesc};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::f32::consts::{FRAC_PI_2, PI};

pub const SCENE: Scene = Scene {
    name: "contacts",
    title: "A stack, mats that are twisted, a ball in a gap, a C that a weight closes",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 60,
    poster_step: 60,
    view: View {
        eye: [0.35, 1.6, 5.0],
        target: [0.05, 0.5, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    stack(stage, -1.5)?;
    mats(stage, -0.6)?;
    gap(stage, 0.35)?;
    clasp(stage, 1.35)
}

fn jelly(young_modulus: f32, density: f32, at: [f32; 3]) -> BodyOptions {
    BodyOptions {
        pose: PliantPose::at(at.map(f64::from)),
        friction: 0.5,
        model: PliantNeoHookeanDesc {
            young_modulus,
            density,
            damping: 1.0,
            ..Default::default()
        }
        .into(),
        ..Default::default()
    }
}

/// Four boxes on each other.
fn stack(stage: &mut Stage, x: f32) -> Result<()> {
    for k in 0..4 {
        let size = 0.17 - 0.02 * k as f32;
        let model = Model::new(
            &rounded_tets([2; 3], [size; 3], 0.05),
            &rounded_surface([8; 3], [size; 3], 0.05),
        )?;
        let below: f32 = (0..k).map(|j| 0.34 - 0.04 * j as f32 + 0.01).sum();
        let turn = Quat::from_rotation_y(0.4 * k as f32);
        let mut desc = jelly(1e6, 1000.0, [x, 0.01 + size + below, 0.0]);
        desc.pose.rotation = turn.to_array();
        let actor = stage.add_skinned(&model, desc)?;
        stage.actors[actor].colour = k;
    }
    Ok(())
}

/// Two mats that hang from a beam and are twisted from below.
fn mats(stage: &mut Stage, x: f32) -> Result<()> {
    const LENGTH: f32 = 0.8;
    const TOP: f32 = 1.0;
    let mesh = sheet_surface([6, 18], [0.3, LENGTH]);
    let beam = PliantPose::at([f64::from(x), f64::from(TOP), 0.0]);
    let turning = move |t: f64| PliantPose {
        position: [
            f64::from(x),
            f64::from(TOP - LENGTH + 0.06 * (t.min(2.5) as f32)),
            0.0,
        ],
        rotation: Quat::from_rotation_y(1.1 * PI * t.min(2.5) as f32).to_array(),
    };
    let above = stage.add_frame(move |_| beam)?;
    let below = stage.add_frame(turning)?;
    stage.add_block([0.17, 0.02, 0.05], beam, Some(above));
    stage.add_block([0.17, 0.02, 0.05], turning(0.0), Some(below));
    for side in [-1.0, 1.0] {
        let mut desc = BodyOptions {
            friction: 0.3,
            model: PliantClothDesc {
                area_density: 0.3,
                damping: 1.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        // The mesh lies along x and z; it hangs along -y.
        desc.pose.rotation = Quat::from_rotation_x(FRAC_PI_2).to_array();
        desc.pose.position = [x - 0.15, TOP, 0.02 * side].map(f64::from);
        let actor = stage.add_skinned(&Model::sheet(&mesh, &mesh)?, desc)?;
        stage.actors[actor].colour = if side < 0.0 { 4 } else { 1 };
        stage.hold(actor, Some(above), |p| p.z < 0.01)?;
        stage.hold(actor, Some(below), |p| p.z > LENGTH - 0.01)?;
    }
    Ok(())
}

/// A ball that falls through between two bars.
fn gap(stage: &mut Stage, x: f32) -> Result<()> {
    const RADIUS: f32 = 0.22;
    for side in [-1.0, 1.0] {
        let pose = PliantPose {
            position: [x + 0.2 * side, 0.55, 0.0].map(f64::from),
            rotation: Quat::from_rotation_x(FRAC_PI_2).to_array(),
        };
        let mut bar = capsule(pose, 0.07, 0.3);
        bar.friction = 0.05;
        stage.add_collider(bar)?;
    }
    let model = Model::new(
        &rounded_tets([5; 3], [RADIUS; 3], 1.0),
        &rounded_surface([12; 3], [RADIUS; 3], 1.0),
    )?;
    let mut desc = jelly(8e3, 1000.0, [x, 0.86, 0.0]);
    desc.friction = 0.05;
    let actor = stage.add_skinned(&model, desc)?;
    stage.actors[actor].colour = 2;
    Ok(())
}

/// A C with a weight on it, which touches itself.
fn clasp(stage: &mut Stage, x: f32) -> Result<()> {
    let jaws = |p: Vec3| p.y.abs() > 0.09 && p.y.abs() < 0.23;
    let back = |p: Vec3| p.x < -0.09 && p.y.abs() < 0.23;
    let edge = 0.08;
    let tets = cage([3.0 * edge, 3.0 * edge, edge], edge, |p| jaws(p) || back(p));
    let mut desc = jelly(3e4, 1000.0, [x, 3.1 * edge, 0.0]);
    (desc.self_contact, desc.readback_particles) = (PLIANT_SELF_CONTACT_ON, 1);
    let actor = stage.add_body(&cooked(&tets)?, desc)?;
    stage.actors[actor].colour = 3;
    let model = Model::new(
        &rounded_tets([2; 3], [0.15, 0.1, 0.12], 0.1),
        &rounded_surface([8; 3], [0.15, 0.1, 0.12], 0.1),
    )?;
    let desc = jelly(1e6, 1200.0, [x + 0.05, 0.61, 0.0]);
    let actor = stage.add_skinned(&model, desc)?;
    stage.actors[actor].colour = 0;
    Ok(())
}
