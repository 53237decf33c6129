//! The explicit mass-spring method as dispatches.

use super::schedule::{self, Scheduled, WideLists, Work};
use super::vbd;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{RESIDENT_SPRING, WIDE_SPRING, WIDE_VBD};
use crate::gpu::plan::Dispatch;

/// Small bodies: the whole step in one dispatch a size class.
pub fn resident(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
) -> Result<Vec<Dispatch>> {
    schedule::resident(context, work, bodies, &RESIDENT_SPRING, "resident_spring")
}

/// Large bodies: two dispatches a substep, shared by all of them.
pub fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Vec<Dispatch>> {
    if bodies.is_empty() {
        return Ok(Vec::new());
    }
    let faces = [work.face_constant()];
    let kernel = |entry| context.kernel(&WIDE_SPRING, entry, &faces);
    let [open, kick, drift] = [
        kernel("wide_spring_open")?,
        kernel("wide_spring_kick")?,
        kernel("wide_spring_drift")?,
    ];
    let attach = context.kernel(&WIDE_VBD, "wide_attach", &[])?;
    let lists = WideLists::new(work, bodies);
    let slices = work.list(
        bodies
            .iter()
            .flat_map(|b| (0..b.asset.slices.len() as u32).map(|s| [b.index, s, 0, 0])),
    );
    let substeps = bodies.iter().map(|b| b.substeps).max().unwrap_or(0);
    let mut dispatches = vec![lists.dispatch(&open, lists.chunks, 1, [0, 0])];
    for substep in 0..substeps {
        if lists.attachments.1 > 0 {
            let mut hold = lists.dispatch(&attach, lists.attachments, 64, [substep, 0]);
            if let Some(pass) = &mut hold.pass {
                pass.partials[2] = 1; // the method moves held vertices itself
            }
            dispatches.push(hold);
        }
        dispatches.push(lists.dispatch(&kick, slices, 2, [substep, 0]));
        dispatches.push(lists.dispatch(&drift, lists.chunks, 1, [substep, 0]));
    }
    if bodies.iter().any(|b| b.damped) {
        let reduce = kernel("wide_spring_reduce")?;
        let resolve = context.kernel(&WIDE_VBD, "wide_resolve", &[])?;
        dispatches.push(lists.dispatch(&reduce, lists.chunks, 1, [0, 0]));
        dispatches.push(lists.dispatch(&resolve, lists.bodies, 1, [1, 0]));
    }
    let close = kernel("wide_spring_close")?;
    dispatches.push(lists.dispatch(&close, lists.chunks, 1, [0, 0]));
    dispatches.extend(vbd::report(context, &lists)?);
    Ok(dispatches)
}
