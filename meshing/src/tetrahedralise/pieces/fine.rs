//! The fine grid in the cells.

pub const FINE: usize = 4;

pub fn cell_of(at: [i32; 3]) -> [i32; 3] {
    at.map(|c| c.div_euclid(FINE as i32))
}
