//! The fine grid in the cells.

/// Fine points along an edge of a cell.
pub const FINE: usize = 4;

/// The cell of a fine point.
pub fn cell_of(at: [i32; 3]) -> [i32; 3] {
    at.map(|c| c.div_euclid(FINE as i32))
}
