//! Restitution as dispatches: a pass after the solvers, the same for all of them.

use crate::error::Result;
use crate::executor::{Scheduled, WideLists, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::RESTITUTION;
use crate::gpu::plan::Dispatch;

/// The kernel's part: the time of the sums; see `RESTITUTION_…` in restitution.wgsl.
const START: u32 = 0;
const END: u32 = 1;

/// The dispatches before and after the solvers: two and three, shared by all bodies that bounce. None without such bodies.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<[Vec<Dispatch>; 2]> {
    let bouncing: Vec<&Scheduled> = bodies.iter().filter(|b| b.bounces).collect();
    if bouncing.is_empty() {
        return Ok(Default::default());
    }
    let kernel = |entry| context.kernel(&RESTITUTION, entry, &[]);
    let [sum, body, apply] =
        ["restitution_sum", "restitution_body", "restitution_apply"].map(kernel);
    let lists = WideLists::new(work, &bouncing, u32::MAX);
    let motion = |part| {
        vec![
            lists.dispatch(&sum, lists.chunks, 1, [0, part]),
            lists.dispatch(&body, lists.bodies, 1, [0, part]),
        ]
    };
    let mut end = motion(END);
    end.push(lists.dispatch(&apply, lists.chunks, 1, [0, END]));
    Ok([motion(START), end])
}
