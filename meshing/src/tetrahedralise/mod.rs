//! Fills a triangle surface with tets: a coarse cage of cells around the solid, or a mesh that follows the surface. The
//! surface need not be closed or free of self-intersections; generalized winding numbers tell what is inside.
//!
//! It must be welded and oriented, as repair leaves it. Results do not depend on the number of threads.

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

/// The volume inside all bodies of a surface with components that enclose volumes together [length unit³]. Shared
/// volume counts once, with an error of up to 1 % where parts overlap.
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

/// A coarse cage: cubes that the solid touches, each cut into five tets. A cube with several pieces of the solid, as
/// between two fingers, is duplicated for each, so gaps stay open. Each body is one piece, however thin it is. The
/// boundary is a closed manifold; `CageCounts::pinched` counts exceptions.
///
/// # Errors
/// `MeshEmpty`, `MeshIndex`, `MeshNotFinite`, `MeshZeroVolume` (the surface), `InvalidArgument` (the options),
/// `Capacity`, `OutOfMemory`, `Cancelled`.
pub fn cage(
    mesh: &SurfaceMesh,
    options: &Options,
    progress: &Progress,
) -> Result<(TetMesh, Report)> {
    cage_together(mesh, &[], options, progress)
}

/// A mesh that follows the surface, by isosurface stuffing: uniform along the surface, coarser inside. Edges and
/// corners are rounded at the size of a tet. A body that is off by more than `NEAR` of the surface's diagonal, or
/// `NEAR_VOLUME` of its volume, is meshed again more finely while `most_elements` allows it. A body with unresolved
/// walls or necks becomes a cage. The report tells both.
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

/// A cage of a surface with components that enclose volumes together. The vertices in `together` must be in range.
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

/// A conforming mesh of such a surface.
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
