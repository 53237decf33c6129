//! `cargo xtask godot`: the add-on and its demo in a real Godot, without and with a window.

mod bounds;
mod changes;
mod engine;
mod log;

use crate::build::{Build, Crates};
use crate::extent::Extent;
use crate::setup;
use crate::shell::{self, Done, Failure, Result, read, root, words};
pub use changes::crates;
use engine::{Engine, make, place};
use log::Log;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

const ADDON: &str = "bindings/godot/addons/pliant";
const DEMO: &str = "bindings/godot/demo";

/// Checks that run without a window, in one engine.
const CHECKS: &[&str] = &[
    "momentum", "crate", "shapes", "carried", "signals", "asset", "reload", "jelly", "cloth",
    "balloon",
];
/// Those that take longer.
const LONG_CHECKS: &[&str] = &["crowd"];
/// The check that needs a window.
const WINDOW: &str = "pictures";

/// Limits of the runs, for an engine that hangs [s]. On two processors they take about a tenth, a half and a half of that.
const OPEN_S: u32 = 120;
const HEADLESS_S: u32 = 400;
const WINDOW_S: u32 = 400;

/// Arguments of `cargo xtask godot`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Adds the crowd: 64 bodies beside as many of Godot's own.
    #[arg(long)]
    long: bool,
    /// Runs only these checks (tests/NAME.gd of the demo project), and not the editor.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// Gets the engine, builds the extension, and runs the demo project.
pub fn run(arguments: &Arguments) -> Result {
    match all(arguments, Build::Shipped)? {
        Done::Passed => {}
        Done::Absent(why) => println!("    SKIPPED: {why}"),
    }
    Ok(())
}

/// The step of `cargo xtask test`.
pub fn step(extent: &Extent) -> Result<Done> {
    if extent.crates() == Crates::WithoutGodot {
        let why =
            "bindings/godot and the C ABI are as they were when they passed; --long runs it again";
        return Ok(Done::Absent(why.into()));
    }
    let arguments = Arguments {
        long: extent.is_long(),
        only: Vec::new(),
    };
    let done = all(&arguments, extent.build())?;
    // Also where there is no engine: without this it would be compiled for nothing in each run.
    changes::passed()?;
    Ok(done)
}

fn all(arguments: &Arguments, build: Build) -> Result<Done> {
    if !cfg!(target_os = "linux") {
        return Ok(Done::Absent(
            "the engine is fetched and run on Linux only".into(),
        ));
    }
    // The download waits for the network while the build needs the processors.
    let (found, built) = std::thread::scope(|scope| {
        let found = scope.spawn(engine::find);
        let built = make_library(build);
        (
            found
                .join()
                .unwrap_or_else(|_| Err(Failure::new("fetching the engine panicked"))),
            built,
        )
    });
    built?;
    let engine = match found? {
        Ok(engine) => engine,
        Err(why) => return Ok(Done::Absent(why)),
    };
    println!("    Godot {}", engine.version);
    setup::for_godot()?;
    let project = assemble(build)?;
    list_extension(&project)?;
    if arguments.only.is_empty() {
        open(&engine, &project)?;
    }
    let only = &arguments.only;
    if only.iter().any(|check| check != WINDOW) || only.is_empty() {
        headless(&engine, &project, arguments)?;
    }
    if only.iter().any(|check| check == WINDOW) || only.is_empty() {
        window(&engine, &project)?;
    }
    Ok(Done::Passed)
}

/// The extension. What ships is built alone: its dependencies take minutes.
fn make_library(build: Build) -> Result {
    match build {
        Build::Shipped => shell::run(&mut words("cargo build --release -p pliant_godot")),
        Build::Tested(_) => build.make(),
    }
}

/// Copies the demo, the add-on and the built library into a fresh project.
fn assemble(build: Build) -> Result<PathBuf> {
    let project = place().join("project");
    if project.exists() {
        std::fs::remove_dir_all(&project).map_err(|cause| {
            Failure::new(format!("cannot empty {}: {cause}", project.display()))
        })?;
    }
    copy(&root().join(DEMO), &project)?;
    let addon = project.join("addons/pliant");
    copy(&root().join(ADDON), &addon)?;
    let extension = addon.join("pliant.gdextension");
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = root()
        .join(build.folder())
        .join(format!("{prefix}pliant_godot{suffix}"));
    let places = libraries(&read(&extension)?);
    if places.is_empty() {
        let why = format!(
            "{} names no library for linux.{}",
            extension.display(),
            std::env::consts::ARCH
        );
        return Err(Failure::new(why));
    }
    for named in places {
        let to = match named.strip_prefix("res://") {
            Some(path) => project.join(path),
            None => addon.join(&named),
        };
        make(to.parent().unwrap_or(&project))?;
        std::fs::copy(&library, &to).map_err(|cause| {
            Failure::new(format!(
                "cannot copy {} to {}: {cause}",
                library.display(),
                to.display()
            ))
        })?;
    }
    Ok(project)
}

/// The paths of the libraries for this machine in the text of a `.gdextension` file.
fn libraries(text: &str) -> Vec<String> {
    let section = text.split("[libraries]").nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    let mut found = Vec::new();
    for line in section.lines() {
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let mut tags = key.trim().split('.');
        if tags.next() == Some("linux") && tags.any(|tag| tag == std::env::consts::ARCH) {
            found.push(value.trim().trim_matches('"').to_owned());
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result {
    make(to)?;
    let fault =
        |cause: std::io::Error| Failure::new(format!("cannot copy {}: {cause}", from.display()));
    for entry in std::fs::read_dir(from).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to)?,
            false => std::fs::copy(entry.path(), to).map(|_| ()).map_err(fault)?,
        }
    }
    Ok(())
}

/// What opening the project writes. Without a window the editor crashes at its end where it finds an extension for the
/// first time (godotengine/godot issue 123511).
fn list_extension(project: &Path) -> Result {
    shell::write(
        &project.join(".godot/extension_list.cfg"),
        "res://addons/pliant/pliant.gdextension\n",
    )
}

/// Opens the project as the editor does: it loads the extension with its editor classes, and reads all resources.
fn open(engine: &Engine, project: &Path) -> Result {
    let mut command = engine.command(OPEN_S, false);
    command.arg("--path").arg(project).arg("--import");
    play("the editor opens the project", OPEN_S, command, "")?.check_errors()
}

/// Runs the checks without a window.
fn headless(engine: &Engine, project: &Path, arguments: &Arguments) -> Result {
    let only = arguments.only.iter().map(String::as_str);
    let mut checks: Vec<&str> = only.filter(|check| *check != WINDOW).collect();
    if checks.is_empty() {
        checks.extend(CHECKS);
        checks.extend(LONG_CHECKS.iter().filter(|_| arguments.long));
    }
    let mut command = engine.command(HEADLESS_S, false);
    command
        .args(["--fixed-fps", "60", "--path"])
        .arg(project)
        .args(["-s", "tests/run.gd", "--"])
        .args(&checks);
    let log = play(
        "checks without a window",
        HEADLESS_S,
        command,
        "all checks ran",
    )?;
    judge(&log, &checks)
}

/// Draws the scenes with Vulkan and saves pictures.
fn window(engine: &Engine, project: &Path) -> Result {
    let pictures = place().join("pictures");
    make(&pictures)?;
    let mut command = engine.command(WINDOW_S, true);
    command.args([
        "--rendering-method",
        "forward_plus",
        "--resolution",
        "480x270",
        "--fixed-fps",
        "60",
        "--path",
    ]);
    command
        .arg(project)
        .args(["-s", "tests/pictures.gd", "--"])
        .arg(&pictures)
        .arg(engine.simulates_on());
    let log = play(
        "pictures in a window",
        WINDOW_S,
        command,
        "all pictures saved",
    )?;
    judge(&log, &[WINDOW])?;
    println!("    pictures are in {}", pictures.display());
    Ok(())
}

/// Errors, then the bounds of these checks.
fn judge(log: &Log, checks: &[&str]) -> Result {
    log.check_errors()?;
    for check in checks {
        log.check(bounds::of(check))?;
    }
    Ok(())
}

/// Runs the engine and shows what it prints. It must end by itself, and print the line `last`.
fn play(what: &str, limit_s: u32, mut command: std::process::Command, last: &str) -> Result<Log> {
    let began = Instant::now();
    println!("    {what}");
    let mut log = Log::default();
    let result = shell::run_and_read_all(&mut command, |output| {
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("      {line}");
            log.read(&line);
        }
        Ok(())
    });
    let took = began.elapsed().as_secs_f64();
    println!("    {what}: {took:.1} s");
    // Errors in the log say more than the status.
    log.check_errors()?;
    if result.is_err() && took >= f64::from(limit_s) {
        return Err(Failure::new(format!(
            "{what}: the engine did not end within {limit_s} s"
        )));
    }
    result?;
    if !last.is_empty() && !log.has(last) {
        return Err(Failure::new(format!(
            "{what}: the engine ended without the line \"{last}\""
        )));
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_of_this_machine_are_found() {
        let arch = std::env::consts::ARCH;
        let text = format!(
            "[configuration]\nlinux.{arch} = \"no\"\n[libraries]\nlinux.debug.{arch} = \"res://a.so\"\n\
             linux.release.{arch} = \"res://a.so\"\nwindows.{arch} = \"a.dll\"\nlinux.other = \"b.so\"\n[icons]\nlinux.{arch} = \"c\"\n"
        );
        assert_eq!(libraries(&text), ["res://a.so"]);
        assert!(libraries("").is_empty());
    }

    #[test]
    fn every_check_has_a_script_and_bounds() {
        for check in CHECKS.iter().chain(LONG_CHECKS).chain(&[WINDOW]) {
            assert!(
                root()
                    .join(DEMO)
                    .join(format!("tests/{check}.gd"))
                    .is_file(),
                "{check}"
            );
            assert!(!bounds::of(check).is_empty(), "{check}");
            for bound in bounds::of(check) {
                assert!(bound.key.starts_with(&format!("{check}.")), "{}", bound.key);
            }
        }
    }
}
