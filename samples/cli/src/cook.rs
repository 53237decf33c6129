//! `pliant cook`.

use crate::file::{self, COOKED, Content};
use crate::interrupt;
use crate::levels::Levels;
use crate::regions;
use crate::report::{Facts, Failure, Result, Voice};
use crate::unit::{self, Unit};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use pliant::asset::check::check;
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Cooked, Mode, SurfaceOptions, SurfaceReport, check_levels};
use pliant::asset::progress::Progress;
use pliant::asset::read::extension;
use pliant::asset::tetrahedralise::Quality;
use pliant::asset::{Asset, CookOptions, SurfaceMesh, TetMesh};
use pliant::desc::{PLIANT_MAX_BODY_TETS, PliantMaterialDesc};
use pliant::error::{counted, grouped, number};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

const AFTER: &str = "\
With --json one object is written: what the sentences say in numbers (`input`, `given_vertices` with `given_triangles` or
`given_tets`, `kind`, `vertices`, `tets` and `surface_triangles`, `volume`, `dihedral_degrees`, of a shell `triangles` and
`boundary_edges` and `area`, `hash`, `output`, `bytes`, `seconds`), `sentences` and `warnings`, and of a surface
  report   the fields of PliantSurfaceReport in include/pliant.h, which says what they mean and in which unit: among them
           `farthest_outside`, `farthest_boundary` and `farthest_surface`, `near_body_count`, `piece_count`, `unresolved_body_count`
  bodies   of each body `components` (of the repaired surface, numbered from its first triangle on), `first_triangle`, `first_tet`, `tet_count`,
           `surface_volume` and `volume`, `farthest` (of its boundary from the surface) and `missed` (of the surface from its
           boundary), `is_near` (both at most 1 % of the diagonal, the volume right to 2 %), `is_far` (its tets are larger than
           wanted, or cells of a cage, since so far from the origin positions hold no smaller ones), `moved` (how far its boundary
           was moved at most where its tets would miss the surface), `method`, `spacing`, `pieces`, `is_unresolved`, `took_more` (tets
           than its share, as that did not resolve it), `bridged` (places where tets join what a gap parts), `has_holes` (open parts bound it together);
           lengths are in the file's unit, with --unit in metres
  cage     of its cells `split_cells`, `bridged` (pieces merged over a gap), `filled`, `closed` (slits), `opened_edges`, `pinched`
With --levels the three stand in each object of `levels`, with what else is said of a level.";

/// Arguments of `pliant cook`.
#[derive(clap::Args)]
#[command(after_long_help = AFTER)]
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
    #[arg(long, value_name = "TETS", conflicts_with = "conforming", value_parser = tets, allow_negative_numbers = true)]
    cage: Option<Option<u32>>,
    /// Wanted number of tets that follow the surface [default: 50000, and up to 200000, for thin walls 400000, where the surface needs them]; implies --mode conforming.
    #[arg(long, value_name = "TETS", value_parser = tets, allow_negative_numbers = true)]
    conforming: Option<Option<u32>>,
    /// The length unit of the mesh and of all other files: m, cm, mm, in, ft, or its length in metres. What is written is in metres; a
    /// render mesh in the old unit no longer fits it. Without this option numbers stay as they are.
    #[arg(long, value_parser = Unit::parse, allow_negative_numbers = true)]
    unit: Option<Unit>,
    /// Edge of a cell of the lattice in the file's length unit, instead of one found from the number of tets; --cage and --conforming
    /// then take no number.
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_negative_numbers = true)]
    cell_size: Option<f64>,
    /// Levels of detail: how many (of each an eighth of the tets is wanted of the one before), or the tets of each, falling, with commas
    /// between; OUTPUT `duck.pliant` becomes `duck_lod0.pliant`, the finest, `duck_lod1.pliant` and so on.
    #[arg(long, value_name = "COUNT|TETS,TETS,...", value_parser = Levels::parse, allow_hyphen_values = true)]
    levels: Option<Levels>,
    #[command(flatten)]
    regions: regions::Named,
    /// Threads, at most 64; 0 for as many as the machine has. The result does not depend on it.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=64), allow_negative_numbers = true)]
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

fn tets(text: &str) -> std::result::Result<u32, String> {
    let most = grouped(PLIANT_MAX_BODY_TETS as usize);
    let expected = format!("expected a number of tets from 1 to {most}, or none for the default");
    match text.parse() {
        Ok(tets) if (1..=PLIANT_MAX_BODY_TETS).contains(&tets) => Ok(tets),
        Err(_) if text.contains('.') => Err(format!(
            "{expected}; a mesh is named before this option, or behind another one"
        )),
        _ => Err(expected),
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
            (Some(tets), _) => Some((Make::Cage, tets.unwrap_or(0))),
            (_, Some(tets)) => Some((Make::Conforming, tets.unwrap_or(0))),
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

    /// A number of tets and a size of cells each say how fine the mesh is.
    fn check_fineness(&self) -> Result {
        let named = |option, tets: Option<Option<u32>>| Some((option, tets??));
        let number = named("--cage", self.cage).or(named("--conforming", self.conforming));
        let (Some((option, tets)), Some(size)) = (number, self.cell_size) else {
            return Ok(());
        };
        Err(Failure::usage(format!(
            "{option} {tets} and --cell-size {size} each say how fine the mesh is: leave out --cell-size, or the number behind {option}"
        )))
    }

    /// Edge of a cell in the unit of what is written, 0 for one that is found.
    fn spacing(&self) -> f64 {
        let size = self.cell_size.unwrap_or(0.0);
        self.unit.map_or(size, |unit| unit.metres(size))
    }

    fn is_about_surfaces(&self) -> bool {
        self.mode.is_some()
            || self.cage.is_some()
            || self.conforming.is_some()
            || self.cell_size.is_some()
            || self.levels.is_some()
    }

    /// Where the result goes, one file a level.
    fn outputs(&self) -> Result<Vec<PathBuf>> {
        let (input, output) = (&self.input, &self.output);
        if extension(output) != COOKED {
            let message = format!(
                "{}: what is cooked is written to .{COOKED} files; `pliant convert` writes other formats of them",
                output.display()
            );
            return Err(Failure::usage(message));
        }
        if let Some(Levels::Tets(_)) = self.levels
            && (self.cage.is_some() || self.conforming.is_some() || self.cell_size.is_some())
        {
            let message = "--levels with numbers of tets says how fine each is: leave out --cage, --conforming and --cell-size, --mode tells the rest";
            return Err(Failure::usage(message));
        }
        let outputs = match &self.levels {
            Some(levels) => levels.files(output),
            None => vec![output.clone()],
        };
        (outputs.iter()).try_for_each(|output| file::may_write(input, output))?;
        Ok(outputs)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, voice: &Voice) -> Result {
    let input = &arguments.input;
    let (mode, elements) = arguments.mode()?;
    arguments.check_fineness()?;
    let outputs = arguments.outputs()?;
    let options = SurfaceOptions {
        mode,
        elements,
        spacing: arguments.spacing(),
        threads: arguments.threads.into(),
        ..SurfaceOptions::default()
    };
    if let Some(Levels::Count(count)) = arguments.levels {
        check_levels(&options, count).map_err(|cause| Failure::usage(cause.message))?;
    }
    let regions = arguments.regions.read(arguments.unit)?;
    let (name, begun) = (input.display().to_string(), Instant::now());
    let bar = bar(voice.shows_progress());
    let tell = |done: f32| {
        bar.set_position((done * 1000.0) as u64);
        !interrupt::is_pressed()
    };
    let progress = Progress::new(&tell);
    let mut content = file::open(input)?;
    (arguments.unit.iter()).for_each(|unit| unit.put_content(&mut content));
    let made = made(arguments, content, &options, &regions, &name, &progress);
    let (levels, mut facts) = made.map_err(|failure| failure.of(input))?;
    progress.report(1.0)?;
    regions::tell_of_surfaces(&regions, &mut facts);
    if levels.len() < outputs.len() {
        facts.warn("a shell has one level; nothing coarser was written");
    }
    let levels = saved(levels, &outputs)?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    facts.hide("input", name);
    match arguments.levels {
        Some(_) => facts.parts("levels", levels),
        None => levels.into_iter().for_each(|one| facts.absorb(one)),
    }
    facts.add("seconds", seconds, format!("{seconds:.2}"));
    voice.tell(facts)
}

/// What a file's content is made into.
fn made(
    arguments: &Arguments,
    content: Content,
    options: &SurfaceOptions,
    regions: &[regions::Read],
    name: &str,
    progress: &Progress,
) -> Result<Made> {
    match content {
        Content::Surface(surface) => {
            let levels = arguments.levels.as_ref();
            from_surface(&surface, options, regions, levels, name, progress)
        }
        Content::Tets(_) if arguments.levels.is_some() => {
            let message = "this file holds tets: levels of detail are made of surfaces";
            Err(Failure::argument(message))
        }
        Content::Tets(mesh) => {
            let (made, mut facts) = from_tets(mesh, regions, name)?;
            if arguments.is_about_surfaces() {
                facts.warn(format!("{name} holds tets: --mode, --cage, --conforming and --cell-size are about surfaces and do nothing here"));
            }
            Ok((made, facts))
        }
        Content::Saved(_) => Err(Failure::argument("this file is cooked already")),
    }
}

/// Writes all levels, and adds to the facts about each where it is and how large.
fn saved(levels: Vec<(Vec<u8>, Facts)>, outputs: &[PathBuf]) -> Result<Vec<Facts>> {
    let files = outputs.iter().zip(&levels);
    let files: Vec<_> = files
        .map(|(output, (bytes, _))| (&**output, &**bytes))
        .collect();
    file::save_all(&files)?;
    let told = levels.into_iter().zip(outputs);
    let told = told.map(|((bytes, mut own), output)| {
        let name = output.display().to_string();
        own.add("output", name.clone(), name);
        own.add("bytes", bytes.len(), format!("{} B", grouped(bytes.len())));
        own
    });
    Ok(told.collect())
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

/// The bytes of each level and what is to be told of it, and of all.
type Made = (Vec<(Vec<u8>, Facts)>, Facts);

fn from_surface(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    regions: &[regions::Read],
    levels: Option<&Levels>,
    name: &str,
    progress: &Progress,
) -> Result<Made> {
    let (vertices, triangles) = (surface.positions.len(), surface.triangles.len());
    let mut facts = Facts::new(format!(
        "{name}: a surface of {} and {}",
        counted(vertices, "vert[ex|ices]"),
        counted(triangles, "triangle[|s]")
    ));
    facts.hide("given_vertices", vertices);
    facts.hide("given_triangles", triangles);
    let given: Vec<_> = regions.iter().map(regions::Read::region).collect();
    let options = SurfaceOptions {
        regions: &given,
        ..*options
    };
    let cooked = levels.unwrap_or(&Levels::Count(1));
    let cooked = cooked.cook(surface, &options, progress)?;
    if cooked.iter().any(|(_, report)| report.factors_unused) {
        let message = "a shell has no inside: --stiff-inside and --density-inside need something that encloses a volume";
        return Err(Failure::argument(message));
    }
    let mut made = Vec::with_capacity(cooked.len());
    for (level, (cooked, report)) in cooked.iter().enumerate() {
        if level == 0 {
            facts.say(report.repair.sentences());
        }
        let mut own = Facts::new(format!("level {level}"));
        own.say(report.sentences_of_level());
        tell_of_cooked(cooked, regions, &mut own)?;
        tell_of_report(report, level, &mut own)?;
        made.push((cooked.to_bytes(), own));
    }
    Ok((made, facts))
}

fn tell_of_cooked(cooked: &Cooked, regions: &[regions::Read], facts: &mut Facts) -> Result {
    match cooked {
        Cooked::Body(asset) => {
            regions::tell_of_tets(regions, &asset.tet_mesh(), facts)?;
            tell_of_body(asset, facts);
        }
        Cooked::Shell(shell) => {
            facts.add("kind", "shell", "shell");
            facts.count("vertices", shell.rest_positions.len());
            facts.count("triangles", shell.triangles.len());
            let area = shell.surface().area();
            facts.add("area", area, number(area as f32));
            facts.say(unit::doubt(unit::longest(&shell.rest_positions), None));
            facts.hide("hash", format!("{:016x}", shell.content_hash));
        }
    }
    Ok(())
}

/// The numbers that the report's sentences are about.
fn tell_of_report(report: &SurfaceReport, level: usize, facts: &mut Facts) -> Result {
    if let Some(shell) = &report.shell {
        facts.count("boundary_edges", shell.boundary_edges);
    }
    let value = |of: serde_json::Result<serde_json::Value>| {
        of.map_err(|cause| Failure::io(format!("the report cannot be written: {cause}")))
    };
    facts.hide(
        "report",
        value(serde_json::to_value(report.numbers(level as u32)))?,
    );
    if let Some(made) = &report.tets {
        facts.hide("bodies", value(serde_json::to_value(&made.bodies))?);
        facts.hide("cage", value(serde_json::to_value(made.cage))?);
    }
    Ok(())
}

fn from_tets(mut mesh: TetMesh, regions: &[regions::Read], name: &str) -> Result<Made> {
    let (vertices, tets) = (mesh.positions.len(), mesh.tets.len());
    let mut facts = Facts::new(format!(
        "{name}: a mesh of {} and {}",
        counted(vertices, "vert[ex|ices]"),
        counted(tets, "tet[|s]")
    ));
    facts.hide("given_vertices", vertices);
    facts.hide("given_tets", tets);
    // Before factors are looked for at places of the tets.
    check(&mesh, true)?;
    regions::apply(regions, &mut mesh)?;
    let drop_unreferenced = true;
    let (asset, report) = cook(&mesh, &CookOptions { drop_unreferenced })?;
    facts.say(report.sentences());
    regions::tell_of_tets(regions, &mesh, &mut facts)?;
    tell_of_body(&asset, &mut facts);
    Ok((vec![(asset.to_bytes(), Facts::default())], facts))
}

fn tell_of_body(asset: &Asset, facts: &mut Facts) {
    let quality = Quality::of_mesh(&asset.tet_mesh());
    let angles = [quality.least_dihedral, quality.largest_dihedral];
    facts.add("kind", "body", "body");
    facts.count("vertices", asset.rest_positions.len());
    facts.count("tets", asset.tets.len());
    facts.count("surface_triangles", asset.surface_triangles.len());
    facts.add("volume", quality.volume, number(quality.volume as f32));
    let mass = quality.volume * f64::from(PliantMaterialDesc::default().density);
    facts.say(unit::doubt(
        unit::longest(&asset.rest_positions),
        Some(mass),
    ));
    facts.add(
        "dihedral_degrees",
        json!(angles),
        format!("{:.2} to {:.2}", angles[0], angles[1]),
    );
    facts.hide("hash", format!("{:016x}", asset.content_hash));
}
