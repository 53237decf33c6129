//! Continuous collision detection.

use super::pointer::{Out, array};
use super::registry;
use crate::desc::{CcdFeatures, CcdSweep, ccd_query_count_in_range};
use crate::error::Result;
use crate::ids::PliantWorldId;

/// Tells until when vertices and triangles that move are certainly apart.
///
/// `points`: eight points of three floats a query [length unit]: the vertex and the triangle's corners at the start of a
/// step, then the same at its end; between them they move linearly. Coordinates from -1e18 to 1e18. `out_times`: room for
/// `query_count` floats. From 0 to 1: the part of the step [1] in which the two are apart. They may meet then, and never
/// do before. `PLIANT_CCD_FREE`: they do not meet. Touching is meeting. Where they meet at a fair speed, the time is less
/// than a thousandth of itself early; where they only come within about 1e-6 of their size, they may get a time although
/// they do not meet. `query_count`: 0 to `PLIANT_MAX_CCD_QUERIES`. Neither pointer may be NULL, but `points` where
/// `query_count` is 0. Thread: one at a time per world. Errors:
/// INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST, BUSY, and NOT_READY if the GPU takes longer
/// than a minute. Cost: 96 bytes to the GPU and some microseconds of one of its threads a query; waits for it, and for the
/// steps before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_ccd_vertex_triangle(
    world: PliantWorldId,
    query_count: u32,
    points: *const f32,
    out_times: *mut f32,
) -> i32 {
    entry!("pliant_ccd_vertex_triangle", {
        batch(
            world,
            CcdFeatures::VertexTriangle,
            query_count,
            points,
            out_times,
        )
    })
}

/// Tells until when edges that move are certainly apart.
///
/// `points`: both ends of one edge, then of the other, at the start of a step, then the same at its end. The rest is as in
/// `pliant_ccd_vertex_triangle`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_ccd_edge_edge(
    world: PliantWorldId,
    query_count: u32,
    points: *const f32,
    out_times: *mut f32,
) -> i32 {
    entry!("pliant_ccd_edge_edge", {
        batch(world, CcdFeatures::EdgeEdge, query_count, points, out_times)
    })
}

/// # Safety
/// `points` is NULL or holds eight points a query; `out_times` is NULL or has room for a float a query.
unsafe fn batch(
    world: PliantWorldId,
    features: CcdFeatures,
    count: u32,
    points: *const f32,
    out_times: *mut f32,
) -> Result<()> {
    // SAFETY: the caller promised room.
    let out = unsafe { Out::new(out_times, "out_times") }?;
    ccd_query_count_in_range(count)?;
    let stride = size_of::<CcdSweep>() as u32;
    // SAFETY: the caller promised the points.
    let sweeps: Vec<CcdSweep> =
        unsafe { array(points.cast::<[f32; 3]>(), count, stride, "points") }?;
    let times = registry::with(world, |world| world.ccd(features, &sweeps))?;
    // SAFETY: the caller promised room for as many.
    unsafe { out.set_all(&times) };
    Ok(())
}
