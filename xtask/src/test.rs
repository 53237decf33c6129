//! `cargo xtask test`: everything that CI checks, as named steps.

use crate::shell::{self, Done, Failure, Result, words};
use crate::{bindings, check, demo, headers, licenses, native, setup};
use std::time::Instant;

struct Step {
    name: &'static str,
    catches: &'static str,
    run: fn() -> Result<Done>,
}

/// In the order of their cost, so that the cheap ones fail first.
const STEPS: &[Step] = &[
    Step {
        name: "setup",
        catches: "a machine that lacks a compiler, a Vulkan driver, valgrind or Mono",
        run: || passed(setup::for_tests()),
    },
    Step {
        name: "fmt",
        catches: "formatting that would drown the next diff",
        run: || passed(check::format()),
    },
    Step {
        name: "bindings",
        catches: "a header or C# file that no longer says what the Rust code does",
        run: bindings::check_step,
    },
    Step {
        name: "header",
        catches: "a header that a strict C11 or C++17 compiler refuses",
        run: headers::run,
    },
    Step {
        name: "licences",
        catches: "a dependency whose licence we may not ship",
        run: || passed(licenses::run()),
    },
    Step {
        name: "clippy",
        catches: "mistakes that compile; every warning is an error",
        run: || passed(check::clippy()),
    },
    Step {
        name: "doc",
        catches: "public items without documentation, malformed documentation",
        run: || passed(documentation()),
    },
    Step {
        name: "rust-tests",
        catches: "wrong physics, wrong layouts, a broken rule of the architecture",
        run: || {
            passed(shell::run(&mut words(
                "cargo test --workspace --no-fail-fast",
            )))
        },
    },
    Step {
        name: "cdylib",
        catches: "a shared library that does not build optimised",
        run: || passed(native::build()),
    },
    Step {
        name: "symbols",
        catches: "a symbol that escapes from the shared library without our prefix",
        run: || passed(native::symbols()),
    },
    Step {
        name: "demo",
        catches: "a demo that ends with an error or leaves no pictures, of its scenes or of a mesh of the user's",
        run: || passed(demo::short()),
    },
    Step {
        name: "c-tests",
        catches: "calls from C and C++ that gcc or clang refuses, that crash, touch memory they may not, or return the wrong status; samples that do not run",
        run: native::c_tests,
    },
    Step {
        name: "dotnet-tests",
        catches: "C# structs or calls that disagree with the library; a sample that does not run",
        run: native::dotnet_tests,
    },
];

/// Runs the steps, or only one, or lists them; stops at the first that fails.
pub fn run(only: Option<&str>, list: bool) -> Result {
    let chosen: Vec<&Step> = STEPS
        .iter()
        .filter(|step| only.is_none_or(|only| only == step.name))
        .collect();
    if chosen.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(Failure::new(format!(
            "no such step; there are {}",
            names.join(", ")
        )));
    }
    if list {
        chosen
            .iter()
            .for_each(|step| println!("{:12} catches {}", step.name, step.catches));
        return Ok(());
    }
    let start = Instant::now();
    let (mut passed, mut absent) = (0, Vec::new());
    for (index, step) in chosen.iter().enumerate() {
        println!(
            "\n[{}/{}] {}: catches {}",
            index + 1,
            chosen.len(),
            step.name,
            step.catches
        );
        let began = Instant::now();
        match (step.run)() {
            Ok(Done::Passed) => {
                passed += 1;
                println!("    ok, {:.1} s", began.elapsed().as_secs_f64());
            }
            Ok(Done::Absent(what)) => {
                println!("    SKIPPED: {what}");
                absent.push(step.name);
            }
            Err(failure) => {
                println!("    FAILED after {:.1} s", began.elapsed().as_secs_f64());
                println!("    this step alone: cargo xtask test --only {}", step.name);
                println!("{passed} passed, 1 failed");
                return Err(failure);
            }
        }
    }
    if !absent.is_empty() {
        println!(
            "\n{} skipped, nothing to check yet: {}",
            absent.len(),
            absent.join(", ")
        );
    }
    println!(
        "\nin {:.0} s:\n{passed} passed, 0 failed",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn passed(result: Result) -> Result<Done> {
    result.map(|()| Done::Passed)
}

fn documentation() -> Result {
    let mut command = words("cargo doc --workspace --no-deps");
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}
