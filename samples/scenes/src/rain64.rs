//! 64 bodies of both methods rain over spheres and capsules onto a floor.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets};
use crate::stage::{Model, Stage, capsule, cuboid, sphere};
use glam::{Quat, Vec3};
use pliant::desc::{BodyOptions, PliantMassSpringDesc, PliantNeoHookeanDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "rain64",
    title: "64 bodies over spheres and capsules",
    step_s: 1.0 / 60.0,
    step_count: 210,
    software_step_count: 84,
    poster_step: 84,
    view: View {
        eye: [7.8, 5.98, 13.55],
        target: [0.0, 0.7, 0.25],
        fov_y_rad: 0.5,
    },
    fill,
};

const SIDE: usize = 8;
/// Distance between bodies at the start [m].
const SPACING: f32 = 0.85;
/// Distance of the rim from the middle [m].
const RIM: f32 = 4.3;
/// Half of its height [m]: bodies thrown outward by the spheres do not get over it.
const RIM_HALF_HEIGHT: f32 = 0.35;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    obstacles(stage)?;
    let forms = [
        ([0.24; 3], 1.0),
        ([0.2; 3], 0.3),
        ([0.28, 0.17, 0.2], 0.8),
        ([0.16, 0.28, 0.16], 1.0),
    ];
    let mut models = Vec::new();
    for (half_extents, roundness) in forms {
        let tets = rounded_tets([3; 3], half_extents, roundness);
        models.push(Model::new(
            &tets,
            &rounded_surface([12; 3], half_extents, roundness),
        )?);
    }
    for number in 0..SIDE * SIDE {
        let (column, row) = (number % SIDE, number / SIDE);
        // A fixed scatter: multiples of irrational numbers fill the unit interval evenly.
        let share = |rate: f32| (number as f32 * rate).fract();
        let offset = |at: usize| SPACING * (at as f32 - 0.5 * (SIDE as f32 - 1.0));
        let x = offset(column) + 0.25 * (share(0.754_877) - 0.5);
        let z = offset(row) + 0.25 * (share(0.569_84) - 0.5);
        let y = 1.7 + 2.4 * share(0.618_034);
        let springs = number % 4 == 1;
        let turn = Vec3::new(share(0.324), share(0.127), share(0.911)) * 3.0;
        let desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_scaled_axis(turn).to_array(),
                ..PliantPose::at([x, y, z])
            },
            friction: 0.5,
            // They meet the obstacles alone: this is the benchmark of bodies among colliders.
            layers: 2,
            mask: 1,
            model: if springs { spring() } else { jelly() },
            ..Default::default()
        };
        let actor = stage.add_skinned(&models[(column + row) % models.len()], desc)?;
        // Mass-spring bodies share one colour.
        stage.actors[actor].colour = if springs { 2 } else { [0, 1, 3, 5][row % 4] };
    }
    Ok(())
}

fn obstacles(stage: &mut Stage) -> Result<()> {
    for (x, z, radius) in [
        (-1.7, -1.6, 0.75),
        (1.5, -0.4, 0.6),
        (-0.7, 1.6, 0.55),
        (2.5, 2.1, 0.45),
    ] {
        stage.add_collider(sphere([x, 0.75 * radius, z], radius))?;
    }
    for (x, z, turn, radius) in [
        (1.1, -2.3, 0.5, 0.3),
        (-2.3, 0.7, 1.9, 0.35),
        (1.0, 1.7, -0.6, 0.28),
    ] {
        let along_x = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let rotation = (Quat::from_rotation_y(turn) * along_x).to_array();
        let pose = PliantPose {
            rotation,
            ..PliantPose::at([x, 1.4 * radius, z])
        };
        stage.add_collider(capsule(pose, radius, 0.7))?;
    }
    rim(stage)
}

/// A wall around all, so that nothing rolls out of the picture.
fn rim(stage: &mut Stage) -> Result<()> {
    let y = RIM_HALF_HEIGHT;
    for side in [-RIM, RIM] {
        let (along_z, along_x) = ([0.1, y, RIM + 0.1], [RIM + 0.1, y, 0.1]);
        stage.add_collider(cuboid([side, y, 0.0], along_z))?;
        stage.add_collider(cuboid([0.0, y, side], along_x))?;
    }
    Ok(())
}

fn jelly() -> pliant::desc::Model {
    PliantNeoHookeanDesc {
        young_modulus: 1e5,
        poisson_ratio: 0.4,
        damping: 5.0,
        ..Default::default()
    }
    .into()
}

fn spring() -> pliant::desc::Model {
    PliantMassSpringDesc {
        young_modulus: 1e5,
        damping: 5.0,
        ..Default::default()
    }
    .into()
}
