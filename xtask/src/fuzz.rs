//! `cargo xtask fuzz`: readers of mesh files against damaged files, and the cook of surfaces against hopeless ones, for minutes.

use crate::shell::{self, Result, words};
use std::process::Command;

/// Where the cases of `known` begin: the tests themselves take those below a thousand.
const FIRST_KNOWN: u64 = 1_000_000;

/// Runs the tests of `tests/damaged` that take minutes, one for each format and one for surfaces, each for so much processor time, as many
/// beside each other as there are processors. Where one fails, it says which case it was; with `PLIANT_FUZZ_CASE` set to its number it
/// runs nothing else.
pub fn run(minutes: f64) -> Result {
    shell::run(&mut command(minutes))
}

fn command(minutes: f64) -> Command {
    let mut command =
        words("cargo test --workspace --test damaged -- --ignored for_minutes --nocapture");
    command.env("PLIANT_FUZZ_MINUTES", minutes.to_string());
    command
}

/// The same with the same cases in every run, as far as the time goes: what a commit gives does not depend on when it is tested.
pub fn known(minutes: f64) -> Result {
    shell::run(command(minutes).env("PLIANT_FUZZ_FROM", FIRST_KNOWN.to_string()))
}
