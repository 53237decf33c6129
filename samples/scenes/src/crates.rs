//! A rigid crate falls onto a block of jelly, and a jelly onto the crate.

use crate::scene::{Scene, View};
use crate::shape::{crate_tets, rounded_surface, rounded_tets};
use crate::stage::{Model, Stage};
use glam::{Quat, Vec3};
use pliant::desc::{BodyOptions, PliantNeoHookeanDesc, PliantRigidDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "crate",
    title: "A crate of 60 kg settles on jelly, and carries one",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 60,
    poster_step: 60,
    view: View {
        eye: [2.2, 1.9, 3.4],
        target: [0.0, 0.5, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Half extents of the block below, of the crate, and of the jelly on it [m].
const BLOCK: [f32; 3] = [0.45, 0.2, 0.4];
const CRATE: [f32; 3] = [0.3, 0.12, 0.25];
const JELLY: [f32; 3] = [0.16; 3];

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let soft = |young_modulus| -> pliant::desc::Model {
        PliantNeoHookeanDesc {
            young_modulus,
            damping: 3.0,
            ..Default::default()
        }
        .into()
    };
    let rigid = PliantRigidDesc {
        mass: 60.0,
        ..Default::default()
    };
    let block = Model::new(
        &rounded_tets([4, 2, 4], BLOCK, 0.1),
        &rounded_surface([12; 3], BLOCK, 0.1),
    )?;
    let solid = Model::new(&crate_tets(CRATE), &rounded_surface([1; 3], CRATE, 0.0))?;
    let jelly = Model::new(
        &rounded_tets([3; 3], JELLY, 0.6),
        &rounded_surface([12; 3], JELLY, 0.6),
    )?;
    let bodies = [
        (&block, soft(5e4), Vec3::new(0.0, 0.2, 0.0), 0.0, 2),
        (&solid, rigid.into(), Vec3::new(0.06, 0.62, 0.02), 0.2, 3),
        (&jelly, soft(1e5), Vec3::new(0.02, 0.98, -0.02), 0.5, 0),
    ];
    for (model, kind, place, turn, colour) in bodies {
        let desc = BodyOptions {
            pose: PliantPose {
                rotation: Quat::from_rotation_y(turn).to_array(),
                ..PliantPose::at(place.as_dvec3().to_array())
            },
            friction: 0.5,
            model: kind,
            ..Default::default()
        };
        let actor = stage.add_skinned(model, desc)?;
        stage.actors[actor].colour = colour;
    }
    Ok(())
}
