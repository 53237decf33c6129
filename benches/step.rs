//! Time of one 60 Hz frame for the sizes that games use: wall clock from the step call to its end on the GPU.
//!
//! `cargo bench --bench step -- [--frames N] [--only TEXT] [--csv FILE] [--gpu-time] [--sag] [--beam] [--oracle]`
//!
//! - `--only TEXT`: only cases whose name contains TEXT; `--only beam` with `--beam` runs only the beam.
//! - `--csv FILE`: also writes the table to FILE, and that of `--beam` to `beam.csv` beside it.
//! - `--gpu-time`: measures GPU time with timestamps. They cost wall time, so measure that in another run.
//! - `--sag`: adds the error of the sag at rest, for the schedule of each line.
//! - `--beam`: adds the table of the 4,320-tet beam.
//! - `--scenes`: only the times of whole scenes; `--only TEXT` chooses among them.
//! - `--queries`: only the times of rays and of events.
//! - `--start`: only the first step of 64 touching bodies; with `--prepare` kernels are compiled before it, with
//!   `--cache FOLDER` they are kept there.
//! - `--oracle`: only computes the converged sags; the largest takes minutes.
//!
//! To count CPU instructions of step calls, run the program that `cargo bench --bench step --no-run` names under
//! `valgrind --tool=callgrind --collect-atstart=no --toggle-collect='pliant::gpu::run::submit*'`. It needs no GPU.

#[path = "step/beam.rs"]
mod beam;
#[path = "step/queries.rs"]
mod queries;
#[path = "step/sag.rs"]
mod sag;
#[path = "step/start.rs"]
mod start;
#[path = "step/swing.rs"]
mod swing;
#[path = "step/scenes.rs"]
mod timed_scenes;

use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, CookOptions, cook::cook};
use pliant::desc::*;
use pliant::ids::PliantBodyId;
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World};
use sag::Held;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps before times count: the GPU lowers its clocks while the bench cooks or the driver compiles.
const WARM_UP: Duration = Duration::from_millis(1500);

/// One line of the table.
struct Case {
    name: &'static str,
    cells: [usize; 3],
    bodies: usize,
    substeps: u32,
    iterations: u32,
    /// Target time on an H200 [ms]; 0 for none.
    target_ms: f64,
}

const CASES: [Case; 10] = [
    Case {
        name: "4096 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 4096,
        substeps: 5,
        iterations: 2,
        target_ms: 1.3,
    },
    Case {
        name: "64 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 64,
        substeps: 5,
        iterations: 2,
        target_ms: 0.2,
    },
    Case {
        name: "512 bodies of 5120 tets",
        cells: [8, 8, 16],
        bodies: 512,
        substeps: 5,
        iterations: 2,
        target_ms: 1.2,
    },
    Case {
        name: "1 body of 5120 tets",
        cells: [8, 8, 16],
        bodies: 1,
        substeps: 5,
        iterations: 2,
        target_ms: 0.4,
    },
    Case {
        name: "1 body of 80000 tets",
        cells: [20, 20, 40],
        bodies: 1,
        substeps: 5,
        iterations: 2,
        target_ms: 0.8,
    },
    Case {
        name: "1 body of 1012500 tets",
        cells: [45, 45, 100],
        bodies: 1,
        substeps: 5,
        iterations: 2,
        target_ms: 1.6,
    },
    Case {
        name: "64 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 64,
        substeps: 4,
        iterations: 5,
        target_ms: 0.0,
    },
    Case {
        name: "4096 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 4096,
        substeps: 4,
        iterations: 5,
        target_ms: 0.0,
    },
    Case {
        name: "1 body of 80000 tets",
        cells: [20, 20, 40],
        bodies: 1,
        substeps: 4,
        iterations: 5,
        target_ms: 0.0,
    },
    Case {
        name: "1 body of 1012500 tets",
        cells: [45, 45, 100],
        bodies: 1,
        substeps: 4,
        iterations: 5,
        target_ms: 0.0,
    },
];

fn main() {
    let only = value("--only").unwrap_or_default();
    let cases = CASES.iter().filter(|c| c.name.contains(&only));
    if flag("--oracle") {
        return oracle(cases);
    }
    let frames = value("--frames").and_then(|n| n.parse().ok()).unwrap_or(60);
    if flag("--scenes") {
        return timed_scenes::run(&only, frames);
    }
    if flag("--queries") {
        return queries::run(frames);
    }
    if flag("--start") {
        return start::run(flag("--prepare"));
    }
    let started = Instant::now();
    let mut world = new_world(10, 1);
    let name = adapter_name(&world);
    let made = started.elapsed();
    add_body(&mut world, &cooked([4, 4, 4]), 0);
    world.step(1.0 / 60.0).expect("a step");
    world.wait(u64::MAX / 2).expect("the end of a step");
    println!(
        "{name}: first world after {:.0} ms, and its first step, which compiles a kernel, after {:.0} ms",
        made.as_secs_f64() * 1e3,
        started.elapsed().as_secs_f64() * 1e3
    );
    let mut csv = String::from(
        "case,substeps,iterations,wall_ms,gpu_ms,cpu_us,dispatches,target_ms,sag_error_percent,sag_time_s,cook_s\n",
    );
    println!(
        "{:28} {:>6} {:>9} {:>9} {:>8} {:>6} {:>8} {:>9} {:>6}",
        "", "", "wall ms", "gpu ms", "cpu us", "disp.", "target", "sag err %", "rest s"
    );
    for case in cases {
        run(case, frames, &mut csv);
    }
    let beam = flag("--beam").then(|| beam::run(frames) + &swing::run(frames));
    if let Some(path) = value("--csv").map(PathBuf::from) {
        std::fs::create_dir_all(path.parent().unwrap_or(&path)).expect("the csv file's folder");
        std::fs::write(&path, csv).expect("the csv file");
        if let Some(table) = beam {
            std::fs::write(path.with_file_name("beam.csv"), table).expect("the beam's csv file");
        }
    }
}

fn flag(name: &str) -> bool {
    std::env::args().any(|a| a == name)
}

fn value(name: &str) -> Option<String> {
    std::env::args().skip_while(|a| a != name).nth(1)
}

fn adapter_name(world: &World) -> String {
    String::from_utf8_lossy(&world.adapter_info().name)
        .trim_end_matches('\0')
        .to_owned()
}

/// Prints the converged sag of each mesh of these cases.
fn oracle<'a>(cases: impl Iterator<Item = &'a Case>) {
    let meshes: BTreeSet<[usize; 3]> = cases.map(|case| case.cells).collect();
    for cells in meshes {
        let started = Instant::now();
        let sag = Held::new(&cooked(cells), model()).oracle();
        let seconds = started.elapsed().as_secs_f64();
        println!("{cells:?}: converged sag {sag:.8} m, in {seconds:.1} s");
    }
}

fn options(substeps: u32, iterations: u32) -> WorldOptions {
    let flags = if flag("--gpu-time") {
        PLIANT_WORLD_TIMESTAMPS
    } else {
        0
    };
    WorldOptions {
        epochs: substeps,
        iterations,
        flags,
        ..WorldOptions::default()
    }
}

fn new_world(substeps: u32, iterations: u32) -> World {
    let mut world = World::new(options(substeps, iterations)).expect("a world");
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a floor");
    world
}

fn cooked(cells: [usize; 3]) -> Arc<Asset> {
    cooked_in(cells).0
}

/// A lattice, and the time to cook it [s].
fn cooked_in(cells: [usize; 3]) -> (Arc<Asset>, f64) {
    let longest = *cells.iter().max().expect("three counts") as f32;
    let mesh = beam_lattice(cells, cells.map(|n| n as f32 / longest), Split::Five);
    let started = Instant::now();
    let (asset, _) = cook(&mesh, &CookOptions::default()).expect("a cooked lattice");
    (Arc::new(asset), started.elapsed().as_secs_f64())
}

fn model() -> PliantNeoHookeanDesc {
    PliantNeoHookeanDesc {
        young_modulus: 1e6,
        ..PliantNeoHookeanDesc::default()
    }
}

fn add_body(world: &mut World, asset: &Arc<Asset>, place: usize) -> PliantBodyId {
    let (column, row) = ((place % 64) as f32, (place / 64) as f32);
    add_to(world, asset, [2.0 * column, 0.002, 2.0 * row])
}

fn add_to(world: &mut World, asset: &Arc<Asset>, position: [f32; 3]) -> PliantBodyId {
    let desc = BodyOptions {
        pose: PliantPose::at(position),
        model: model().into(),
        ..BodyOptions::default()
    };
    let asset = asset.clone();
    match world.apply(Edit::AddBody { asset, desc }) {
        Ok(Applied::Body(body)) => body,
        other => panic!("adding a body gave {other:?}"),
    }
}

/// As text: the error of the sag [%], the simulated time until rest [s], and a warning. The body has the schedule of
/// the case and the executor of the timed bodies.
fn sag(case: &Case, asset: &Arc<Asset>, executor: u32) -> [String; 3] {
    if !flag("--sag") {
        return Default::default();
    }
    let held = Held::new(asset, model());
    let sag = held.run(options(case.substeps, case.iterations), executor);
    let error = sag.error_percent(held.converged(case.cells));
    let time = format!("{:.1}", sag.time_s());
    [format!("{error:.3}"), time, sag.warning().to_owned()]
}

fn run(case: &Case, frames: usize, csv: &mut String) {
    let mut world = new_world(case.substeps, case.iterations);
    let (asset, cooking) = cooked_in(case.cells);
    let bodies: Vec<_> = (0..case.bodies)
        .map(|place| add_body(&mut world, &asset, place))
        .collect();
    let (mut wall, mut cpu, mut gpu) = (Vec::new(), Vec::new(), Vec::new());
    let warming = Instant::now();
    let mut warm_up = 10;
    let mut frame = 0;
    while frame < frames + warm_up {
        let started = Instant::now();
        world.step(1.0 / 60.0).expect("a step");
        world.wait(u64::MAX / 2).expect("the end of a step");
        let elapsed = started.elapsed().as_secs_f64() * 1e3;
        frame += 1;
        if warming.elapsed() < WARM_UP {
            warm_up = warm_up.max(frame);
        }
        if frame > warm_up {
            let stats = world.stats();
            wall.push(elapsed);
            cpu.push(stats.step_cpu_ns as f64 / 1e3);
            gpu.push(stats.gpu_step_ns as f64 / 1e6);
        }
    }
    let [wall, cpu, gpu] = [wall, cpu, gpu].map(median);
    let dispatches = world.stats().dispatch_count;
    let executor = world.body_info(bodies[0]).expect("a body").executor;
    drop(world);
    let [error, time, warning] = sag(case, &asset, executor);
    let schedule = format!("{}x{}", case.substeps, case.iterations);
    println!(
        "{:28} {schedule:>6} {wall:9.3} {gpu:9.3} {cpu:8.0} {dispatches:6} {:8.2} {error:>9} {time:>6}   cooked in {cooking:.2} s{warning}",
        case.name, case.target_ms
    );
    let _ = writeln!(
        csv,
        "{},{},{},{wall:.4},{gpu:.4},{cpu:.1},{dispatches},{},{error},{time},{cooking:.3}",
        case.name, case.substeps, case.iterations, case.target_ms
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
