//! Checks of the built shared library: programs in C that use it.

use crate::build::Build;
use crate::compile::{self, C, CPP, with_library};
use crate::samples;
use crate::shell::{self, Done, Failure, Result, files, read, root, words};
use std::path::Path;
use std::process::Command;

/// A C test with this line also runs under valgrind.
const VALGRIND: &str = "// xtask: valgrind";
/// A C test with this line does so in the long tests.
const VALGRIND_IF_LONG: &str = "// xtask: valgrind, long";
/// A C++ test is compiled and run without these flags, and with them.
const NO_EXCEPTIONS: &str = "-fno-exceptions -DPLIANT_NO_EXCEPTIONS";

/// Compiles the samples and each `tests/c_api/*.c` and `*.cpp` with gcc and clang, and runs what gcc made.
pub fn c_tests(build: Build, long: bool) -> Result<Done> {
    let sources = files("tests/c_api", "c")?;
    if let Some(absent) = nothing("tests/c_api", sources.is_empty())? {
        return Ok(absent);
    }
    for source in &sources {
        let program = compile::program(build, &C, source, "")?;
        shell::run(&mut with_library(build, Command::new(&program)))?;
        if is_for_valgrind(&read(source)?, long) {
            shell::run(&mut with_library(build, valgrind(&program)))?;
        }
    }
    for source in &files("tests/c_api", "cpp")? {
        for flags in ["", NO_EXCEPTIONS] {
            let program = compile::program(build, &CPP, source, flags)?;
            shell::run(&mut with_library(build, Command::new(&program)))?;
        }
    }
    samples::run(build)?;
    Ok(Done::Passed)
}

/// Whether valgrind runs a C test of this text.
fn is_for_valgrind(text: &str, long: bool) -> bool {
    let has = |mark| text.lines().any(|line| line == mark);
    has(VALGRIND) || long && has(VALGRIND_IF_LONG)
}

fn valgrind(program: &Path) -> Command {
    let mut command = words("valgrind --quiet --error-exitcode=99 --leak-check=no");
    let suppressions = root().join("tests/c_api/valgrind.supp");
    if suppressions.is_file() {
        command.arg(format!("--suppressions={}", suppressions.display()));
    }
    command.arg(program);
    command
}

/// A folder of tests may be absent. One that exists and is empty is a mistake.
fn nothing(folder: &str, is_empty: bool) -> Result<Option<Done>> {
    match (root().join(folder).is_dir(), is_empty) {
        (false, _) => Ok(Some(Done::Absent(format!("{folder} does not exist yet")))),
        (true, true) => Err(Failure::new(format!("{folder} exists but holds no test"))),
        (true, false) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packages of a build, each with its enabled features.
    fn packages(selection: &str) -> Vec<String> {
        let mut command = words("cargo tree --offline --edges normal,build --prefix none --format");
        command.arg("{p} [{f}]").args(selection.split_whitespace());
        let listing = shell::output(&mut command).expect("the packages");
        let names = listing.lines().map(|line| line.trim_end_matches(" (*)"));
        let mut names: Vec<_> = names.filter(|n| !n.is_empty()).map(String::from).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Building the tool alone compiles nothing that `cargo build --release` has not compiled already.
    #[test]
    fn the_tool_is_made_of_what_one_build_of_all_has_made() {
        let built = packages("");
        let tool = packages("--package cli").into_iter();
        let other: Vec<_> = tool.filter(|package| !built.contains(package)).collect();
        assert!(other.is_empty(), "{other:?}");
    }

    #[test]
    fn a_c_test_that_takes_long_meets_valgrind_in_the_long_tests() {
        for (mark, [short, long]) in [
            ("", [false, false]),
            (VALGRIND, [true, true]),
            (VALGRIND_IF_LONG, [false, true]),
        ] {
            let text = format!("/* A test. */\n{mark}\n#include \"test.h\"\n");
            let found = [false, true].map(|is_long| is_for_valgrind(&text, is_long));
            assert_eq!(found, [short, long], "{mark:?}");
        }
    }
}
