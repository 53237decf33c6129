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
    title: "Shape matching: stiffer to the right, softer to the back",
    step_s: 1.0 / 60.0,
    step_count: 210,
    software_step_count: 60,
    poster_step: 36,
    view: View {
        eye: [0.0, 6.2, 9.6],
        target: [0.0, 0.75, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Stiffness α of the columns, and softness β of the rows.
const ALPHA: [f32; 5] = [0.15, 0.25, 0.45, 0.7, 1.0];
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
            let [x, z] = place(number);
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
                    rotation: Quat::from_scaled_axis(turn).to_array(),
                    ..PliantPose::at([x, 1.3 + 1.0 * share(0.618_034), z])
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

/// A box of its own height under each body.
fn heights(stage: &mut Stage) -> Result<()> {
    for number in 0..ALPHA.len() * BETA.len() {
        let [x, z] = place(number);
        let half = 0.05 + 0.04 * ((number * 5) % 7) as f32;
        stage.add_collider(cuboid([x, half, z], [0.45, half, 0.45]))?;
    }
    Ok(())
}

/// Where a body is above the floor, along x and z [m].
fn place(number: usize) -> [f32; 2] {
    let (row, column) = (number / ALPHA.len(), number % ALPHA.len());
    [
        SPACING * (column as f32 - 2.0),
        -SPACING * (row as f32 - 1.5),
    ]
}
