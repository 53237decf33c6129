//! The builds of the library that tests and demo use.

use crate::shell::{self, Result, words};

/// A build of the shared library, the tool and the demo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// In the profile of the Rust tests, of these crates in all steps, so that nothing is compiled twice.
    Tested(Crates),
    /// Optimised, as it ships.
    Shipped,
}

/// Crates that are tested. xtask is tested by itself: it runs already, with other features of its dependencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crates {
    /// All others.
    All,
    /// All but Godot's, whose dependencies compile for minutes.
    WithoutGodot,
}

impl Crates {
    /// What selects them, and xtask, on cargo's command line.
    pub fn with_xtask(self) -> &'static str {
        match self {
            Crates::All => "--workspace",
            Crates::WithoutGodot => "--workspace --exclude pliant_godot",
        }
    }
}

impl Build {
    /// Where it is.
    pub fn folder(self) -> &'static str {
        match self {
            Build::Tested(_) => "target/debug",
            Build::Shipped => "target/release",
        }
    }

    /// Makes it, by one command, so that the parts share their dependencies.
    pub fn make(self) -> Result {
        let line = match self {
            // The tests are named because they enable features of dependencies.
            Build::Tested(crates) => {
                let crates = crates.with_xtask();
                format!(
                    "cargo build {crates} --exclude xtask --lib --bin demo --bin pliant --tests"
                )
            }
            Build::Shipped => "cargo build --release".to_owned(),
        };
        shell::run(&mut words(&line))
    }
}
