//! How much `cargo xtask test` runs, and until when.

use crate::build::{Build, Crates};
use std::time::{Duration, Instant, SystemTime};

/// Whether long sweeps run, of which crates, and when nothing new may begin.
pub struct Extent {
    is_long: bool,
    crates: Crates,
    began: Instant,
    within: Option<Duration>,
}

impl Extent {
    /// From now on, `within` so many minutes if any are given.
    pub fn new(is_long: bool, crates: Crates, within: Option<u32>) -> Self {
        Self {
            is_long,
            crates,
            began: Instant::now(),
            within: within.map(|minutes| Duration::from_secs(60 * u64::from(minutes))),
        }
    }

    /// The crates to test.
    pub fn crates(&self) -> Crates {
        self.crates
    }

    /// The build to test.
    pub fn build(&self) -> Build {
        Build::Tested(self.crates)
    }

    /// Since the start [s].
    pub fn took(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    /// Whether another step may begin.
    pub fn is_open(&self) -> bool {
        self.within
            .is_none_or(|within| self.began.elapsed() < within)
    }

    /// Whether a long sweep may begin: they were asked for, and half of the time is left for what follows.
    pub fn is_long(&self) -> bool {
        self.is_long && self.left_for_sweeps() != Some(Duration::ZERO)
    }

    /// When a long sweep may no longer begin.
    pub fn last_sweep(&self) -> Option<SystemTime> {
        self.left_for_sweeps().map(|left| SystemTime::now() + left)
    }

    fn left_for_sweeps(&self) -> Option<Duration> {
        let within = self.within?;
        Some((within / 2).saturating_sub(self.began.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(minutes: u64, within: Option<u32>) -> Extent {
        let began = Instant::now().checked_sub(Duration::from_secs(60 * minutes));
        Extent {
            began: began.expect("this machine has run for an hour"),
            ..Extent::new(true, Crates::All, within)
        }
    }

    #[test]
    fn sweeps_end_at_half_the_time_and_steps_at_its_end() {
        let now = Extent::new(true, Crates::All, Some(20));
        assert!(now.is_long() && now.is_open());
        assert!(!Extent::new(false, Crates::All, Some(20)).is_long());
        let late = after(11, Some(20));
        assert!(!late.is_long() && late.is_open());
        assert!(late.last_sweep().expect("a time") <= SystemTime::now());
        assert!(!after(21, Some(20)).is_open());
    }

    #[test]
    fn without_a_limit_everything_runs() {
        let late = after(50, None);
        assert!(late.is_long() && late.is_open());
        assert_eq!(late.last_sweep(), None);
    }
}
