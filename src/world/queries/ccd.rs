//! Batches of queries of continuous collision detection.

use crate::desc::{CcdFeatures, CcdSweep};
use crate::error::Result;
use crate::gpu::batch;
use crate::gpu::context::Context;
use crate::gpu::kernel::CCD_QUERIES;

/// Queries of one dispatch: 25 MB of points.
const DISPATCHED: usize = 1 << 18;
/// Threads of a workgroup of the kernel.
const WIDTH: u32 = 64;

/// Until when features are certainly apart; see `World::ccd`.
pub fn ccd(context: &Context, features: CcdFeatures, sweeps: &[CcdSweep]) -> Result<Vec<f32>> {
    let entry = match features {
        CcdFeatures::VertexTriangle => "ccd_queries_vertex_triangle",
        CcdFeatures::EdgeEdge => "ccd_queries_edge_edge",
    };
    let mut times = Vec::with_capacity(sweeps.len());
    for part in sweeps.chunks(DISPATCHED) {
        let input = bytemuck::cast_slice(part);
        let size = (4 * part.len() as u64, (part.len() as u32).div_ceil(WIDTH));
        let bytes = batch::run(context, &CCD_QUERIES, entry, input, size)?;
        times.extend(bytemuck::pod_collect_to_vec::<u8, f32>(&bytes));
    }
    Ok(times)
}
