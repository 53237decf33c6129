//! Batches of queries of continuous collision detection.

use super::World;
use crate::error::{Error, Result, number};
use crate::gpu::batch;
use crate::gpu::kernel::CCD_QUERIES;

/// The time of features that do not meet in the step.
pub const CCD_FREE: f32 = 2.0;
/// The largest coordinate.
const FARTHEST: f32 = 1e18;
/// Queries of one dispatch: 25 MB of points.
const DISPATCHED: usize = 1 << 18;
/// Threads of a workgroup of the kernel.
const WIDTH: u32 = 64;

/// Which features a query moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// A vertex, the first point, and a triangle.
    VertexTriangle,
    /// An edge, the first two points, and another.
    EdgeEdge,
}

/// Four points at the start of a step and the same four at its end, between which they move linearly.
pub type Sweep = [[f32; 3]; 8];

impl World {
    /// Until when features are certainly apart: a time from 0 to 1 that is not after they first meet, or [`CCD_FREE`].
    /// Touching is meeting. Fails with `InvalidArgument` for a coordinate that is not finite or beyond 1e18. Waits for
    /// the GPU.
    pub fn ccd(&mut self, features: Features, sweeps: &[Sweep]) -> Result<Vec<f32>> {
        let coordinates = sweeps.as_flattened().as_flattened();
        let is_bad = |x: &f32| x.is_nan() || x.abs() > FARTHEST;
        if let Some(i) = coordinates.iter().position(is_bad) {
            let value = number(coordinates[i]);
            let (query, point, axis) = (i / 24, i / 3 % 8, i % 3);
            return Err(Error::argument(format!(
                "query {query} point {point} coordinate {axis} is {value}, expected -1e18 to 1e18"
            )));
        }
        let entry = match features {
            Features::VertexTriangle => "ccd_queries_vertex_triangle",
            Features::EdgeEdge => "ccd_queries_edge_edge",
        };
        self.scoped("queries of continuous collision detection", |world| {
            let mut times = Vec::with_capacity(sweeps.len());
            for part in sweeps.chunks(DISPATCHED) {
                let input = bytemuck::cast_slice(part);
                let size = (4 * part.len() as u64, (part.len() as u32).div_ceil(WIDTH));
                let bytes = batch::run(&world.context, &CCD_QUERIES, entry, input, size)?;
                times.extend(bytemuck::pod_collect_to_vec::<u8, f32>(&bytes));
            }
            Ok(times)
        })
    }
}
