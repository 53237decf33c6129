//! What tests and steps cost.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many of the slowest are named.
const NAMED: usize = 10;
/// Ticks of a second in `/proc`: Linux shows all programs this many.
const TICKS: f64 = 100.0;

/// Tests and programs, and how long each took [s].
static TOOK: Mutex<Vec<(String, f64)>> = Mutex::new(Vec::new());

/// Keeps how long a test or a program took [s].
pub fn note(name: String, took: f64) {
    let mut all = TOOK.lock().unwrap_or_else(PoisonError::into_inner);
    all.push((name, took));
}

/// The slowest tests and programs so far, one a line.
pub fn slowest() -> String {
    let mut all = TOOK.lock().unwrap_or_else(PoisonError::into_inner).clone();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let lines = all.iter().take(NAMED);
    lines
        .map(|(name, took)| format!("{took:7.1} s  {name}\n"))
        .collect()
}

/// Processor time of the programs that were run and have ended [s]. `None` where the system does not tell.
pub fn worked() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let (_, fields) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS) // `cutime` and `cstime` of proc(5), without the first two fields
}

/// Finds how long each Rust test took from what the test programs print: they say when a test has ended, and begin tests
/// in the order of their names, the next as soon as one has ended.
pub struct Clock {
    threads: usize,
    began: Instant,
    /// Tests in the order in which they ended, and when [s].
    ended: Vec<(String, f64)>,
}

impl Clock {
    /// For programs that run this many tests at once.
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            began: Instant::now(),
            ended: Vec::new(),
        }
    }

    /// Reads a line as soon as it is printed. Notes the tests of a program once it has ended.
    pub fn read(&mut self, line: &str) {
        if line.starts_with("running ") {
            (self.began, self.ended) = (Instant::now(), Vec::new());
        } else if line.starts_with("test result: ") {
            let took = took(self.threads, &std::mem::take(&mut self.ended));
            took.into_iter().for_each(|(name, took)| note(name, took));
        } else if let Some((name, _)) = line
            .strip_prefix("test ")
            .and_then(|l| l.split_once(" ..."))
        {
            let name = name.trim_end_matches(" - should panic").to_owned();
            self.ended.push((name, self.began.elapsed().as_secs_f64()));
        }
    }
}

/// How long tests took that ended in this order, at these times [s]. Nothing if they did not begin in the order of their names.
fn took(threads: usize, ended: &[(String, f64)]) -> Vec<(String, f64)> {
    let mut names: Vec<&str> = ended.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let mut waiting = names.into_iter();
    let mut running: BTreeMap<&str, f64> =
        waiting.by_ref().take(threads).map(|n| (n, 0.0)).collect();
    let mut all = Vec::new();
    for (name, at) in ended {
        let Some(began) = running.remove(name.as_str()) else {
            return Vec::new();
        };
        all.push((name.clone(), at - began));
        running.extend(waiting.next().map(|next| (next, *at)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took_of(threads: usize, ended: &[(&str, f64)]) -> Vec<(String, f64)> {
        let ended: Vec<_> = ended.iter().map(|(n, at)| (n.to_string(), *at)).collect();
        took(threads, &ended)
    }

    #[test]
    fn a_test_begins_when_another_has_ended() {
        let found = took_of(2, &[("b", 1.0), ("c", 4.0), ("a", 5.0), ("d", 6.5)]);
        let expected = [("b", 1.0), ("c", 3.0), ("a", 5.0), ("d", 2.5)];
        assert_eq!(found, expected.map(|(name, took)| (name.to_owned(), took)));
        let found = took_of(1, &[("a", 1.0), ("b", 4.0)]);
        assert_eq!(found[1], ("b".to_owned(), 3.0));
    }

    #[test]
    fn tests_in_another_order_get_no_times() {
        assert!(took_of(1, &[("b", 1.0), ("a", 2.0)]).is_empty());
        assert!(took_of(2, &[("c", 1.0), ("b", 2.0), ("a", 3.0)]).is_empty());
    }

    #[test]
    fn the_slowest_are_named_first() {
        for n in 0..20 {
            note(format!("of {n} hours"), 3600.0 * f64::from(n));
        }
        let lines = slowest();
        let names: Vec<&str> = lines.lines().filter_map(|l| l.split("  ").last()).collect();
        assert_eq!(names.len(), NAMED);
        assert_eq!(names[..2], ["of 19 hours", "of 18 hours"]);
    }

    #[test]
    fn lines_of_a_test_program_are_read() {
        let mut clock = Clock::new(1);
        let lines = "running 2 tests\ntest times_a - should panic ... ok\ntest times_b ... SKIPPED: no GPU\nok\n";
        lines.lines().for_each(|line| clock.read(line));
        let names: Vec<&str> = clock.ended.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["times_a", "times_b"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_work_of_programs_is_counted() {
        let before = worked().expect("a time");
        let loops = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        std::process::Command::new("sh")
            .args(["-c", loops])
            .status()
            .expect("it ran");
        assert!(worked().expect("a time") > before);
    }
}
