//! The broad phase: which colliders a body looks at.

use super::common::*;
use pliant::desc::WorldOptions;
use std::time::Instant;

/// Wall time of 64 bodies among 13 colliders, for a person to read.
#[test]
#[ignore = "a measurement"]
fn time_of_rain() {
    let scene = scenes::all().iter().find(|s| s.name == "rain64");
    let scene = scene.expect("the scene");
    let mut stage = scene.build(WorldOptions::default()).expect("a stage");
    for block in 0..4 {
        let start = Instant::now();
        for _ in 0..12 {
            stage.step(scene.step_s).expect("a step");
        }
        let hash = stage.world.state_hash().expect("a hash");
        let ms = start.elapsed().as_secs_f64() * 1e3 / 12.0;
        println!("steps {}: {ms:.1} ms a step, hash {hash:x}", 12 * (block + 1));
    }
}
