//! `cargo xtask fuzz`: damaged files for the readers of meshes, and hopeless surfaces for the cook, for some minutes.

use crate::shell::{self, Result, words};
use std::process::Command;

/// Where the cases of `known` begin. The short tests take those below a thousand.
const FIRST_KNOWN: u64 = 1_000_000;

/// Runs the long tests of `tests/damaged`: one for each format and one for surfaces, each for this much processor time,
/// as many at once as there are processors. A failure names its case; `PLIANT_FUZZ_CASE` set to that number runs it
/// alone.
pub fn run(minutes: f64) -> Result {
    shell::run(&mut command(minutes))
}

fn command(minutes: f64) -> Command {
    let mut command =
        words("cargo test --workspace --test damaged -- --ignored for_minutes --nocapture");
    command.env("PLIANT_FUZZ_MINUTES", minutes.to_string());
    command
}

/// As `run`, but with the same cases in every run, so that the result belongs to the commit.
pub fn known(minutes: f64) -> Result {
    shell::run(command(minutes).env("PLIANT_FUZZ_FROM", FIRST_KNOWN.to_string()))
}
