//! `cargo xtask check`: the quick look before a commit.

use crate::build::Crates;
use crate::shell::{self, Result, words};

/// Formatting, lints and compilation of everything.
pub fn run() -> Result {
    format()?;
    clippy(Crates::All)?;
    shell::run(&mut words("cargo check --workspace --all-targets"))
}

/// Fails when a file is not formatted.
pub fn format() -> Result {
    shell::run(&mut words("cargo fmt --all --check"))
}

/// Clippy over all targets of these crates and of xtask, warnings as errors.
pub fn clippy(crates: Crates) -> Result {
    let crates = crates.with_xtask();
    let line = format!("cargo clippy {crates} --all-targets -- -D warnings");
    shell::run(&mut words(&line))
}
