//! `cargo xtask bless`: rewrites golden files. Tests that compare with a golden file have `golden` in their name
//! and write it instead when `PLIANT_BLESS` is set.

use crate::shell::{self, Result, words};

/// Runs the golden tests in writing mode, then shows what changed.
pub fn run() -> Result {
    shell::run(words("cargo test --workspace --exclude xtask golden").env("PLIANT_BLESS", "1"))?;
    shell::run(&mut words("git --no-pager diff --stat -- tests/golden"))
}
