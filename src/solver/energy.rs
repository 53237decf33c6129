//! Tests whether bodies gain energy by themselves: a pass after the solvers, the same for both executors.

use crate::element::Terms;
use crate::error::Result;
use crate::executor::{Scheduled, WideLists, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::ENERGY;
use crate::gpu::plan::Dispatch;

/// Steps from one sum of energies to the next.
pub const EVERY: u32 = 8;

/// Two dispatches, shared by all bodies whose elements have an energy by blocks. None without such bodies.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let is_watched = |b: &&Scheduled| b.terms == Terms::Blocks;
    let watched: Vec<&Scheduled> = bodies.iter().filter(is_watched).collect();
    if watched.is_empty() {
        return Ok(Vec::new());
    }
    let kernel = |entry| context.kernel(&ENERGY, entry, &[]);
    let [sum, body] = ["energy_sum", "energy_body"].map(kernel);
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
