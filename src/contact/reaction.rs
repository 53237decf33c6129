//! Impulses on bodies as dispatches: their momentum before the solvers and after.

use crate::error::Result;
use crate::executor::{Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::REACTION;
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::share::{ParamsPass, REACTION_ROWS};

const ENTRY: &str = "reaction";

/// The kernel's part: before the solvers, after them.
const PARTS: [u32; 2] = [0, 1];

/// The dispatches before the solvers and after. None in a world that does not ask for momentum.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<[Vec<Dispatch>; 2]> {
    if !work.requests.momentum || bodies.is_empty() {
        return Ok(Default::default());
    }
    let list = work.list(bodies.iter().map(|body| [body.index, 0, 0, 0]));
    let sum_row = work.partials[0];
    work.partials[0] += REACTION_ROWS * bodies.len() as u32;
    let kernel = context.kernel(&REACTION, ENTRY, &work.constants());
    Ok(PARTS.map(|part| {
        vec![Dispatch {
            kernel: kernel.clone(),
            group: Group::Simulation,
            workgroups: list.1,
            pass: Some(ParamsPass {
                work_row: list.0,
                work_count: list.1,
                part,
                sum_row,
                epochs: work.epochs,
                ..ParamsPass::default()
            }),
        }]
    }))
}

/// The first state row of the reactions, in the order of the plan.
pub fn row(plan: &Plan) -> Option<u32> {
    let found = plan.dispatches().find(|d| d.kernel.label == ENTRY);
    found.and_then(|dispatch| Some(dispatch.pass?.sum_row))
}
