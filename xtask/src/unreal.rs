//! The step `unreal`: the plugin of bindings/unreal against a stub of the engine (tests/unreal/stub), since there is no
//! engine to compile with. It is type-checked as three engine versions, and its runtime module runs with the library.

mod generated;
mod lint;
mod members;
mod places;

use crate::build::Build;
use crate::shell::{self, Done, Failure, Result, exists, root, words, write};
use places::{OUT, SOURCE, VERSIONS};
use std::path::PathBuf;

/// As Unreal compiles.
const FLAGS: &str = "-std=c++20 -fno-exceptions -fno-rtti -Wall -Wextra -Werror -isystem include -Itests/unreal/stub -Itarget/unreal/generated";
/// Modules, each with those whose public headers it sees, and with those whose private ones it sees too.
const MODULES: &[(&str, &[&str])] = &[
    ("Pliant", &["Pliant/Public", "Pliant/Private"]),
    ("PliantEditor", &["PliantEditor/Private", "Pliant/Public"]),
    (
        "PliantTests",
        &["PliantTests/Private", "Pliant/Public", "Pliant/Private"],
    ),
];
/// What `cargo xtask pack` puts into the plugin beside what is committed: the file here, and its place in the plugin.
pub const PACKED: &[(&str, &str)] = &[
    ("include/pliant.h", "Source/PliantSDK/include/pliant.h"),
    ("include/pliant.hpp", "Source/PliantSDK/include/pliant.hpp"),
    ("libpliant.so", "Source/PliantSDK/lib/Linux/libpliant.so"),
    ("pliant.dll", "Source/PliantSDK/lib/Win64/pliant.dll"),
    (
        "libpliant.dylib",
        "Source/PliantSDK/lib/Mac/libpliant.dylib",
    ),
];

/// Runs all checks.
pub fn run(build: Build) -> Result<Done> {
    if !exists("clang++") {
        return Ok(Done::Absent(
            "clang++ is missing; `cargo xtask test --only setup` installs it".to_owned(),
        ));
    }
    lint::run()?;
    generated::write_all(SOURCE, &format!("{OUT}/generated"))?;
    members::run()?;
    build_files()?;
    type_check()?;
    run_tests(build)
}

/// Each file by itself as the newest version, and all files of a module as one, as Unreal's unity builds do it, as the
/// others.
fn type_check() -> Result {
    for (module, folders) in MODULES {
        let sources = shell::files(&format!("{SOURCE}/{module}/Private"), "cpp")?;
        let unity = unity(module, &sources)?;
        let mut lines: Vec<(u32, PathBuf)> = Vec::new();
        for version in VERSIONS {
            match Some(version) == VERSIONS.last() {
                true => lines.extend(sources.iter().map(|source| (*version, source.clone()))),
                false => lines.push((*version, unity.clone())),
            }
        }
        println!(
            "    clang++ -fsyntax-only: {} files of {module} as 5.4, 5.5 and 5.6",
            sources.len()
        );
        let flags = flags(folders);
        in_parallel(&lines, |(version, source)| {
            let line = format!("clang++ {flags} -fsyntax-only -DENGINE_MINOR_VERSION={version}");
            let mut command = words(&line);
            command.arg(source);
            command
        })?;
    }
    Ok(())
}

/// Writes a file that includes all sources of a module.
fn unity(module: &str, sources: &[PathBuf]) -> Result<PathBuf> {
    let lines = sources
        .iter()
        .map(|source| format!("#include \"{}\"\n", source.display()));
    let path = root().join(OUT).join(format!("{module}.unity.cpp"));
    write(&path, &lines.collect::<String>())?;
    Ok(path)
}

/// Flags for a module, as the build tool gives them: it defines the module's export macro, which pliant.h defines too.
fn flags(folders: &[&str]) -> String {
    let includes = folders
        .iter()
        .map(|folder| format!(" -I{SOURCE}/{folder}"))
        .collect::<String>();
    format!("{FLAGS}{includes} -DPLIANT_API=__attribute__((visibility(\"default\")))")
}

/// Runs a command for each item, as many at once as there are processors. The output of those that fail is shown.
fn in_parallel<T: Sync>(
    items: &[T],
    command: impl Fn(&T) -> std::process::Command + Sync,
) -> Result {
    let count = std::thread::available_parallelism().map_or(2, |count| count.get());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failed = std::sync::Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(item) =
                    items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let mut command = command(item);
                    let output = command.output();
                    if !output.as_ref().is_ok_and(|output| output.status.success()) {
                        let text = output
                            .map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
                        let text = text.unwrap_or_else(|cause| cause.to_string());
                        *failed
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner) =
                            Some((format!("{command:?}"), text));
                    }
                }
            });
        }
    });
    match failed
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
    {
        None => Ok(()),
        Some((line, text)) => Err(Failure {
            message: text,
            repeat: Some(line),
        }),
    }
}

/// Compiles the Build.cs files with a stub of the build tool, which says what they ask for and what is wrong with it.
fn build_files() -> Result {
    if !exists("mcs") || !exists("mono") {
        println!("    SKIPPED: Build.cs, because Mono is missing");
        return Ok(());
    }
    let program = format!("{OUT}/build_files.exe");
    let mut command = words(&format!("mcs -warnaserror -out:{program}"));
    command.arg("tests/unreal/UnrealBuildTool.cs");
    for module in places::folders(SOURCE)? {
        command.arg(format!("{SOURCE}/{module}/{module}.Build.cs"));
    }
    shell::run(&mut command)?;
    let said = shell::output(words("mono").arg(&program))?;
    let packed: Vec<&str> = PACKED.iter().map(|(_, place)| *place).collect();
    for line in said.lines() {
        let Some(path) = line.strip_prefix("needs ") else {
            continue;
        };
        let place = path.replace("$(ModuleDir)", "Source/PliantSDK");
        if !packed.contains(&place.as_str()) {
            return Err(Failure::new(format!(
                "PliantSDK.Build.cs needs {place}, which the list PACKED in xtask/src/unreal.rs does not bring"
            )));
        }
    }
    Ok(())
}

/// Links the runtime module with the tests and runs them with the library of a build.
fn run_tests(build: Build) -> Result<Done> {
    let (module, folders) = MODULES[0];
    let mut sources = shell::files("tests/unreal", "cpp")?;
    for module in [module, "PliantEditor", "PliantTests"] {
        let cpp = shell::files(&format!("{SOURCE}/{module}/Private"), "cpp")?;
        sources.push(unity(module, &cpp)?);
    }
    let version = VERSIONS.last().copied().unwrap_or_default();
    let all = [folders, MODULES[1].1, MODULES[2].1].concat();
    let flags = flags(&all);
    let object = |source: &PathBuf| {
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        format!("{OUT}/{stem}.o")
    };
    println!("    clang++ -c: {} files", sources.len());
    in_parallel(&sources, |source| {
        let line = format!("clang++ {flags} -Itests/unreal -g -c -DENGINE_MINOR_VERSION={version}");
        let mut command = words(&line);
        command.arg(source).args(["-o", &object(source)]);
        command
    })?;
    let program = format!("{OUT}/tests");
    let mut link = words("clang++");
    link.args(sources.iter().map(object))
        .args(["-ldl", "-o", &program]);
    shell::run(&mut link)?;
    let library = root().join(build.folder()).join("libpliant.so");
    if !library.is_file() {
        return Err(Failure::new(format!(
            "{} is missing: run `cargo xtask test --only cdylib`",
            library.display()
        )));
    }
    shell::run(words(&program).arg(library))?;
    Ok(Done::Passed)
}
