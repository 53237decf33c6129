//! Compiles C and C++ as strictly as a user may: with gcc and clang, warnings as errors.

use crate::build::Build;
use crate::shell::{self, Failure, Result, exists, root, words};
use std::path::{Path, PathBuf};
use std::process::Command;

const WARNINGS: &str = "-Wall -Wextra -pedantic -Werror -Iinclude";
/// The folder of the C# side.
pub const CORE: &str = "bindings/unity/Runtime/Core";
const LINK: &str = "-lpliant -lm -lpthread -ldl";

/// A language and its compilers. What the first compiler makes is run.
pub struct Language {
    /// Its name for `-x`, and the extension of its files.
    pub name: &'static str,
    standard: &'static str,
    compilers: [&'static str; 2],
}

/// C11.
pub const C: Language = Language {
    name: "c",
    standard: "c11",
    compilers: ["gcc", "clang"],
};
/// C++17.
pub const CPP: Language = Language {
    name: "c++",
    standard: "c++17",
    compilers: ["g++", "clang++"],
};

/// GCC for Windows, for C and for C++.
pub const MINGW: (&str, &str) = ("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++");

impl Language {
    /// All compilers. A missing one is a failure, because nothing else would find what only it refuses.
    fn all(&self) -> Result<[&'static str; 2]> {
        match self.compilers.iter().find(|compiler| !exists(compiler)) {
            Some(missing) => Err(Failure::new(format!(
                "{missing} is missing: C and C++ must compile with both gcc and clang; install gcc, g++ and clang (on Debian these are the packages' names), or run `cargo xtask test --only setup`"
            ))),
            None => Ok(self.compilers),
        }
    }
}

/// Checks a file with all compilers, without linking it.
pub fn check(language: &Language, source: &str) -> Result {
    for compiler in language.all()? {
        let Language { name, standard, .. } = language;
        let line = format!(
            "{compiler} -x {name} -std={standard} {WARNINGS} -Wredundant-decls -fsyntax-only {source}"
        );
        shell::run(&mut words(&line))?;
    }
    Ok(())
}

/// Compiles a program with all compilers and returns the first one's. `flags`: additional flags, separated by single
/// spaces.
pub fn program(build: Build, language: &Language, source: &Path, flags: &str) -> Result<PathBuf> {
    let mut programs = Vec::new();
    for compiler in language.all()? {
        programs.push(with(build, compiler, language, source, flags)?);
    }
    Ok(programs.swap_remove(0))
}

/// Compiles C# sources with the bindings for Mono, as C# 7.2, and returns the program.
pub fn csharp(name: &str, sources: &[PathBuf]) -> Result<PathBuf> {
    let program = folder()?.join(format!("{name}.exe"));
    let mut command = words("mcs -unsafe -warnaserror -langversion:7.2");
    command
        .arg(format!("-out:{}", program.display()))
        .args(sources)
        .args(shell::files(CORE, "cs")?);
    shell::run(&mut command)?;
    Ok(program)
}

/// Where programs go.
fn folder() -> Result<PathBuf> {
    let folder = root().join("target/xtask");
    std::fs::create_dir_all(&folder)
        .map_err(|cause| Failure::new(format!("{}: {cause}", folder.display())))?;
    Ok(folder)
}

/// Compiles a C program with the first compiler that is there.
pub fn any(build: Build, source: &Path) -> Result<PathBuf> {
    let mut compilers = ["gcc", "clang", "cc"].into_iter();
    let compiler = compilers.find(|compiler| exists(compiler));
    let compiler = compiler.ok_or_else(|| Failure::new("no C compiler: install gcc or clang"))?;
    with(build, compiler, &C, source, "")
}

fn with(
    build: Build,
    compiler: &str,
    language: &Language,
    source: &Path,
    flags: &str,
) -> Result<PathBuf> {
    let folder = folder()?;
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let defined = if flags.is_empty() { "" } else { "_flags" };
    let program = folder.join(format!("{stem}{defined}_{compiler}"));
    let standard = language.standard;
    let mut command = words(&format!("{compiler} -std={standard} {WARNINGS} -g"));
    command.args(flags.split(' ').filter(|flag| !flag.is_empty()));
    command.arg(source).arg("-o").arg(&program);
    command.args(["-L", build.folder()]).args(LINK.split(' '));
    shell::run(&mut command)?;
    Ok(program)
}

/// Lets a program find the library of a build.
pub fn with_library(build: Build, mut command: Command) -> Command {
    let variable = if cfg!(target_os = "macos") {
        "DYLD_LIBRARY_PATH"
    } else {
        "LD_LIBRARY_PATH"
    };
    command
        .env(variable, root().join(build.folder()))
        .current_dir(root());
    command
}
