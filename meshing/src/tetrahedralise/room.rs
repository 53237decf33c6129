//! How many tets and vertices a body can have.

use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::{MAX_TETS, MAX_VERTICES};

/// Tets of a cage's cell.
pub const CAGE_TETS: f64 = 5.0;

pub fn require_body(tets: usize, vertices: usize) -> Result<()> {
    if tets <= MAX_TETS && vertices <= MAX_VERTICES {
        return Ok(());
    }
    let message = format!(
        "the mesh would have at least {tets} tets and {vertices} vertices, but a body has at most {MAX_TETS} and {MAX_VERTICES}; \
         ask for fewer tets or a larger spacing"
    );
    Err(Error::new(Status::Capacity, message))
}

/// Refuses a mesh with at least this many vertices, before its tets are counted.
pub fn require_vertices(fewest: usize) -> Result<()> {
    if fewest <= MAX_VERTICES {
        return Ok(());
    }
    let message = format!(
        "the mesh would have at least {fewest} vertices, but a body has at most {MAX_VERTICES}; ask for fewer tets or a larger spacing"
    );
    Err(Error::new(Status::Capacity, message))
}
