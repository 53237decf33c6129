//! Balloons that are filled differently fall beside one that a plate presses.

use crate::scene::{Scene, View};
use crate::shape::rounded_surface;
use crate::stage::{Model, Stage, cuboid};
use pliant::desc::{BodyOptions, PliantBalloonDesc};
use pliant::error::Result;
use pliant::math::PliantPose;
use std::f64::consts::TAU;

pub const SCENE: Scene = Scene {
    name: "balloons",
    title: "Balloons: slack, full and taut ones, and one under a plate",
    step_s: 1.0 / 60.0,
    step_count: 180,
    software_step_count: 90,
    poster_step: 75,
    view: View {
        eye: [0.25, 0.72, 2.3],
        target: [0.02, 0.16, 0.0],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Radius at rest [m].
const RADIUS: f32 = 0.14;
/// Cells along the edge of the cube that each ball is made of, and of the mesh that is drawn.
const CELLS: [usize; 2] = [7, 21];
/// What they are filled to [1], and where their middles begin [m]. The last is under the plate.
const BALLS: [(f32, [f32; 3]); 4] = [
    (0.55, [-0.62, 0.3, 0.0]),
    (1.0, [-0.25, 0.34, 0.05]),
    (1.6, [0.13, 0.4, -0.02]),
    (1.2, [0.58, 0.16, 0.0]),
];
/// Half extents of the plate [m], and its height at first and at its lowest [m].
const PLATE: [f32; 3] = [0.21, 0.015, 0.21];
const HEIGHTS: [f64; 2] = [0.36, 0.19];

/// Where the plate is after a time [s]: down and up again in three seconds.
fn plate(time_s: f64) -> PliantPose {
    let down = 0.5 - 0.5 * (TAU * time_s / 3.0).cos();
    let height = HEIGHTS[0] + (HEIGHTS[1] - HEIGHTS[0]) * down;
    PliantPose::at([BALLS[3].1[0].into(), height, 0.0])
}

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.6)?;
    let [coarse, fine] = CELLS.map(|n| rounded_surface([n; 3], [RADIUS; 3], 1.0));
    let model = Model::sheet(&coarse, &fine)?;
    for (volume_factor, place) in BALLS {
        let balloon = PliantBalloonDesc {
            volume_factor,
            thickness: 0.003,
            damping: 4.0,
            ..Default::default()
        };
        let desc = BodyOptions {
            pose: PliantPose::at(place.map(f64::from)),
            friction: 0.5,
            model: balloon.into(),
            ..Default::default()
        };
        stage.add_skinned(&model, desc)?;
    }
    let [x, y, z] = plate(0.0).position.map(|v| v as f32);
    let pressing = stage.add_collider(cuboid([x, y, z], PLATE))?;
    stage.move_along(pressing, plate);
    Ok(())
}
