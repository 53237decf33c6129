//! `cargo xtask demo`: from a bare machine to pictures.

use crate::shell::{self, Failure, Result, root};
use crate::{compile, native, samples, setup, user_mesh};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const C_SAMPLE: &str = "samples/c/hello_drop.c";
/// What it writes where it runs, without arguments.
const DROPPED: &str = "hello_drop.obj";
/// Pictures of that [pixel]: three bodies side by side.
const PICTURE: &str = "960x420";

/// Where the C sample writes, and the scenes if nothing else was asked for.
const OUT: &str = "out/demo";

/// What the program of `samples/demo` is told for a short demo, and some of what must be there after it.
const SHORT: &[&str] = &["--frames=2", "--size=96x54", "--still-size=192x108"];
const LEFT: &[&str] = &[
    "hello_drop.png",
    "overview.png",
    "table.md",
    "mesh/star_meshes.png",
    "mesh/table.md",
];

/// Installs what is missing, builds, runs the C sample and films the scenes; or films a mesh of the user's alone, with a
/// render mesh that it carries if there is one.
pub fn run(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>) -> Result {
    demo(mesh, skin, out, &[])
}

/// The step of `cargo xtask test`: the beginning of all scenes in small pictures, then a mesh that they leave.
pub fn short() -> Result {
    let out = root().join("target/xtask/demo");
    if out.exists() {
        std::fs::remove_dir_all(&out)
            .map_err(|cause| Failure::new(format!("cannot empty {}: {cause}", out.display())))?;
    }
    demo(None, None, Some(&out), SHORT)?;
    let star = out.join("star.obj");
    demo(Some(&star), None, Some(&out.join("mesh")), SHORT)?;
    for name in LEFT {
        let size = std::fs::metadata(out.join(name)).map_or(0, |file| file.len());
        if size == 0 {
            return Err(Failure::new(format!("{name} is not in {}", out.display())));
        }
    }
    Ok(())
}

/// `settings` are for the program of `samples/demo`.
fn demo(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>, settings: &[&str]) -> Result {
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
    film(mesh, skin, out.as_deref(), settings)?;
    println!("done in {:.0} s", begun.elapsed().as_secs_f32());
    Ok(())
}

/// The C program drops the bodies it makes itself, and real meshes where there is test data; `pliant view` draws what it wrote.
fn c_sample(out: &Path) -> Result {
    let source = root().join(C_SAMPLE);
    if !source.is_file() {
        println!("    {C_SAMPLE} does not exist: left out");
        return Ok(());
    }
    std::fs::create_dir_all(out)
        .map_err(|cause| Failure::new(format!("cannot make {}: {cause}", out.display())))?;
    let program = compile::any(&source)?;
    let drop = || {
        let mut drop = compile::with_library(Command::new(&program));
        drop.current_dir(out);
        drop
    };
    shell::run(&mut drop())?;
    view(&out.join(DROPPED))?;
    let Some([mesh, skin]) = samples::real_pair() else {
        return Ok(());
    };
    let written = out.join("hello_drop_liver.obj");
    shell::run(drop().arg(mesh).arg(skin).arg(&written))?;
    view(&written)
}

/// A picture beside a mesh.
fn view(mesh: &Path) -> Result {
    let mut view = Command::new(built("pliant"));
    view.arg("view").arg(mesh).args(["--size", PICTURE]);
    shell::run(view.arg("-o").arg(mesh.with_extension("png")))
}

/// An optimised program of the workspace.
fn built(name: &str) -> PathBuf {
    root()
        .join("target/release")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Runs the program of `samples/demo`, which steps, renders, writes, and says where the pictures are, or what is wrong.
fn film(mesh: Option<&Path>, skin: Option<&Path>, out: Option<&Path>, settings: &[&str]) -> Result {
    let mut command = Command::new(built("demo"));
    command.arg(if mesh.is_some() { "run" } else { "all" });
    command.args(settings);
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
