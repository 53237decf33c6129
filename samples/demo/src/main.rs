//! Runs scenes, or the user's mesh, on the GPU and writes pictures of them.

#[cfg(test)]
mod cut_tests;
mod draw;
mod film;
#[cfg(test)]
mod late_tests;
mod panels;
mod paper;
mod patience;
mod settings;
mod sheets;
mod user_files;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Parser, Subcommand};
use film::{Crew, Film, Subject};
use pliant::asset::from_surface::Filled;
use pliant::asset::read::{SURFACE_FILES, TETS_FILES};
use pliant::asset::saved::EXTENSION;
use pliant::asset::write::write_surface;
use scenes::UserMesh;
use settings::{Settings, stem};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use user_files::Read;

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
        #[arg(long, help = mesh_help())]
        mesh: Option<PathBuf>,
        #[arg(long, requires = "mesh", help = skin_help())]
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

fn mesh_help() -> String {
    format!(
        "A mesh that falls on a floor, half on a sphere. A tet mesh ({TETS_FILES}), a cooked body (.{EXTENSION}), or a surface ({SURFACE_FILES}), which gets a coarse cage of tets"
    )
}

fn skin_help() -> String {
    format!("A render mesh ({SURFACE_FILES}) that the mesh carries, in the same coordinates")
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
        } => drop_mesh(&mesh, skin.as_deref(), &settings)?,
        Task::Run {
            scene, settings, ..
        } => {
            let name = scene.unwrap_or_default();
            let Some(scene) = scenes::by_name(&name) else {
                let names: Vec<_> = scenes::all().iter().map(|s| s.name).collect();
                bail!("no scene `{name}`; there are {}", names.join(", "));
            };
            let out = settings.out.clone();
            let out = out.unwrap_or_else(|| Path::new("out/scene").join(scene.name));
            shoot(&[Subject::Scene(scene)], &settings, &out)?;
        }
        Task::All { settings } => {
            let subjects: Vec<_> = scenes::all().iter().map(Subject::Scene).collect();
            let out = settings.out.clone().unwrap_or_else(|| "out/demo".into());
            shoot(&subjects, &settings, &out)?;
            write_star(&out)?;
        }
    }
    Ok(())
}

/// Films the user's mesh. Of a surface it also draws what was made of it.
fn drop_mesh(mesh: &Path, skin: Option<&Path>, settings: &Settings) -> Result<()> {
    let Read {
        user,
        surface,
        sentences,
    } = user_files::read(mesh, skin)?;
    if !sentences.is_empty() {
        println!("{}:", mesh.display());
    }
    sentences.iter().for_each(|s| println!("  {s}"));
    if let Some(doubt) = user.as_ref().and_then(UserMesh::doubt_of_skin) {
        println!("warning: {doubt}");
    }
    let out = match &settings.out {
        Some(out) => out.clone(),
        None => Path::new("out/mesh").join(stem(mesh)),
    };
    make_folder(&out)?;
    if let Some(surface) = &surface {
        let [width, height] = settings.still_size;
        // A sheet of three is twice as wide as a picture.
        let mut renderer = viewer::Renderer::new((width * 2 / 3).max(1), height)?;
        let file = out.join(format!("{}_meshes.png", stem(mesh)));
        let (picture, sentences) = panels::sheet(surface, &mut renderer)?;
        picture.write_png(&file)?;
        if !sentences.is_empty() {
            println!("its conforming mesh, which is only drawn:");
        }
        sentences.iter().for_each(|s| println!("  {s}"));
        let file = std::path::absolute(&file).unwrap_or(file);
        let what = match surface.filled {
            Filled::Tets(_) => "cage, conforming mesh and skin",
            Filled::Sheets(_) => "shell and skin",
        };
        println!("{what} are in {}", file.display());
    }
    match user {
        Some(user) => {
            let subject = Subject::User(mesh.to_owned(), Box::new(user));
            shoot(&[subject], settings, &out)
        }
        None => {
            println!(
                "nothing in it encloses a volume, and no solver moves sheets yet: nothing falls"
            );
            Ok(())
        }
    }
}

/// Writes the render mesh of a scene, for the user to try the tool on.
fn write_star(out: &Path) -> Result<()> {
    let file = out.join("star.obj");
    write_surface(&file, &scenes::star_surface()).map_err(|error| anyhow!(error.message))?;
    let file = std::path::absolute(&file).unwrap_or(file);
    println!(
        "a render mesh to try `pliant cook` on is {}",
        file.display()
    );
    Ok(())
}

fn make_folder(out: &Path) -> Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be written", out.display()))
}

/// Takes all films and writes pictures and the table.
fn shoot(subjects: &[Subject], settings: &Settings, out: &Path) -> Result<()> {
    make_folder(out)?;
    let [width, height] = settings.size.unwrap_or(match subjects {
        [Subject::User(..)] => [960, 540],
        _ => [480, 270],
    });
    let mut crew = Crew {
        moving: viewer::Renderer::new(width, height)?,
        still: viewer::Renderer::new(settings.still_size[0], settings.still_size[1])?,
    };
    let mut films: Vec<Film> = Vec::new();
    for (place, subject) in subjects.iter().enumerate() {
        if subjects.len() > 1 {
            let (number, count) = (place + 1, subjects.len());
            println!("scene {number} of {count}: {}", subject.name());
        }
        let film = film::take(subject, settings, &mut crew)?;
        if film.is_there() {
            film.write(settings, out)?;
        }
        println!("{}", film.summary());
        films.push(film);
    }
    publish(&films, out)
}

/// Writes the overview and the table of the films that are there. Fails if none is.
fn publish(films: &[Film], out: &Path) -> Result<()> {
    if !films.iter().any(Film::is_there) {
        bail!("everything was late, so there is no picture: --patience gives more time");
    }
    if films.len() > 1 {
        paper::overview(films).write_small_png(out.join("overview.png"))?;
    }
    let (table, file) = (paper::table(films), out.join("table.md"));
    let failed = || format!("{} cannot be written", file.display());
    std::fs::write(&file, &table).with_context(failed)?;
    let out = std::path::absolute(out).unwrap_or(out.to_owned());
    println!("\n{table}\npictures and table are in {}", out.display());
    Ok(())
}
