//! The builds of the library that tests and demo use.

use crate::shell::{self, Result, words};

/// A build of the shared library, the tool and the demo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// In the profile of the Rust tests, so that nothing is compiled twice.
    Tested,
    /// Optimised, as it ships.
    Shipped,
}

impl Build {
    /// Where it is.
    pub fn folder(self) -> &'static str {
        match self {
            Build::Tested => "target/debug",
            Build::Shipped => "target/release",
        }
    }

    /// Makes it, by one command, so that the parts share their dependencies.
    pub fn make(self) -> Result {
        let line = match self {
            // The tests are named because they enable features of dependencies.
            Build::Tested => {
                "cargo build --workspace --exclude xtask --lib --bin demo --bin pliant --tests"
            }
            Build::Shipped => "cargo build --release",
        };
        shell::run(&mut words(line))
    }
}
