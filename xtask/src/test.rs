//! `cargo xtask test`: everything that CI checks, as named steps.

use crate::extent::Extent;
use crate::shell::{self, Done, Failure, Result, words};
use crate::{
    abi, bindings, check, demo, dotnet, fuzz, godot, headers, licenses, native, pack, rust_tests,
    setup, times, unity, unity_lint, unreal,
};
use std::time::Instant;

/// Limit on two processors where dependencies have been compiled [s].
const LIMIT_S: f64 = 12.0 * 60.0;
/// The same with `--long`, from a clean checkout.
const LONG_LIMIT_S: f64 = 40.0 * 60.0;
/// Processor time of the fuzz for each format, and for surfaces [minute].
const FUZZ_MINUTES: f64 = 0.2;

/// Arguments of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Runs only the step of this name.
    #[arg(long)]
    only: Option<String>,
    /// Prints the steps and runs none.
    #[arg(long)]
    list: bool,
    /// Adds the long sweeps, and the steps `doc` and `fuzz`.
    #[arg(long)]
    long: bool,
    /// Begins no step after so many minutes, and no long sweep after half of them. What is left out is named.
    #[arg(long, value_name = "MINUTES")]
    within: Option<u32>,
}

struct Step {
    name: &'static str,
    /// Whether it runs only with `--long`, or when it is named.
    is_long: bool,
    catches: &'static str,
    run: fn(&Extent) -> Result<Done>,
}

/// Cheap ones first, so that they fail first.
const STEPS: &[Step] = &[
    Step {
        name: "setup",
        is_long: false,
        catches: "a machine that lacks a compiler, a Vulkan driver, valgrind or Mono",
        run: |_| passed(setup::for_tests()),
    },
    Step {
        name: "fmt",
        is_long: false,
        catches: "formatting that would drown the next diff",
        run: |_| passed(check::format()),
    },
    Step {
        name: "bindings",
        is_long: false,
        catches: "a header or C# file that no longer says what the Rust code does",
        run: |_| bindings::check_step(),
    },
    Step {
        name: "header",
        is_long: false,
        catches: "a header that a strict C11, C++17 or C++20 compiler refuses, as engines use it too: after their macros and windows.h, without exceptions",
        run: |_| headers::run(),
    },
    Step {
        name: "unity-files",
        is_long: false,
        catches: "a Unity package with a missing .meta, a changed GUID, a library that is on in the wrong platform, an assembly or asset that names nothing",
        run: |_| unity_lint::run(),
    },
    Step {
        name: "licences",
        is_long: false,
        catches: "a dependency whose licence we may not ship",
        run: |_| passed(licenses::run()),
    },
    Step {
        name: "clippy",
        is_long: false,
        catches: "mistakes that compile; every warning is an error",
        run: |extent| passed(check::clippy(extent.crates())),
    },
    Step {
        name: "doc",
        is_long: true,
        catches: "public items without documentation, malformed documentation",
        run: |_| passed(documentation()),
    },
    Step {
        name: "rust-tests",
        is_long: false,
        catches: "wrong physics, wrong layouts, a broken rule of the architecture",
        run: |extent| passed(rust_tests::run(extent)),
    },
    Step {
        name: "cdylib",
        is_long: false,
        catches: "a shared library, tool or demo that does not build; all steps below use them",
        run: |extent| passed(extent.build().make()),
    },
    Step {
        name: "abi",
        is_long: false,
        catches: "a change of the C ABI that nobody blessed, told as an addition or a break; exported names, and layouts in C, C++ and C#, that are not those of include/abi.lock; a program compiled with a released header that no longer runs",
        run: |extent| passed(abi::step(extent.build())),
    },
    Step {
        name: "demo",
        is_long: false,
        catches: "a demo that ends with an error or leaves no pictures, of its scenes or of a mesh of the user's",
        run: |extent| passed(demo::short(extent.build())),
    },
    Step {
        name: "c-tests",
        is_long: false,
        catches: "calls from C and C++ that gcc or clang refuses, that crash, touch memory they may not, or return the wrong status; samples that do not run",
        run: |extent| native::c_tests(extent.build(), extent.is_long()),
    },
    Step {
        name: "dotnet-tests",
        is_long: false,
        catches: "C# structs or calls that disagree with the library, garbage in a frame, public members without documentation; a sample that does not run on Mono, on .NET 8 or compiled ahead of time",
        run: |extent| dotnet::run(extent.build(), extent.is_long()),
    },
    Step {
        name: "unity",
        is_long: false,
        catches: "components for Unity that do not compile as C# 9, or behave wrongly on a double of its engine",
        run: |extent| unity::tests(extent.build(), extent.is_long()),
    },
    Step {
        name: "godot",
        is_long: false,
        catches: "an add-on that Godot does not load, that loses momentum, falls through Godot's colliders or draws bodies where they are not",
        run: godot::step,
    },
    Step {
        name: "unreal",
        is_long: false,
        catches: "an Unreal plugin that its stub of the engine refuses, whose units, winding, shapes, buffers or impulses are wrong, or whose member table lies",
        run: |extent| unreal::run(extent.build()),
    },
    Step {
        name: "pack",
        is_long: false,
        catches: "an archive that lacks a file or has one too many; an SDK from which CMake or pkg-config cannot build, or whose programs do not run",
        run: |extent| pack::step(extent.build()),
    },
    Step {
        name: "fuzz",
        is_long: true,
        catches: "damaged files and surfaces at which a reader or a cook panics, hangs or takes too much memory",
        run: |_| passed(fuzz::known(FUZZ_MINUTES)),
    },
];

/// Runs the steps, or only one, or lists them; stops at the first that fails.
pub fn run(arguments: &Arguments) -> Result {
    let chosen = chosen(arguments)?;
    if arguments.list {
        for step in chosen {
            let long = if step.is_long { "with --long, " } else { "" };
            println!("{:12} {long}catches {}", step.name, step.catches);
        }
        return Ok(());
    }
    let asks_for_godot = arguments.long || arguments.only.as_deref() == Some("godot");
    let crates = godot::crates(asks_for_godot)?;
    let extent = Extent::new(arguments.long, crates, arguments.within);
    let (mut costs, mut absent, mut late) = (Vec::new(), Vec::new(), Vec::new());
    for (index, step) in chosen.iter().enumerate() {
        let (number, count) = (index + 1, chosen.len());
        println!(
            "\n[{number}/{count}] {}: catches {}",
            step.name, step.catches
        );
        if !extent.is_open() {
            println!("    SKIPPED: no time is left");
            late.push(step.name);
            continue;
        }
        let (done, cost) = measured(step, &extent);
        match done {
            Ok(Done::Passed) => {
                println!("    ok, {cost}");
                costs.push((step.name, cost));
            }
            Ok(Done::Absent(what)) => {
                println!("    SKIPPED: {what}");
                absent.push(step.name);
            }
            Err(failure) => {
                say_slowest();
                println!("    FAILED after {cost}");
                say_how_to_repeat(step.name, arguments.long);
                println!("{} passed, 1 failed", costs.len());
                return Err(failure);
            }
        }
    }
    let left = Left { absent, late };
    left.say();
    if left.late.contains(&"rust-tests") {
        return Err(Failure::new(
            "no time was left for the tests: give --within more minutes",
        ));
    }
    say_slowest();
    println!("\n{}", summary(arguments, &costs, extent.took()));
    let not_run = match left.late.len() {
        0 => String::new(),
        count => format!(", {count} not run"),
    };
    println!("{} passed, 0 failed{not_run}", costs.len());
    Ok(())
}

/// What a step took.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// On the clock [s].
    wall: f64,
    /// Of processors [s], where the system tells. It says more where others use the machine too.
    worked: Option<f64>,
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} s", self.wall)?;
        match self.worked {
            Some(worked) => write!(f, ", {worked:.1} s of processors"),
            None => Ok(()),
        }
    }
}

/// Runs a step.
fn measured(step: &Step, extent: &Extent) -> (Result<Done>, Cost) {
    let (began, before) = (Instant::now(), times::worked());
    let done = (step.run)(extent);
    let wall = began.elapsed().as_secs_f64();
    let worked = before.zip(times::worked()).map(|(from, to)| to - from);
    (done, Cost { wall, worked })
}

fn say_slowest() {
    let slowest = times::slowest();
    if !slowest.is_empty() {
        println!("\nthe slowest tests and programs:\n{slowest}");
    }
}

fn say_how_to_repeat(step: &str, long: bool) {
    let long = if long { " --long" } else { "" };
    println!("    this step alone: cargo xtask test --only {step}{long}");
}

/// Steps that did not run.
struct Left {
    /// Without anything to check.
    absent: Vec<&'static str>,
    /// For lack of time.
    late: Vec<&'static str>,
}

impl Left {
    fn say(&self) {
        if !self.absent.is_empty() {
            let (count, names) = (self.absent.len(), self.absent.join(", "));
            println!("\n{count} skipped, nothing to check yet: {names}");
        }
        if !self.late.is_empty() {
            println!("\nNOT RUN, as no time was left: {}", self.late.join(", "));
        }
    }
}

/// The steps to run or to list.
fn chosen(arguments: &Arguments) -> Result<Vec<&'static Step>> {
    let is_chosen = |step: &&Step| match &arguments.only {
        Some(only) => step.name == only,
        None => !step.is_long || arguments.long || arguments.list,
    };
    let chosen: Vec<_> = STEPS.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        let names = names.join(", ");
        return Err(Failure::new(format!("no such step; there are {names}")));
    }
    Ok(chosen)
}

/// How long each step took (and of processors), and all of them beside their limit.
fn summary(arguments: &Arguments, costs: &[(&str, Cost)], took: f64) -> String {
    let costs = costs.iter().map(|(name, cost)| match cost.worked {
        Some(worked) => format!("{name} {:.0} s ({worked:.0} s)", cost.wall),
        None => format!("{name} {:.0} s", cost.wall),
    });
    let costs = costs.collect::<Vec<_>>().join(", ");
    let (limit, from) = match arguments.long {
        true => (LONG_LIMIT_S, "from a clean checkout"),
        false => (LIMIT_S, "with dependencies compiled"),
    };
    let mut text = format!("{costs}\nin {took:.0} s");
    if arguments.only.is_none() {
        text += &format!(" of {limit:.0} s, the limit {from} on two processors");
        if took > limit {
            text += "\nWARNING: over the limit. Where two processors had nothing else to do, the tests have to become cheaper.";
        }
    }
    text
}

fn passed(result: Result) -> Result<Done> {
    result.map(|()| Done::Passed)
}

fn documentation() -> Result {
    let mut command = words("cargo doc --workspace --no-deps");
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(only: Option<&str>, long: bool) -> Arguments {
        Arguments {
            only: only.map(String::from),
            list: false,
            long,
            within: None,
        }
    }

    fn names(only: Option<&str>, long: bool) -> Vec<&'static str> {
        let chosen = chosen(&arguments(only, long)).expect("steps");
        chosen.iter().map(|step| step.name).collect()
    }

    #[test]
    fn steps_of_the_long_tests_run_where_they_are_asked_for() {
        for name in ["doc", "fuzz"] {
            assert!(!names(None, false).contains(&name));
            assert_eq!(names(Some(name), false), [name]);
        }
        assert_eq!(names(None, true).len(), STEPS.len());
        assert!(chosen(&arguments(Some("none"), false)).is_err());
    }

    #[test]
    fn a_run_that_took_longer_than_its_limit_says_so() {
        let [wall, worked] = [2.4, 3.6];
        let cost = |worked| Cost { wall, worked };
        let said = |only, long, took| summary(&arguments(only, long), &[("fmt", cost(None))], took);
        let within =
            "fmt 2 s\nin 719 s of 720 s, the limit with dependencies compiled on two processors";
        assert_eq!(said(None, false, 719.0), within);
        let worked = [("fmt", cost(Some(worked)))];
        let worked = summary(&arguments(None, false), &worked, 719.0);
        assert!(worked.starts_with("fmt 2 s (4 s)\n"), "{worked}");
        assert!(said(None, false, 721.0).contains("WARNING: over the limit"));
        assert!(!said(None, true, 2399.0).contains("WARNING"));
        assert!(said(None, true, 2401.0).contains("2401 s of 2400 s"));
        assert_eq!(said(Some("fmt"), false, 901.0), "fmt 2 s\nin 901 s");
    }
}
