//! Tets from a triangle surface, which need not be closed or free of crossings: a coarse cage of lattice cells around the
//! solid, or a mesh that follows the surface. What is inside is told by generalized winding numbers.
//!
//! The surface is welded and oriented: triangles that share an edge share its vertices. Results are the same bits whatever
//! the number of threads.

mod across;
mod bcc;
mod bits;
#[cfg(test)]
mod bounds;
mod dilate;
mod enclosed;
mod field;
mod fragments;
#[cfg(test)]
mod gap_tests;
mod glue;
mod graded;
mod input;
mod joints;
mod lattice_cage;
#[cfg(test)]
mod limit_tests;
mod made;
mod make;
mod manifold;
mod missed;
mod options;
mod part;
#[cfg(test)]
mod parts_tests;
mod pieces;
mod quality;
mod refine;
mod report;
mod room;
mod scan;
mod slits;
mod spacing;
mod stencil;
mod stuffing;
#[cfg(test)]
mod tests;
mod torn;

pub use lattice_cage::CageCounts;
pub use options::Options;
pub use quality::Quality;
pub use report::{BodyReport, Method, NEAR, NEAR_VOLUME, Report};

use field::Work;
use pliant_geometry::bodies::Together;
use pliant_geometry::error::Result;
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::{SurfaceMesh, TetMesh};

/// The volume inside all bodies of a surface some of whose components bound volumes together [length unit³]. What several parts share counts once:
/// where parts overlap it is right to 1 %.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`, `MeshNotFinite`, `MeshZeroVolume` (the surface), `Cancelled`.
pub fn volume_together(
    mesh: &SurfaceMesh,
    together: &[Together],
    progress: &Progress,
) -> Result<f64> {
    let work = Work {
        threads: parallel::thread_count(0),
        progress: *progress,
    };
    Ok(input::Input::together(mesh, together, &work)?.volume())
}

/// A coarse cage: cubes that the solid touches, each cut into five tets. A cube in which several pieces of the solid lie,
/// as between two fingers, stands there once for each piece, so gaps stay open; each body of the surface is a body of the mesh, in one
/// piece however thin it is and wherever its parts touch.
/// The boundary is a closed manifold (`CageCounts::pinched` counts exceptions).
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`, `MeshNotFinite`, `MeshZeroVolume` (the surface), `InvalidArgument` (the options), `Capacity`,
/// `OutOfMemory`, `Cancelled`.
pub fn cage(
    mesh: &SurfaceMesh,
    options: &Options,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    cage_together(mesh, &[], options, progress)
}

/// A mesh whose boundary follows the surface, by isosurface stuffing: of one size along the surface, coarser inside. Edges and corners of
/// the surface are rounded at the size of a tet. A body that is farther from its surface than `NEAR` of the surface's diagonal or
/// `NEAR_VOLUME` of its volume is made anew on finer lattices while `most_elements` allow it; the report says how near it came. One with walls or
/// necks that are not resolved even so becomes a cage; the report says so.
///
/// # Errors
/// Those of `cage`.
pub fn conforming(
    mesh: &SurfaceMesh,
    options: &Options,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    conforming_together(mesh, &[], options, progress)
}

/// A cage of a surface some of whose components bound a volume together: these count as one. Their vertices are in range.
///
/// # Errors
/// Those of `cage`.
pub fn cage_together(
    mesh: &SurfaceMesh,
    together: &[Together],
    options: &Options,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    options.check()?;
    make::cage(mesh, together, options, &options.work(progress))
}

/// A mesh that follows such a surface.
///
/// # Errors
/// Those of `cage`.
pub fn conforming_together(
    mesh: &SurfaceMesh,
    together: &[Together],
    options: &Options,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    options.check()?;
    make::conforming(mesh, together, options, &options.work(progress))
}
