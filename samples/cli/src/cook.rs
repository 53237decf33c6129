//! `pliant cook`.

use crate::file::{self, COOKED, Content};
use crate::interrupt;
use crate::levels::Levels;
use crate::regions;
use crate::report::{Facts, Failure, Result, Voice, figure};
use crate::unit::{self, Unit};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use pliant::asset::check::check;
use pliant::asset::cook::cook;
use pliant::asset::from_surface::{Mode, SurfaceOptions, SurfaceReport, check_levels};
use pliant::asset::progress::Progress;
use pliant::asset::read::extension;
use pliant::asset::tetrahedralise::{Options as DefaultFineness, Quality};
use pliant::asset::{Asset, CookOptions, SurfaceMesh, TetMesh};
use pliant::desc::{PLIANT_MAX_BODY_TETS, PliantNeoHookeanDesc};
use pliant::error::{counted, grouped};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

const AFTER: &str = "\
With --json, one object is printed:
  `input`, `output`, `bytes`, `seconds`, `hash` (of the content), `kind` (body or shell)
  `given_vertices` with `given_triangles` or `given_tets`: what the input has
  `vertices`, and of a body `tets`, `surface_triangles`, `volume`, `dihedral_degrees` (smallest and largest)
  `vertices`, and of a shell `triangles`, `boundary_edges`, `area`
  `sentences` and `warnings`: the text that is printed otherwise
and for a surface also
  report   the fields of PliantSurfaceReport; include/pliant.h explains them and their units
  bodies   one object for each body:
           `components` (connected parts of the repaired surface, numbered by their first triangles), `first_triangle`,
           `first_tet`, `tet_count`, `method` (cage or conforming), `spacing` (edge of a cell), `surface_volume`, `volume`,
           `pieces` (connected pieces of tets),
           `farthest` (largest distance from the boundary to the surface), `missed` (and from the surface to the boundary),
           `is_near` (both at most 1 % of the diagonal, and the volume right to 2 %),
           `is_far` (too far from the origin for tets of the wanted size),
           `moved` (largest distance that the boundary was moved, so that the tets meet thin parts),
           `is_unresolved` (walls or necks are thinner than the tets), `took_more` (more tets than its share, to resolve it),
           `bridged` (places where tets span a gap), `has_holes` (open parts enclose it together)
  cage     counts of all cages: `split_cells`, `bridged` (pieces merged across a gap), `filled` (cells added),
           `closed` (slits closed), `opened_edges`, `pinched` (vertices where the boundary touches itself)
Lengths are in the unit of the input, or in metres with --unit.
With --levels, each object of `levels` holds what is said of one level.";

/// Arguments of `pliant cook`.
#[derive(clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Arguments {
    /// A surface or a tet mesh.
    input: PathBuf,
    /// The cooked file to write (.pliant).
    #[arg(long, short)]
    output: PathBuf,
    /// What to make of a surface [default: cage]
    ///
    /// If a surface encloses no volume, cage and conforming make a shell.
    #[arg(long, value_enum)]
    mode: Option<Make>,
    /// Make a cage of about TETS tets [default: 2000]; implies --mode cage.
    #[arg(long, value_name = "TETS", conflicts_with = "conforming", value_parser = tets, allow_negative_numbers = true)]
    cage: Option<Option<u32>>,
    /// Make about TETS tets that follow the surface [default: 50000 or more]; implies --mode conforming
    ///
    /// Without a number there are about 50,000 tets. Where the surface needs more, there are up to 200,000, and up to
    /// 400,000 for thin walls.
    #[arg(long, value_name = "TETS", value_parser = tets, allow_negative_numbers = true)]
    conforming: Option<Option<u32>>,
    /// Length unit of all input files: m, cm, mm, in, ft, or its length in metres
    ///
    /// The output is then in metres, and a render mesh in the old unit no longer fits it. Without --unit, lengths are
    /// not converted.
    #[arg(long, value_parser = Unit::parse, allow_negative_numbers = true)]
    unit: Option<Unit>,
    /// Edge of a lattice cell, in the unit of the input
    ///
    /// It sets how fine the mesh is, so --cage and --conforming then take no number.
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_negative_numbers = true)]
    cell_size: Option<f64>,
    /// Make levels of detail: how many, or how many tets each has
    ///
    /// With a COUNT, the first level has as many tets as a mesh without --levels. Each further level has an eighth of
    /// the tets of the level before, counted from the number of --cage (2,000 if it has none) or --conforming (50,000
    /// if it has none). With TETS,TETS,... each level has about so many tets; the numbers must fall.
    ///
    /// The output duck.pliant becomes duck_lod0.pliant (the finest), duck_lod1.pliant and so on.
    #[arg(long, value_name = "COUNT|TETS,TETS,...", value_parser = Levels::parse, allow_hyphen_values = true)]
    levels: Option<Levels>,
    #[command(flatten)]
    regions: regions::Named,
    /// Number of threads, at most 64; 0 uses all processors. It does not change the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=64), allow_negative_numbers = true)]
    threads: u8,
}

/// Modes by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Make {
    /// A coarse mesh of cells around the surface.
    Cage,
    /// Tets whose boundary follows the surface.
    Conforming,
    /// A shell, even if the surface encloses a volume.
    Shell,
}

impl Make {
    fn name(self) -> &'static str {
        match self {
            Self::Cage => "cage",
            Self::Conforming => "conforming",
            Self::Shell => "shell",
        }
    }
}

/// Fails with exit status 2 if any of these options was given.
fn refuse(options: &[(&str, bool)], why: &str) -> Result {
    let given = options.iter().filter(|(_, is_given)| *is_given);
    let given: Vec<_> = given.map(|(name, _)| *name).collect();
    let does = match given[..] {
        [] => return Ok(()),
        [_] => "does",
        _ => "do",
    };
    let given = given.join(" and ");
    Err(Failure::usage(format!("{given} {does} not apply: {why}")))
}

fn tets(text: &str) -> std::result::Result<u32, String> {
    let most = grouped(PLIANT_MAX_BODY_TETS as usize);
    let expected = format!("expected a number of tets from 1 to {most}, or none for the default");
    match text.parse() {
        Ok(tets) if (1..=PLIANT_MAX_BODY_TETS).contains(&tets) => Ok(tets),
        Err(_) if text.contains('.') => Err(format!(
            "{expected}; if it is the mesh file, put it before this option"
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
                let [mode, other] = [mode, other].map(Make::name);
                let message = format!("--mode {mode} contradicts --{other}: leave one of them out");
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

    /// Refuses a number of tets together with a cell size.
    fn check_fineness(&self) -> Result {
        let named = |option, tets: Option<Option<u32>>| Some((option, tets??));
        let number = named("--cage", self.cage).or(named("--conforming", self.conforming));
        let (Some((option, tets)), Some(size)) = (number, self.cell_size) else {
            return Ok(());
        };
        Err(Failure::usage(format!(
            "{option} {tets} and --cell-size {size} both set how fine the mesh is: leave out --cell-size, or the number after {option}"
        )))
    }

    /// Edge of a cell in the unit of the output; 0 to choose it from the number of tets.
    fn spacing(&self) -> f64 {
        let size = self.cell_size.unwrap_or(0.0);
        self.unit.map_or(size, |unit| unit.metres(size))
    }

    /// Refuses options that do nothing for a tet mesh.
    fn check_tets(&self) -> Result {
        let options = [
            ("--mode", self.mode.is_some()),
            ("--cage", self.cage.is_some()),
            ("--conforming", self.conforming.is_some()),
            ("--cell-size", self.cell_size.is_some()),
            ("--levels", self.levels.is_some()),
        ];
        refuse(
            &options,
            "this file is a tet mesh, and its tets are used as they are",
        )
    }

    /// Refuses options that do nothing for a shell.
    fn check_shell(&self, why: &str) -> Result {
        let [stiff, dense] = self.regions.given();
        let options = [
            ("--cell-size", self.cell_size.is_some()),
            ("--levels", self.levels.is_some()),
            stiff,
            dense,
        ];
        refuse(&options, why)
    }

    /// A hint that the input may be in another unit, unless a unit was given.
    fn doubt(&self, longest: f64, mass: Option<f64>) -> Option<String> {
        match self.unit {
            Some(_) => None,
            None => unit::doubt(longest, mass),
        }
    }

    /// The output files, one for each level.
    fn outputs(&self) -> Result<Vec<PathBuf>> {
        let (input, output) = (&self.input, &self.output);
        if extension(output) != COOKED {
            let message = format!(
                "{}: a cooked file must end in .{COOKED}; `pliant convert` writes other formats",
                output.display()
            );
            return Err(Failure::usage(message));
        }
        if let Some(Levels::Tets(_)) = self.levels
            && (self.cage.is_some() || self.conforming.is_some() || self.cell_size.is_some())
        {
            let message = "--levels already gives the tets of each level: leave out --cage, --conforming and --cell-size, and choose with --mode";
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
    if mode == Mode::Shell {
        arguments.check_shell("--mode shell makes one shell without tets")?;
    }
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

/// Cooks the content of a file.
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
            from_surface(arguments, &surface, options, regions, name, progress)
        }
        Content::Tets(mesh) => {
            arguments.check_tets()?;
            from_tets(arguments, mesh, regions, name)
        }
        Content::Saved(_) => Err(Failure::argument("this file is already cooked")),
    }
}

/// Writes all levels and adds the file and its size to the facts about each.
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

/// A progress bar if standard error is a terminal, else nothing.
fn bar(is_shown: bool) -> ProgressBar {
    if !is_shown {
        return ProgressBar::hidden();
    }
    // Cleared after errors too.
    let bar = ProgressBar::new(1000).with_finish(ProgressFinish::AndClear);
    match ProgressStyle::with_template("cooking {wide_bar} {percent} % {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The bytes of each level with the facts about it, and the facts about all.
type Made = (Vec<(Vec<u8>, Facts)>, Facts);

fn from_surface(
    arguments: &Arguments,
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    regions: &[regions::Read],
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
    let levels = arguments.levels.as_ref().unwrap_or(&Levels::Count(1));
    let cooked = levels.cook(surface, &options, progress)?;
    if cooked
        .first()
        .is_some_and(|(asset, _)| asset.sheet.is_some())
    {
        arguments.check_shell("the surface encloses no volume, so it becomes a shell")?;
    }
    let mut made = Vec::with_capacity(cooked.len());
    for (level, (cooked, report)) in cooked.iter().enumerate() {
        if level == 0 {
            facts.say(report.repair.sentences());
            facts.say(counted_from(levels, &options));
        }
        let mut own = Facts::new(format!("level {level}"));
        own.say(report.sentences_of_level());
        tell_of_cooked(arguments, cooked, regions, &mut own)?;
        tell_of_report(report, level, &mut own)?;
        made.push((cooked.to_bytes(), own));
    }
    Ok((made, facts))
}

/// The number of tets that conforming levels count from by default. The finest may have many more, so the step to the
/// next would surprise.
fn counted_from(levels: &Levels, options: &SurfaceOptions) -> Option<String> {
    let is_default = options.mode == Mode::Conforming && options.elements == 0;
    let is_counted = matches!(levels, Levels::Count(2..)) && options.spacing == 0.0;
    let tets = grouped(DefaultFineness::CONFORMING.elements);
    (is_default && is_counted).then(|| {
        format!("Levels count from {tets} tets, the default of a conforming mesh; the finest level may have more.")
    })
}

fn tell_of_cooked(
    arguments: &Arguments,
    cooked: &Asset,
    regions: &[regions::Read],
    facts: &mut Facts,
) -> Result {
    if cooked.sheet.is_none() {
        regions::tell_of_tets(regions, &cooked.tet_mesh(), facts)?;
        tell_of_body(arguments, cooked, facts);
        return Ok(());
    }
    facts.add("kind", "shell", "shell");
    facts.count("vertices", cooked.rest_positions.len());
    facts.count("triangles", cooked.surface_triangles.len());
    let area = cooked.surface().area();
    facts.add("area", area, figure(area, 6));
    facts.say(arguments.doubt(unit::longest(&cooked.rest_positions), None));
    facts.hide("hash", format!("{:016x}", cooked.content_hash));
    Ok(())
}

/// The numbers behind the sentences of the report.
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

fn from_tets(
    arguments: &Arguments,
    mut mesh: TetMesh,
    regions: &[regions::Read],
    name: &str,
) -> Result<Made> {
    let (vertices, tets) = (mesh.positions.len(), mesh.tets.len());
    let mut facts = Facts::new(format!(
        "{name}: a tet mesh of {} and {}",
        counted(vertices, "vert[ex|ices]"),
        counted(tets, "tet[|s]")
    ));
    facts.hide("given_vertices", vertices);
    facts.hide("given_tets", tets);
    // Factors are found by the positions of tets, so these must be valid.
    check(&mesh, true)?;
    regions::apply(regions, &mut mesh)?;
    let drop_unreferenced = true;
    let (asset, report) = cook(&mesh, &CookOptions { drop_unreferenced })?;
    facts.say(report.sentences());
    regions::tell_of_tets(regions, &mesh, &mut facts)?;
    tell_of_body(arguments, &asset, &mut facts);
    Ok((vec![(asset.to_bytes(), Facts::default())], facts))
}

fn tell_of_body(arguments: &Arguments, asset: &Asset, facts: &mut Facts) {
    let quality = Quality::of_mesh(&asset.tet_mesh());
    let angles = [quality.least_dihedral, quality.largest_dihedral];
    facts.add("kind", "body", "body");
    facts.count("vertices", asset.rest_positions.len());
    facts.count("tets", asset.tets.len());
    facts.count("surface_triangles", asset.surface_triangles.len());
    facts.add("volume", quality.volume, figure(quality.volume, 6));
    let mass = quality.volume * f64::from(PliantNeoHookeanDesc::default().density);
    facts.say(arguments.doubt(unit::longest(&asset.rest_positions), Some(mass)));
    facts.add(
        "dihedral_degrees",
        json!(angles),
        format!("{:.2} to {:.2}", angles[0], angles[1]),
    );
    facts.hide("hash", format!("{:016x}", asset.content_hash));
}
