//! Time of a thousand rays, with and without building their tree, of events, and of contact's fixed lists beside the tree.

use super::{cooked, median};
use pliant::desc::*;
use pliant::math::PliantPose;
use pliant::world::{Edit, World};
use std::sync::Arc;
use std::time::Instant;

/// Rays of a batch.
const RAYS: usize = 1000;
/// A frame [s].
const STEP_S: f32 = 1.0 / 60.0;
/// Frames before times count.
const WARM_UP: usize = 30;
/// Stages of a step that find what touches.
const LISTS: &str = "touch";

/// Pairs of cubes of 320 tets, one on the other, so many along each side of a square.
fn stacks(side: usize, flags: u32, events: u32) -> World {
    let mut world = World::new(WorldOptions {
        flags,
        ..WorldOptions::default()
    })
    .expect("a world");
    let desc = PliantColliderDesc::default();
    world.apply(Edit::AddCollider { desc }).expect("a floor");
    let asset = cooked([4; 3]);
    for k in 0..2 * side * side {
        let (i, j, level) = (k % side, k / side % side, k / side / side);
        let place = [i as f64, level as f64, j as f64];
        let material = PliantNeoHookeanDesc {
            young_modulus: 1e6,
            damping: 5.0,
            ..PliantNeoHookeanDesc::default()
        };
        let desc = BodyOptions {
            pose: PliantPose::at([1.5 * place[0], 0.01 + 1.03 * place[1], 1.5 * place[2]]),
            model: material.into(),
            events,
            ..BodyOptions::default()
        };
        let asset = Arc::clone(&asset);
        world.apply(Edit::AddBody { asset, desc }).expect("a body");
    }
    world
}

/// Rays from above, down through a square of this edge at different angles.
fn rays(edge: f64) -> Vec<PliantRay> {
    let ray = |k: usize| {
        let share = |rate: f64| (k as f64 * rate).fract();
        PliantRay {
            origin: [edge * share(0.618_034), 5.0, edge * share(0.754_878)],
            direction: [share(0.324) as f32 - 0.5, -1.0, share(0.911) as f32 - 0.5],
            length: 20.0,
            ..PliantRay::default()
        }
    };
    (0..RAYS).map(ray).collect()
}

/// Submits a batch and waits for its answers [ms]; how many rays met something.
fn ask(world: &mut World, rays: &[PliantRay]) -> (f64, usize) {
    let started = Instant::now();
    let ticket = world.query_rays(rays).expect("a ticket");
    world.wait_for(ticket).expect("an answer");
    let hits = world.fetch_hits(ticket).expect("hits");
    let time = started.elapsed().as_secs_f64() * 1e3;
    (time, hits.iter().filter(|hit| hit.body.bits != 0).count())
}

fn step(world: &mut World) -> f64 {
    let started = Instant::now();
    world.step(STEP_S).expect("a step");
    world.wait(u64::MAX / 2).expect("the end of a step");
    started.elapsed().as_secs_f64() * 1e3
}

/// Prints the tables.
pub fn run(frames: usize) {
    println!(
        "{:>7} {:>9} {:>13} {:>9} {:>11} {:>7}",
        "bodies", "step ms", "tree+rays ms", "rays ms", "10 x ray ms", "met"
    );
    for side in [6, 16, 45] {
        timed_rays(side, frames);
    }
    println!("GPU time of the stages of a step [ms], 512 bodies in 256 pairs");
    for (what, flags, events) in [
        ("no events", 0, 0),
        (
            "events",
            PLIANT_WORLD_EVENTS,
            PLIANT_EVENT_BEGIN | PLIANT_EVENT_STAY | PLIANT_EVENT_END,
        ),
    ] {
        timed_events(what, flags, events, frames);
    }
}

fn timed_rays(side: usize, frames: usize) {
    let mut world = stacks(side, 0, 0);
    let rays = rays(1.5 * side as f64);
    let (mut steps, mut built, mut asked, mut ten) = (vec![], vec![], vec![], vec![]);
    let mut met = 0;
    for frame in 0..WARM_UP + frames {
        let time = step(&mut world);
        if frame < WARM_UP {
            ask(&mut world, &rays);
            continue;
        }
        steps.push(time);
        built.push(ask(&mut world, &rays).0);
        let (time, count) = ask(&mut world, &rays);
        asked.push(time);
        met = count;
        // Without the way to the GPU and back: ten batches at once.
        let started = Instant::now();
        let tickets: Vec<_> = (0..10)
            .map(|_| world.query_rays(&rays).expect("a ticket"))
            .collect();
        for ticket in tickets {
            world.wait_for(ticket).expect("an answer");
            world.drop_ticket(ticket).expect("a ticket");
        }
        ten.push(started.elapsed().as_secs_f64() * 1e3);
    }
    println!(
        "{:7} {:9.3} {:13.3} {:9.3} {:11.3} {met:7}",
        2 * side * side,
        median(steps),
        median(built),
        median(asked),
        median(ten)
    );
}

fn timed_events(what: &str, flags: u32, events: u32, frames: usize) {
    let mut world = stacks(16, flags | PLIANT_WORLD_TIMESTAMPS, events);
    let (mut steps, mut told) = (Vec::new(), 0);
    let mut stages: Vec<(String, Vec<f64>)> = Vec::new();
    for frame in 0..WARM_UP + frames {
        let time = step(&mut world);
        if events != 0 {
            told = world.events(PLIANT_MAP_WAIT).expect("events").count;
        }
        if frame < WARM_UP {
            continue;
        }
        steps.push(time);
        for k in 0.. {
            let Ok(stage) = world.stage_time(k) else {
                break;
            };
            let label: Vec<u8> = stage
                .label
                .iter()
                .copied()
                .take_while(|c| *c != 0)
                .collect();
            if stages.len() <= k as usize {
                stages.push((String::from_utf8_lossy(&label).into_owned(), Vec::new()));
            }
            stages[k as usize].1.push(1e-6 * stage.nanoseconds as f64);
        }
    }
    println!("{what}: {told} told, step {:.3} ms", median(steps));
    for (label, times) in stages {
        let mark = if label.contains(LISTS) { "*" } else { "" };
        println!("  {label:32} {:.4} {mark}", median(times));
    }
}
