//! Queries of continuous collision detection.

use crate::error::{Error, Result, Status, grouped, number};

/// Time of two features that do not touch in the step.
pub const PLIANT_CCD_FREE: f32 = 2.0;
/// The most queries of a call.
pub const PLIANT_MAX_CCD_QUERIES: u32 = 16_777_216;

/// The largest coordinate.
const FARTHEST: f32 = 1e18;

/// Which features a query moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CcdFeatures {
    /// A vertex, the first point, and a triangle.
    VertexTriangle,
    /// An edge, the first two points, and another.
    EdgeEdge,
}

/// Four points at the start of a step and the same four at its end [length unit], between which they move linearly.
pub type CcdSweep = [[f32; 3]; 8];

/// Fails with `Capacity` above [`PLIANT_MAX_CCD_QUERIES`].
pub fn ccd_query_count_in_range(count: u32) -> Result<()> {
    let most = PLIANT_MAX_CCD_QUERIES;
    match count > most {
        true => Err(Error::new(
            Status::Capacity,
            format!(
                "query_count is {count}, a call has at most {} queries",
                grouped(most as usize)
            ),
        )),
        false => Ok(()),
    }
}

/// Fails with `InvalidArgument` and names the first coordinate that is not finite or beyond 1e18.
pub fn check_ccd_sweeps(sweeps: &[CcdSweep]) -> Result<()> {
    let coordinates = sweeps.as_flattened().as_flattened();
    let is_bad = |x: &f32| x.is_nan() || x.abs() > FARTHEST;
    let Some(i) = coordinates.iter().position(is_bad) else {
        return Ok(());
    };
    let value = number(coordinates[i]);
    let (query, point, axis) = (i / 24, i / 3 % 8, i % 3);
    Err(Error::argument(format!(
        "query {query} point {point} coordinate {axis} is {value}, expected -1e18 to 1e18"
    )))
}
