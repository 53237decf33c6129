//! Runs scenes, or a mesh of the user's, on the GPU and writes pictures of them.

mod draw;
mod film;
mod paper;

use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use film::{Film, Subject};
use pliant::asset::read::{read_surface, read_tets};
use pliant::error::Status;
use scenes::UserMesh;
use std::path::{Path, PathBuf};

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
        /// A tet mesh (Gmsh .msh, TetGen .node and .ele) that falls on a floor, half on a sphere.
        #[arg(long)]
        mesh: Option<PathBuf>,
        /// A render mesh (.obj) in the coordinates of the tet mesh, to be carried by it.
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
    /// Width and height of a picture [pixel].
    #[arg(long, default_value = "480x270", value_parser = size)]
    size: [u32; 2],
    /// Folder for pictures and the table.
    #[arg(long, default_value = "out/demo")]
    out: PathBuf,
    /// Writes an animated GIF (the default).
    #[arg(long)]
    gif: bool,
    /// Writes an animated PNG, which keeps all colours and is larger.
    #[arg(long)]
    apng: bool,
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
    match sides {
        Some((Ok(w), Ok(h))) if w > 0 && h > 0 => Ok([w, h]),
        _ => Err("expected WIDTHxHEIGHT, such as 480x270".into()),
    }
}

fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::List => scenes::all()
            .iter()
            .for_each(|s| println!("{:14} {}", s.name, s.title)),
        Task::Run {
            mesh: Some(mesh),
            skin,
            settings,
            ..
        } => shoot(&[user_mesh(&mesh, skin.as_deref())?], &settings)?,
        Task::Run {
            scene, settings, ..
        } => {
            let name = scene.unwrap_or_default();
            let Some(scene) = scenes::by_name(&name) else {
                let names: Vec<_> = scenes::all().iter().map(|s| s.name).collect();
                bail!("no scene `{name}`; there are {}", names.join(", "));
            };
            shoot(&[Subject::Scene(scene)], &settings)?;
        }
        Task::All { settings } => {
            let subjects: Vec<_> = scenes::all().iter().map(Subject::Scene).collect();
            shoot(&subjects, &settings)?;
        }
    }
    Ok(())
}

/// Reads the user's files. A surface alone is told apart from a file that is no mesh.
fn user_mesh(mesh: &Path, skin: Option<&Path>) -> Result<Subject> {
    let tets = match read_tets(mesh) {
        Ok(tets) => tets,
        Err(error) => {
            if error.status != Status::Io && read_surface(mesh).is_ok() {
                bail!(
                    "{} is a surface, and a soft body needs a tet mesh for now: pass one with --mesh \
                     (Gmsh .msh, TetGen .node and .ele) and this file with --skin",
                    mesh.display()
                );
            }
            return Err(error).context("the mesh cannot be read");
        }
    };
    let surface = skin
        .map(read_surface)
        .transpose()
        .context("the render mesh cannot be read")?;
    let name = mesh
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Subject::User(name, Box::new(UserMesh { tets, surface })))
}

/// Takes all films and writes what was asked for.
fn shoot(subjects: &[Subject], settings: &Settings) -> Result<()> {
    let out = &settings.out;
    std::fs::create_dir_all(out).with_context(|| format!("no folder {}", out.display()))?;
    let mut renderer = viewer::Renderer::new(settings.size[0], settings.size[1])?;
    let mut films: Vec<Film> = Vec::new();
    for subject in subjects {
        let film = film::take(subject, settings, &mut renderer)?;
        film.write(settings)?;
        println!("{}", film.summary());
        films.push(film);
    }
    if films.len() > 1 {
        paper::overview(&films).write_png(out.join("overview.png"))?;
    }
    let table = paper::table(&films);
    std::fs::write(out.join("table.md"), &table).context("table.md cannot be written")?;
    println!("\n{table}\npictures and table are in {}", out.display());
    Ok(())
}
