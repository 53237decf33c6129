//! `cargo xtask demo`: from a bare machine to pictures.

use crate::build::Build;
use crate::shell::{self, Failure, Result, root};
use crate::{compile, samples, setup, user_mesh};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const C_SAMPLE: &str = "samples/c/hello_drop.c";
/// What it writes into the current folder when it has no arguments.
const DROPPED: &str = "hello_drop.obj";
/// Size of its picture [pixel]: three bodies side by side.
const PICTURE: &str = "960x420";

/// Default folder for everything that the demo writes.
const OUT: &str = "out/demo";

/// Arguments for a short demo, and some of the files that it must leave.
const SHORT: &[&str] = &["--frames=2", "--size=96x54", "--still-size=192x108"];
const LEFT: &[&str] = &[
    "hello_drop.png",
    "overview.png",
    "table.md",
    "mesh/star_meshes.png",
    "mesh/table.md",
];

/// Installs what is missing, builds, runs the C sample and films the scenes; or films only a mesh of the user's, with a
/// render mesh if one is given.
pub fn run(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>) -> Result {
    demo(Build::Shipped, mesh, skin, out, &[])
}

/// The step of `cargo xtask test`: the first pictures of all scenes, in small, then of a mesh that the demo left.
pub fn short(build: Build) -> Result {
    let out = root().join("target/xtask/demo");
    if out.exists() {
        std::fs::remove_dir_all(&out)
            .map_err(|cause| Failure::new(format!("cannot empty {}: {cause}", out.display())))?;
    }
    demo(build, None, None, Some(&out), SHORT)?;
    let star = out.join("star.obj");
    demo(build, Some(&star), None, Some(&out.join("mesh")), SHORT)?;
    for name in LEFT {
        let size = std::fs::metadata(out.join(name)).map_or(0, |file| file.len());
        if size == 0 {
            return Err(Failure::new(format!("{name} is not in {}", out.display())));
        }
    }
    Ok(())
}

/// `settings` are for the program of `samples/demo`.
fn demo(
    build: Build,
    mesh: Option<&Path>,
    skin: Option<&Path>,
    out: Option<&Path>,
    settings: &[&str],
) -> Result {
    let begun = Instant::now();
    // Before the build, which takes minutes.
    user_mesh::glance(mesh, skin)?;
    let out = out.map(absolute).transpose()?;
    let steps = if mesh.is_some() { 3 } else { 4 };
    println!("[1/{steps}] what this machine needs");
    setup::for_demo()?;
    println!(
        "[2/{steps}] building the library, the tool and the scenes (some minutes the first time)"
    );
    build.make()?;
    if mesh.is_none() {
        println!("[3/{steps}] a C program drops a body");
        c_sample(build, out.as_deref().unwrap_or(&root().join(OUT)))?;
    }
    println!("[{steps}/{steps}] pictures");
    film(build, mesh, skin, out.as_deref(), settings)?;
    println!("done in {:.0} s", begun.elapsed().as_secs_f32());
    Ok(())
}

/// The C program drops bodies that it makes itself, then real meshes where there is test data. `pliant view` draws the
/// result.
fn c_sample(build: Build, out: &Path) -> Result {
    let source = root().join(C_SAMPLE);
    if !source.is_file() {
        println!("    {C_SAMPLE} does not exist: left out");
        return Ok(());
    }
    std::fs::create_dir_all(out)
        .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", out.display())))?;
    let program = compile::any(build, &source)?;
    let drop = || {
        let mut drop = compile::with_library(build, Command::new(&program));
        drop.current_dir(out);
        drop
    };
    shell::run(&mut drop())?;
    view(build, &out.join(DROPPED))?;
    let Some([mesh, skin]) = samples::real_pair() else {
        return Ok(());
    };
    let written = out.join("hello_drop_liver.obj");
    shell::run(drop().arg(mesh).arg(skin).arg(&written))?;
    view(build, &written)
}

/// Draws a mesh into a picture beside it.
fn view(build: Build, mesh: &Path) -> Result {
    let mut view = Command::new(built(build, "pliant"));
    view.arg("view").arg(mesh).args(["--size", PICTURE]);
    shell::run(view.arg("-o").arg(mesh.with_extension("png")))
}

/// A program of the workspace.
fn built(build: Build, name: &str) -> PathBuf {
    root()
        .join(build.folder())
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs the program of `samples/demo`. It says itself what is wrong and where the pictures are.
fn film(
    build: Build,
    mesh: Option<&Path>,
    skin: Option<&Path>,
    out: Option<&Path>,
    settings: &[&str],
) -> Result {
    let mut command = Command::new(built(build, "demo"));
    command.arg(if mesh.is_some() { "run" } else { "all" });
    command.args(settings);
    // The program runs in the repository; the user's paths are relative to where the user is.
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
