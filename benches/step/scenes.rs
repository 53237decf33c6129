//! Time of a frame of whole scenes, with what they do: fall, roll and rest among colliders.

use pliant::desc::{BodyOptions, PLIANT_DEFORMATION_LINEAR, PliantShapeMatchingDesc, WorldOptions};
use scenes::Stage;
use scenes::bench::{self, Grid};
use std::time::Instant;

/// Frames before times count: pipelines compile and clocks rise.
const WARM_UP: usize = 20;
/// A frame [s].
const STEP_S: f32 = 1.0 / 60.0;

/// A name, and what builds the scene.
type Timed = (&'static str, fn() -> Stage);

const TIMED: [Timed; 4] = [
    ("rain64", || shown("rain64")),
    ("512 matched x 125 particles", matched),
    ("cloth64, of 64 x 64 vertices", || cloth(64)),
    ("cloth256, of 256 x 256", || cloth(256)),
];

/// Prints median and worst time of a frame over this many frames of each scene whose name contains `only`.
pub fn run(only: &str, frames: usize) {
    println!("{:28} {:>9} {:>9}", "scene", "median ms", "worst ms");
    for (name, build) in TIMED.iter().filter(|(name, _)| name.contains(only)) {
        let mut stage = build();
        let mut times = Vec::with_capacity(frames);
        for frame in 0..WARM_UP + frames {
            let started = Instant::now();
            stage.step(STEP_S).expect("a step");
            stage.world.wait(u64::MAX / 2).expect("the end of a step");
            if frame >= WARM_UP {
                times.push(started.elapsed().as_secs_f64() * 1e3);
            }
        }
        times.sort_by(f64::total_cmp);
        let (median, worst) = (times[frames / 2], times[frames - 1]);
        println!("{name:28} {median:9.3} {worst:9.3}");
    }
}

fn shown(name: &str) -> Stage {
    let scene = scenes::by_name(name).expect("a scene of that name");
    scene.build(WorldOptions::default()).expect("a stage")
}

/// Boxes of 5 × 5 × 5 particles, matched to linear fits, that fall onto a floor.
fn matched() -> Stage {
    let grid = Grid {
        name: "512 x 125 particles",
        count: 512,
        cells: [4; 3],
        edge: 0.1,
    };
    let shape = PliantShapeMatchingDesc {
        deformation: PLIANT_DEFORMATION_LINEAR,
        ..PliantShapeMatchingDesc::default()
    };
    let body = BodyOptions {
        model: shape.into(),
        ..BodyOptions::default()
    };
    grid.build(WorldOptions::default(), body).expect("a stage")
}

/// A sheet with this many vertices along each side, that falls on a ball.
fn cloth(vertices: usize) -> Stage {
    let stage = bench::cloth(vertices, WorldOptions::default(), BodyOptions::default());
    stage.expect("a stage")
}
