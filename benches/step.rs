//! Time of one 60 Hz frame, wall clock from the step call to its end on the GPU, for the sizes that games use.
//!
//! `cargo bench --bench step -- [--frames N] [--only TEXT] [--csv FILE] [--gpu-time]`
//! GPU time is measured by timestamps, which cost wall time, so ask for it apart.

use pliant::asset::lattice::{Split, beam_lattice};
use pliant::asset::{Asset, CookOptions, cook::cook};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// One line of the table.
struct Case {
    name: &'static str,
    cells: [usize; 3],
    bodies: usize,
    substeps: u32,
    iterations: u32,
    /// The time to reach on an H200 [ms]; 0 for none.
    target_ms: f64,
}

const CASES: [Case; 10] = [
    Case {
        name: "4096 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 4096,
        substeps: 10,
        iterations: 1,
        target_ms: 1.3,
    },
    Case {
        name: "64 bodies of 320 tets",
        cells: [4, 4, 4],
        bodies: 64,
        substeps: 10,
        iterations: 1,
        target_ms: 0.2,
    },
    Case {
        name: "512 bodies of 5120 tets",
        cells: [8, 8, 16],
        bodies: 512,
        substeps: 10,
        iterations: 1,
        target_ms: 1.2,
    },
    Case {
        name: "1 body of 5120 tets",
        cells: [8, 8, 16],
        bodies: 1,
        substeps: 10,
        iterations: 1,
        target_ms: 0.4,
    },
    Case {
        name: "1 body of 80000 tets",
        cells: [20, 20, 40],
        bodies: 1,
        substeps: 10,
        iterations: 1,
        target_ms: 0.8,
    },
    Case {
        name: "1 body of 1012500 tets",
        cells: [45, 45, 100],
        bodies: 1,
        substeps: 10,
        iterations: 1,
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
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        arguments
            .iter()
            .position(|a| a == name)
            .and_then(|i| arguments.get(i + 1))
    };
    let frames = value("--frames").and_then(|n| n.parse().ok()).unwrap_or(60);
    let only = value("--only").cloned().unwrap_or_default();
    let started = Instant::now();
    let mut world = new_world(10, 1);
    let adapter = world.adapter_info();
    let name = String::from_utf8_lossy(&adapter.name)
        .trim_end_matches('\0')
        .to_owned();
    add_body(&mut world, &cooked([4, 4, 4]), 0);
    world.step(1.0 / 60.0).expect("a step");
    world.wait(u64::MAX / 2).expect("the end of a step");
    println!(
        "{name}: first world and first step after {:.0} ms",
        started.elapsed().as_secs_f64() * 1e3
    );
    let mut csv =
        String::from("case,substeps,iterations,wall_ms,gpu_ms,cpu_us,dispatches,target_ms\n");
    println!(
        "{:28} {:>6} {:>9} {:>9} {:>8} {:>6} {:>8}",
        "", "", "wall ms", "gpu ms", "cpu us", "disp.", "target"
    );
    for case in CASES.iter().filter(|c| c.name.contains(&only)) {
        run(case, frames, &mut csv);
    }
    if let Some(path) = value("--csv") {
        std::fs::write(path, csv).expect("the csv file");
    }
}

fn new_world(substeps: u32, iterations: u32) -> World {
    let flags = if std::env::args().any(|a| a == "--gpu-time") {
        PLIANT_WORLD_TIMESTAMPS
    } else {
        0
    };
    let options = WorldOptions {
        substeps,
        iterations,
        flags,
        ..WorldOptions::default()
    };
    let mut world = World::new(options).expect("a world");
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_PLANE,
        ..PliantColliderDesc::default()
    };
    world.apply(Edit::AddCollider { desc }).expect("a floor");
    world
}

fn cooked(cells: [usize; 3]) -> Arc<Asset> {
    let longest = *cells.iter().max().expect("three counts") as f32;
    let mesh = beam_lattice(cells, cells.map(|n| n as f32 / longest), Split::Five);
    Arc::new(
        cook(&mesh, &CookOptions::default())
            .expect("a cooked lattice")
            .0,
    )
}

fn add_body(world: &mut World, asset: &Arc<Asset>, place: usize) {
    let (column, row) = ((place % 64) as f32, (place / 64) as f32);
    let mut desc = PliantBodyDesc {
        pose: PliantPose::at([2.0 * column, 0.002, 2.0 * row]),
        ..PliantBodyDesc::default()
    };
    desc.material.young_modulus = 1e6;
    world
        .apply(Edit::AddBody {
            asset: asset.clone(),
            desc,
        })
        .expect("a body");
}

fn run(case: &Case, frames: usize, csv: &mut String) {
    let mut world = new_world(case.substeps, case.iterations);
    let started = Instant::now();
    let asset = cooked(case.cells);
    let cooking = started.elapsed().as_secs_f64();
    (0..case.bodies).for_each(|place| add_body(&mut world, &asset, place));
    let (mut wall, mut cpu, mut gpu) = (Vec::new(), Vec::new(), Vec::new());
    for frame in 0..frames + 10 {
        let started = Instant::now();
        world.step(1.0 / 60.0).expect("a step");
        world.wait(u64::MAX / 2).expect("the end of a step");
        let elapsed = started.elapsed().as_secs_f64() * 1e3;
        if frame >= 10 {
            let stats = world.stats();
            wall.push(elapsed);
            cpu.push(stats.step_cpu_ns as f64 / 1e3);
            gpu.push(stats.gpu_step_ns as f64 / 1e6);
        }
    }
    let [wall, cpu, gpu] = [wall, cpu, gpu].map(median);
    let dispatches = world.stats().dispatch_count;
    let schedule = format!("{}x{}", case.substeps, case.iterations);
    println!(
        "{:28} {schedule:>6} {wall:9.3} {gpu:9.3} {cpu:8.0} {dispatches:6} {:8.2}   cooked in {cooking:.2} s",
        case.name, case.target_ms
    );
    let _ = writeln!(
        csv,
        "{},{},{},{wall:.4},{gpu:.4},{cpu:.1},{dispatches},{}",
        case.name, case.substeps, case.iterations, case.target_ms
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
