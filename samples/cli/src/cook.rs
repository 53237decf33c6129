//! `pliant cook`.

use crate::file::{self, COOKED, Content};
use crate::report::{Facts, Failure, Result, Voice, grouped};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use pliant::asset::check::{FACTOR_RANGE, check};
use pliant::asset::cook::cook;
use pliant::asset::factors::in_regions;
use pliant::asset::from_surface::{Filled, Mode, SurfaceOptions, fill_surface};
use pliant::asset::read::{extension, read_surface};
use pliant::asset::shell::cook_shell;
use pliant::asset::tetrahedralise::{Progress, Quality};
use pliant::asset::{Asset, CookOptions, SurfaceMesh, TetMesh, repair};
use pliant::error::{Error, Status, counted, number};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Arguments of `pliant cook`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A surface or a tet mesh.
    input: PathBuf,
    /// Where the body or shell goes (.pliant); overwritten if it is there.
    #[arg(long, short)]
    output: PathBuf,
    /// What a surface is made into.
    #[arg(long, value_enum)]
    mode: Option<Make>,
    /// Wanted number of tets of a cage [default: 2000]; implies --mode cage.
    #[arg(long, value_name = "TETS", conflicts_with = "conforming", value_parser = clap::value_parser!(u32).range(1..))]
    cage: Option<u32>,
    /// Wanted number of tets that follow the surface [default: 50000, and up to 200000 where the surface needs them]; implies --mode conforming.
    #[arg(long, value_name = "TETS", value_parser = clap::value_parser!(u32).range(1..))]
    conforming: Option<u32>,
    /// Edge of a cell of the lattice in the file's length unit, instead of one found from the number of tets.
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    cell_size: Option<f64>,
    /// Tets inside the closed surface of a file are FACTOR times as stiff (0.001 to 1000). May be given more than once; where files
    /// overlap, the last one counts.
    #[arg(long, value_name = "FILE=FACTOR", value_parser = region)]
    stiff_inside: Vec<Region>,
    /// The same for density.
    #[arg(long, value_name = "FILE=FACTOR", value_parser = region)]
    density_inside: Vec<Region>,
    /// Threads, at most 64; 0 for as many as the machine has. The result does not depend on it.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=64))]
    threads: u8,
}

/// Modes by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Make {
    /// A coarse cage of cells around what encloses a volume (the default); a shell if nothing does.
    Cage,
    /// Tets whose boundary follows the surface; a shell if nothing encloses a volume.
    Conforming,
    /// A shell, whatever it encloses.
    Shell,
}

/// A file with a factor.
#[derive(Clone, Debug)]
struct Region {
    file: PathBuf,
    factor: f32,
}

fn region(text: &str) -> std::result::Result<Region, String> {
    let parted = text.rsplit_once('=');
    let (file, factor) = parted.ok_or("expected FILE=FACTOR, such as bone.obj=20")?;
    match factor.parse() {
        Ok(factor) if FACTOR_RANGE.contains(&factor) && !file.is_empty() => Ok(Region {
            file: file.into(),
            factor,
        }),
        _ => Err("expected FILE=FACTOR with a factor from 0.001 to 1000".into()),
    }
}

fn length(text: &str) -> std::result::Result<f64, String> {
    match text.parse() {
        Ok(length) if length > 0.0 && f64::is_finite(length) => Ok(length),
        _ => Err("expected a length above 0".into()),
    }
}

impl Arguments {
    fn mode(&self) -> Result<(Mode, usize)> {
        let implied = match (self.cage, self.conforming) {
            (Some(tets), _) => Some((Make::Cage, tets)),
            (_, Some(tets)) => Some((Make::Conforming, tets)),
            _ => None,
        };
        let (make, tets) = match (self.mode, implied) {
            (Some(mode), Some((other, _))) if mode != other => {
                let message = "--mode says another thing than --cage or --conforming";
                return Err(Failure::usage(message));
            }
            (mode, Some((_, tets))) => (mode.or(implied.map(|(m, _)| m)), tets as usize),
            (mode, None) => (mode, 0),
        };
        let mode = match make.unwrap_or(Make::Cage) {
            Make::Cage => Mode::Cage,
            Make::Conforming => Mode::Conforming,
            Make::Shell => Mode::Shell,
        };
        Ok((mode, tets))
    }

    fn is_about_surfaces(&self) -> bool {
        self.mode.is_some()
            || self.cage.is_some()
            || self.conforming.is_some()
            || self.cell_size.is_some()
    }
}

/// Whether somebody has pressed Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// The first Ctrl-C asks the work to stop, the second one ends it.
fn stop_on_interrupt() -> Result {
    let handler = || {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|cause| Failure::io(format!("Ctrl-C cannot be watched: {cause}")))
}

/// Runs the command.
pub fn run(arguments: &Arguments, voice: &Voice) -> Result {
    stop_on_interrupt()?;
    let (input, output) = (&arguments.input, &arguments.output);
    let (mode, elements) = arguments.mode()?;
    if extension(output) != COOKED {
        let message = format!(
            "{}: what is cooked is written to .{COOKED} files; `pliant convert` writes other formats of them",
            output.display()
        );
        return Err(Failure::argument(message));
    }
    file::may_write(input, output)?;
    let begun = Instant::now();
    let named = |failure: Failure| failure.of(input);
    let bar = bar(voice.shows_progress());
    let tell = |done: f32| {
        bar.set_position((done * 1000.0) as u64);
        !STOPPED.load(Ordering::Relaxed)
    };
    let progress = Progress::new(&tell);
    let (made, mut facts) = match file::open(input)? {
        Content::Surface(surface) => {
            let options = SurfaceOptions {
                mode,
                elements,
                spacing: arguments.cell_size.unwrap_or(0.0),
                threads: arguments.threads.into(),
                ..SurfaceOptions::default()
            };
            from_surface(&surface, &options, arguments, &progress).map_err(named)?
        }
        Content::Tets(mesh) => {
            if arguments.is_about_surfaces() {
                voice.warn(&format!("{} holds tets: --mode, --cage, --conforming and --cell-size are about surfaces and do nothing here", input.display()));
            }
            from_tets(mesh, arguments).map_err(named)?
        }
        Content::Saved(_) => {
            return Err(named(Failure::argument("this file is cooked already")));
        }
    };
    progress.report(1.0)?;
    file::save(output, &made)?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    facts.hide("input", input.display().to_string());
    facts.add(
        "output",
        output.display().to_string(),
        output.display().to_string(),
    );
    facts.add("bytes", made.len(), format!("{} B", grouped(made.len())));
    facts.add("seconds", seconds, format!("{seconds:.2}"));
    voice.tell(facts)
}

/// A bar on a terminal, nothing elsewhere.
fn bar(is_shown: bool) -> ProgressBar {
    if !is_shown {
        return ProgressBar::hidden();
    }
    // Whatever ends the work, an error too, leaves no half of it on the terminal.
    let bar = ProgressBar::new(1000).with_finish(ProgressFinish::AndClear);
    match ProgressStyle::with_template("cooking {wide_bar} {percent} % {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

type Made = (Vec<u8>, Facts);

fn from_surface(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    arguments: &Arguments,
    progress: &Progress,
) -> Result<Made> {
    let (vertices, triangles) = (surface.positions.len(), surface.triangles.len());
    let mut facts = Facts::new(format!(
        "{}: a surface of {} vertices and {} triangles",
        arguments.input.display(),
        grouped(vertices),
        grouped(triangles)
    ));
    facts.hide("given_vertices", vertices);
    facts.hide("given_triangles", triangles);
    let (filled, report) = fill_surface(surface, options, &progress.part(0.0, 0.9))?;
    facts.say(report.sentences());
    match filled {
        Filled::Tets(mut mesh) => {
            apply_regions(&mut mesh, arguments, &mut facts)?;
            progress.report(0.95)?;
            let (asset, _) = cook(&mesh, &CookOptions::default())?;
            tell_of_body(&mesh, &asset, &mut facts);
            Ok((asset.to_bytes(), facts))
        }
        Filled::Sheets(sheets) => {
            let given = [&arguments.stiff_inside, &arguments.density_inside];
            if given.iter().any(|regions| !regions.is_empty()) {
                let message = "a shell has no inside: --stiff-inside and --density-inside need something that encloses a volume";
                return Err(Failure::argument(message));
            }
            let drop_unreferenced = true;
            let (shell, report) = cook_shell(&sheets, &CookOptions { drop_unreferenced })?;
            facts.say(["It is kept as a shell; no solver moves shells yet.".into()]);
            facts.add("kind", "shell", "shell");
            facts.count("vertices", shell.rest_positions.len());
            facts.count("triangles", shell.triangles.len());
            facts.count("boundary_edges", report.boundary_edges);
            facts.hide("hash", format!("{:016x}", shell.content_hash));
            Ok((shell.to_bytes(), facts))
        }
    }
}

fn from_tets(mut mesh: TetMesh, arguments: &Arguments) -> Result<Made> {
    let (vertices, tets) = (mesh.positions.len(), mesh.tets.len());
    let mut facts = Facts::new(format!(
        "{}: a mesh of {} vertices and {} tets",
        arguments.input.display(),
        grouped(vertices),
        grouped(tets)
    ));
    facts.hide("given_vertices", vertices);
    facts.hide("given_tets", tets);
    // Before factors are looked for at places of the tets.
    check(&mesh, true).map_err(advised)?;
    apply_regions(&mut mesh, arguments, &mut facts)?;
    let drop_unreferenced = true;
    let (asset, report) = cook(&mesh, &CookOptions { drop_unreferenced })?;
    if report.all_flipped {
        facts.say(["All tets had a negative volume and were turned round.".into()]);
    }
    if report.dropped_vertices > 0 {
        let text = "vert[ex|ices] belonged to no tet and w[as|ere] dropped.";
        facts.say([counted(report.dropped_vertices, text)]);
    }
    tell_of_body(&asset.tet_mesh(), &asset, &mut facts);
    Ok((asset.to_bytes(), facts))
}

/// What to do about tets that no solver can move.
fn advised(mut error: Error) -> Error {
    if let Status::MeshInverted | Status::MeshZeroVolume = error.status {
        error.message += "; `pliant convert` writes the mesh's boundary as an .obj or .ply surface, which can be cooked";
    }
    error
}

fn tell_of_body(mesh: &TetMesh, asset: &Asset, facts: &mut Facts) {
    let quality = Quality::of_mesh(mesh);
    let angles = [quality.least_dihedral, quality.largest_dihedral];
    facts.add("kind", "body", "body");
    facts.count("vertices", asset.rest_positions.len());
    facts.count("tets", asset.tets.len());
    facts.count("surface_triangles", asset.surface_triangles.len());
    facts.add("volume", quality.volume, number(quality.volume as f32));
    facts.add(
        "dihedral_degrees",
        json!(angles),
        format!("{:.2} to {:.2}", angles[0], angles[1]),
    );
    facts.hide("hash", format!("{:016x}", asset.content_hash));
}

/// Multiplies the factors of tets by those of the regions that they lie in.
fn apply_regions(mesh: &mut TetMesh, arguments: &Arguments, facts: &mut Facts) -> Result {
    let stiff = inside(&arguments.stiff_inside, mesh, "stiff", facts)?;
    let dense = inside(&arguments.density_inside, mesh, "dense", facts)?;
    for (own, regions) in [
        (&mut mesh.tet_stiffness, stiff),
        (&mut mesh.tet_density, dense),
    ] {
        if regions.is_empty() {
            continue;
        }
        own.resize(regions.len(), 1.0);
        for (own, region) in own.iter_mut().zip(regions) {
            *own *= region;
        }
    }
    Ok(())
}

/// The factor of each tet, or none if there are no regions.
fn inside(regions: &[Region], mesh: &TetMesh, what: &str, facts: &mut Facts) -> Result<Vec<f32>> {
    if regions.is_empty() {
        return Ok(Vec::new());
    }
    let surfaces = regions.iter().map(|region| surface_of(&region.file));
    let surfaces = surfaces.collect::<Result<Vec<_>>>()?;
    for (surface, region) in surfaces.iter().zip(regions) {
        let is_inside = in_regions(&[(surface, 2.0)], mesh);
        let count = is_inside.iter().filter(|factor| **factor == 2.0).count();
        let (factor, file) = (number(region.factor), region.file.display());
        let tets = counted(count, "tet[ lies|s lie]");
        facts.say([format!("{tets} inside {file}: {factor} times as {what}.")]);
    }
    let pairs = surfaces.iter().zip(regions).map(|(s, r)| (s, r.factor));
    Ok(in_regions(&pairs.collect::<Vec<_>>(), mesh))
}

fn surface_of(file: &Path) -> Result<SurfaceMesh> {
    let surface = read_surface(file)?;
    repair::check(&surface).map_err(|cause| Failure::from(cause).of(file))?;
    Ok(surface)
}
