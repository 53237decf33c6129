//! The mesh of one body.

use super::field::{Work, part};
use super::input::InputBody;
use super::lattice_cage::{self, CageCounts};
use super::missed::missed;
use super::part::Part;
use super::report::Method;
use super::spacing::cage_grid;
use pliant_geometry::error::Result;

pub struct Made {
    pub part: Part,
    pub method: Method,
    pub is_unresolved: bool,
    pub spacing: f64,
    /// The largest distance of the surface from its boundary [length unit].
    pub missed: f64,
    pub moved: f64,
    pub is_near: bool,
    pub bridged: usize,
    pub took_more: bool,
}

pub fn cage_of(
    body: &InputBody,
    spacing: f64,
    work: &Work,
    counts: &mut CageCounts,
) -> Result<Made> {
    let grid = cage_grid(body, spacing)?;
    let spacing = grid.spacing.max_element();
    let (part, own) = lattice_cage::cage(&body.shape(), &grid, &self::part(work, 0.0, 0.7))?;
    counts.split_cells += own.split_cells;
    counts.bridged += own.bridged;
    counts.filled += own.filled;
    counts.closed += own.closed;
    counts.opened_edges += own.opened_edges;
    counts.pinched += own.pinched;
    let boundary = part.boundary(&self::part(work, 0.7, 0.75))?;
    let to_measure = self::part(work, 0.75, 1.0);
    Ok(Made {
        missed: missed(&boundary, body, spacing, f64::INFINITY, &to_measure)?.most,
        part,
        method: Method::Cage,
        is_unresolved: own.bridged > 0,
        spacing,
        moved: 0.0,
        is_near: false,
        bridged: own.bridged,
        took_more: false,
    })
}
