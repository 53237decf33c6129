//! `cargo xtask demo`: from a bare machine to pictures.

use crate::shell::{self, Failure, Result, root};
use crate::{compile, native, setup, user_mesh};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const C_SAMPLE: &str = "samples/c/hello_drop.c";

/// Where the C sample writes, and the scenes if nothing else was asked for.
const OUT: &str = "out/demo";

/// Installs what is missing, builds, runs the C sample and films the scenes; or films a mesh of the user's alone, with a
/// render mesh that it carries if there is one.
pub fn run(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>) -> Result {
    let begun = Instant::now();
    // Before the build, which takes minutes.
    user_mesh::glance(mesh, skin)?;
    let out = out.map(absolute).transpose()?;
    let steps = if mesh.is_some() { 3 } else { 4 };
    println!("[1/{steps}] what this machine needs");
    setup::for_demo()?;
    println!(
        "[2/{steps}] building the library, the tool and the scenes, optimised (some minutes the first time)"
    );
    native::build()?;
    if mesh.is_none() {
        println!("[3/{steps}] a C program drops a body");
        c_sample(out.as_deref().unwrap_or(&root().join(OUT)))?;
    }
    println!("[{steps}/{steps}] pictures");
    film(mesh, skin, out.as_deref())?;
    println!("done in {:.0} s", begun.elapsed().as_secs_f32());
    Ok(())
}

/// The C program writes where it runs.
fn c_sample(out: &Path) -> Result {
    let source = root().join(C_SAMPLE);
    if !source.is_file() {
        println!("    {C_SAMPLE} does not exist: left out");
        return Ok(());
    }
    std::fs::create_dir_all(out)
        .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", out.display())))?;
    let program = compile::any(&source)?;
    shell::run(native::with_library(Command::new(program)).current_dir(out))
}

/// Runs the program of `samples/demo`, which steps, renders, writes, and says where the pictures are, or what is wrong.
fn film(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>) -> Result {
    let mut command = Command::new(
        root()
            .join("target/release")
            .join(format!("demo{}", std::env::consts::EXE_SUFFIX)),
    );
    command.arg(if mesh.is_some() { "run" } else { "all" });
    // Wherever the program runs, the user's paths are relative to where the user is.
    for (name, file) in [("--mesh", mesh), ("--skin", skin), ("--out", out)] {
        if let Some(file) = file {
            command.arg(name).arg(absolute(file)?);
        }
    }
    shell::run_that_explains(command.current_dir(root()))
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|cause| Failure::new(format!("{}: {cause}", path.display())))
}
