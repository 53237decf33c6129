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
mod make;
mod manifold;
mod missed;
mod part;
#[cfg(test)]
mod parts_tests;
mod pieces;
mod quality;
mod refine;
mod report;
mod scan;
mod slits;
mod spacing;
mod stencil;
mod stuffing;
#[cfg(test)]
mod tests;
mod torn;

pub use lattice_cage::CageCounts;
pub use quality::Quality;
pub use report::{BodyReport, Method, NEAR, NEAR_VOLUME, Report};

use field::Work;
use pliant_geometry::bodies::Together;
use pliant_geometry::error::{Error, Result, number};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::{MAX_TETS, SurfaceMesh, TetMesh};

/// How fine a mesh is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Wanted number of tets, 1 to 2^24; of a body that fills many cells met within some 15 %. A conforming body with walls, necks or limbs
    /// that so many do not resolve has up to twice as many (and somewhat more), and each cage a cell of five tets at the least, and more where thin or
    /// near parts keep apart. More follow the shape more closely and cost time in proportion, here and in every step.
    pub elements: usize,
    /// How many tets a conforming mesh may have where `elements` do not bring it near its surface (`NEAR`, `NEAR_VOLUME`), up to 2^24;
    /// about. 0 to ask for no more. Bodies with walls or necks that are not resolved, or a limb that is missed, may take twice as many. A cage does not
    /// ask for it.
    pub most_elements: usize,
    /// The longest edge of a cell, or long edge of the body-centred lattice [length unit]; 0 to have it found from `elements`.
    pub spacing: f64,
    /// Threads, at most 64; 0 for as many as the machine has.
    pub threads: usize,
}

impl Options {
    /// 2,000 tets.
    pub const CAGE: Options = Options {
        elements: 2_000,
        most_elements: 0,
        spacing: 0.0,
        threads: 0,
    };
    /// 50,000 tets, and up to 200,000 where they are needed to be near the surface, or twice that to resolve walls or necks (at most 15 % over).
    pub const CONFORMING: Options = Options {
        elements: 50_000,
        most_elements: 200_000,
        spacing: 0.0,
        threads: 0,
    };

    /// Whether the numbers can be worked with.
    ///
    /// # Errors
    /// `InvalidArgument`.
    pub fn check(&self) -> Result<()> {
        if self.elements == 0 || self.elements > MAX_TETS {
            let elements = self.elements;
            return Err(Error::argument(format!(
                "elements is {elements}, expected 1 to {MAX_TETS}"
            )));
        }
        if self.most_elements > MAX_TETS {
            let most = self.most_elements;
            return Err(Error::argument(format!(
                "most_elements is {most}, expected at most {MAX_TETS}, or 0"
            )));
        }
        if !self.spacing.is_finite() || self.spacing < 0.0 {
            let spacing = number(self.spacing);
            return Err(Error::argument(format!(
                "spacing is {spacing}, expected a length, or 0 to find it from elements"
            )));
        }
        Ok(())
    }

    fn work<'a>(&self, progress: &Progress<'a>) -> Work<'a> {
        Work {
            threads: parallel::thread_count(self.threads),
            progress: *progress,
        }
    }
}

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
