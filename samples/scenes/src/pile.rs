//! Bodies of three models fall onto each other into a box, and a sheet onto them.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets, sheet_surface};
use crate::stage::{Model, Stage, cuboid};
use glam::{Quat, Vec3};
use pliant::desc::{
    BodyOptions, PliantClothDesc, PliantMassSpringDesc, PliantNeoHookeanDesc,
    PliantShapeMatchingDesc,
};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "pile",
    title: "A pile of three models under a sheet: everything touches everything",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 60,
    poster_step: 60,
    view: View {
        eye: [2.6, 3.01, 4.2],
        target: [0.0, 0.56, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Half the inner edge of the box, and half its height [m].
const INSIDE: f32 = 0.78;
const WALL: f32 = 0.2;
/// Half the edge of a body, and the distance between them at the start [m].
const BODY: f32 = 0.2;
const SPACING: f32 = 0.56;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    for side in [-1.0, 1.0] {
        let far = side * (INSIDE + 0.05);
        stage.add_collider(cuboid([far, WALL, 0.0], [0.05, WALL, INSIDE + 0.1]))?;
        stage.add_collider(cuboid([0.0, WALL, far], [INSIDE + 0.1, WALL, 0.05]))?;
    }
    let mut models = Vec::new();
    for roundness in [0.15, 0.6, 1.0] {
        models.push(Model::new(
            &rounded_tets([3; 3], [BODY; 3], roundness),
            &rounded_surface([12; 3], [BODY; 3], roundness),
        )?);
    }
    for number in 0..8 {
        let place = |bit: usize| SPACING * ((number >> bit & 1) as f32 - 0.5);
        let share = |rate: f32| (number as f32 * rate).fract();
        let turn = Vec3::new(share(0.324), share(0.127), share(0.911)) * 2.0;
        let desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_scaled_axis(turn).to_array(),
                ..PliantPose::at([
                    place(0) + 0.04 * share(0.618),
                    0.45 + SPACING * (number >> 2) as f32,
                    place(1) + 0.04 * share(0.755),
                ])
            },
            friction: 0.5,
            thickness: 0.008, // the drawn mesh bulges out of the tets
            model: model(number),
            ..Default::default()
        };
        let actor = stage.add_skinned(&models[number % models.len()], desc)?;
        stage.actors[actor].colour = number % 3;
    }
    sheet(stage)
}

/// Each model in turn.
fn model(number: usize) -> pliant::desc::Model {
    match number % 3 {
        0 => PliantNeoHookeanDesc {
            young_modulus: 2e5,
            damping: 2.0,
            ..Default::default()
        }
        .into(),
        1 => PliantShapeMatchingDesc {
            density: 600.0,
            damping: 3.0,
            ..Default::default()
        }
        .into(),
        _ => PliantMassSpringDesc {
            young_modulus: 2e5,
            damping: 3.0,
            ..Default::default()
        }
        .into(),
    }
}

/// A sheet that falls onto all of them.
fn sheet(stage: &mut Stage) -> Result<()> {
    let mesh = sheet_surface([16; 2], [1.1; 2]);
    let desc = BodyOptions {
        pose: PliantPose::at([-0.53, 1.75, -0.52]),
        friction: 0.5,
        model: PliantClothDesc {
            area_density: 0.3,
            damping: 1.0,
            ..Default::default()
        }
        .into(),
        ..Default::default()
    };
    let actor = stage.add_skinned(&Model::sheet(&mesh, &mesh)?, desc)?;
    stage.actors[actor].colour = 4;
    Ok(())
}
