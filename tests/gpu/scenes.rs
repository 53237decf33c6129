//! The scenes of the test data (`scenes/` there): each frame is judged exactly, and a table says what was found
//! (docs/scenes.md has it).
//!
//! - `PLIANT_SCENES=a,b` runs these scenes whole, `PLIANT_SCENES=all` all of them, the cheapest first.
//! - `PLIANT_SCENES_MODELS=N` takes the first N of `MODELS`.
//! - `PLIANT_SCENES_TETS=N` leaves out scenes with more tets.
//! - `PLIANT_SCENES_LIMIT=S` ends each run after S seconds, `PLIANT_SCENES_BUDGET=S` all of them.
//! - `PLIANT_SCENES_SUBSTEPS=N` gives bodies N substeps, `PLIANT_SCENES_ITERATIONS=N` so many iterations.
//! - `PLIANT_SCENES_TRACE=1` prints what is wrong in each frame.
//! - `PLIANT_SCENES_OBJ=FOLDER` writes each frame there for looking, `PLIANT_SCENES_TABLE=FILE` the table.

pub mod build;
pub mod file;

use super::common::*;
use super::exact::Verdict;
use super::files::data;
use super::touching::worse;
use build::Running;
use file::SceneFile;
use pliant::desc::*;
use std::path::Path;
use std::time::Instant;

/// The longest step that a world takes [s].
const LONGEST: f64 = 0.2;
/// Tets that a software adapter steps in reasonable time, whole scenes and all.
const SOFTWARE_TETS: usize = 1000;

/// Models that the bodies of a scene take in turn.
type Models = (&'static str, &'static [u32]);
const MODELS: [Models; 3] = [
    ("neo-Hookean", &[PLIANT_MODEL_NEO_HOOKEAN]),
    ("mass-spring", &[PLIANT_MODEL_MASS_SPRING]),
    (
        "in turn, with shape matching",
        &[
            PLIANT_MODEL_SHAPE_MATCHING,
            PLIANT_MODEL_NEO_HOOKEAN,
            PLIANT_MODEL_MASS_SPRING,
        ],
    ),
];

const HEAD: &str = "| scene | model | tets | dt [ms] | frames | least gap [mm] | ms a frame | clamped [%] | crossing | own | touching | inverted | below planes [mm] | top [m] | stopped |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// How much to run, in seconds of this machine and in tets.
#[derive(Clone, Copy)]
struct Asked {
    models: usize,
    tets: usize,
    limit: f64,
    budget: f64,
}

/// Scenes in which something crosses, or is inverted: docs/scenes.md tells how much.
const CROSSES: [&str; 1] = ["roller-ball-1k"];
const INVERTS: [&str; 11] = [
    "arch-mu-0.2",
    "arch-mu-0.5",
    "card-house-hit",
    "chain-10",
    "cow-head-plane",
    "four-rods-twist",
    "mat-twist-40",
    "stiff-sphere-on-mat",
    "three-octocats-in-bowl",
    "torus-on-cone",
    "two-mats-fall",
];

impl Outcome {
    /// Nothing crosses, touches, is inverted or stops, but where it is known.
    fn hold_to(&self, scene: &str, row: &str) {
        let mut worst = self.worst;
        if CROSSES.contains(&scene) {
            (worst.crossing, worst.inverted) = (0, 0);
        }
        if INVERTS.contains(&scene) {
            worst.inverted = 0;
        }
        assert!(worst.is_clean() && self.stopped == 0, "{row}");
    }
}

/// A number of the environment.
pub fn setting(name: &str) -> Option<f64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

impl Asked {
    fn of_environment() -> Self {
        let most = if is_software(&world()) {
            SOFTWARE_TETS as f64
        } else {
            f64::INFINITY
        };
        Asked {
            models: setting("PLIANT_SCENES_MODELS").unwrap_or(MODELS.len() as f64) as usize,
            tets: setting("PLIANT_SCENES_TETS").unwrap_or(most) as usize,
            limit: setting("PLIANT_SCENES_LIMIT").unwrap_or(f64::INFINITY),
            budget: setting("PLIANT_SCENES_BUDGET").unwrap_or(f64::INFINITY),
        }
    }
}

/// What a run showed.
struct Outcome {
    frames: usize,
    /// Frames that the scene asks for.
    wanted: usize,
    dt: f64,
    start: Verdict,
    worst: Verdict,
    depth: f64,
    /// The highest vertex at the start and at the end.
    top: [f64; 2],
    /// Bodies that no longer move, since a number was not finite or they are too stiff.
    stopped: usize,
    times: Vec<f64>,
    /// Sum over frames of the share of vertices that other bodies cut short.
    clamped: f64,
}

/// Runs a scene for so many of its seconds, and at most `limit` of ours.
fn run_scene(
    folder: &Path,
    file: &SceneFile,
    models: &[u32],
    (seconds, limit): (f64, f64),
) -> Outcome {
    let mut running = Running::new(folder, file, models);
    let dt = file.dt.min(LONGEST);
    let frames = (seconds.min(file.duration) / dt).round().max(1.0) as usize;
    let start = running.stage.judge();
    let mut outcome = Outcome {
        frames: 0,
        wanted: frames,
        dt,
        start,
        worst: start,
        depth: 0.0,
        top: [running.stage.top(); 2],
        stopped: 0,
        times: Vec::new(),
        clamped: 0.0,
    };
    let drawn = std::env::var_os("PLIANT_SCENES_OBJ");
    let mut begun = Instant::now();
    for frame in 0..frames {
        if frame == 1 {
            begun = Instant::now(); // the first compiles kernels
        }
        if begun.elapsed().as_secs_f64() > limit {
            break;
        }
        let started = Instant::now();
        running.step(dt);
        outcome.times.push(started.elapsed().as_secs_f64() * 1e3);
        outcome.frames += 1;
        running.stage.read();
        let found = running.stage.judge();
        if setting("PLIANT_SCENES_TRACE").is_some() && !found.is_clean() {
            println!("frame {frame}: {found:?}");
        }
        outcome.worst = worse(outcome.worst, found);
        outcome.depth = outcome.depth.max(running.stage.depth());
        outcome.clamped += running.stage.clamped();
        if let Some(drawn) = &drawn {
            let name = format!("{}-{frame:04}.obj", file.name);
            std::fs::write(Path::new(drawn).join(name), running.stage.obj()).expect("a frame");
        }
    }
    let stage = &mut running.stage;
    outcome.top[1] = stage.top();
    for actor in &stage.actors {
        let info = stage.world.body_info(actor.body).expect("info");
        outcome.stopped += usize::from(info.state != PLIANT_BODY_ACTIVE);
    }
    outcome
}

fn row(name: &str, model: &str, tets: usize, run: &Result<Outcome, String>) -> String {
    let outcome = match run {
        Ok(outcome) => outcome,
        Err(why) => return format!("| {name} | {model} | {tets} | {why} |||||||||||"),
    };
    let mut times = outcome.times.clone();
    times.sort_by(f64::total_cmp);
    let worst = outcome.worst;
    // What stands at the start is not the step's doing.
    let began = match outcome.start.is_clean() {
        true => String::new(),
        false => format!(
            " ({} at the start)",
            outcome.start.crossing + outcome.start.touching
        ),
    };
    let frames = match outcome.frames < outcome.wanted {
        true => format!("{} of {}", outcome.frames, outcome.wanted),
        false => outcome.frames.to_string(),
    };
    format!(
        "| {name} | {model} | {tets} | {:.0} | {frames} | {:.4} | {:.1} | {:.1} | {}{began} | {} | {} | {} | {:.4} | {:.3} to {:.3} | {} |",
        outcome.dt * 1e3,
        worst.gap * 1e3,
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN),
        100.0 * outcome.clamped / outcome.frames.max(1) as f64,
        worst.crossing,
        worst.self_crossing,
        worst.touching,
        worst.inverted,
        outcome.depth * 1e3,
        outcome.top[0],
        outcome.top[1],
        outcome.stopped,
    )
}

/// Runs scenes, prints the table and asserts what is known to hold. One model after the other, so that a budget reaches every
/// scene once before it reaches one twice.
fn table(names: &[String], amount: Asked, seconds: f64) {
    let Some(folder) = data() else { return };
    let mut text = format!("{HEAD}\n");
    println!("{HEAD}");
    let mut files: Vec<_> = names
        .iter()
        .map(|name| SceneFile::read(&folder, name))
        .collect();
    files.sort_by_key(|file| file.tets * (file.duration / file.dt) as usize);
    let begun = Instant::now();
    for (model_name, models) in &MODELS[..amount.models] {
        for file in &files {
            let left = amount.budget - begun.elapsed().as_secs_f64();
            let run = match (file.tets > amount.tets, left > 0.0) {
                (true, _) => Err("not run: too many tets".to_owned()),
                (_, false) => Err("not run: no time left".to_owned()),
                _ => Ok(run_scene(
                    &folder,
                    file,
                    models,
                    (seconds, amount.limit.min(left)),
                )),
            };
            let row = row(&file.name, model_name, file.tets, &run);
            println!("{row}");
            text += &format!("{row}\n");
            if let Ok(outcome) = run {
                outcome.hold_to(&file.name, &row);
            }
        }
    }
    if let Some(path) = std::env::var_os("PLIANT_SCENES_TABLE") {
        std::fs::write(path, text).expect("a table");
    }
}

/// In no frame anything crosses, touches or is inverted, but where docs/scenes.md says so. Brief: half a second of a few small scenes, and a surface that moves.
/// Long: all scenes, whole, with the models of `MODELS`.
#[test]
fn the_scenes_of_others() {
    let Some(folder) = data() else { return };
    let amount = Asked::of_environment();
    let all = || SceneFile::names(&folder);
    match std::env::var("PLIANT_SCENES").as_deref() {
        Ok("all") => table(&all(), amount, f64::INFINITY),
        Ok(chosen) => {
            let names: Vec<String> = chosen.split(',').map(str::to_owned).collect();
            table(&names, amount, f64::INFINITY);
        }
        Err(_) if is_whole() => table(&all(), amount, f64::INFINITY),
        Err(_) => {
            let brief = ["two-cubes-20ms", "two-cubes-1mm-apart", "slope-mu-0.50"];
            let amount = Asked {
                models: 1,
                ..amount
            };
            table(&brief.map(str::to_owned), amount, 0.5);
            table(
                &["cube-on-turning-triangle".to_owned()],
                amount,
                f64::INFINITY,
            );
        }
    }
}

/// Every scene file can be read, its meshes are there, and it starts as the data say: with nothing that crosses.
#[test]
fn scene_files_start_as_their_table_says() {
    let Some(folder) = data() else { return };
    let (mut count, mut touching) = (0, 0);
    for name in SceneFile::names(&folder) {
        let file = SceneFile::read(&folder, &name);
        if file.tets > SOFTWARE_TETS {
            continue;
        }
        let start = build::start(&folder, &file);
        println!("{name}: {start:?}");
        assert_eq!(
            start.crossing + start.self_crossing + start.inverted,
            0,
            "{name}: {start:?}"
        );
        touching += usize::from(start.touching > 0);
        count += 1;
    }
    println!("{count} scenes, {touching} of them with bodies that touch");
    assert!(count > 30, "{count}");
}
