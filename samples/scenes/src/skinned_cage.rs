//! A smooth star of several thousand triangles, carried by a coarse cage of tets, and shaken.

use crate::scene::{Scene, View};
use crate::shape::{Star, cage};
use crate::stage::{Model, Stage};
use glam::{Quat, Vec3};
use pliant::asset::SurfaceMesh;
use pliant::desc::{BodyOptions, PliantNeoHookeanDesc};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::f64::consts::TAU;

pub const SCENE: Scene = Scene {
    name: "skinned_cage",
    title: "A render mesh on a coarse cage",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 180,
    poster_step: 96,
    view: View {
        eye: [0.79, 1.97, 5.1],
        target: [0.25, 0.92, -0.02],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Height of the star's middle [m].
const HEIGHT: f32 = 1.05;
const CAGE_EDGE: f32 = 0.2;

fn star() -> Star {
    let turn = Quat::from_rotation_y(0.45);
    let arms = [Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z, -Vec3::Y];
    let mut arms: Vec<Vec3> = arms.iter().map(|a| turn * *a).collect();
    arms.push(Vec3::Y);
    Star {
        radius: 0.22,
        arms,
        reach: 0.42,
        sharpness: 11.0,
    }
}

/// The render mesh of the scene.
pub fn star_surface() -> SurfaceMesh {
    star().surface(28)
}

/// Position of the handle [m] after a time [s]: still, then shaken sideways ever faster, then still.
fn shaken(time_s: f64) -> Vec3 {
    let along = ((time_s - 0.4) / 2.4).clamp(0.0, 1.0);
    // The envelope and its slope vanish at both ends, so the handle starts and stops smoothly.
    let envelope = (0.5 - 0.5 * (TAU * along).cos()) * 0.22;
    let side = envelope * (TAU * (0.8 + 0.5 * along) * 2.4 * along).sin();
    let up = 0.4 * envelope * (TAU * 2.0 * along * 2.4).sin();
    Vec3::new(side as f32, up as f32, 0.0)
}

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.5)?;
    let star = star();
    let reach = star.radius + 1.05 * star.reach;
    let tets = cage([reach; 3], CAGE_EDGE, |p| star.contains(p));
    let model = Model::new(&tets, &star_surface())?;
    let top = tets
        .tets
        .iter()
        .flatten()
        .map(|v| tets.positions[*v as usize][1])
        .fold(f32::MIN, f32::max);
    for (place, (label, shows_cage)) in [("skin", false), ("skin and cage", true)]
        .into_iter()
        .enumerate()
    {
        let origin = Vec3::new(1.6 * place as f32 - 0.8, HEIGHT, 0.0);
        let handle = origin + Vec3::Y * (star.radius + star.reach);
        let path = move |time_s| PliantPose::at((handle + shaken(time_s)).to_array());
        let frame = stage.add_frame(path)?;
        stage.add_block([0.1, 0.04, 0.1], path(0.0), Some(frame));
        let desc = BodyOptions {
            pose: PliantPose::at(origin.to_array()),
            readback_particles: u32::from(shows_cage),
            model: PliantNeoHookeanDesc {
                young_modulus: 6e4,
                poisson_ratio: 0.4,
                damping: 1.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        let actor = stage.add_skinned(&model, desc)?;
        // Both ends of the topmost cells, so that the tip in them follows the handle.
        stage.hold(actor, Some(frame), |p| p.y > top - 1.5 * CAGE_EDGE)?;
        stage.actors[actor].shows_cage = shows_cage;
        stage.actors[actor].colour = 2 * place;
        let before = [origin.x, 0.0, 0.8];
        stage.labels.push((label.into(), before));
    }
    Ok(())
}
