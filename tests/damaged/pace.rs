//! Speed of this machine, to scale time limits that were measured on another.

use super::mutate::Random;
use super::watch::worked;
use glam::DVec3;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time of `known_work` on the machine of the limits in `watch.rs`, while its other processor works too.
const KNOWN: Duration = Duration::from_millis(38);
/// Limits are scaled by at most this, so that a slow case differs from a hang (`watch.rs`).
const SLOWEST_MACHINE: f64 = 5.0;

/// Work like that of cooking a mesh: sorting, scattered reads and sums of lengths.
fn known_work() {
    let mut random = Random::new(1);
    let mut keys: Vec<usize> = (0..1 << 18).map(|_| random.below(1 << 18)).collect();
    let points: Vec<DVec3> = keys.iter().map(|key| DVec3::splat(*key as f64)).collect();
    let lengths = |from: &DVec3| -> f64 {
        let next = |at: usize| keys[at];
        let path = std::iter::successors(Some(from.x as usize), |at| Some(next(*at)));
        path.take(8).map(|at| points[at].distance(*from)).sum()
    };
    black_box(points.iter().map(lengths).sum::<f64>());
    keys.sort_unstable();
    black_box(keys);
}

/// Processor time of `known_work` on this machine: the median of three.
fn pace() -> Duration {
    let mut times = [(); 3].map(|()| {
        let start = Instant::now();
        let before = worked(start);
        known_work();
        worked(start) - before
    });
    times.sort_unstable();
    times[1]
}

/// Whether this time is below the limit; a slower machine gets a higher limit.
pub fn is_within(took: Duration, limit: Duration) -> bool {
    is_within_at(took, limit, pace)
}

fn is_within_at(took: Duration, limit: Duration, pace: impl FnOnce() -> Duration) -> bool {
    let slower = || pace().as_secs_f64() / KNOWN.as_secs_f64();
    took < limit || took < limit.mul_f64(slower().clamp(1.0, SLOWEST_MACHINE))
}

#[test]
fn a_slower_machine_has_more_time_and_a_faster_one_no_less() {
    let seconds = Duration::from_secs;
    let is_within = |took, pace: f64| is_within_at(took, seconds(10), || KNOWN.mul_f64(pace));
    assert!(is_within(seconds(9), 0.1));
    assert!(!is_within(seconds(11), 1.0));
    assert!(is_within(seconds(19), 2.0));
    assert!(!is_within(seconds(21), 2.0));
    assert!(!is_within(seconds(51), 1000.0));
    assert!(pace() > Duration::ZERO);
}

#[test]
#[ignore = "tells what KNOWN is on this machine"]
fn pace_of_this_machine() {
    println!("{:?}", pace());
}
