//! Three sheets hang by their corners and catch a ball each. The second and the third may stretch only so far from what holds
//! them.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets, sheet_surface};
use crate::stage::{Model, Stage};
use glam::Vec3;
use pliant::desc::{BodyOptions, PliantClothDesc, PliantShapeMatchingDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "hammocks",
    title: "Hammocks under a ball of 4 kg: no limit of stretch, 10 %, 2 %",
    step_s: 1.0 / 60.0,
    step_count: 180,
    software_step_count: 75,
    poster_step: 75,
    view: View {
        eye: [0.0, 1.75, 4.9],
        target: [0.0, 0.62, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// The limits of stretch, from left to right; 0 is none.
const LIMITS: [f32; 3] = [0.0, 0.1, 0.02];
/// Edge of a sheet, how high it hangs, and the distance between two [m].
const EDGE: f32 = 0.9;
const HEIGHT: f32 = 1.0;
const SPACING: f32 = 1.15;
/// Radius of a ball, and how far above the sheet it begins [m].
const BALL: f32 = 0.14;
const DROP: f32 = 0.25;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let mesh = sheet_surface([16; 2], [EDGE; 2]);
    let sheet = Model::sheet(&mesh, &sheet_surface([32; 2], [EDGE; 2]))?;
    let ball = Model::new(
        &rounded_tets([4; 3], [BALL; 3], 1.0),
        &rounded_surface([12; 3], [BALL; 3], 1.0),
    )?;
    for (number, max_stretch) in LIMITS.into_iter().enumerate() {
        let middle = SPACING * (number as f32 - 1.0);
        hang(stage, &sheet, middle, max_stretch)?;
        let desc = BodyOptions {
            pose: PliantPose::at([middle, HEIGHT + DROP, 0.0]),
            friction: 0.4,
            model: PliantShapeMatchingDesc {
                density: 350.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        let actor = stage.add_skinned(&ball, desc)?;
        stage.actors[actor].colour = 2;
    }
    Ok(())
}

/// A sheet between four poles, which are only shown.
fn hang(stage: &mut Stage, sheet: &Model, middle: f32, max_stretch: f32) -> Result<()> {
    let cloth = PliantClothDesc {
        stretch_stiffness: 250.0,
        area_density: 0.3,
        thickness: 0.005,
        damping: 2.0,
        max_stretch,
        ..Default::default()
    };
    let desc = BodyOptions {
        pose: PliantPose::at([middle - EDGE / 2.0, HEIGHT, -EDGE / 2.0]),
        friction: 0.4,
        model: cloth.into(),
        ..Default::default()
    };
    let actor = stage.add_skinned(sheet, desc)?;
    stage.actors[actor].colour = 4;
    let is_end = |x: f32| !(1e-3..=EDGE - 1e-3).contains(&x.abs());
    stage.hold(actor, None, |p: Vec3| is_end(p.x) && is_end(p.z))?;
    for corner in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
        let [x, z] = corner.map(|side| side * EDGE / 2.0);
        let pose = PliantPose::at([middle + x, HEIGHT / 2.0, z]);
        stage.add_block([0.012, HEIGHT / 2.0, 0.012], pose, None);
    }
    Ok(())
}
