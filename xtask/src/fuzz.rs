//! `cargo xtask fuzz`: the readers of mesh files against damaged files, for minutes.

use crate::shell::{self, Result, words};

/// Runs the mutators of `tests/readers` for so long. Where a reader fails, the test says which sample and case it was.
pub fn run(minutes: f64) -> Result {
    let mut command = words(
        "cargo test --package pliant --test readers -- --ignored --exact damaged_files_for_minutes --nocapture",
    );
    shell::run(command.env("PLIANT_FUZZ_MINUTES", minutes.to_string()))
}
