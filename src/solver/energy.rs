//! Whether bodies gain energy by themselves: a pass after the solvers, the same for both executors.

use super::work::{Scheduled, WideLists, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{ENERGY, Kernel};
use crate::gpu::plan::Dispatch;
use crate::material::Hook;
use std::sync::Arc;

/// Energies are summed in one of so many steps.
pub const EVERY: u32 = 8;

/// Two dispatches, shared by all bodies whose elements have an energy by blocks. None without such bodies.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let is_watched = |b: &&Scheduled| b.solver.needs == Hook::Block;
    let watched: Vec<&Scheduled> = bodies.iter().filter(is_watched).collect();
    if watched.is_empty() {
        return Ok(Vec::new());
    }
    let [sum, body] = compile(context, work)?;
    let slices = watched.iter().flat_map(|b| {
        let count = b.asset.slices.len() as u32;
        (0..count).map(|slice| [b.index, slice, 0, 0])
    });
    let slices = work.list(slices);
    let all = work.list(watched.iter().map(|b| [b.index, 0, 0, 0]));
    let lists = WideLists::new(work, &[], 1);
    Ok(vec![
        lists.dispatch(&sum, slices, 1, [0, 0]),
        lists.dispatch(&body, all, 64, [0, 0]),
    ])
}

/// The kernels: sums of slices, and what a body makes of them.
pub fn compile(context: &Context, work: &Work) -> Result<[Arc<Kernel>; 2]> {
    let kernel = |entry| context.kernel(&ENERGY, entry, &work.constants());
    Ok([kernel("energy_sum")?, kernel("energy_body")?])
}
