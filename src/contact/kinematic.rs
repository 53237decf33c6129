//! Kinematic surfaces as dispatches: vertices take the poses of their frames at the starts and ends of epochs.

use crate::error::Result;
use crate::executor::Work;
use crate::gpu::context::Context;
use crate::gpu::kernel::SURFACE_MOTION;
use crate::gpu::plan::{Dispatch, Group};
use crate::gpu::vertices::CHUNK;
use crate::share::ParamsPass;

/// The dispatches before the step, then after each epoch. None in a world without kinematic surfaces.
pub fn dispatches(context: &Context, work: &mut Work) -> Result<Vec<Vec<Dispatch>>> {
    let times = work.epochs + 1;
    if work.kinematic.is_empty() {
        return Ok(vec![Vec::new(); times as usize]);
    }
    let kinematic = work.kinematic.clone();
    let chunks = kinematic.iter().flat_map(|surface| {
        let (index, count) = (surface.index, surface.vertices);
        let firsts = (0..count).step_by(CHUNK as usize);
        firsts.map(move |first| [index, first, CHUNK.min(count - first), 0])
    });
    let list = work.list(chunks);
    let kernel = context.kernel(&SURFACE_MOTION, "surface_motion", &[]);
    let at = |part| {
        vec![Dispatch {
            kernel: kernel.clone(),
            group: Group::Simulation,
            workgroups: list.1,
            pass: Some(ParamsPass {
                work_row: list.0,
                work_count: list.1,
                part,
                epochs: work.epochs,
                ..ParamsPass::default()
            }),
        }]
    };
    Ok((0..times).map(at).collect())
}
