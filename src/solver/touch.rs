//! Contact between bodies as dispatches, and the layout of the buffer `touch`.

use super::work::{Scheduled, Work};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, KernelSource, TOUCH_CLOSE, TOUCH_REFRESH};
use crate::gpu::plan::{Dispatch, Group};
use crate::share::{
    ParamsPass, TOUCH_BODY_ROWS, TOUCH_CANDIDATE_ROWS, TOUCH_CONTACT_ROWS, TOUCH_PATCH_ROWS,
    TOUCH_PLANE_ROWS, TOUCH_VERTEX_ROWS, Touch,
};
use std::sync::Arc;

/// Candidates of a frame that there is room for, for each point of a surface; and the least.
const EACH: u32 = 8;
const LEAST: u32 = 4096;

/// What a step does for contact between bodies. All are empty in a world where none touch.
#[derive(Default)]
pub struct Stages {
    /// Before the first epoch: which features may meet in the frame.
    pub open: Vec<Dispatch>,
    /// Before the solvers of each epoch.
    pub refresh: Vec<Dispatch>,
    /// After the last epoch.
    pub close: Vec<Dispatch>,
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
}

/// The stages. Work is done a workgroup a patch: (body, patch, place of the body in the list of bodies).
pub fn dispatches(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Stages> {
    if !work.meets.touches {
        return Ok(Stages::default());
    }
    let patches = bodies.iter().zip(0..).flat_map(|(body, item)| {
        let row = move |patch| [body.index, patch, item, 0];
        (0..body.patches).map(row)
    });
    let patches = work.list(patches);
    let dispatch = |source, entry| {
        Ok(vec![Dispatch {
            kernel: kernel(context, source, entry)?,
            group: Group::Simulation,
            workgroups: patches.1,
            pass: Some(ParamsPass {
                work_row: patches.0,
                work_count: patches.1,
                epochs: work.epochs,
                ..ParamsPass::default()
            }),
        }])
    };
    Ok(Stages {
        open: Vec::new(),
        refresh: dispatch(&TOUCH_REFRESH, "touch_refresh")?,
        close: dispatch(&TOUCH_CLOSE, "touch_close")?,
    })
}

/// All kernels.
pub fn compile(context: &Context) -> Result<()> {
    let all: [(&'static KernelSource, _); 2] = [
        (&TOUCH_REFRESH, "touch_refresh"),
        (&TOUCH_CLOSE, "touch_close"),
    ];
    let mut all = all.into_iter();
    all.try_for_each(|(source, entry)| kernel(context, source, entry).map(drop))
}

fn kernel(
    context: &Context,
    source: &'static KernelSource,
    entry: &'static str,
) -> Result<Arc<Kernel>> {
    context.kernel(source, entry, &[])
}

/// Lays out the buffer `touch`. Fails if the adapter cannot bind it. Returns the sections
/// and the rows.
pub fn lay_out(context: &Context, extent: Extent) -> Result<(Touch, u32)> {
    // Powers of two, so that few changes of the scene move the sections.
    let [slots, vertices, patches, edges] =
        [extent.slots, extent.vertices, extent.patches, extent.edges]
            .map(|count| u64::from(count.max(16).next_power_of_two()));
    let sums = patches / 4 + 4;
    let fixed = slots * u64::from(TOUCH_BODY_ROWS)
        + vertices * u64::from(TOUCH_VERTEX_ROWS + 1)
        + patches * u64::from(TOUCH_PATCH_ROWS)
        + edges
        + sums;
    // Of a candidate: its rows in two halves, its planes, its four slots, of which a row holds four words.
    let each = 2 * (TOUCH_CANDIDATE_ROWS + TOUCH_CONTACT_ROWS) + TOUCH_PLANE_ROWS + 1 + 4 + 1;
    let limits = &context.limits;
    let most = limits.max_storage_buffer_binding_size / 16;
    let most = most.min(limits.max_buffer_size / 16);
    let most = most.min(u64::from(u32::MAX / 4)); // words are counted in 32 bits
    let left = most.saturating_sub(fixed) / u64::from(each);
    let wanted = u64::from(EACH * extent.points.max(LEAST / EACH).next_power_of_two());
    let room = left.min(wanted);
    if room < u64::from(LEAST) {
        let message = "bodies that touch each other need more memory than this adapter binds: use fewer or smaller bodies";
        return Err(Error::new(Status::Capacity, message));
    }
    let mut next = 0_u64;
    let mut place = |count: u64, rows: u32| {
        let first = next;
        next += count * u64::from(rows);
        first as u32
    };
    let touch = Touch {
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
        room: room as u32,
        ..Touch::default()
    };
    Ok((touch, next as u32))
}
