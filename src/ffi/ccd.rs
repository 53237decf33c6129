//! Continuous collision detection.

use super::pointer::{Out, array};
use super::registry;
use crate::desc::{CcdFeatures, CcdSweep, ccd_query_count_in_range};
use crate::error::Result;
use crate::ids::PliantWorldId;

/// Computes for each query a time before which a moving vertex and triangle certainly do not touch.
///
/// `points`: eight points of three floats per query [length unit]: the vertex and the triangle's corners at the start
/// of a step, then the same four points at the end of the step. The motion between is linear. Coordinates from -1e18 to
/// 1e18. `out_times`: room for `query_count` floats. From 0 to 1: a fraction of the step [1], never later than the
/// first contact. `PLIANT_CCD_FREE`: no contact in the step. For contact at a moderate speed, the time is early by less
/// than a thousandth of its value. Features that come within about 1e-6 of their size without contact may also get a
/// time. `query_count`: 0 to `PLIANT_MAX_CCD_QUERIES`. No pointer may be NULL, except `points` if `query_count` is 0.
/// Thread: one at a time per world. Errors: INVALID_ARGUMENT, INVALID_HANDLE, CAPACITY, OUT_OF_MEMORY, GPU,
/// DEVICE_LOST, BUSY, and NOT_READY if the GPU takes longer than a minute. Cost: per query, an upload of 96 bytes and
/// some microseconds of one GPU thread. The call waits for the result and the steps before it.
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

/// Computes for each query a time before which two moving edges certainly do not touch.
///
/// `points`: both ends of the first edge, then both ends of the second edge, at the start of a step; then the same four
/// points at the end of the step. The rest is as in `pliant_ccd_vertex_triangle`.
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
