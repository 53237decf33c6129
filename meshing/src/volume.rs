//! What the parts of a repaired surface enclose together.

use crate::repair::Repaired;
use crate::tetrahedralise::volume_together;
use pliant_geometry::bodies::Together;
use pliant_geometry::error::{Result, Status};
use pliant_geometry::progress::Progress;

/// The volume that a repaired surface encloses [length unit³]; 0 if none. What several parts share counts once: where parts overlap it is right
/// to 1 %, and where they are open to some 2 %, but for holes in walls too thin to have points of a lattice inside.
///
/// # Errors
/// `MeshNotFinite`, `Cancelled`.
pub fn enclosed_volume(repaired: &Repaired, progress: &Progress) -> Result<f64> {
    match volume_together(&repaired.volumes(), &together(repaired), progress) {
        Err(error) if matches!(error.status, Status::MeshEmpty | Status::MeshZeroVolume) => Ok(0.0),
        volume => volume,
    }
}

/// The open parts that bound volumes together.
pub fn together(repaired: &Repaired) -> Vec<Together> {
    let first = |p: &u32| repaired.parts[*p as usize].vertices.start;
    let assemblies = repaired.assemblies.iter();
    let each = assemblies.map(|own| Together {
        vertices: own.parts.iter().map(first).collect(),
    });
    each.collect()
}
