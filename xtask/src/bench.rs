//! `cargo xtask bench`: runs every file of `benches/`, one at a time, so that none slows another.

use crate::shell::{self, Failure, Result, files, words};

/// Runs the benchmarks in alphabetical order, each with these arguments.
pub fn run(arguments: &[String]) -> Result {
    let benches = files("benches", "rs")?;
    if benches.is_empty() {
        return Err(Failure::new("benches/ holds no benchmark"));
    }
    for bench in benches {
        let name = bench.file_stem().unwrap_or_default();
        shell::run(
            words("cargo bench --package pliant --bench")
                .arg(name)
                .arg("--")
                .args(arguments),
        )?;
    }
    Ok(())
}
