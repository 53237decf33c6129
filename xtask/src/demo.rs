//! `cargo xtask demo`: from a bare machine to pictures.

use crate::shell::{self, Failure, Result, root, words};
use crate::{native, setup};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const C_SAMPLE: &str = "samples/c/hello_drop.c";

/// Installs what is missing, builds, runs the C sample and films the scenes, or a mesh of the user's, with a
/// render mesh that it carries if there is one.
pub fn run(mesh: Option<&Path>, skin: Option<&Path>, out: &Path) -> Result {
    let begun = Instant::now();
    for file in [mesh, skin].into_iter().flatten() {
        if !file.is_file() {
            return Err(Failure::new(format!("no file {}", file.display())));
        }
    }
    println!("[1/4] what this machine needs");
    setup::for_demo()?;
    println!("[2/4] building the library and the scenes, optimised (some minutes the first time)");
    // One command, so that what both need is compiled once.
    shell::run(&mut words(
        "cargo build --release --package pliant --package demo",
    ))?;
    println!("[3/4] a C program drops a body");
    c_sample()?;
    println!("[4/4] scenes and pictures");
    film(mesh, skin, &absolute(out)?)?;
    println!("done in {:.0} s", begun.elapsed().as_secs_f32());
    Ok(())
}

fn c_sample() -> Result {
    let source = root().join(C_SAMPLE);
    if !source.is_file() {
        println!("    {C_SAMPLE} does not exist: left out");
        return Ok(());
    }
    let program = native::compile(&source)?;
    shell::run(&mut native::with_library(Command::new(program)))
}

/// Runs the program of `samples/demo`, which steps, renders, writes, and says where the pictures are.
fn film(mesh: Option<&Path>, skin: Option<&Path>, out: &Path) -> Result {
    let mut command = Command::new(
        root()
            .join("target/release")
            .join(format!("demo{}", std::env::consts::EXE_SUFFIX)),
    );
    command.arg(if mesh.is_some() { "run" } else { "all" });
    // Wherever the program runs, the user's paths are relative to where the user is.
    for (name, file) in [("--mesh", mesh), ("--skin", skin)] {
        if let Some(file) = file {
            command.arg(name).arg(absolute(file)?);
        }
    }
    shell::run(command.arg("--out").arg(out).current_dir(root()))
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|cause| Failure::new(format!("{}: {cause}", path.display())))
}
