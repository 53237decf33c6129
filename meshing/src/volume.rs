//! The volume that the parts of a repaired surface enclose together.

use crate::repair::Repaired;
use crate::tetrahedralise::volume_together;
use pliant_geometry::bodies::Together;
use pliant_geometry::error::{Result, Status};
use pliant_geometry::progress::Progress;

/// The volume that a repaired surface encloses [length unit³], 0 if none. Shared volume counts once. Errors are up to 1
/// % where parts overlap and about 2 % where they are open, and more for holes in very thin walls.
///
/// # Errors
/// `MeshNotFinite`, `Cancelled`.
pub fn enclosed_volume(repaired: &Repaired, progress: &Progress) -> Result<f64> {
    match volume_together(&repaired.volumes(), &together(repaired), progress) {
        Err(error) if matches!(error.status, Status::MeshEmpty | Status::MeshZeroVolume) => Ok(0.0),
        volume => volume,
    }
}

/// The open parts that enclose volumes together.
pub fn together(repaired: &Repaired) -> Vec<Together> {
    let first = |p: &u32| repaired.parts[*p as usize].vertices.start;
    let assemblies = repaired.assemblies.iter();
    let each = assemblies.map(|own| Together {
        vertices: own.parts.iter().map(first).collect(),
    });
    each.collect()
}
