//! Time from the start of a process to the end of its first step, in a world where bodies touch.

use super::{add_to, cooked, new_world, value};
use pliant::world::{self, PrepareOptions};
use std::time::Instant;

/// Bodies along each side of a cube of them; the gap between two is a tenth of their edge.
const SIDE: usize = 4;

/// Prints the times of 64 touching bodies. `--prepare` compiles the kernels before the step, `--cache FOLDER` keeps them there.
/// Without a cache of the driver (`__GL_SHADER_DISK_CACHE=0`, `MESA_SHADER_CACHE_DISABLE=1`) and with a new folder all are cold.
pub fn run(prepares: bool) {
    if let Some(folder) = value("--cache") {
        world::open_cache(&folder).expect("the folder of the cache");
    }
    let started = Instant::now();
    let mut world = new_world(4, 5);
    let asset = cooked([4; 3]);
    for number in 0..SIDE * SIDE * SIDE {
        let [x, y, z] = [1, SIDE, SIDE * SIDE].map(|n| (number / n % SIDE) as f32 * 1.1);
        add_to(&mut world, &asset, [x, y + 0.002, z]);
    }
    let made = started.elapsed();
    if prepares {
        let options = PrepareOptions::default();
        let prepared = world.prepare_kernels(&options, u64::MAX / 2);
        assert!(prepared.expect("kernels").0);
    }
    let prepared = started.elapsed();
    world.step(1.0 / 60.0).expect("a step");
    world.wait(u64::MAX / 2).expect("the end of a step");
    let [made, prepared, done] =
        [made, prepared, started.elapsed()].map(|time| time.as_secs_f64() * 1e3);
    let late = world.stats().late_kernel_count;
    println!(
        "64 touching bodies: in the world after {made:.0} ms, prepared after {prepared:.0} ms, first step done after {done:.0} ms, {late} kernels compiled late"
    );
    drop(world);
    world::shutdown(); // writes the cache
}
