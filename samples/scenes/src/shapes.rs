//! Shape-matched bodies of many stiffnesses fall on a height of boxes.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets};
use crate::stage::{Model, Stage, cuboid};
use glam::{Quat, Vec3};
use pliant::desc::{
    BodyOptions, PLIANT_DEFORMATION_LINEAR, PLIANT_DEFORMATION_QUADRATIC, PLIANT_DEFORMATION_RIGID,
    PliantShapeMatchingDesc,
};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "shapes",
    title: "shape matching: stiffer to the right, softer fits to the back",
    step_s: 1.0 / 60.0,
    step_count: 210,
    software_step_count: 60,
    view: View {
        eye: [0.0, 4.6, 9.4],
        target: [0.0, 0.55, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Stiffness α of the columns, and softness β of the rows.
const ALPHA: [f32; 5] = [0.1, 0.2, 0.4, 0.7, 1.0];
const BETA: [f32; 4] = [0.1, 0.4, 0.7, 0.95];
const SPACING: f32 = 1.15;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    heights(stage)?;
    let forms = [([0.3; 3], 0.2), ([0.38, 0.2, 0.26], 0.7), ([0.3; 3], 1.0)];
    let kinds = [
        PLIANT_DEFORMATION_RIGID,
        PLIANT_DEFORMATION_LINEAR,
        PLIANT_DEFORMATION_QUADRATIC,
    ];
    let mut models = Vec::new();
    for (half_extents, roundness) in forms {
        let tets = rounded_tets([4; 3], half_extents, roundness);
        let surface = rounded_surface([12; 3], half_extents, roundness);
        models.push(Model::new(&tets, &surface)?);
    }
    for (row, beta) in BETA.into_iter().enumerate() {
        for (column, alpha) in ALPHA.into_iter().enumerate() {
            let number = row * ALPHA.len() + column;
            // A fixed scatter: multiples of irrational numbers fill the unit interval evenly.
            let share = |rate: f32| (number as f32 * rate).fract();
            let x = SPACING * (column as f32 - 2.0);
            let z = -SPACING * (row as f32 - 1.5);
            let turn = Vec3::new(share(0.324), share(0.127), share(0.911)) * 2.0;
            let shape = PliantShapeMatchingDesc {
                deformation: kinds[number % kinds.len()],
                alpha,
                beta,
                density: 300.0,
                damping: 2.0,
                ..Default::default()
            };
            let desc = BodyOptions {
                pose: PliantPose {
                    position: [x, 1.6 + 1.6 * share(0.618_034), z],
                    rotation: Quat::from_scaled_axis(turn).to_array(),
                },
                friction: 0.5,
                model: shape.into(),
                ..Default::default()
            };
            let actor = stage.add_skinned(&models[number % models.len()], desc)?;
            stage.actors[actor].colour = column;
        }
    }
    Ok(())
}

/// Boxes of different heights, one under each body and between.
fn heights(stage: &mut Stage) -> Result<()> {
    for k in 0..12 {
        let (column, row) = (k % 4, k / 4);
        let half = 0.1 + 0.06 * ((k * 5) % 7) as f32;
        let x = SPACING * (column as f32 - 1.5);
        let z = SPACING * (row as f32 - 1.0);
        stage.add_collider(cuboid([x, half, z], [0.32, half, 0.32]))?;
    }
    Ok(())
}
