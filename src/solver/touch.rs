//! Contact between bodies as dispatches, and the layout of the buffer `touch`.

use super::work::{Scheduled, Work};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::kernel::{
    Kernel, KernelSource, TOUCH_CLOSE, TOUCH_NARROW, TOUCH_OPEN, TOUCH_REFIT, TOUCH_REFRESH,
    TOUCH_SCAN, TOUCH_SLOTS,
};
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

/// The kernels of contact.
struct Kernels {
    open: Arc<Kernel>,
    refit: Arc<Kernel>,
    narrow: Arc<Kernel>,
    scan: Arc<Kernel>,
    slots: [Arc<Kernel>; 3],
    refresh: Arc<Kernel>,
    close: Arc<Kernel>,
}

impl Kernels {
    fn new(context: &Context) -> Result<Self> {
        let kernel = |source: &'static KernelSource, entry| context.kernel(source, entry, &[]);
        Ok(Self {
            open: kernel(&TOUCH_OPEN, "touch_open")?,
            refit: kernel(&TOUCH_REFIT, "touch_refit")?,
            narrow: kernel(&TOUCH_NARROW, "touch_narrow")?,
            scan: kernel(&TOUCH_SCAN, "touch_scan")?,
            slots: [
                kernel(&TOUCH_SLOTS, "touch_slots_place")?,
                kernel(&TOUCH_SLOTS, "touch_slots_fill")?,
                kernel(&TOUCH_SLOTS, "touch_slots_sort")?,
            ],
            refresh: kernel(&TOUCH_REFRESH, "touch_refresh")?,
            close: kernel(&TOUCH_CLOSE, "touch_close")?,
        })
    }
}

/// Parts of touch_narrow: counts candidates, writes them.
const COUNT: u32 = 0;
const FILL: u32 = 1;

/// The stages. Most work is done a workgroup a patch: (body, patch, place of the body in the list of bodies).
pub fn dispatches(context: &Context, work: &mut Work, bodies: &[Scheduled]) -> Result<Stages> {
    if !work.meets.touches {
        return Ok(Stages::default());
    }
    let kernels = Kernels::new(context)?;
    let with_surface = bodies.iter().filter(|body| body.patches > 0);
    let owners = work.list(with_surface.map(|body| [body.index, 0, 0, 0]));
    let patches = bodies.iter().zip(0..).flat_map(|(body, item)| {
        let row = move |patch| [body.index, patch, item, 0];
        (0..body.patches).map(row)
    });
    let patches = work.list(patches);
    let epochs = work.epochs;
    let dispatch = |kernel: &Arc<Kernel>, list: (u32, u32), workgroups, part| Dispatch {
        kernel: kernel.clone(),
        group: Group::Simulation,
        workgroups,
        pass: Some(ParamsPass {
            work_row: list.0,
            work_count: list.1,
            part,
            epochs,
            ..ParamsPass::default()
        }),
    };
    let each = |kernel, part| dispatch(kernel, patches, patches.1, part);
    let [place, fill, sort] = &kernels.slots;
    Ok(Stages {
        open: vec![
            dispatch(&kernels.open, owners, owners.1, 0),
            each(&kernels.refit, 0),
            each(&kernels.narrow, COUNT),
            dispatch(&kernels.scan, patches, 1, 0),
            each(&kernels.narrow, FILL),
            each(place, 0),
            each(fill, 0),
            each(sort, 0),
        ],
        refresh: vec![each(&kernels.refresh, 0)],
        close: vec![each(&kernels.close, 0)],
    })
}

/// Compiles all kernels.
pub fn compile(context: &Context) -> Result<()> {
    Kernels::new(context).map(drop)
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
    let each = 2 * (TOUCH_CANDIDATE_ROWS + TOUCH_CONTACT_ROWS) + TOUCH_PLANE_ROWS + 1 + 4;
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
        room: room as u32,
        ..Touch::default()
    };
    Ok((touch, next as u32))
}
