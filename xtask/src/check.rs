//! `cargo xtask check`: the quick look before a commit.

use crate::shell::{self, Result, words};

/// Formatting, lints and compilation of everything but `pliant_godot`: gdext compiles for minutes. The step `godot` has it.
pub fn run() -> Result {
    format()?;
    clippy()?;
    shell::run(&mut words(
        "cargo check --workspace --exclude pliant_godot --all-targets",
    ))
}

/// Fails when a file is not formatted.
pub fn format() -> Result {
    shell::run(&mut words("cargo fmt --all --check"))
}

/// Clippy over all targets but those of `pliant_godot`, warnings as errors.
pub fn clippy() -> Result {
    shell::run(&mut words(
        "cargo clippy --workspace --exclude pliant_godot --all-targets -- -D warnings",
    ))
}
