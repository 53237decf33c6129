//! Turns a render mesh into a surface that physics can fill: welded, without duplicates, manifold, oriented, and with
//! small holes closed. docs/decisions/0015 gives the rules and the data behind them.
//!
//! Open or tangled surfaces are not refused. The [`RepairReport`] lists everything that was done.

mod caps;
mod clean;
mod cracks;
mod flat;
mod kind;
mod nesting;
mod options;
mod orient;
mod pair;
mod parts;
mod repaired;
mod report;
mod separate;
mod together;
mod topology;
mod weld;

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod invariants;
#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;

pub use kind::Kind;
pub use options::RepairOptions;
pub use repaired::{Assembly, Part, Repaired};
pub use report::{RepairReport, Tally, Topology};

use pliant_geometry::SurfaceMesh;
use pliant_geometry::diagonal;
use pliant_geometry::error::{Error, Result, Status, number};
use pliant_geometry::progress::Progress;
use pliant_geometry::surface::check_surface;

/// Repairs a surface; only positions and triangles matter. Deterministic, in about O(n log n) time and O(n) memory.
///
/// # Errors
/// `MeshEmpty` (no triangles), `Capacity` (more than [`pliant_geometry::MAX_TRIANGLES`]), `MeshIndex`, `MeshNotFinite`,
/// `MeshZeroVolume` (no triangle has an area).
pub fn repair(given: &SurfaceMesh, options: &RepairOptions) -> Result<(Repaired, RepairReport)> {
    repair_with_progress(given, options, &Progress::NONE)
}

/// The same with progress.
///
/// # Errors
/// Those of [`repair`], `Cancelled`.
pub fn repair_with_progress(
    given: &SurfaceMesh,
    options: &RepairOptions,
    progress: &Progress,
) -> Result<(Repaired, RepairReport)> {
    check_surface(given)?;
    let mut report = RepairReport::default();
    let mut welded = weld::exact(given, &mut report);
    progress.report(0.1)?;
    clean::drop_duplicates(&mut welded.triangles, &mut report);
    progress.report(0.2)?;
    if weld::near(&mut welded, &mut report) {
        clean::drop_duplicates(&mut welded.triangles, &mut report);
    }
    progress.report(0.4)?;
    report.welded = topology::topology(&welded.triangles);
    progress.report(0.5)?;
    if flat::remove(&mut welded, &mut report, &progress.part(0.5, 0.6))? {
        clean::drop_duplicates(&mut welded.triangles, &mut report);
    }
    if welded.triangles.is_empty() {
        return Err(no_area(given));
    }
    progress.report(0.6)?;
    let sheets = orient::sheets(&welded.positions, &mut welded.triangles, &mut report);
    progress.report(0.8)?;
    let to_assemble = progress.part(0.8, 0.9);
    let (mut repaired, was_inward) =
        parts::assemble(&welded, &sheets, options, &mut report, &to_assemble)?;
    let to_put_together = progress.part(0.9, 1.0);
    let were_inward = together::find(&mut repaired, options, &mut report, &to_put_together)?;
    nesting::find_cavities(&mut repaired, &was_inward, &were_inward, &mut report);
    report.count_parts(&repaired);
    Ok((repaired, report))
}

/// The error for a surface without area, with a likely cause.
fn no_area(given: &SurfaceMesh) -> Error {
    let positions = given.drawn_positions();
    let farthest = positions
        .as_flattened()
        .iter()
        .fold(0.0f32, |most, c| most.max(c.abs()));
    let (size, step) = (diagonal(&positions), farthest.next_up() - farthest);
    let why = match farthest > 0.0 && size < 100.0 * f64::from(step) {
        true => format!(
            "it is {} length units across at a coordinate of {}, where 32-bit positions are {} apart: export it near the origin, and with a \
             scale other than zero",
            number(size as f32),
            number(farthest),
            number(step)
        ),
        false => "is its scale zero?".into(),
    };
    let message = format!("no triangle of the surface has an area; {why}");
    Error::new(Status::MeshZeroVolume, message)
}
