//! Project tasks, started as `cargo xtask <command>`. One file a command; `shell.rs` runs programs for all of them.

mod abi;
mod bench;
mod bindings;
mod bless;
mod build;
mod check;
mod compile;
mod csharp;
mod demo;
mod dotnet;
mod extent;
mod fuzz;
mod godot;
mod headers;
mod kernels;
mod licenses;
mod meshes;
mod native;
mod pack;
#[cfg(test)]
mod recipes_tests;
mod rust_tests;
mod samples;
mod setup;
mod shell;
mod test;
mod times;
mod unity;
mod unity_lint;
mod unity_meta;
mod unreal;
mod user_mesh;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Tasks of the Pliant repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Installs what is missing, builds, runs the C sample and the scenes, or a mesh of your own, and says where the pictures are.
    ///
    /// Then `target/release/demo run NAME --frames 30` films one scene, or its first pictures.
    Demo {
        /// A tet mesh or a render mesh of your own (`.msh`, `.node`, `.vtu`, `.glb`, `.obj`, `.ply`, ...), or a cooked
        /// body (`.pliant`), instead of the built-in scenes.
        #[arg(long)]
        mesh: Option<PathBuf>,
        /// A render mesh (`.obj`, `.glb`, `.ply`, ...) in the coordinates of the mesh, to be carried by it.
        #[arg(long, requires = "mesh")]
        skin: Option<PathBuf>,
        /// Folder for pictures and the table; `out/demo` of the repository, or `out/mesh/NAME` for a mesh of your own.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Runs what CI checks, step by step.
    ///
    /// PLIANT_TEST_DATA names the folder of real meshes. Without it the tests that read them say SKIPPED.
    ///
    /// `--long`, which CI adds, runs the long sweeps too: up to 40 minutes on two processors, instead of 12.
    Test(test::Arguments),
    /// The quick look before a commit: formatting, clippy, compilation.
    Check,
    /// Writes the C header and the C# bindings from the Rust sources.
    Bindings {
        /// Writes nothing; fails when the committed files differ from what the sources give.
        #[arg(long)]
        check: bool,
    },
    /// Writes the `.meta` files that the Unity package lacks, and the list of their GUIDs.
    UnityMeta,
    /// Compares the C ABI with `include/abi.lock`, and says of each change whether it adds or breaks.
    Abi {
        /// Writes the lock; review the diff before committing.
        #[arg(long)]
        bless: bool,
    },
    /// Runs the benchmarks.
    Bench {
        /// Arguments for the benchmarks, after `--`: `--sag`, `--beam`, `--frames N`, `--csv FILE`, ...
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Prints what each pipeline is made of: files, nodes that a driver compiles, and copies of functions.
    Kernels(kernels::Arguments),
    /// Fills every surface in the folders with tets, by Pliant, TetGen and fTetWild, and prints a table.
    ///
    /// Needs Python 3 with venv. TetGen and fTetWild come from PyPI into `target/meshes-python`; they are never part of
    /// Pliant.
    Meshes(meshes::Arguments),
    /// Damages mesh files of every format, and surfaces, and checks that readers and cooks do not panic, hang or use
    /// too much memory.
    Fuzz {
        /// Processor time for each format, and for surfaces [minute].
        #[arg(long, default_value_t = 10.0)]
        minutes: f64,
    },
    /// Runs the Godot add-on and its demo in a real Godot, and saves pictures below `target/godot`.
    ///
    /// The engine is the one that GODOT names, one in PATH, or Debian's, fetched below `target/godot`.
    Godot(godot::Arguments),
    /// Makes the archives that are released: the C SDK, and the packages of engines whose bindings are here.
    Pack(pack::Arguments),
    /// Rewrites the golden files with what the code gives today; review the diff before committing.
    Bless,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Demo { mesh, skin, out } => {
            demo::run(mesh.as_deref(), skin.as_deref(), out.as_deref())
        }
        Task::Test(arguments) => test::run(&arguments),
        Task::Check => check::run(),
        Task::Bindings { check } => bindings::run(check),
        Task::UnityMeta => unity_meta::run(),
        Task::Bench { arguments } => bench::run(&arguments),
        Task::Kernels(arguments) => kernels::run(&arguments),
        Task::Meshes(arguments) => meshes::run(&arguments),
        Task::Fuzz { minutes } => fuzz::run(minutes),
        Task::Godot(arguments) => godot::run(&arguments),
        Task::Abi { bless } => abi::run(bless),
        Task::Pack(arguments) => pack::run(&arguments),
        Task::Bless => bless::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_said() {
                eprintln!("\n{failure}");
            }
            ExitCode::FAILURE
        }
    }
}
