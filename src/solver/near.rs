//! The broad phase as a dispatch, and the layout of what it writes.

use super::work::{Meets, Scheduled, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, NEAR};
use crate::gpu::plan::{Dispatch, Group};
use crate::share::{self, NEAR_OBJECT_WORDS, NEAR_WORDS, ParamsPass};
use std::sync::Arc;

/// Colliders that each body's list has room for, on average.
const EACH: u32 = 16;
/// Bodies whose lists each collider has room in, on average, beside that.
const ALSO: u32 = 4;

/// The dispatch that finds the bounded colliders and the bodies near each body. None in a world without bounded
/// colliders in which no bodies touch.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let is_run = work.meets.bounded > 0 || work.meets.touches;
    if !is_run || bodies.is_empty() {
        return Ok(Vec::new());
    }
    let carried = work.carried.clone();
    let all = bodies.iter().map(|body| body.index);
    let all = all.chain(carried.iter().map(|surface| surface.index));
    let list = work.list(all.map(|index| [index, 0, 0, 0]));
    let dispatch = Dispatch {
        kernel: compile(context)?,
        group: Group::Near,
        workgroups: 1,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            ..ParamsPass::default()
        }),
    };
    Ok(vec![dispatch])
}

/// The kernel of the broad phase.
pub fn compile(context: &Context) -> Result<Arc<Kernel>> {
    context.kernel(&NEAR, "near", &[])
}

/// Lays out the contact buffer for this many body slots and bodies and what they meet: fills in the records' `near_…` and
/// returns the buffer's rows of 16 bytes.
pub fn lay_out(
    record: &mut share::World,
    touch: &mut share::Touch,
    slots: u32,
    bodies: u32,
    meets: Meets,
) -> u32 {
    let bounded = meets.bounded;
    let most = u64::from(bodies) * u64::from(bounded);
    let average = u64::from(EACH) * u64::from(bodies) + u64::from(ALSO) * u64::from(bounded);
    let room = u32::try_from(most.min(average)).unwrap_or(u32::MAX / 2);
    let is_run = most > 0 || meets.touches;
    let objects = if is_run { bodies + bounded } else { 0 };
    record.near_room = room;
    record.near_list = NEAR_WORDS * slots;
    record.near_object = (record.near_list + room).next_multiple_of(4);
    record.near_bucket = record.near_object + NEAR_OBJECT_WORDS * objects;
    record.near_buckets = (2 * objects).next_power_of_two();
    touch.near_list = record.near_bucket + record.near_buckets + objects;
    (touch.near_list + touch.near_room).div_ceil(4)
}
