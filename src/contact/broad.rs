//! The broad phase as dispatches, and the layout of its buffer.

use crate::error::Result;
use crate::executor::{ContactFeatures, Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::kernel::{BROAD_PHASE, Kernel};
use crate::gpu::plan::{Dispatch, Group};
use crate::share::{self, NEARBY_PROXY_WORDS, NEARBY_WORDS, ParamsPass};
use std::sync::Arc;

/// Colliders that each body's list has room for, on average.
const EACH: u32 = 16;
/// Bodies in whose lists each collider has room, on average, in addition.
const ALSO: u32 = 4;

/// Up to this many objects one workgroup runs the whole broad phase.
const ALONE: u32 = 256;
/// Threads of a workgroup.
const WIDTH: u32 = 256;
/// The most workgroups of a dispatch.
const MOST: u32 = 32_768;
/// Words with the levels of the grid that have objects.
const LEVELS: u32 = 8;
/// Threads that share a body at the end: PAIR_FILTER_TEAM.
const TEAM: u32 = 16;
/// Entry points: the whole broad phase; filling the grid; the search for pairs; the end.
const ENTRIES: [&str; 4] = [
    "broad_phase",
    "broad_phase_alone",
    "broad_phase_search",
    "broad_phase_end",
];

/// The dispatches that find the bounded colliders and the bodies near each body. None in a world without bounded
/// colliders in which no bodies touch.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
) -> Result<Vec<Dispatch>> {
    let is_run = work.features.bounded > 0 || work.features.touches.any();
    if !is_run || bodies.is_empty() {
        return Ok(Vec::new());
    }
    let kinematic = work.kinematic.clone();
    let all = bodies.iter().map(|body| body.index);
    let all = all.chain(kinematic.iter().map(|surface| surface.index));
    let list = work.list(all.map(|index| [index, 0, 0, 0]));
    let objects = list.1 + work.features.bounded;
    let dispatch = |entry, workgroups, part| Dispatch {
        kernel: context.kernel(&BROAD_PHASE, entry, &[]),
        group: Group::Near,
        workgroups,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            part,
            ..ParamsPass::default()
        }),
    };
    if objects <= ALONE {
        return Ok(vec![dispatch(ENTRIES[0], 1, 0)]);
    }
    // A thread looks into one of the 27 cells around an object.
    let wide = |items: u32| items.div_ceil(WIDTH).min(MOST);
    Ok(vec![
        dispatch(ENTRIES[1], 1, 0),
        dispatch(ENTRIES[2], wide(objects.saturating_mul(27)), 0),
        dispatch(ENTRIES[1], 1, 1),
        dispatch(ENTRIES[2], wide(objects.saturating_mul(27)), 1),
        dispatch(ENTRIES[3], wide(list.1.saturating_mul(TEAM)), 0),
    ])
}

/// All kernels of the broad phase: of few objects and of many.
pub fn kernels(context: &Context) -> [Arc<Kernel>; 4] {
    ENTRIES.map(|entry| context.kernel(&BROAD_PHASE, entry, &[]))
}

/// Lays out the buffer `nearby` for this many body slots, bodies and features of contact: sets `nearby_…` of the records and
/// returns the buffer's rows of 16 bytes.
pub fn lay_out(
    record: &mut share::World,
    contacts: &mut share::Contacts,
    slots: u32,
    bodies: u32,
    features: ContactFeatures,
) -> u32 {
    let bounded = features.bounded;
    let most = u64::from(bodies) * u64::from(bounded);
    let average = u64::from(EACH) * u64::from(bodies) + u64::from(ALSO) * u64::from(bounded);
    let room = u32::try_from(most.min(average)).unwrap_or(u32::MAX / 2);
    let is_run = most > 0 || features.touches.any();
    let objects = if is_run { bodies + bounded } else { 0 };
    record.nearby_room = room;
    record.nearby_list = NEARBY_WORDS * slots;
    record.nearby_proxy = (record.nearby_list + room).next_multiple_of(4);
    record.nearby_bucket = record.nearby_proxy + NEARBY_PROXY_WORDS * objects + LEVELS;
    record.nearby_buckets = (2 * objects).next_power_of_two();
    contacts.nearby_list = record.nearby_bucket + record.nearby_buckets + objects;
    (contacts.nearby_list + contacts.nearby_room).div_ceil(4)
}
