//! New cells for bodies that have moved far, as a dispatch before any kernel that reads positions. The dispatch also
//! prepares the energy counter.

use crate::error::Result;
use crate::executor::{Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::RECENTRE;
use crate::gpu::plan::{Dispatch, Group};
use crate::gpu::vertices::CHUNK;
use crate::share::ParamsPass;

/// One dispatch for all bodies. None without bodies.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    if bodies.is_empty() {
        return Ok(Vec::new());
    }
    let chunks = bodies.iter().flat_map(|body| {
        let count = body.asset.rest_positions.len() as u32;
        let firsts = (0..count).step_by(CHUNK as usize);
        firsts.map(move |first| [body.index, first, CHUNK.min(count - first), 0])
    });
    let list = work.list(chunks);
    Ok(vec![Dispatch {
        kernel: context.kernel(&RECENTRE, "recentre", &[]),
        group: Group::Simulation,
        workgroups: list.1,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            ..ParamsPass::default()
        }),
    }])
}
