//! Jelly bodies fall on a staircase of boxes and roll down.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets};
use crate::stage::{Model, Stage, cuboid};
use glam::{Quat, Vec3};
use pliant::desc::{BodyOptions, PliantNeoHookeanDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "jelly_steps",
    title: "Jelly on a staircase of boxes",
    step_s: 1.0 / 60.0,
    step_count: 210,
    software_step_count: 150,
    poster_step: 84,
    view: View {
        eye: [8.8, 5.02, 7.85],
        target: [1.4, 0.65, -0.2],
        fov_y_rad: 0.5,
    },
    fill,
};

const STEPS: usize = 4;
/// Depth and height of a step [m].
const TREAD: f32 = 0.7;
const RISE: f32 = 0.3;
/// Distance between lanes [m], one a body.
const LANE: f32 = 0.75;

struct Jelly {
    half_extents: [f32; 3],
    roundness: f32,
    young_modulus: f32,
    speed: f32,
    /// Turn about the lane's sideways axis [rad]: any other would drive it into another lane.
    tilt: f32,
}

const JELLIES: [Jelly; 6] = [
    Jelly {
        half_extents: [0.20, 0.20, 0.20],
        roundness: 0.25,
        young_modulus: 3e4,
        speed: 0.7,
        tilt: 0.5,
    },
    Jelly {
        half_extents: [0.23, 0.23, 0.23],
        roundness: 1.0,
        young_modulus: 2e4,
        speed: 0.8,
        tilt: 0.0,
    },
    Jelly {
        half_extents: [0.30, 0.15, 0.20],
        roundness: 0.5,
        young_modulus: 4e4,
        speed: 0.9,
        tilt: -0.7,
    },
    Jelly {
        half_extents: [0.22, 0.22, 0.22],
        roundness: 0.0,
        young_modulus: 6e4,
        speed: 0.9,
        tilt: 0.6,
    },
    Jelly {
        half_extents: [0.16, 0.27, 0.16],
        roundness: 1.0,
        young_modulus: 4e4,
        speed: 0.8,
        tilt: 0.3,
    },
    Jelly {
        half_extents: [0.24, 0.20, 0.24],
        roundness: 0.7,
        young_modulus: 1.5e4,
        speed: 0.6,
        tilt: 0.1,
    },
];

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.7)?;
    let width = 0.5 * LANE * (JELLIES.len() as f32 + 0.6);
    for step in 0..STEPS {
        let height = 0.5 * RISE * (STEPS - step) as f32;
        stage.add_collider(cuboid(
            [TREAD * step as f32, height, 0.0],
            [0.5 * TREAD, height, width],
        ))?;
    }
    // A kerb keeps them in the picture.
    let kerb = TREAD * (STEPS as f32 - 0.5) + 1.3;
    stage.add_collider(cuboid([kerb, 0.11, 0.0], [0.07, 0.11, width]))?;
    for (lane, jelly) in JELLIES.iter().enumerate() {
        let Jelly {
            half_extents,
            roundness,
            ..
        } = *jelly;
        let tets = rounded_tets([5; 3], half_extents, roundness);
        let model = Model::new(&tets, &rounded_surface([20; 3], half_extents, roundness))?;
        let z = LANE * (lane as f32 - 0.5 * (JELLIES.len() as f32 - 1.0));
        let y = RISE * STEPS as f32 + 0.75 + 0.16 * ((lane * 5) % JELLIES.len()) as f32;
        let desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_rotation_z(jelly.tilt).to_array(),
                ..PliantPose::at(Vec3::new(-0.12, y, z))
            },
            linear_velocity: [jelly.speed, 0.0, 0.0],
            friction: 0.7,
            model: PliantNeoHookeanDesc {
                young_modulus: jelly.young_modulus,
                poisson_ratio: 0.42,
                damping: 5.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        stage.add_skinned(&model, desc)?;
    }
    Ok(())
}
