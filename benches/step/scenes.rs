//! Time of a frame of whole scenes, with what they do: fall, roll and rest among colliders.

use pliant::desc::WorldOptions;
use std::time::Instant;

/// Frames before times count: pipelines compile and clocks rise.
const WARM_UP: usize = 20;

/// Prints median and worst time of a frame over this many frames of each scene.
pub fn run(names: &[&str], frames: usize) {
    println!("{:28} {:>9} {:>9}", "scene", "median ms", "worst ms");
    for name in names {
        let scene = scenes::by_name(name).expect("a scene of that name");
        let mut stage = scene.build(WorldOptions::default()).expect("a stage");
        let mut times = Vec::with_capacity(frames);
        for frame in 0..WARM_UP + frames {
            let started = Instant::now();
            stage.step(scene.step_s).expect("a step");
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
