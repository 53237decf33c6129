//! One beam in three stiffnesses, clamped at one end, side by side.

use crate::scene::{Scene, View};
use crate::stage::{Model, Stage};
use pliant::asset::lattice::{Split, beam_lattice, box_surface};
use pliant::desc::{BodyOptions, PliantNeoHookeanDesc};
use pliant::error::Result;
use pliant::math::PliantPose;

pub const SCENE: Scene = Scene {
    name: "cantilevers",
    title: "One beam, three stiffnesses",
    step_s: 1.0 / 60.0,
    step_count: 240,
    software_step_count: 150,
    poster_step: 96,
    view: View {
        eye: [1.81, 1.72, 6.35],
        target: [0.2, 0.66, -0.09],
        fov_y_rad: 0.5,
    },
    fill,
};

/// Size of a beam [m], and its cells.
const SIZE: [f32; 3] = [1.0, 0.2, 0.2];
const CELLS: [usize; 3] = [20, 4, 4];
/// Height of the beams' lower sides [m]: the softest must not reach the floor.
const HEIGHT: f32 = 1.0;
/// Distance between beams [m].
const GAP: f32 = 1.6;
const YOUNG_MODULI: [(f32, &str); 3] = [
    (1e5, "E = 1e5 Pa"),
    (1e6, "E = 1e6 Pa"),
    (1e7, "E = 1e7 Pa"),
];

fn fill(stage: &mut Stage) -> Result<()> {
    stage.add_floor(0.0, 0.5)?;
    let model = Model::new(
        &beam_lattice(CELLS, SIZE, Split::Five),
        &box_surface([60, 12, 12], SIZE),
    )?;
    for (place, (young_modulus, label)) in YOUNG_MODULI.into_iter().enumerate() {
        let x = GAP * (place as f32 - 1.0) - 0.4;
        let desc = BodyOptions {
            pose: PliantPose::at([x, HEIGHT, -0.5 * SIZE[2]]),
            model: PliantNeoHookeanDesc {
                young_modulus,
                damping: 2.0,
                ..Default::default()
            }
            .into(),
            ..Default::default()
        };
        let actor = stage.add_skinned(&model, desc)?;
        stage.hold(actor, None, |p| p.x == 0.0)?;
        let above = [x + 0.3, HEIGHT + SIZE[1] + 0.2, 0.0];
        stage.labels.push((label.into(), above));
        // The clamp and its post. That of the softest beam stands aside, since the beam swings under its clamp.
        let middle = HEIGHT + 0.5 * SIZE[1];
        let reach = if place == 0 { 0.25 } else { 0.1 };
        stage.add_block(
            [reach, 0.16, 0.16],
            PliantPose::at([x - reach, middle, 0.0]),
            None,
        );
        let post = 0.5 * (middle - 0.16);
        stage.add_block(
            [0.05, post, 0.05],
            PliantPose::at([x - 2.0 * reach + 0.1, post, 0.0]),
            None,
        );
    }
    Ok(())
}
