//! `--stiff-inside` and `--density-inside`: surfaces that give other factors to the tets inside them.

use crate::report::{Facts, Failure, Result};
use crate::unit::Unit;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use pliant::asset::check::FACTOR_RANGE;
use pliant::asset::factors::in_regions;
use pliant::asset::from_surface::Region;
use pliant::asset::progress::Progress;
use pliant::asset::read::read_surface;
use pliant::asset::repair::{RepairOptions, RepairReport, repair};
use pliant::asset::{SurfaceMesh, TetMesh};
use pliant::error::{counted, number};
use std::path::{Path, PathBuf};

/// The options for clap.
#[derive(Args)]
struct Lists {
    /// Multiply the stiffness of tets inside the closed surface FILE by FACTOR (0.001 to 1000)
    ///
    /// Can be given several times, and combined with --density-inside. Where files overlap, the last one on the command
    /// line wins, with both of its factors. A file that has holes, or no tet inside, causes a warning; one that
    /// encloses no volume is an error.
    #[arg(long, value_name = "FILE=FACTOR", value_parser = file_and_factor)]
    stiff_inside: Vec<(PathBuf, f32)>,
    /// Multiply the density of tets inside the closed surface FILE by FACTOR (0.001 to 1000).
    #[arg(long, value_name = "FILE=FACTOR", value_parser = file_and_factor)]
    density_inside: Vec<(PathBuf, f32)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    Stiffness,
    Density,
}

/// Both options together, in the order of the command line.
#[derive(Default)]
pub struct Named(Vec<(Factor, PathBuf, f32)>);

/// The surface of a file, with its factors.
pub struct Read {
    file: PathBuf,
    surface: SurfaceMesh,
    /// Why its border is not sharp, if it is not.
    doubt: Option<String>,
    stiffness: Option<f32>,
    density: Option<f32>,
}

fn file_and_factor(text: &str) -> std::result::Result<(PathBuf, f32), String> {
    let parted = text.rsplit_once('=');
    let (file, factor) = parted.ok_or("expected FILE=FACTOR, such as bone.obj=20")?;
    match factor.parse() {
        Ok(factor) if FACTOR_RANGE.contains(&factor) && !file.is_empty() => {
            Ok((file.into(), factor))
        }
        _ => Err("expected FILE=FACTOR with a factor from 0.001 to 1000".into()),
    }
}

impl Args for Named {
    fn augment_args(command: Command) -> Command {
        Lists::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Lists::augment_args_for_update(command)
    }
}

impl FromArgMatches for Named {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let mut named = Self::default();
        named.update_from_arg_matches(matches)?;
        Ok(named)
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> std::result::Result<(), clap::Error> {
        let lists = Lists::from_arg_matches(matches)?;
        let mut placed = Vec::new();
        for (name, which, values) in [
            ("stiff_inside", Factor::Stiffness, lists.stiff_inside),
            ("density_inside", Factor::Density, lists.density_inside),
        ] {
            let places = matches.indices_of(name).into_iter().flatten();
            let named = values.into_iter().map(|(file, f)| (which, file, f));
            placed.extend(places.zip(named));
        }
        placed.sort_by_key(|(place, _)| *place);
        self.0 = placed.into_iter().map(|(_, named)| named).collect();
        Ok(())
    }
}

impl Named {
    /// Whether each option was given, by its name.
    pub fn given(&self) -> [(&'static str, bool); 2] {
        let is_given = |which| self.0.iter().any(|(factor, ..)| *factor == which);
        [
            ("--stiff-inside", is_given(Factor::Stiffness)),
            ("--density-inside", is_given(Factor::Density)),
        ]
    }

    /// Reads each file once. A file that was given twice counts where it was given last.
    pub fn read(&self, unit: Option<Unit>) -> Result<Vec<Read>> {
        let mut all: Vec<Read> = Vec::new();
        for (which, file, factor) in &self.0 {
            let mut own = match all.iter().position(|read| is_same(&read.file, file)) {
                Some(place) => all.remove(place),
                None => Read::new(file, unit)?,
            };
            match which {
                Factor::Stiffness => own.stiffness = Some(*factor),
                Factor::Density => own.density = Some(*factor),
            }
            all.push(own);
        }
        Ok(all)
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}

impl Read {
    /// Reads a surface that encloses a volume.
    fn new(file: &Path, unit: Option<Unit>) -> Result<Self> {
        let mut surface = read_surface(file)?;
        unit.iter().for_each(|unit| unit.put_surface(&mut surface));
        let repaired = repair(&surface, &RepairOptions::default());
        let (_, report) = repaired.map_err(|cause| Failure::from(cause).of(file))?;
        Ok(Self {
            file: file.to_owned(),
            doubt: doubt(&report).map_err(|why| Failure::argument(why).of(file))?,
            surface,
            stiffness: None,
            density: None,
        })
    }

    /// The region as the library takes it.
    pub fn region(&self) -> Region<'_> {
        Region {
            surface: &self.surface,
            stiffness: self.stiffness.unwrap_or(1.0),
            density: self.density.unwrap_or(1.0),
        }
    }
}

/// Why the border of a surface is not sharp, if it is not.
///
/// # Errors
/// If the surface encloses no volume.
fn doubt(report: &RepairReport) -> std::result::Result<Option<String>, String> {
    let open = counted(report.welded.boundary_edges, "open edge[|s]");
    // Loose parts that face different ways have no inside until they are turned.
    let together = if report.parts_turned.count == 0 {
        report.assembled.count
    } else {
        0
    };
    if report.solids.count + together == 0 {
        return Err(format!(
            "the surface encloses no volume ({open}): give a closed surface"
        ));
    }
    let (holes, sheets) = (report.closed_loops.count, report.shells.count + together);
    Ok((holes + sheets > 0).then(|| {
        format!(
            "is not closed ({open}), so what lies inside is an estimate; close the surface for a sharp border"
        )
    }))
}

/// Multiplies the factors of tets by those of the regions they lie in.
pub fn apply(regions: &[Read], mesh: &mut TetMesh) -> Result {
    if regions.is_empty() {
        return Ok(());
    }
    let regions: Vec<Region> = regions.iter().map(Read::region).collect();
    let factors = |of: fn(&Region) -> f32| {
        let pairs: Vec<_> = regions.iter().map(|r| (r.surface, of(r))).collect();
        in_regions(&pairs, mesh, &Progress::NONE)
    };
    let (stiffness, density) = (factors(|r| r.stiffness)?, factors(|r| r.density)?);
    for (own, factors) in [
        (&mut mesh.tet_stiffness, stiffness),
        (&mut mesh.tet_density, density),
    ] {
        own.resize(factors.len(), 1.0);
        own.iter_mut().zip(factors).for_each(|(own, f)| *own *= f);
    }
    Ok(())
}

/// Warns of surfaces that are not closed.
pub fn tell_of_surfaces(regions: &[Read], facts: &mut Facts) {
    for region in regions {
        if let Some(doubt) = &region.doubt {
            facts.warn(format!("{} {doubt}", region.file.display()));
        }
    }
}

/// Reports how many tets have the factors of each region.
pub fn tell_of_tets(regions: &[Read], mesh: &TetMesh, facts: &mut Facts) -> Result {
    let numbered = regions.iter().zip(2..); // 1 means outside all
    let pairs: Vec<_> = numbered.map(|(r, i)| (&r.surface, i as f32)).collect();
    let counting = match regions.is_empty() {
        true => Vec::new(),
        false => in_regions(&pairs, mesh, &Progress::NONE)?,
    };
    for (region, pair) in regions.iter().zip(&pairs) {
        let count = |of: &[f32]| of.iter().filter(|number| **number == pair.1).count();
        let own = count(&counting);
        let others = count(&in_regions(&[*pair], mesh, &Progress::NONE)?) - own;
        let factors = [(region.stiffness, "stiff"), (region.density, "dense")];
        let factors = factors.into_iter().filter_map(|(factor, what)| {
            factor.map(|factor| format!("{} times as {what}", number(factor)))
        });
        let factors: Vec<_> = factors.collect();
        let (tets, file) = (counted(own, "tet[ lies|s lie]"), region.file.display());
        let mut text = format!("{tets} inside {file}: {}.", factors.join(" and "));
        if others > 0 {
            let more = "more l[ies|ie] inside it, but take[s|] the factors of a file given later.";
            text += &format!(" {}", counted(others, more));
        }
        facts.say([text]);
        if own + others == 0 {
            facts.warn(format!(
                "no tet lies inside {file}, so its factors change nothing. Is it in the same place and unit as the mesh, and larger than a tet?"
            ));
        }
    }
    Ok(())
}
