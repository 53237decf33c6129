//! `cargo xtask fuzz`: readers of mesh files against damaged files, and the cook of surfaces against hopeless ones, for minutes.

use crate::shell::{self, Result, words};

/// Runs the tests of `tests/damaged` that take minutes, one for each format and one for surfaces, each for so much processor time, as many
/// beside each other as there are processors. Where one fails, it says which case it was; with `PLIANT_FUZZ_CASE` set to its number it
/// runs nothing else.
pub fn run(minutes: f64) -> Result {
    let mut command =
        words("cargo test --package pliant --test damaged -- --ignored for_minutes --nocapture");
    shell::run(command.env("PLIANT_FUZZ_MINUTES", minutes.to_string()))
}
