//! Batches of queries of continuous collision detection.

use super::World;
use crate::desc::{CcdFeatures, CcdSweep, check_ccd_sweeps};
use crate::error::Result;
use crate::gpu::batch;
use crate::gpu::kernel::CCD_QUERIES;

/// Queries of one dispatch: 25 MB of points.
const DISPATCHED: usize = 1 << 18;
/// Threads of a workgroup of the kernel.
const WIDTH: u32 = 64;

impl World {
    /// Until when features are certainly apart: a time from 0 to 1 that is not after they first meet, or
    /// [`crate::desc::PLIANT_CCD_FREE`]. Touching is meeting. Fails with `InvalidArgument` for a coordinate that is not
    /// finite or beyond 1e18. Waits for the GPU.
    pub fn ccd(&mut self, features: CcdFeatures, sweeps: &[CcdSweep]) -> Result<Vec<f32>> {
        check_ccd_sweeps(sweeps)?;
        let entry = match features {
            CcdFeatures::VertexTriangle => "ccd_queries_vertex_triangle",
            CcdFeatures::EdgeEdge => "ccd_queries_edge_edge",
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
