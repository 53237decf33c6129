//! Constraints: what a solver projects to or holds at zero, and forces on elements. How to solve for it is elsewhere.
//!
//! Each kind has a file here and one in `shaders/constraint/`; those with rows have a line in the registry below. The
//! formulas are f64; what goes to the GPU is rounded to f32 once, at the end.

pub mod bending;
mod cluster;
#[cfg(test)]
mod cluster_tests;
mod row;
pub mod stretch;
#[cfg(test)]
mod tests;
pub mod wind;

pub use bending::quarter as quarter_turn;
pub use cluster::{Deformation, RestShape, rotation};

pub use row::Row;
pub use wind::AIR_DENSITY;

use glam::DVec3;

/// The registry: every kind that has rows, with its permanent number, never reused or renumbered.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The length of an edge, [`stretch`].
    Stretch = 1,
    /// The angle of a hinge, [`bending`].
    Bending = 2,
}

/// What an edge of a sheet has.
pub const OF_EDGE: Constraint = Constraint::Stretch;
/// What two triangles on an edge of a sheet have.
pub const OF_HINGE: Constraint = Constraint::Bending;

impl Constraint {
    /// Every kind.
    pub const ALL: [Constraint; 2] = [Constraint::Stretch, Constraint::Bending];

    /// How many vertices it has.
    pub fn vertices(self) -> usize {
        match self {
            Constraint::Stretch => 2,
            Constraint::Bending => 4,
        }
    }

    /// The row at positions `x`. The kind's file defines `rest`.
    pub fn row(self, x: [DVec3; 4], rest: f64) -> Row {
        match self {
            Constraint::Stretch => stretch::row([x[0], x[1]], rest),
            Constraint::Bending => bending::row(x, rest),
        }
    }
}

/// What a sheet's edge and the hinge on it have, from areas and lengths at rest: both are factors on the stiffnesses of
/// the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// Of the stretch stiffness [N/m] for the edge's spring [N/m].
    pub stretch: f64,
    /// Of the bending stiffness [N·m] for the hinge's angle [N·m]; 0 without a hinge.
    pub bending: f64,
}

/// The factors of an edge, from its one or two triangles with three lengths [m] and an area [m²] each.
pub fn factors(length: f64, triangles: &[([f64; 3], f64)]) -> Factors {
    let bending = match triangles {
        [one, other] => bending::factor(length, one.1 + other.1),
        _ => 0.0,
    };
    let part = |(lengths, area): &([f64; 3], f64)| stretch::factor(*lengths, *area);
    Factors {
        stretch: triangles.iter().map(part).sum(),
        bending,
    }
}
