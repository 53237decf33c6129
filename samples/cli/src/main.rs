//! `pliant`: cooks meshes for the library, tells what is in them, converts them and draws them.

mod convert;
mod cook;
mod file;
mod info;
mod interrupt;
mod levels;
mod regions;
mod report;
mod unit;
mod view;

use clap::{Parser, Subcommand};
use report::{Failure, Voice};
use std::process::ExitCode;

const AFTER: &str = "\
Reads surfaces (.obj, .gltf, .glb, .off, .ply, .stl, .x), tets (.msh, .node, .ele, .mesh, .vtk, .vtu, .t, .tet) and what it
cooked (.pliant). A file that is there already is overwritten, but never the one that is read; until the new one is whole,
the old one stays. Results go to standard output; progress, warnings and errors to standard error.

Exit status:
  0    done
  1    a file cannot be read or written, or a mesh cannot be used
  2    the command line is wrong
  130  stopped by Ctrl-C; it says how much was written";

/// Cooks meshes for Pliant, tells what is in them, converts them and draws them.
#[derive(Parser)]
#[command(name = "pliant", version, after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    voice: Voice,
}

#[derive(Subcommand)]
enum Task {
    /// Makes a body of any surface or tet mesh, or a shell of a surface that encloses nothing.
    Cook(cook::Arguments),
    /// Tells what is in files: counts, bounds, volume, area, angles, mass, and whether they can be cooked.
    Info(info::Arguments),
    /// Writes a mesh in another format: tets as .msh or .vtu, surfaces, and the boundary of tets, as .obj or .ply.
    Convert(convert::Arguments),
    /// Draws a picture of a mesh, a body or a shell.
    View(view::Arguments),
}

fn main() -> ExitCode {
    let Arguments { task, voice } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    let looks = matches!(task, Task::Cook(_));
    let told = interrupt::watch(voice, looks).and_then(|()| match task {
        Task::Cook(arguments) => cook::run(&arguments, &voice),
        Task::Info(arguments) => info::run(&arguments, &voice),
        Task::Convert(arguments) => convert::run(&arguments, &voice),
        Task::View(arguments) => view::run(&arguments, &voice),
    });
    interrupt::give_way();
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => voice.fail(&failure),
    }
}

/// What clap says instead of going on: help, or what is wrong with the command line.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        Voice::of(std::env::args_os()).tell_only_machines(&Failure::usage(message));
    }
    // Whoever has closed the pipe reads it no more.
    let _ = error.print();
    ExitCode::from(error.exit_code() as u8)
}
