//! A flag in gusts of wind, above a ball that it falls on between them.

use crate::scene::{Scene, View};
use crate::shape::sheet_surface;
use crate::stage::{Model, Stage, capsule, sphere};
use glam::{Quat, Vec3};
use pliant::desc::{BodyOptions, PliantClothDesc};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::f64::consts::TAU;

pub const SCENE: Scene = Scene {
    name: "flag",
    title: "Cloth: a flag in gusts of wind, over a ball",
    step_s: 1.0 / 60.0,
    step_count: 300,
    software_step_count: 150,
    poster_step: 120,
    view: View {
        eye: [1.76, 1.79, 4.1],
        target: [0.62, 0.92, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Width and height [m].
const SIZE: [f32; 2] = [1.35, 0.85];
/// Where the flag's lower corner at the pole is [m].
const CORNER: [f32; 3] = [0.03, 0.98, 0.0];
/// Cells of the cloth along its width and height. The mesh that is drawn is twice as fine.
const CELLS: [usize; 2] = [27, 17];

/// The wind [m/s] after a time [s]: gusts of two seconds that turn from side to side, and hardly any air between them.
fn wind(time_s: f64) -> [f32; 3] {
    let gust = 0.5 + 0.5 * (TAU * time_s / 2.5).cos();
    let side = 0.35 * (TAU * time_s / 1.1).sin();
    [8.0 * gust, 0.6 * gust, 8.0 * gust * side].map(|v| v as f32)
}

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let half_height = (CORNER[1] + SIZE[1] + 0.04) / 2.0;
    stage.add_collider(capsule(
        PliantPose::at([0.0, half_height, 0.0]),
        0.02,
        half_height,
    ))?;
    let mut ball = sphere([0.62, 0.45, 0.06], 0.45);
    ball.friction = 0.3;
    stage.add_collider(ball)?;
    // The mesh lies in the plane y = 0.
    let upright = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let model = Model::sheet(
        &sheet_surface(CELLS, SIZE),
        &sheet_surface(CELLS.map(|n| 2 * n), SIZE),
    )?;
    let cloth = PliantClothDesc {
        stretch_stiffness: 3e3,
        bending_stiffness: 2e-5,
        area_density: 0.15,
        thickness: 0.004,
        damping: 0.5,
        ..Default::default()
    };
    let desc = BodyOptions {
        pose: PliantPose {
            rotation: upright.to_array(),
            ..PliantPose::at(CORNER)
        },
        friction: 0.3,
        model: cloth.into(),
        ..Default::default()
    };
    let actor = stage.add_skinned(&model, desc)?;
    stage.hold(actor, None, |p: Vec3| p.x < 1e-4)?;
    stage.actors[actor].colour = 0;
    stage.blow(wind);
    Ok(())
}
