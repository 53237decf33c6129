//! `pliant`: cooks, inspects, converts and draws meshes.

mod convert;
mod cook;
mod file;
mod info;
mod interrupt;
mod levels;
mod library;
mod regions;
mod report;
mod unit;
mod view;

use clap::{Parser, Subcommand};
use report::{Failure, Voice};
use std::process::ExitCode;

/// What follows the list of commands.
fn after() -> String {
    let list = |files: &str| files.replace(" or ", ", ");
    let surfaces = list(pliant::asset::read::SURFACE_FILES);
    let tets = list(pliant::asset::read::TETS_FILES);
    format!(
        "\
Words:
  surface  a triangle mesh, such as the render mesh of a character
  tets     tetrahedra; a tet mesh is a solid made of them
  body     a cooked tet mesh: what Pliant simulates
  shell    a cooked sheet of triangles without volume, for cloth

Files:
  surfaces    {surfaces}
  tet meshes  {tets}
  cooked      .{}

An existing output file is replaced, once the new one is complete. The input file is never replaced.
Results go to standard output. Progress, warnings and errors go to standard error.

Exit status:
  0    success
  1    a file cannot be read or written, or a mesh cannot be used
  2    the command line is wrong, or an option does not apply to the input
  130  stopped by Ctrl-C; the message says what was written",
        file::COOKED
    )
}

/// Cook meshes into bodies for Pliant; inspect, convert and draw them.
#[derive(Parser)]
#[command(name = "pliant", version, after_help = after())]
struct Arguments {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    voice: Voice,
}

#[derive(Subcommand)]
enum Task {
    /// Make a body from a surface or a tet mesh, or a shell from a surface that encloses no volume.
    Cook(cook::Arguments),
    /// Show what is in files: counts, bounds, volume, area, angles, mass, and what cooking would make.
    Info(info::Arguments),
    /// Write a mesh in another format
    ///
    /// Tets are written as .msh or .vtu. Surfaces, and the boundary of tets, are written as .obj or .ply.
    Convert(convert::Arguments),
    /// Draw a picture of a mesh, a body or a shell.
    View(view::Arguments),
}

fn main() -> ExitCode {
    let Arguments { task, voice } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    library::listen(voice);
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

/// Prints what clap found: a request for help, or an error in the command line.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        Voice::of(std::env::args_os()).tell_only_machines(&Failure::usage(message));
    }
    // A closed pipe is no error.
    let _ = error.print();
    ExitCode::from(error.exit_code() as u8)
}
