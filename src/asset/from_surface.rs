//! Makes a body of a render mesh: repairs the surface, fills it with tets or keeps it as a shell, and cooks. The render
//! mesh is bound to the body afterwards (`skin.rs`).

use super::cook::cook_with_progress;
use super::factors::{at_vertices, in_regions};
use super::fit::fit;
use super::shell::cook_shell_with_progress;
pub use super::surface_report::SurfaceReport;
use super::{Asset, CookOptions, MAX_TETS, SurfaceMesh, TetMesh};
use pliant_geometry::bodies::Together;
use pliant_geometry::error::{Error, Result, Status, grouped, memory_for};
use pliant_geometry::progress::Progress;
use pliant_geometry::surface::{check_surface, has_area};
use pliant_mesh::repair::{Kind, RepairOptions, RepairReport, Repaired, repair_with_progress};
use pliant_mesh::tetrahedralise::{self, Method, Report, cage_together, conforming_together};
pub use pliant_mesh::volume::enclosed_volume;
use pliant_mesh::volume::together;
use std::sync::Arc;

/// The most levels of detail of one surface.
pub const MAX_LEVELS: usize = crate::desc::PLIANT_MAX_SURFACE_LEVELS as usize;
/// Peak memory per triangle of repair and filling [byte]; 390 was measured at a million.
const BYTES_A_TRIANGLE: u64 = 500;
/// A level has this many times fewer tets than the one before: cells twice as large.
const COARSER: usize = 8;

/// What a surface becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A coarse cage of lattice cells around what encloses a volume; a shell if nothing does. Cheapest; for games.
    #[default]
    Cage,
    /// Tets whose boundary follows what encloses a volume; a shell if nothing does.
    Conforming,
    /// A shell, even if it encloses a volume.
    Shell,
}

/// A closed surface inside which the body is stiffer or heavier.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    /// The surface, in the mesh's coordinates; it may be unclean.
    pub surface: &'a SurfaceMesh,
    /// Stiffness factor inside [1], 1e-3 to 1e3.
    pub stiffness: f32,
    /// Density factor inside [1], 1e-3 to 1e3.
    pub density: f32,
}

/// How a surface becomes a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurfaceOptions<'a> {
    /// What it becomes.
    pub mode: Mode,
    /// Wanted number of tets (see [`tetrahedralise::Options::elements`]). 0: 2,000 for a cage; 50,000 for a conforming
    /// mesh, up to 200,000 to be near the surface, and up to 400,000 to resolve walls, necks and limbs (at most 15 %
    /// more).
    pub elements: usize,
    /// Edge of a lattice cell, of a cage its longest to 0.03 % [length unit]; 0 to derive it from `elements`.
    pub spacing: f64,
    /// Stiffness factors at surface vertices [1], or empty for 1. A tet takes that of the nearest surface point.
    pub vertex_stiffness: &'a [f32],
    /// Density factors at surface vertices [1], or empty for 1.
    pub vertex_density: &'a [f32],
    /// Regions that multiply these factors. Where they overlap, the last one counts.
    pub regions: &'a [Region<'a>],
    /// Threads, at most 64; 0 for all of the machine.
    pub threads: usize,
}

/// What a surface is filled with.
#[derive(Clone, Debug)]
pub enum Filled {
    /// Tets of a body.
    Tets(TetMesh),
    /// Sheets of a shell, not filled.
    Sheets(SurfaceMesh),
}

/// Makes a body, or a shell where nothing encloses a volume. Open, tangled and multi-part surfaces are accepted.
///
/// # Errors
/// Those of [`fill_surface`], [`super::cook::cook`] and [`super::shell::cook_shell`].
pub fn cook_surface(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    progress: &Progress,
) -> Result<(Arc<Asset>, SurfaceReport)> {
    let made = cook_levels(surface, options, 1, progress)?.pop();
    made.ok_or_else(|| Error::new(Status::Internal, "cooking gave no level"))
}

/// A body at several levels of detail, finest first. Each level wants an eighth of the tets of the one before, in cells
/// twice as large. Once a body of a conforming level became a cage, coarser levels are cages too. A shell has one
/// level. The surface is repaired only once.
///
/// # Errors
/// Those of [`cook_surface`]; `InvalidArgument` for no level, more than [`MAX_LEVELS`], or a last level below one tet.
pub fn cook_levels(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    levels: usize,
    progress: &Progress,
) -> Result<Vec<(Arc<Asset>, SurfaceReport)>> {
    check(surface, options)?;
    check_levels(options, levels)?;
    let level = |number: usize| SurfaceOptions {
        elements: match number {
            0 => options.elements, // a default may take more where they are needed
            _ => (wanted(options).elements / COARSER.pow(number as u32)).max(1),
        },
        spacing: options.spacing * f64::from(1_u32 << number),
        ..*options
    };
    let all: Vec<_> = (0..levels).map(level).collect();
    cook_all(surface, &all, progress)
}

/// [`cook_levels`] with a number of tets per level, falling; `options.elements` is ignored.
///
/// # Errors
/// Those of [`cook_surface`]; `InvalidArgument` for no level, more than [`MAX_LEVELS`], counts that do not fall or are
/// 0, or a cell size.
pub fn cook_counts(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    counts: &[usize],
    progress: &Progress,
) -> Result<Vec<(Arc<Asset>, SurfaceReport)>> {
    check_level_count(counts.len())?;
    if counts.contains(&0) || counts.windows(2).any(|pair| pair[0] <= pair[1]) {
        let message = format!("the levels have {counts:?} tets, expected falling numbers above 0");
        return Err(Error::argument(message));
    }
    if options.spacing > 0.0 {
        let message = "levels have numbers of tets and a cell size: give only one of them";
        return Err(Error::argument(message));
    }
    let level = |elements: &usize| SurfaceOptions {
        elements: *elements,
        ..*options
    };
    let all: Vec<_> = counts.iter().map(level).collect();
    check(surface, &all[0])?;
    cook_all(surface, &all, progress)
}

fn cook_all(
    surface: &SurfaceMesh,
    levels: &[SurfaceOptions],
    progress: &Progress,
) -> Result<Vec<(Arc<Asset>, SurfaceReport)>> {
    let (repaired, report) = repaired(surface, &levels[0], &progress.part(0.0, 0.05))?;
    // Cost: the tets of a level, and the surface's triangles in each.
    let triangles = surface.triangles.len();
    let cost = |own: &SurfaceOptions| (triangles + wanted(own).elements) as f32;
    let all: f32 = levels.iter().map(cost).sum();
    let (mut until, mut mode) = (0.05, levels[0].mode);
    let mut made = Vec::with_capacity(levels.len());
    for own in levels {
        let from = until;
        until += 0.95 * cost(own) / all;
        let progress = progress.part(from, until.min(1.0));
        let own = SurfaceOptions { mode, ..*own };
        let one = level(surface, &repaired, &own, report.clone(), &progress)?;
        let is_shell = one.0.sheet.is_some();
        if is_cage(&one.1) {
            mode = Mode::Cage;
        }
        made.push(one);
        if is_shell {
            break;
        }
    }
    progress.report(1.0)?;
    Ok(made)
}

/// Whether a body became a cage. A coarser level could follow the surface only without what came loose here.
fn is_cage(report: &SurfaceReport) -> bool {
    let bodies = report.tets.iter().flat_map(|tets| &tets.bodies);
    bodies.into_iter().any(|body| body.method == Method::Cage)
}

fn check_level_count(levels: usize) -> Result<()> {
    if (1..=MAX_LEVELS).contains(&levels) {
        return Ok(());
    }
    let message = format!("the number of levels is {levels}, expected 1 to {MAX_LEVELS}");
    Err(Error::argument(message))
}

/// Checks that this many levels of [`cook_levels`] can be made.
///
/// # Errors
/// `InvalidArgument`.
pub fn check_levels(options: &SurfaceOptions, levels: usize) -> Result<()> {
    check_level_count(levels)?;
    let elements = wanted(options).elements;
    let is_counted = options.mode != Mode::Shell && options.spacing == 0.0;
    if is_counted && elements / COARSER.pow(levels as u32 - 1) == 0 {
        return Err(Error::argument(format!(
            "{levels} levels starting at {} tets, each with an eighth of the one before, would end below 1 tet: ask for fewer levels or more tets",
            grouped(elements)
        )));
    }
    Ok(())
}

/// The mesh that [`cook_surface`] cooks.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`, `MeshNotFinite`, `MeshZeroVolume`, `InvalidArgument` (options), `Capacity`, `OutOfMemory`,
/// `Cancelled`.
pub fn fill_surface(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    progress: &Progress,
) -> Result<(Filled, SurfaceReport)> {
    check(surface, options)?;
    let (repaired, report) = repaired(surface, options, &progress.part(0.0, 0.05))?;
    let filled = filled(
        surface,
        &repaired,
        options,
        report,
        &progress.part(0.05, 1.0),
    )?;
    progress.report(1.0)?;
    Ok(filled)
}

fn repaired(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    progress: &Progress,
) -> Result<(Repaired, RepairReport)> {
    progress.report(0.0)?;
    let triangles = surface.triangles.len() as u64;
    memory_for("repairing the surface", BYTES_A_TRIANGLE * triangles)?;
    let kind = (options.mode == Mode::Shell).then_some(Kind::Shell);
    let made = repair_with_progress(surface, &RepairOptions { kind }, progress)?;
    progress.report(1.0)?;
    Ok(made)
}

fn level(
    surface: &SurfaceMesh,
    repaired: &Repaired,
    options: &SurfaceOptions,
    report: RepairReport,
    progress: &Progress,
) -> Result<(Arc<Asset>, SurfaceReport)> {
    let to_fill = progress.part(0.0, 0.85);
    let (filled, mut report) = filled(surface, repaired, options, report, &to_fill)?;
    progress.report(0.85)?;
    let made = match filled {
        Filled::Tets(mesh) => {
            let to_cook = progress.part(0.85, 0.9);
            let (asset, cooked) = cook_with_progress(&mesh, &CookOptions::default(), &to_cook)?;
            report.cook = Some(cooked);
            let (bodies, rest) = (report.tets.iter().flat_map(|t| &t.bodies), progress);
            let both = bodies.fold([0.0_f64; 2], |most, b| {
                [most[0].max(b.farthest), most[1].max(b.missed)]
            });
            let measured = fit(&asset, surface, both, options.threads, &rest.part(0.9, 1.0))?;
            report.fit = Some(measured);
            asset
        }
        Filled::Sheets(sheets) => {
            let drop_unreferenced = true;
            let options_of_shell = CookOptions { drop_unreferenced };
            let progress = progress.part(0.85, 1.0);
            let (asset, cooked) = cook_shell_with_progress(&sheets, &options_of_shell, &progress)?;
            report.shell = Some(cooked);
            let vertices = [options.vertex_stiffness, options.vertex_density];
            report.factors_unused =
                !options.regions.is_empty() || vertices.iter().any(|f| !f.is_empty());
            asset
        }
    };
    Ok((Arc::new(made), report))
}

fn filled(
    surface: &SurfaceMesh,
    repaired: &Repaired,
    options: &SurfaceOptions,
    report: RepairReport,
    progress: &Progress,
) -> Result<(Filled, SurfaceReport)> {
    let mut report = SurfaceReport {
        repair: report,
        tets: None,
        shells_left_out: 0,
        flat_left_out: 0,
        cook: None,
        shell: None,
        shell_asked: options.mode == Mode::Shell,
        fit: None,
        factors_unused: false,
        wanted_tets: (options.spacing == 0.0 && options.elements > 0).then_some(options.elements),
        conforming_asked: options.mode == Mode::Conforming,
    };
    let solids = repaired.volumes();
    if solids.triangles.is_empty() {
        let mut sheets = repaired.sheets();
        let before = sheets.triangles.len();
        let has_area = |t: &[u32; 3]| has_area(&sheets.positions, *t);
        sheets.triangles.retain(has_area);
        report.flat_left_out = before - sheets.triangles.len();
        return Ok((Filled::Sheets(sheets), report));
    }
    report.shells_left_out = report.repair.shells.count;
    progress.report(0.02)?;
    let (mut mesh, made) = fill(
        &solids,
        &together(repaired),
        options,
        &progress.part(0.02, 0.9),
    )?;
    let to_weigh = [progress.part(0.9, 0.95), progress.part(0.95, 1.0)];
    mesh.tet_stiffness = factors(surface, options, &mesh, Factor::Stiffness, &to_weigh[0])?;
    mesh.tet_density = factors(surface, options, &mesh, Factor::Density, &to_weigh[1])?;
    report.tets = Some(made);
    Ok((Filled::Tets(mesh), report))
}

fn fill(
    solids: &SurfaceMesh,
    together: &[Together],
    options: &SurfaceOptions,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    let fineness = wanted(options);
    match options.mode {
        Mode::Conforming => conforming_together(solids, together, &fineness, progress),
        _ => cage_together(solids, together, &fineness, progress),
    }
}

fn wanted(options: &SurfaceOptions) -> tetrahedralise::Options {
    let default = match options.mode {
        Mode::Conforming => tetrahedralise::Options::CONFORMING,
        _ => tetrahedralise::Options::CAGE,
    };
    let wanted = match options.elements {
        0 => default,
        // Only a default may grow.
        elements => tetrahedralise::Options {
            elements,
            most_elements: 0,
            ..default
        },
    };
    tetrahedralise::Options {
        spacing: options.spacing,
        threads: options.threads,
        ..wanted
    }
}

#[derive(Clone, Copy)]
enum Factor {
    Stiffness,
    Density,
}

/// A factor per tet, or none if all are 1.
fn factors(
    surface: &SurfaceMesh,
    options: &SurfaceOptions,
    mesh: &TetMesh,
    which: Factor,
    progress: &Progress,
) -> Result<Vec<f32>> {
    let (vertices, of_region): (_, fn(&Region) -> f32) = match which {
        Factor::Stiffness => (options.vertex_stiffness, |region| region.stiffness),
        Factor::Density => (options.vertex_density, |region| region.density),
    };
    if vertices.is_empty() && options.regions.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = match vertices.is_empty() {
        true => vec![1.0; mesh.tets.len()],
        false => at_vertices(surface, vertices, mesh, &progress.part(0.0, 0.5))?,
    };
    let regions = options.regions.iter();
    let regions: Vec<_> = regions.map(|r| (r.surface, of_region(r))).collect();
    let in_regions = in_regions(&regions, mesh, &progress.part(0.5, 1.0))?;
    for (own, region) in all.iter_mut().zip(in_regions) {
        *own *= region;
    }
    Ok(all)
}

fn check(surface: &SurfaceMesh, options: &SurfaceOptions) -> Result<()> {
    if options.elements > MAX_TETS {
        let message = format!(
            "elements is {}, expected at most {MAX_TETS}, the most tets of a body",
            options.elements
        );
        return Err(Error::new(Status::Capacity, message));
    }
    let fineness = tetrahedralise::Options {
        elements: options.elements.max(1),
        most_elements: 0,
        spacing: options.spacing,
        threads: options.threads,
    };
    fineness.check()?;
    let vertices = surface.positions.len();
    for (name, factors) in [
        ("vertex_stiffness", options.vertex_stiffness),
        ("vertex_density", options.vertex_density),
    ] {
        pliant_geometry::check::check_factors(name, factors, vertices, "vertices")?;
    }
    for (i, region) in options.regions.iter().enumerate() {
        check_surface(region.surface)
            .map_err(|e| Error::new(e.status, format!("region {i}: {}", e.message)))?;
        for (name, factor) in [("stiffness", region.stiffness), ("density", region.density)] {
            let name = format!("region {i}: {name}");
            pliant_geometry::check::check_factors(&name, &[factor], 1, "region")?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "progress_tests.rs"]
mod progress_tests;
#[cfg(test)]
#[path = "from_surface_tests.rs"]
mod tests;
