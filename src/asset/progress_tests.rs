use crate::asset::SurfaceMesh;
use crate::asset::from_surface::{Mode, Region, SurfaceOptions, cook_levels};
use pliant_geometry::error::Status;
use pliant_geometry::progress::{Meter, Progress, STRIDE};
use pliant_geometry::shapes::{both, moved, sphere};
use pliant_mesh::test_meshes::is_long;
use std::cell::{Cell, RefCell};
use std::io::Write;

/// Processor time of this thread [ns]; none where the system does not report it.
fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[test]
fn parts_and_rounds_of_parts_lie_in_them_and_follow_each_other() {
    let told = RefCell::new(Vec::new());
    let tell = |done: f32| {
        told.borrow_mut().push(done);
        true
    };
    let whole = Progress::new(&tell);
    for number in 0..40 {
        let round = whole.part(0.25, 0.75).round(number);
        let mut meter = Meter::new(&round, 100_000);
        (0..100_000).for_each(|_| meter.add(1).unwrap());
    }
    let told = told.into_inner();
    assert!(told.is_sorted() && told[0] >= 0.25 && told[told.len() - 1] <= 0.75);
    assert_eq!(told.len(), 40 * (100_000 / STRIDE));
}

fn options<'a>(mode: Mode, regions: &'a [Region<'a>], factors: &'a [f32]) -> SurfaceOptions<'a> {
    SurfaceOptions {
        mode,
        elements: 1000,
        regions,
        vertex_density: factors,
        threads: 1,
        ..Default::default()
    }
}

/// The call that says stop is the last one, and the work ends as cancelled.
#[test]
fn every_call_can_stop_the_work() {
    let surface = both(sphere(3, 1.0), moved(sphere(2, 0.5), [3.0, 0.0, 0.0], 1.0));
    let inner = sphere(2, 0.6);
    let regions = [Region {
        surface: &inner,
        stiffness: 2.0,
        density: 1.0,
    }];
    let factors = vec![2.0; surface.positions.len()];
    for mode in [Mode::Cage, Mode::Conforming, Mode::Shell] {
        let options = options(mode, &regions, &factors);
        let calls = |most: usize| {
            let count = Cell::new(0);
            let tell = |_| {
                count.set(count.get() + 1);
                count.get() < most
            };
            let made = cook_levels(&surface, &options, 2, &Progress::new(&tell));
            (count.get(), made.map(|levels| levels.len()))
        };
        let (all, made) = calls(usize::MAX);
        assert!(made.is_ok() && all > 8, "{mode:?}: {all} {made:?}");
        let every = if is_long() { 1 } else { 7 };
        for stop in (1..=all).step_by(every) {
            let (count, made) = calls(stop);
            assert_eq!(
                count, stop,
                "{mode:?}: it went on after call {stop} of {all}"
            );
            assert_eq!(made.map_err(|e| e.status), Err(Status::Cancelled));
        }
    }
}

/// Each call's progress and the processor time [ns] before it, cooking on one thread.
fn calls(surface: &SurfaceMesh, options: &SurfaceOptions) -> Vec<(f32, u64)> {
    let calls = RefCell::new(Vec::new());
    let now = || processor_time().unwrap_or(0);
    let last = Cell::new(now());
    let tell = |done: f32| {
        calls.borrow_mut().push((done, now() - last.get()));
        last.set(now());
        true
    };
    cook_levels(surface, options, 1, &Progress::new(&tell)).unwrap();
    calls.into_inner()
}

/// No call comes later than a tenth of the work. The longest silent stages go through all triangles or tets a few times
/// or sort edges; there are dozens of them. The least of three runs removes the noise.
#[test]
fn the_work_between_two_calls_is_a_small_part_of_all() {
    if processor_time().is_none() {
        let _ = writeln!(
            std::io::stdout(),
            "SKIPPED: the system does not tell a thread's processor time"
        );
        return;
    }
    for (mode, cuts, elements) in [
        (Mode::Cage, 7, 2000),
        (Mode::Cage, 6, 50_000),
        (Mode::Conforming, 6, 50_000),
    ] {
        let surface = sphere(cuts, 1.0);
        let options = SurfaceOptions {
            elements,
            ..options(mode, &[], &[])
        };
        let runs = [(); 3].map(|()| calls(&surface, &options));
        let said = |run: &[(f32, u64)]| run.iter().map(|call| call.0).collect::<Vec<_>>();
        let told = said(&runs[0]);
        assert!(told.is_sorted() && runs.iter().all(|run| said(run) == told));
        let least = |call: usize| runs.iter().map(|run| run[call].1).min().unwrap_or(0);
        // Not the sum of the least: most waits are below a clock tick.
        let whole = |run: &Vec<(f32, u64)>| run.iter().map(|call| call.1).sum::<u64>();
        let all = runs.iter().map(whole).min().unwrap_or(0);
        for (call, done) in told.iter().enumerate() {
            let share = least(call) as f64 / all as f64;
            if share > 0.02 {
                println!("{mode:?} {elements}: {share:.3} of {all} ns before {done}");
            }
            assert!(share < 0.1, "{mode:?} {elements}: {share} before {done}");
        }
    }
}
