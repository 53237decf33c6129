//! The beam of 4,320 tets: the cheapest schedule whose sag at rest is within 5 % of the converged one, and its cost.

use super::sag::{Held, Sag};
use super::{adapter_name, median};
use pliant::desc::*;
use pliant::world::Edit;
use scenes::Stage;
use scenes::bench::{beam_4320, beam_model};
use std::fmt::Write as _;
use std::time::Instant;

/// Substeps and iterations to choose from.
const SCHEDULES: [(u32, u32); 8] = [
    (1, 1),
    (1, 5),
    (1, 10),
    (2, 5),
    (4, 5),
    (2, 10),
    (10, 1),
    (10, 2),
];
/// Largest error that is accepted [%].
const LIMIT_PERCENT: f64 = 5.0;

/// Figures of one schedule.
struct Row {
    schedule: (u32, u32),
    error: f64,
    /// Simulated time after which the error stays below the limit [s].
    within_s: f64,
    sag: Sag,
    wall_ms: f64,
    cpu_ms: f64,
}

/// Measures all schedules, prints the cheapest accepted one, and returns all as CSV.
pub fn run(frames: usize) -> String {
    let name = adapter_name(&stage((4, 5), 0).world);
    println!("\nbeam of 4320 tets, 4 x 1 x 1 m, 1e7 Pa, at rest under its weight, on {name}");
    println!(
        "{:>6} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "", "sag err %", "wall ms", "cpu ms", "5 % s", "rest s"
    );
    let mut csv = String::from(
        "adapter,substeps,iterations,sag_error_percent,within_s,sag_time_s,at_rest,wall_ms,cpu_ms\n",
    );
    let rows: Vec<Row> = SCHEDULES.iter().map(|s| measure(*s, frames)).collect();
    for row in &rows {
        let (substeps, iterations) = row.schedule;
        let (error, within, still) = (row.error, row.within_s, row.sag.at_rest);
        let time = row.sag.time_s();
        let _ = writeln!(
            csv,
            "\"{name}\",{substeps},{iterations},{error:.3},{within},{time},{still},{:.4},{:.3}",
            row.wall_ms, row.cpu_ms
        );
    }
    let right = |row: &&Row| row.sag.at_rest && row.error.abs() < LIMIT_PERCENT;
    let cheapest = rows.iter().filter(right);
    match cheapest.min_by(|a, b| a.wall_ms.total_cmp(&b.wall_ms)) {
        Some(row) => println!(
            "cheapest within {LIMIT_PERCENT} %: {name}, {}x{}, sag error {:.2} % (below {LIMIT_PERCENT} % after {} s, at rest after {} s), {:.3} ms a frame (median), {:.2} CPU ms a frame",
            row.schedule.0,
            row.schedule.1,
            row.error,
            row.within_s,
            row.sag.time_s(),
            row.wall_ms,
            row.cpu_ms
        ),
        None => println!("no schedule comes to rest within {LIMIT_PERCENT} % of the converged sag"),
    }
    csv
}

/// The scene with this schedule, damped so that it comes to rest.
fn stage((substeps, iterations): (u32, u32), readback_particles: u32) -> Stage {
    let desc = BodyOptions {
        substeps,
        iterations,
        readback_particles,
        ..BodyOptions::default()
    };
    let options = WorldOptions {
        epochs: 1,
        ..WorldOptions::default()
    };
    let mut stage = beam_4320(options, desc).expect("the beam");
    let (body, model) = (stage.actors[0].body, held(&stage).model.into());
    let edit = Edit::SetModel { body, model };
    stage.world.apply(edit).expect("damping");
    stage
}

fn held(stage: &Stage) -> Held {
    Held::new(&stage.actors[0].asset, beam_model())
}

fn measure(schedule: (u32, u32), frames: usize) -> Row {
    let (wall_ms, cpu_ms) = time(schedule, frames);
    let mut stage = stage(schedule, 1);
    let held = held(&stage);
    let body = stage.actors[0].body;
    let sag = held.settle(&mut stage.world, body);
    let converged = held.oracle();
    let error = sag.error_percent(converged);
    let within_s = sag.time_within_s(converged, LIMIT_PERCENT);
    println!(
        "{:>6} {error:9.3} {wall_ms:9.3} {cpu_ms:9.2} {within_s:7.1} {:7.1}{}",
        format!("{}x{}", schedule.0, schedule.1),
        sag.time_s(),
        sag.warning()
    );
    Row {
        schedule,
        error,
        within_s,
        sag,
        wall_ms,
        cpu_ms,
    }
}

/// Median wall time and mean processor time of a frame without readback [ms].
fn time(schedule: (u32, u32), frames: usize) -> (f64, f64) {
    let mut stage = stage(schedule, 0);
    let mut frame = || {
        let started = Instant::now();
        stage.step(1.0 / 60.0).expect("a step");
        stage.world.wait(u64::MAX / 2).expect("the end of a step");
        started.elapsed().as_secs_f64() * 1e3
    };
    for _ in 0..10 {
        frame();
    }
    let before = processor_ms();
    let wall = (0..frames).map(|_| frame()).collect();
    let cpu = (processor_ms() - before) / frames as f64;
    (median(wall), cpu)
}

/// User and system time of this process [ms]; NaN where there is no `/proc`. Linux counts hundredths of a second, so a
/// mean over 60 frames is right to 0.2 ms.
fn processor_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // utime and stime are fields 12 and 13 after the name in brackets, which may contain spaces (proc(5)).
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<f64> = behind
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    if ticks.len() == 2 {
        10.0 * (ticks[0] + ticks[1])
    } else {
        f64::NAN
    }
}
