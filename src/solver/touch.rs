//! Contact between bodies as dispatches, and the layout of the buffer `touch`.

use super::work::{Meets, Scheduled, Work};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::kernel::{
    Kernel, KernelSource, REBOUND, TOUCH_CLUSTER, TOUCH_CROSS, TOUCH_ISLAND, TOUCH_KEEP,
    TOUCH_NARROW, TOUCH_OPEN, TOUCH_REFIT, TOUCH_REFRESH, TOUCH_SCAN, TOUCH_SETTLE, TOUCH_SLOTS,
    TOUCH_WRITE,
};
use crate::gpu::plan::{Dispatch, Group};
use crate::share::{
    ParamsPass, REPORT_WORDS, TOUCH_BODY_ROWS, TOUCH_CANDIDATE_ROWS, TOUCH_CONTACT_ROWS,
    TOUCH_EVENT_ROWS, TOUCH_NEAR_ROWS, TOUCH_PATCH_ROWS, TOUCH_PLANE_ROWS, TOUCH_REBOUND_ROWS,
    TOUCH_UNION_WORDS, TOUCH_VERTEX_ROWS, Touch,
};
use std::sync::Arc;

/// The most workgroups that share the points of a patch in touch_keep.
const KEEP_SHARES: u32 = 8;
/// Candidates of a frame that there is room for, for each point of a surface; and the least.
const EACH: u32 = 16;
const LEAST: u32 = 131_072;
/// Bodies near each body that there is room for, on average.
const NEIGHBOURS: u64 = 64;

/// What a step does for contact between bodies. All are empty in a world where none touch.
#[derive(Default)]
pub struct Stages {
    /// Before the first epoch: which bodies may meet in the frame.
    pub clusters: Vec<Dispatch>,
    /// Which of their features may meet.
    pub candidates: Vec<Dispatch>,
    /// Lists of them by vertex, and sums over bodies.
    pub open: Vec<Dispatch>,
    /// Before the solvers of each epoch: planes and rows, and then what each vertex keeps of them.
    refresh: Vec<Dispatch>,
    keep: Vec<Dispatch>,
    /// After them.
    islands: Vec<Dispatch>,
    /// After the last epoch: the bounce of two bodies. Empty if none has a restitution.
    pub rebound: Vec<Dispatch>,
}

impl Stages {
    /// Planes and rows of an epoch.
    pub fn refresh(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.refresh, epoch)
    }

    /// What vertices keep of them.
    pub fn keep(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.keep, epoch)
    }

    /// Momentum of bodies that press each other, after the solvers of an epoch.
    pub fn islands(&self, epoch: u32) -> Vec<Dispatch> {
        in_epoch(&self.islands, epoch)
    }
}

fn in_epoch(dispatches: &[Dispatch], epoch: u32) -> Vec<Dispatch> {
    let mut dispatches = dispatches.to_vec();
    let passes = dispatches.iter_mut().filter_map(|d| d.pass.as_mut());
    passes.for_each(|pass| pass.substep = epoch);
    dispatches
}

/// What a world has that may touch, as capacities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub slots: u32,
    pub vertices: u32,
    pub patches: u32,
    pub edges: u32,
    /// Points of all surfaces.
    pub points: u32,
    /// Events that there is room for.
    pub events: u32,
    /// Whether two bodies may bounce.
    pub rebounds: bool,
}

/// Parts of touch_island_sum: before the first epoch, and after each.
const SUM_BEFORE: u32 = 0;
const SUM_AFTER: u32 = 1;

/// What has a surface that touches others: its slot and its patches.
fn touching(work: &Work, bodies: &[Scheduled]) -> Vec<(u32, u32)> {
    let bodies = bodies.iter().map(|body| (body.index, body.patches));
    let carried = work.carried.iter().map(|s| (s.index, s.patches));
    let all = bodies.chain(carried);
    all.filter(|(_, patches)| *patches > 0).collect()
}

/// The stages.
pub fn dispatches(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Stages> {
    if !work.meets.touches.any() {
        return Ok(Stages::default());
    }
    // (body, patch); (body).
    let touching = touching(work, bodies);
    let rows = |&(index, patches): &(u32, u32)| (0..patches).map(move |k| [index, k, 0, 0]);
    let patches = work.list(touching.iter().flat_map(rows));
    let all = work.list(touching.iter().map(|(index, _)| [*index, 0, 0, 0]));
    let dispatch = |entry, list: (u32, u32), workgroups, part| {
        Ok(Dispatch {
            kernel: kernel(context, entry, work)?,
            group: Group::Simulation,
            workgroups,
            pass: Some(ParamsPass {
                work_row: list.0,
                work_count: list.1,
                epochs: work.epochs,
                part,
                ..ParamsPass::default()
            }),
        })
    };
    let shares = keep_shares(context, patches.1);
    let each = |entry, part| dispatch(entry, all, all.1, part);
    let one = |entry| dispatch(entry, all, 1, 0);
    let patch = |entry, part| dispatch(entry, patches, patches.1, part);
    Ok(Stages {
        clusters: vec![
            each("touch_cluster_drift", 0)?,
            each("touch_cluster_gap", 0)?,
            one("touch_cluster_join")?,
        ],
        candidates: vec![
            each("touch_open", 0)?,
            patch("touch_refit", 0)?,
            patch("touch_cross", 0)?,
            patch("touch_narrow", 0)?,
            dispatch("touch_scan", patches, 1, 0)?,
            patch("touch_write", 0)?,
        ],
        open: vec![
            patch("touch_slots_place", 0)?,
            patch("touch_slots_fill", 0)?,
            each("touch_island_sum", SUM_BEFORE)?,
        ],
        refresh: vec![patch("touch_refresh", 0)?],
        keep: vec![dispatch("touch_keep", patches, shares * patches.1, shares)?],
        islands: vec![
            patch("touch_settle", 0)?,
            each("touch_island_sum", SUM_AFTER)?,
            each("touch_island_apply", 0)?,
        ],
        rebound: match work.meets.rebounds {
            true => vec![each("rebound_find", 0)?, each("rebound_apply", 0)?],
            false => Vec::new(),
        },
    })
}

/// Workgroups that share each of so many patches in touch_keep.
fn keep_shares(context: &Context, patches: u32) -> u32 {
    let most = context.limits.max_compute_workgroups_per_dimension;
    (most / patches.max(1)).clamp(1, KEEP_SHARES)
}

/// All kernels and their files.
const KERNELS: [(&str, &KernelSource); 18] = [
    ("touch_cluster_drift", &TOUCH_CLUSTER),
    ("touch_cluster_gap", &TOUCH_CLUSTER),
    ("touch_cluster_join", &TOUCH_CLUSTER),
    ("touch_open", &TOUCH_OPEN),
    ("touch_refit", &TOUCH_REFIT),
    ("touch_cross", &TOUCH_CROSS),
    ("touch_narrow", &TOUCH_NARROW),
    ("touch_scan", &TOUCH_SCAN),
    ("touch_write", &TOUCH_WRITE),
    ("touch_slots_place", &TOUCH_SLOTS),
    ("touch_slots_fill", &TOUCH_SLOTS),
    ("touch_refresh", &TOUCH_REFRESH),
    ("touch_keep", &TOUCH_KEEP),
    ("touch_settle", &TOUCH_SETTLE),
    ("touch_island_sum", &TOUCH_ISLAND),
    ("touch_island_apply", &TOUCH_ISLAND),
    ("rebound_find", &REBOUND),
    ("rebound_apply", &REBOUND),
];

/// Compiles them. `meets`: what contact has to handle.
pub fn compile(context: &Context, meets: Meets) -> Result<()> {
    let work = Work::new(meets, 1);
    let mut all = KERNELS
        .iter()
        .filter(|(entry, _)| meets.rebounds || !entry.starts_with("rebound"));
    all.try_for_each(|(entry, _)| kernel(context, entry, &work).map(drop))
}

fn kernel(context: &Context, entry: &'static str, work: &Work) -> Result<Arc<Kernel>> {
    let known = KERNELS.iter().find(|(name, _)| *name == entry);
    let source = known.map_or(&TOUCH_REFRESH, |(_, source)| *source);
    context.kernel(source, entry, &work.constants())
}

/// Lays out the buffer `touch`. Fails if the adapter cannot bind it. Returns the sections
/// and the rows. Sets of bodies are behind the reports of all slots.
pub fn lay_out(context: &Context, extent: Extent) -> Result<(Touch, u32)> {
    // Powers of two, so that few changes of the scene move the sections.
    let [slots, vertices, patches, edges] =
        [extent.slots, extent.vertices, extent.patches, extent.edges]
            .map(|count| u64::from(count.max(16).next_power_of_two()));
    let sums = patches / 4 + 4;
    let near = slots * slots.min(NEIGHBOURS);
    // Of a slot its sums at the start, of an entry its impact in two halves.
    let rebounds = 4 * slots + 2 * near * u64::from(TOUCH_REBOUND_ROWS);
    let fixed = slots * u64::from(TOUCH_BODY_ROWS)
        + vertices * u64::from(TOUCH_VERTEX_ROWS + 1)
        + patches * u64::from(TOUCH_PATCH_ROWS)
        + edges
        + near * u64::from(TOUCH_NEAR_ROWS)
        + sums
        + 1
        + u64::from(extent.events * TOUCH_EVENT_ROWS)
        + if extent.rebounds { rebounds } else { 0 };
    let room = room(context, fixed, extent.points)?;
    let mut next = 0_u64;
    let mut place = |count: u64, rows: u32| {
        let first = next;
        next += count * u64::from(rows);
        first as u32
    };
    let given = match extent.events > 0 || extent.rebounds {
        true => room,
        false => 0,
    };
    let mut touch = Touch {
        body_row: place(slots, TOUCH_BODY_ROWS),
        vertex_row: place(vertices, TOUCH_VERTEX_ROWS),
        patch_row: place(patches, TOUCH_PATCH_ROWS),
        point_row: place(vertices, 1),
        edge_row: place(edges, 1),
        sum_row: place(sums, 1),
        candidate_row: place(2 * room, TOUCH_CANDIDATE_ROWS),
        contact_row: place(2 * room, TOUCH_CONTACT_ROWS),
        plane_row: place(room, TOUCH_PLANE_ROWS),
        slot_row: place(room, 1),
        kept_row: place(4 * room, 1),
        link_row: place(room, 1),
        near_row: place(near, TOUCH_NEAR_ROWS),
        near_room: near as u32,
        given_row: place(given, 1),
        event_row: place(1, 1 + extent.events * TOUCH_EVENT_ROWS),
        event_room: extent.events,
        room: room as u32,
        union_word: REPORT_WORDS * slots as u32,
        found_word: (REPORT_WORDS + TOUCH_UNION_WORDS) * slots as u32,
        ..Touch::default()
    };
    // What is found is needed until candidates are written, so it is where their lists will be.
    (touch.found_row, touch.found_room) = (touch.slot_row, 3 * room as u32);
    if extent.rebounds {
        touch.start_row = place(slots, 4);
        touch.rebound_row = place(2 * near, TOUCH_REBOUND_ROWS);
    }
    Ok((touch, next as u32))
}

/// Candidates of a frame that there is room for beside this many rows.
fn room(context: &Context, fixed: u64, points: u32) -> Result<u64> {
    // Of a candidate: its rows in two halves, its planes, its four slots, of which a row holds four words, and what it gave.
    let each = 2 * (TOUCH_CANDIDATE_ROWS + TOUCH_CONTACT_ROWS) + TOUCH_PLANE_ROWS + 1 + 4 + 1 + 1;
    let limits = &context.limits;
    let most = limits.max_storage_buffer_binding_size / 16;
    let most = most.min(limits.max_buffer_size / 16);
    let most = most.min(u64::from(u32::MAX / 4)); // words are counted in 32 bits
    let left = most.saturating_sub(fixed) / u64::from(each);
    let wanted = u64::from(EACH * points.max(LEAST / EACH).next_power_of_two());
    let room = left.min(wanted);
    if room < u64::from(LEAST) {
        let message = "bodies that touch each other need more memory than this adapter binds: use fewer or smaller bodies";
        return Err(Error::new(Status::Capacity, message));
    }
    Ok(room)
}
