//! The device is lost or runs out of memory while a world uses it.

use super::test_worlds::{cube, own_device};
use super::*;
use crate::desc::{
    BodyOptions, Model, PLIANT_EXECUTOR_WIDE, PLIANT_TELEPORT_PINS_FOLLOW, PLIANT_WORLD_TIMESTAMPS,
};
use crate::error::Status;
use crate::gpu::buffer;
use crate::gpu::run::TICKS;
use std::io::Write;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

const DT: f32 = 1.0 / 60.0;
/// Set for the child process that runs out of memory.
const CHILD: &str = "PLIANT_TEST_OUT_OF_MEMORY";

fn with_body(options: WorldOptions, cells: usize) -> World {
    let mut world = World::new(options).unwrap();
    let (asset, mut desc) = (cube(cells), BodyOptions::default());
    desc.executor = PLIANT_EXECUTOR_WIDE;
    (desc.layers, desc.mask) = (2, 1); // bodies do not touch each other
    world.apply(Edit::AddBody { asset, desc }).unwrap();
    world
}

/// The wait is for something that never arrives, first while the GPU works, then while it idles, so the device is lost
/// during the wait on any adapter. The wait ends with the loss, long before its timeout of an hour.
#[test]
fn a_device_lost_during_a_wait_ends_the_wait() {
    for delay_ms in [2, 2000] {
        let mut world = with_body(own_device(), 16);
        for _ in 0..4 {
            world.step(DT).unwrap();
        }
        let device = world.id.context().device.clone();
        let (say, hear) = mpsc::channel();
        let waiter = std::thread::spawn(move || {
            say.send(None).unwrap();
            let hour = Duration::from_secs(3600);
            let waited = world.id.context().wait_until(hour, || false);
            say.send(Some(waited)).unwrap();
            (world.wait(1), world.step(DT))
        });
        assert!(hear.recv().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(delay_ms));
        assert!(hear.try_recv().is_err(), "the wait ended by itself");
        device.destroy();
        let waited = hear.recv_timeout(Duration::from_secs(60));
        let lost = |error: Error| error.status == Status::DeviceLost && error.message.len() > 20;
        assert!(waited.expect("the wait hangs").unwrap().is_err_and(lost));
        let (wait, step) = waiter.join().unwrap();
        assert!(wait.is_err_and(lost) && step.is_err_and(lost));
    }
}

/// Also when steps found no free slot for their results.
#[test]
fn a_wait_ends_when_the_newest_step_has_and_not_before() {
    let mut world = with_body(own_device(), 16); // whose waits spin
    let minute = 60_000_000_000;
    for _ in 0..4 {
        world.step(DT).unwrap();
        assert!(world.wait(minute).unwrap());
        world.queue.newest().unwrap().hold();
    }
    for _ in 0..12 {
        world.step(DT).unwrap();
    }
    assert_eq!(world.results.skipped(), 12);
    assert!(!world.wait(0).unwrap(), "the steps were too short to see");
    assert!(world.wait(minute).unwrap());
    assert!(world.queue.is_done(), "a step is not done yet");
}

/// A world does not wait for later work of other worlds.
#[test]
fn a_wait_does_not_wait_for_other_worlds() {
    let mut world = with_body(WorldOptions::default(), 2);
    let mut busy = with_body(WorldOptions::default(), 16);
    assert!(Arc::ptr_eq(world.id.context(), busy.id.context()));
    world.step(DT).unwrap();
    assert!(world.wait(60_000_000_000).unwrap());
    // A step takes a software adapter some tenths of a second.
    for _ in 0..if world.id.context().is_software() {
        5
    } else {
        50
    } {
        busy.step(DT).unwrap();
    }
    let (own, others) = (world.wait(0).unwrap(), busy.wait(0).unwrap());
    assert!(!others, "the steps were too short to see");
    assert!(own);
}

/// Address space of this process [byte].
fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    4096 * pages.split(' ').next().unwrap().parse::<u64>().unwrap()
}

/// Limits the address space of this process.
fn limit(bytes: &str) -> bool {
    let pid = std::process::id().to_string();
    let mut command = Command::new("prlimit");
    let done = command
        .args(["--pid", &pid, &format!("--as={bytes}:")])
        .status();
    done.is_ok_and(|status| status.success())
}

/// A child process really runs out of memory: its address space ends 64 MiB above its use. Each refused call says so,
/// and the world goes on as if it had not asked.
#[test]
fn a_world_that_finds_no_memory_says_so_and_goes_on() {
    if std::env::var_os(CHILD).is_some() {
        return run_out_of_memory();
    }
    let software = context::acquire(&AdapterSelection::default()).is_ok_and(|c| c.is_software());
    if !software || !cfg!(target_os = "linux") || !limit("unlimited") {
        let _ = writeln!(
            std::io::stdout(),
            "SKIPPED: needs a software adapter, whose memory is the process's, and prlimit"
        );
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--nocapture"]);
    command.arg("world::loss_tests::a_world_that_finds_no_memory_says_so_and_goes_on");
    let output = command.env(CHILD, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("refused 3"), "{text}\n{errors}");
}

fn run_out_of_memory() {
    let [mut world, mut other] = [4, 4].map(|cells| with_body(WorldOptions::default(), cells));
    let step = |world: &mut World| {
        world.step(DT).unwrap();
        world.state_hash().unwrap()
    };
    assert_eq!(step(&mut world), step(&mut other));
    let context = world.id.context().clone();
    assert!(limit(&(address_space() + (64 << 20)).to_string()));
    let mut refused = 0;
    for attempt in 0..3 {
        let error = match attempt {
            0 => buffer::storage(&context, "huge", 120 << 20).map(drop),
            1 => {
                let uses = buffer::BufferUsages::UNIFORM;
                buffer::create(&context, "huge", 120 << 20, uses).map(drop)
            }
            _ => world
                .store
                .state_mut()
                .take_vertices(&context, 450_000, 2)
                .map(drop),
        };
        let error = error.unwrap_err();
        assert_eq!(error.status, Status::OutOfMemory, "{error:?}");
        assert!(error.message.len() > 20 && world.is_lost().is_none());
        // Only adding a body suggests removing some.
        assert_eq!(error.message.contains("remove bodies"), attempt == 2);
        refused += 1;
    }
    let before = step(&mut other);
    assert_eq!(step(&mut world), before);
    assert!(limit("unlimited"));
    world
        .store
        .state_mut()
        .take_vertices(&context, 450_000, 2)
        .unwrap();
    assert_eq!(step(&mut world), step(&mut other));
    println!("refused {refused}");
}

/// Each write of a new body runs out of memory in turn. The body is not added, its space is free again, and the world
/// goes on. A half-moved body is different and says so.
#[test]
fn a_body_that_finds_no_memory_leaves_no_trace() {
    let [mut world, mut other] = [4, 4].map(|cells| with_body(WorldOptions::default(), cells));
    let (asset, desc) = (cube(3), BodyOptions::default());
    let step = |world: &mut World| {
        world.step(DT).unwrap();
        world.state_hash().unwrap()
    };
    step(&mut world);
    let taken = |w: &World| {
        let state = w.store.state();
        let ranges = [
            &state.arena_ranges,
            &state.body_ranges,
            &state.vertex_ranges,
        ];
        (
            ranges.map(|r| r.end()),
            w.scene.body_slots().len(),
            w.store.packed().len(),
        )
    };
    let before = taken(&world);
    let mut writes = 0;
    let body = loop {
        buffer::REFUSED.set(writes + 1);
        let asset = asset.clone();
        match world.apply(Edit::AddBody { asset, desc }) {
            Ok(Applied::Body(body)) => break body,
            Ok(_) => panic!("no body"),
            Err(e) => assert_eq!(e.status, Status::OutOfMemory, "{e:?}"),
        }
        assert_eq!(taken(&world), before, "after write {writes}");
        assert!(world.is_lost().is_none());
        writes += 1;
    };
    buffer::REFUSED.set(0);
    assert_eq!(writes, 5, "the asset, three of the vertices, the report");
    step(&mut other);
    other.apply(Edit::AddBody { asset, desc }).unwrap();
    assert_eq!(step(&mut world), step(&mut other));
    buffer::REFUSED.set(2);
    let still = [0.0; 3];
    let moved = world.apply(Edit::TeleportBody {
        body,
        pose: Default::default(),
        linear_velocity: still,
        angular_velocity: still,
        pins: PLIANT_TELEPORT_PINS_FOLLOW,
    });
    assert_eq!(moved.unwrap_err().status, Status::OutOfMemory);
    let lost = world.step(DT).unwrap_err();
    assert!(lost.message.contains("half moved"), "{lost}");
}

/// A step's ticks belong to its stages in order, none starts before the previous one has ended, and the times are
/// computed from them.
#[test]
fn stage_times_are_the_ticks_of_their_stages() {
    let options = WorldOptions {
        flags: PLIANT_WORLD_TIMESTAMPS,
        ..WorldOptions::default()
    };
    let mut world = with_body(options, 4);
    if !world.queue.is_timed() {
        let _ = writeln!(std::io::stdout(), "SKIPPED: the adapter has no timestamps");
        return;
    }
    for method in [
        crate::desc::PLIANT_MODEL_NEO_HOOKEAN,
        crate::desc::PLIANT_MODEL_MASS_SPRING,
    ] {
        for executor in [PLIANT_EXECUTOR_WIDE, crate::desc::PLIANT_EXECUTOR_RESIDENT] {
            let (asset, mut desc) = (cube(2), BodyOptions::default());
            (desc.executor, desc.model) = (executor, Model::default_of(method).unwrap());
            (desc.layers, desc.mask) = (2, 1);
            world.apply(Edit::AddBody { asset, desc }).unwrap();
        }
    }
    world.step(DT).unwrap();
    world.state_hash().unwrap();
    let plan = &world.planner.program().unwrap().plan;
    let labels: Vec<&str> = plan.stages.iter().map(|stage| stage.label).collect();
    // Recentring, small bodies of both methods, which share a stage on a GPU, each method wide, and energies.
    let small = if world.id.context().is_software() {
        2
    } else {
        1
    };
    assert_eq!(labels.len(), small + 4);
    let frame = world.queue.newest().unwrap();
    assert_eq!(frame.labels(), labels);
    let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(frame.piece(TICKS).unwrap());
    assert_eq!(ticks.len(), 2 * labels.len());
    assert!(ticks[0] > 0 && ticks.is_sorted(), "{ticks:?}");
    let period = world.id.context().timestamp_period();
    let time = |from: u64, to: u64| ((to - from) as f64 * period) as u64;
    for (stage, span) in ticks.chunks(2).enumerate() {
        assert!(span[1] > span[0]);
        let found = world.stage_time(stage as u32).unwrap();
        assert_eq!(found.nanoseconds, time(span[0], span[1]));
        let label = labels[stage].as_bytes();
        assert!(found.label.starts_with(label) && found.label[label.len()] == 0);
    }
    assert_eq!(
        world.stats().gpu_step_ns,
        time(ticks[0], ticks[2 * labels.len() - 1])
    );
}
