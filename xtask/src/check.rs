//! `cargo xtask check`: the quick look before a commit.

use crate::shell::{self, Result, words};

/// Formatting, lints and compilation of everything.
pub fn run() -> Result {
    format()?;
    clippy()?;
    shell::run(&mut words("cargo check --workspace --all-targets"))
}

/// Fails when a file is not formatted.
pub fn format() -> Result {
    shell::run(&mut words("cargo fmt --all --check"))
}

/// Clippy over all targets, warnings as errors.
pub fn clippy() -> Result {
    shell::run(&mut words(
        "cargo clippy --workspace --all-targets -- -D warnings",
    ))
}
