//! Checks of the built shared library: its symbols, and programs in C and C# that use it.

use crate::compile::{self, C, CPP, LIBRARIES, with_library};
use crate::samples;
use crate::shell::{self, Done, Failure, Result, files, read, root, words};
use std::path::Path;
use std::process::Command;

/// A C test with this line is run under valgrind as well.
const VALGRIND_MARK: &str = "// xtask: valgrind";
/// A C++ test is compiled and run once without these flags and once with them.
const NO_EXCEPTIONS: &str = "-fno-exceptions -DPLIANT_NO_EXCEPTIONS";
/// Builds the shared library as it ships, with the tool and the demo: by one command, so that what they share is compiled once.
pub fn build() -> Result {
    shell::run(&mut words("cargo build --release"))
}

/// Only `pliant_` symbols may leave the library: others could collide with those of a game.
pub fn symbols() -> Result {
    if !cfg!(target_os = "linux") {
        println!("    only on Linux, where `nm -D` tells");
        return Ok(());
    }
    let listing = shell::output(words("nm -D --defined-only").arg(library()))?;
    let foreign = foreign_symbols(&listing);
    if foreign.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "exported without the prefix `pliant_`: {}",
        foreign.join(", ")
    )))
}

/// Names in `nm`'s output that lack our prefix.
fn foreign_symbols(listing: &str) -> Vec<&str> {
    let names = listing
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    names.filter(|name| !name.starts_with("pliant_")).collect()
}

/// Compiles the samples and each `tests/c_api/*.c` and `*.cpp` against the library, with gcc and clang, and runs what gcc made.
pub fn c_tests() -> Result<Done> {
    let sources = files("tests/c_api", "c")?;
    if let Some(absent) = nothing("tests/c_api", sources.is_empty())? {
        return Ok(absent);
    }
    for source in &sources {
        let program = compile::program(&C, source, "")?;
        shell::run(&mut with_library(Command::new(&program)))?;
        if read(source)?.contains(VALGRIND_MARK) {
            shell::run(&mut with_library(valgrind(&program)))?;
        }
    }
    for source in &files("tests/c_api", "cpp")? {
        for flags in ["", NO_EXCEPTIONS] {
            let program = compile::program(&CPP, source, flags)?;
            shell::run(&mut with_library(Command::new(&program)))?;
        }
    }
    samples::run()?;
    Ok(Done::Passed)
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

/// Compiles `tests/dotnet/*.cs`, and the sample, with the generated bindings as C# 7.2, which the oldest supported engines read,
/// and runs them under Mono, without an engine.
pub fn dotnet_tests() -> Result<Done> {
    let sources = files("tests/dotnet", "cs")?;
    if let Some(absent) = nothing("tests/dotnet", sources.is_empty())? {
        return Ok(absent);
    }
    let tests = compile::csharp("dotnet_tests", &sources)?;
    shell::run(with_library(words("mono")).arg(tests))?;
    samples::run_csharp()?;
    Ok(Done::Passed)
}

/// A folder of tests that is not there yet is absent; one that is there and empty is a mistake.
fn nothing(folder: &str, is_empty: bool) -> Result<Option<Done>> {
    match (root().join(folder).is_dir(), is_empty) {
        (false, _) => Ok(Some(Done::Absent(format!("{folder} does not exist yet")))),
        (true, true) => Err(Failure::new(format!("{folder} exists but holds no test"))),
        (true, false) => Ok(None),
    }
}

fn library() -> std::path::PathBuf {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    root()
        .join(LIBRARIES)
        .join(format!("{prefix}pliant{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The packages that a build takes, each with the features that are on.
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

    /// Whoever builds the tool again, alone, waits for nothing that `build` has compiled.
    #[test]
    fn the_tool_is_made_of_what_one_build_of_all_has_made() {
        let built = packages("");
        let tool = packages("--package cli").into_iter();
        let other: Vec<_> = tool.filter(|package| !built.contains(package)).collect();
        assert!(other.is_empty(), "{other:?}");
    }

    #[test]
    fn a_symbol_without_the_prefix_is_seen() {
        let listing = "0001 T pliant_abi_info\n0002 T rust_eh_personality\n0003 D pliantly\n";
        assert_eq!(
            foreign_symbols(listing),
            ["rust_eh_personality", "pliantly"]
        );
        assert!(foreign_symbols("0001 T pliant_world_step\n").is_empty());
    }
}
