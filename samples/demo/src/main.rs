//! Runs scenes, or a mesh of the user's, on the GPU and writes pictures of them.

#[cfg(test)]
mod cut_tests;
mod draw;
mod film;
mod paper;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Parser, Subcommand};
use film::{Crew, Film, Subject};
use pliant::asset::from_surface::{Filled, SurfaceOptions, fill_surface};
use pliant::asset::read::{read_surface, read_tets, surface_parser};
use pliant::asset::tetrahedralise::Progress;
use pliant::asset::{SurfaceMesh, TetMesh};
use scenes::UserMesh;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use viewer::size_from_text;

/// Pictures of soft bodies that the Pliant library simulates.
#[derive(Parser)]
#[command(name = "demo")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Lists the scenes.
    List,
    /// Runs one scene, or a mesh of your own.
    Run {
        /// The scene's name; see `demo list`.
        #[arg(required_unless_present = "mesh", conflicts_with = "mesh")]
        scene: Option<String>,
        /// A tet mesh (.msh, .node, .mesh, .vtk, .vtu, .t) that falls on a floor, half on a sphere, or a surface (.obj, .gltf, .glb,
        /// .ply, .stl, .off, .x), which is put into a coarse cage of tets and shown.
        #[arg(long)]
        mesh: Option<PathBuf>,
        /// A render mesh (.obj, .gltf, .glb, .ply, .stl, .off, .x) in the coordinates of the tet mesh, to be carried by it.
        #[arg(long, requires = "mesh")]
        skin: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Runs all scenes.
    All {
        #[command(flatten)]
        settings: Settings,
    },
}

/// How pictures are taken, and where they go.
#[derive(Args)]
struct Settings {
    /// Pictures to take; by default until the scene has been told.
    #[arg(long)]
    frames: Option<u32>,
    /// Steps from one picture to the next.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Width and height of the pictures that move [pixel].
    #[arg(long, default_value = "480x270", value_parser = size_from_text)]
    size: [u32; 2],
    /// Width and height of the pictures that stand still [pixel].
    #[arg(long, default_value = "960x540", value_parser = size_from_text)]
    still_size: [u32; 2],
    /// Folder for pictures and the table: `out/demo` for all scenes, `out/scene/NAME` for one, `out/mesh/NAME` for a mesh.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Writes an animated GIF (the default).
    #[arg(long)]
    gif: bool,
    /// Writes an animated PNG, which keeps all colours and is larger.
    #[arg(long)]
    apng: bool,
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::List => scenes::all()
            .iter()
            .for_each(|s| println!("{:14} {}", s.name, s.title)),
        Task::Run {
            mesh: Some(mesh),
            skin,
            settings,
            ..
        } => shoot(&[user_mesh(&mesh, skin.as_deref())?], &settings, "out/mesh")?,
        Task::Run {
            scene, settings, ..
        } => {
            let name = scene.unwrap_or_default();
            let Some(scene) = scenes::by_name(&name) else {
                let names: Vec<_> = scenes::all().iter().map(|s| s.name).collect();
                bail!("no scene `{name}`; there are {}", names.join(", "));
            };
            shoot(&[Subject::Scene(scene)], &settings, "out/scene")?;
        }
        Task::All { settings } => {
            let subjects: Vec<_> = scenes::all().iter().map(Subject::Scene).collect();
            shoot(&subjects, &settings, "out/demo")?;
        }
    }
    Ok(())
}

/// Reads the user's files; a surface is filled with tets and carried by them.
fn user_mesh(mesh: &Path, skin: Option<&Path>) -> Result<Subject> {
    // The library's sentences name the file.
    let said = |error: pliant::error::Error| anyhow!(error.message);
    let extension = mesh.extension().unwrap_or_default().to_string_lossy();
    let skin = skin.map(read_surface).transpose().map_err(said)?;
    let (tets, surface) = match surface_parser(&extension.to_ascii_lowercase()) {
        None => (read_tets(mesh).map_err(said)?, skin),
        Some(_) => {
            let surface = read_surface(mesh).map_err(said)?;
            (filled(&surface, mesh)?, skin.or(Some(surface)))
        }
    };
    let (mesh, user) = (mesh.to_owned(), UserMesh { tets, surface });
    if let Some(doubt) = user.doubt_of_skin() {
        println!("warning: {doubt}");
    }
    Ok(Subject::User(mesh, Box::new(user)))
}

/// A cage of tets around a surface.
fn filled(surface: &SurfaceMesh, file: &Path) -> Result<TetMesh> {
    let named = |why: &str| anyhow!("{}: {why}", file.display());
    let (filled, report) = fill_surface(surface, &SurfaceOptions::default(), &Progress::NONE)
        .map_err(|error| named(&error.message))?;
    println!("{}:", file.display());
    let said = report.sentences();
    said.iter().for_each(|sentence| println!("  {sentence}"));
    match filled {
        Filled::Tets(tets) => Ok(tets),
        Filled::Sheets(_) => Err(named(
            "nothing in it encloses a volume, and sheets cannot be simulated yet",
        )),
    }
}

/// Takes all films and writes what was asked for; `folder` is where, or for a single subject a folder in there.
fn shoot(subjects: &[Subject], settings: &Settings, folder: &str) -> Result<()> {
    let out = match (&settings.out, subjects) {
        (Some(out), _) => out.clone(),
        (None, [one]) => Path::new(folder).join(one.name()),
        (None, _) => folder.into(),
    };
    let failed = |what: &Path| format!("{} cannot be written", what.display());
    std::fs::create_dir_all(&out).with_context(|| failed(&out))?;
    let mut crew = Crew {
        moving: viewer::Renderer::new(settings.size[0], settings.size[1])?,
        still: viewer::Renderer::new(settings.still_size[0], settings.still_size[1])?,
    };
    let mut films: Vec<Film> = Vec::new();
    for subject in subjects {
        let film = film::take(subject, settings, &mut crew)?;
        film.write(settings, &out)?;
        println!("{}", film.summary());
        films.push(film);
    }
    if films.len() > 1 {
        paper::overview(&films).write_small_png(out.join("overview.png"))?;
    }
    let (table, file) = (paper::table(&films), out.join("table.md"));
    std::fs::write(&file, &table).with_context(|| failed(&file))?;
    let out = std::path::absolute(&out).unwrap_or(out);
    println!("\n{table}\npictures and table are in {}", out.display());
    Ok(())
}
