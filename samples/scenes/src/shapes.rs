//! A table of shape-matched bodies that fall on equal pads: α from row to row, β from column to column.

use crate::scene::{Scene, View};
use crate::shape::{rounded_surface, rounded_tets};
use crate::stage::{Model, Stage, cuboid};
use pliant::desc::{BodyOptions, PLIANT_DEFORMATION_QUADRATIC, PliantShapeMatchingDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "shapes",
    title: "Shape matching: stiffer to the front, softer to the right",
    step_s: 1.0 / 60.0,
    step_count: 120,
    software_step_count: 120,
    poster_step: 28,
    view: View {
        eye: [-0.4, 8.0, 7.9],
        target: [-0.4, 0.2, 0.12],
        fov_y_rad: 0.45,
    },
    fill,
};

/// Stiffness α of the rows, the rear one first, and softness β of the columns.
const ALPHA: [f32; 3] = [0.07, 0.25, 0.9];
const BETA: [f32; 4] = [0.0, 0.3, 0.6, 0.9];
/// Distance between columns and between rows [m].
const SPACING: [f32; 2] = [1.5, 1.6];
/// Half the edge of a body, of a pad, half the pad's height, and how far bodies fall [m].
const BODY: f32 = 0.3;
const PAD: f32 = 0.55;
const PAD_HEIGHT: f32 = 0.04;
const FALL: f32 = 0.3;

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let half_extents = [BODY; 3];
    let model = Model::new(
        &rounded_tets([4; 3], half_extents, 0.2),
        &rounded_surface([12; 3], half_extents, 0.2),
    )?;
    for (row, alpha) in ALPHA.into_iter().enumerate() {
        for (column, beta) in BETA.into_iter().enumerate() {
            let [x, z] = place(row, column);
            stage.add_collider(cuboid([x, PAD_HEIGHT, z], [PAD, PAD_HEIGHT, PAD]))?;
            let shape = PliantShapeMatchingDesc {
                deformation: PLIANT_DEFORMATION_QUADRATIC,
                alpha,
                beta,
                density: 300.0,
                damping: 3.0,
                ..Default::default()
            };
            let desc = BodyOptions {
                pose: PliantPose::at([x, 2.0 * PAD_HEIGHT + FALL + BODY, z]),
                friction: 0.8,
                model: shape.into(),
                ..Default::default()
            };
            let actor = stage.add_skinned(&model, desc)?;
            stage.actors[actor].colour = row;
        }
    }
    for (row, alpha) in ALPHA.into_iter().enumerate() {
        let [x, z] = place(row, 0);
        let beside = [x - PAD - 0.8, 0.1, z];
        stage.labels.push((format!("alpha {alpha}"), beside));
    }
    for (column, beta) in BETA.into_iter().enumerate() {
        let [x, z] = place(ALPHA.len() - 1, column);
        let before = [x, 0.0, z + PAD + 0.3];
        stage.labels.push((format!("beta {beta}"), before));
    }
    Ok(())
}

/// Where a body is above the floor, along x and z [m].
fn place(row: usize, column: usize) -> [f32; 2] {
    let middle = |count: usize| 0.5 * (count as f32 - 1.0);
    [
        SPACING[0] * (column as f32 - middle(BETA.len())),
        SPACING[1] * (row as f32 - middle(ALPHA.len())),
    ]
}
