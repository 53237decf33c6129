//! `cargo xtask demo`: from a bare machine to pictures.

use crate::shell::{self, Failure, Result, root, words};
use crate::{native, setup};
use std::path::Path;
use std::process::Command;

const C_SAMPLE: &str = "samples/c/hello_drop.c";

/// Installs what is missing, builds, runs the C sample and renders the scenes, or a mesh of the user's.
pub fn run(mesh: Option<&Path>, out: &Path) -> Result {
    if let Some(mesh) = mesh.filter(|mesh| !mesh.is_file()) {
        return Err(Failure::new(format!("no file {}", mesh.display())));
    }
    println!("[1/4] what this machine needs");
    setup::for_demo()?;
    println!("[2/4] building the library, optimised (some minutes the first time)");
    native::build()?;
    println!("[3/4] a C program drops a body");
    let program = native::compile(&root().join(C_SAMPLE))?;
    shell::run(&mut native::with_library(Command::new(program)))?;
    println!("[4/4] scenes and pictures");
    scenes(mesh, out)?;
    println!("\npictures and table: {}", out.display());
    Ok(())
}

/// Runs the scene program of `samples/viewer`, which steps, renders and writes.
fn scenes(mesh: Option<&Path>, out: &Path) -> Result {
    let mut command = words("cargo run --release --package viewer --bin demo -- --out");
    // The program runs in the root, but the user's paths are relative to where the user is.
    command.arg(absolute(out)?);
    if let Some(mesh) = mesh {
        command.arg("--mesh").arg(absolute(mesh)?);
    }
    shell::run(&mut command)
}

fn absolute(path: &Path) -> Result<std::path::PathBuf> {
    std::path::absolute(path).map_err(|cause| Failure::new(format!("{}: {cause}", path.display())))
}
