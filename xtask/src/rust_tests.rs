//! The `rust-tests` step: `cargo test`, with what passed and what was skipped counted.

use crate::extent::Extent;
use crate::shell::{self, Failure, Result, words};
use crate::times::Clock;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::time::UNIX_EPOCH;

/// Tells the tests to run the long sweeps.
const LONG: &str = "PLIANT_LONG_TESTS";
/// Tells them when no long sweep may begin any more [s, Unix time].
const LONG_UNTIL: &str = "PLIANT_LONG_TESTS_UNTIL";
/// How many tests a program runs at once.
const THREADS: &str = "RUST_TEST_THREADS";
/// What a test prints where it, or a part of it, cannot run on this machine.
const SKIPPED: &str = "SKIPPED: ";

/// What the test programs said.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: usize,
    /// Reasons, and how often each was given.
    skipped: BTreeMap<String, usize>,
}

impl Counts {
    fn read(&mut self, line: &str) {
        if let Some((_, reason)) = line.split_once(SKIPPED) {
            *self
                .skipped
                .entry(reason.trim_end().to_owned())
                .or_default() += 1;
        }
        // test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s
        let result = line.strip_prefix("test result: ");
        let counts = result.and_then(|rest| rest.split_once(". "));
        let passed = counts.and_then(|(_, counts)| counts.split(' ').next()?.parse().ok());
        self.passed += passed.unwrap_or(0);
    }

    /// One line for the tests and one for each reason to skip.
    fn summary(&self) -> String {
        let skipped: usize = self.skipped.values().sum();
        let mut text = format!("    {} tests passed, {skipped} times SKIPPED", self.passed);
        for (reason, count) in &self.skipped {
            text += &format!("\n    SKIPPED {count} x: {reason}");
        }
        text
    }
}

/// Runs all Rust tests. Fails when a test fails, or when none ran.
pub fn run(extent: &Extent) -> Result {
    let mut counts = Counts::default();
    let mut result = Ok(());
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get());
    // Tests of xtask alone need no other features of its dependencies than the running xtask, so that these are not compiled
    // again.
    let others = format!("{} --exclude xtask", extent.crates().with_xtask());
    for part in [others.as_str(), "--package xtask"] {
        let mut command = words(&format!("cargo test {part} --no-fail-fast"));
        command.env(THREADS, threads.to_string());
        command.env(LONG, if extent.is_long() { "1" } else { "0" });
        if let Some(Ok(until)) = extent
            .last_sweep()
            .map(|last| last.duration_since(UNIX_EPOCH))
        {
            command.env(LONG_UNTIL, until.as_secs().to_string());
        }
        let mut clock = Clock::new(threads);
        let part = shell::run_and_read(&mut command, |output| {
            copy(output, &mut std::io::stdout(), |line| {
                counts.read(line);
                clock.read(line);
            })
        });
        result = result.and(part);
    }
    println!("{}", counts.summary());
    result?;
    match counts.passed {
        0 => Err(Failure::new("cargo test ran no test")),
        _ => Ok(()),
    }
}

/// Copies the tests' output line by line, and lets it be read.
fn copy(output: impl Read, to: &mut impl Write, mut read: impl FnMut(&str)) -> std::io::Result<()> {
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        to.write_all(&line)?;
        to.write_all(b"\n")?;
        read(&String::from_utf8_lossy(&line));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_passed_and_reasons_to_skip_are_counted() {
        let output = "test a ... ok\nSKIPPED: no GPU\ntest b ... SKIPPED: no GPU\nok\n\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n";
        let mut counts = Counts::default();
        let mut copied = Vec::new();
        copy(output.as_bytes(), &mut copied, |line| counts.read(line)).expect("copied");
        assert_eq!(copied, output.as_bytes());
        assert_eq!(counts.passed, 15);
        assert_eq!(counts.skipped, BTreeMap::from([("no GPU".into(), 2)]));
        let summary = "    15 tests passed, 2 times SKIPPED\n    SKIPPED 2 x: no GPU";
        assert_eq!(counts.summary(), summary);
    }

    #[test]
    fn output_without_tests_counts_none() {
        let mut counts = Counts::default();
        let none = "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s\n";
        copy(none.as_bytes(), &mut Vec::new(), |line| counts.read(line)).expect("copied");
        assert_eq!(counts, Counts::default());
    }
}
