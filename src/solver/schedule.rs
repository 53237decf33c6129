//! Turns the bodies of a world into work lists and dispatches.

use super::pack::Row;
use super::{vbd, verlet};
use crate::asset::Asset;
use crate::desc::{PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE, PLIANT_METHOD_MASS_SPRING};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, KernelSource};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::gpu::state::State;
use crate::share::ParamsPass;
use std::sync::Arc;

/// Vertices of one chunk: the workgroup size of the kernels that run over all vertices.
const CHUNK: u32 = 128;
/// A body up to this size is resident: it fits next to the partial sums in the 16 KiB every WebGPU adapter has.
const SMALL: u32 = 608;
/// This many larger bodies fill a GPU with one workgroup each; fewer are faster wide.
const MANY: usize = 24;

/// A body as the schedule sees it.
pub struct Scheduled<'a> {
    /// Its slot in the body array.
    pub index: u32,
    /// What it is made of.
    pub asset: &'a Asset,
    /// `PLIANT_METHOD_…`.
    pub method: u32,
    /// `PLIANT_EXECUTOR_…` as wanted.
    pub executor: u32,
    /// Substeps a step.
    pub substeps: u32,
    /// Iterations a substep.
    pub iterations: u32,
    /// First attachment and how many.
    pub attachments: (u32, u32),
    /// Whether nothing holds it.
    pub free: bool,
    /// Whether it is damped.
    pub damped: bool,
}

/// A width of the resident kernels, by how many vertices fit.
pub struct SizeClass {
    /// Vertices that fit.
    pub capacity: u32,
    /// Threads of the workgroup.
    pub width: u32,
    /// Threads a vertex.
    pub threads: u32,
}

/// From small to large; the first that fits is taken. Measured on an H200: see benches/results.
pub const CLASSES: [SizeClass; 5] = [
    SizeClass::new(128, 128, 4),
    SizeClass::new(256, 128, 4),
    SizeClass::new(SMALL, 128, 4),
    SizeClass::new(1536, 512, 1),
    SizeClass::new(2560, 512, 1),
];

impl SizeClass {
    const fn new(capacity: u32, width: u32, threads: u32) -> Self {
        Self {
            capacity,
            width,
            threads,
        }
    }

    /// Bytes of workgroup memory beside so many rows: partial sums, and 256 for the tally and flags.
    fn bytes(&self, rows: u32) -> u32 {
        16 * (rows + self.partials()) + 256
    }

    /// Rows of partial sums: 3 a thread where threads share a vertex, 7 for each sum that runs beside others.
    pub fn partials(&self) -> u32 {
        let shared = if self.threads > 1 { 3 * self.width } else { 0 };
        let side_by_side = if self.capacity > SMALL { 64 } else { 54 };
        shared.max(7 * side_by_side)
    }

    fn fits(&self, context: &Context) -> bool {
        self.bytes(self.capacity) <= context.limits.max_compute_workgroup_storage_size
            && self.width <= context.limits.max_compute_invocations_per_workgroup
    }
}

/// The class a body of this size runs in, if the adapter can hold it.
pub fn size_class(context: &Context, vertices: u32) -> Option<usize> {
    CLASSES
        .iter()
        .position(|class| class.capacity >= vertices && class.fits(context))
}

/// Whether a body of so many vertices fits a workgroup of the adapter.
pub fn can_be_resident(context: &Context, vertices: u32) -> bool {
    size_class(context, vertices).is_some()
}

/// Whether each body is resident. A function of the bodies and the adapter alone, so it is the same after a restore.
pub fn is_resident(context: &Context, bodies: &[Scheduled]) -> Result<Vec<bool>> {
    let fitting =
        |b: &Scheduled| size_class(context, b.asset.rest_positions.len() as u32).is_some();
    let undecided = |b: &Scheduled| {
        b.executor != PLIANT_EXECUTOR_WIDE
            && b.asset.rest_positions.len() as u32 > SMALL
            && fitting(b)
    };
    let many = bodies.iter().filter(|b| undecided(b)).count() >= MANY;
    bodies
        .iter()
        .map(|b| {
            let small = b.asset.rest_positions.len() as u32 <= SMALL;
            match b.executor {
                PLIANT_EXECUTOR_WIDE => Ok(false),
                PLIANT_EXECUTOR_RESIDENT if !fitting(b) => Err(Error::new(
                    Status::Capacity,
                    format!(
                        "a body of {} vertices cannot be resident on this adapter; use PLIANT_EXECUTOR_DEFAULT",
                        b.asset.rest_positions.len()
                    ),
                )),
                PLIANT_EXECUTOR_RESIDENT => Ok(true),
                // A processor runs one workgroup a core, but shares a wide dispatch among all of them.
                _ => Ok(fitting(b) && (small || many) && !context.is_software()),
            }
        })
        .collect()
}

/// Work lists under construction; offsets become arena rows once the lists have a place.
#[derive(Default)]
pub struct Work {
    /// All lists one after the other.
    pub rows: Vec<Row>,
    /// Rows of scratch for the sums of chunks, and for rigid corrections.
    pub partials: [u32; 2],
    /// Whether there are colliders that meet faces.
    pub faces: bool,
}

impl Work {
    /// No lists yet.
    pub fn new(faces: bool) -> Self {
        Self {
            faces,
            ..Self::default()
        }
    }

    /// The constant of kernels that look for contacts: without such colliders they are compiled without faces.
    pub fn face_constant(&self) -> (&'static str, u32) {
        ("FACE_WANTED", u32::from(self.faces))
    }

    /// Adds a list and returns its first row and length.
    pub fn list(&mut self, rows: impl IntoIterator<Item = Row>) -> (u32, u32) {
        let first = self.rows.len() as u32;
        self.rows.extend(rows);
        (first, self.rows.len() as u32 - first)
    }
}

/// The lists that all wide kernels of one method share.
pub struct WideLists {
    /// (body, first vertex, vertices, index among the wide bodies).
    pub chunks: (u32, u32),
    /// (body, first chunk, chunks, zero).
    pub bodies: (u32, u32),
    /// (attachment).
    pub attachments: (u32, u32),
    /// First partial row of the sums, and of the corrections, relative to the scratch's partial rows.
    pub partials: [u32; 2],
}

impl WideLists {
    /// Lists for these bodies.
    pub fn new(work: &mut Work, bodies: &[&Scheduled]) -> Self {
        let (mut chunks, mut items, mut attached) = (Vec::new(), Vec::new(), Vec::new());
        for (k, body) in bodies.iter().enumerate() {
            let first_chunk = chunks.len() as u32;
            let count = body.asset.rest_positions.len() as u32;
            for first in (0..count).step_by(CHUNK as usize) {
                chunks.push([body.index, first, CHUNK.min(count - first), k as u32]);
            }
            items.push([
                body.index,
                first_chunk,
                chunks.len() as u32 - first_chunk,
                0,
            ]);
            attached.extend((0..body.attachments.1).map(|a| [body.attachments.0 + a, 0, 0, 0]));
        }
        let partials = [work.partials[0], work.partials[0] + 7 * chunks.len() as u32];
        work.partials[0] = partials[1] + 5 * items.len() as u32;
        Self {
            chunks: work.list(chunks),
            bodies: work.list(items),
            attachments: work.list(attached),
            partials,
        }
    }

    /// A dispatch over a list: `per_group` rows a workgroup.
    pub fn dispatch(
        &self,
        kernel: &Arc<Kernel>,
        list: (u32, u32),
        per_group: u32,
        step: [u32; 2],
    ) -> Dispatch {
        Dispatch {
            kernel: kernel.clone(),
            group: Group::Simulation,
            workgroups: list.1.div_ceil(per_group),
            pass: Some(ParamsPass {
                work: [list.0, list.1, step[0], step[1]],
                partials: [self.partials[0], self.partials[1], 0, 0],
            }),
        }
    }
}

/// One dispatch a size class for the resident bodies among `bodies`.
pub fn resident(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    source: &'static KernelSource,
    entry: &'static str,
) -> Result<Vec<Dispatch>> {
    let mut dispatches = Vec::new();
    for (index, class) in CLASSES.iter().enumerate() {
        let members = bodies
            .iter()
            .filter(|b| size_class(context, b.asset.rest_positions.len() as u32) == Some(index));
        let list = work.list(members.map(|b| [b.index, 0, 0, 0]));
        if list.1 == 0 {
            continue;
        }
        let constants: [(&str, u32); 5] = [
            work.face_constant(),
            ("WIDTH", class.width),
            ("THREADS", class.threads),
            ("CAPACITY", class.capacity),
            ("PARTIALS", class.partials()),
        ];
        let kernel = context.kernel(source, entry, &constants)?;
        let pass = ParamsPass {
            work: [list.0, list.1, 0, 0],
            partials: [0; 4],
        };
        dispatches.push(Dispatch {
            kernel,
            group: Group::Simulation,
            workgroups: list.1,
            pass: Some(pass),
        });
    }
    Ok(dispatches)
}

/// Builds the simulation's part of a plan and stores its work lists in the arena, whose range is returned. `faces`:
/// there are colliders that meet faces.
pub fn schedule(
    context: &Context,
    state: &mut State,
    bodies: &[Scheduled],
    faces: bool,
    extra: impl FnOnce(&mut Work, &mut Plan) -> Result<()>,
) -> Result<(Plan, (u32, u32))> {
    let resident = is_resident(context, bodies)?;
    let mut work = Work::new(faces);
    let mut plan = Plan::default();
    let select = |method: bool, wanted: bool| -> Vec<&Scheduled> {
        let is_spring = |b: &Scheduled| b.method == PLIANT_METHOD_MASS_SPRING;
        bodies
            .iter()
            .zip(&resident)
            .filter(|(b, r)| is_spring(b) == method && **r == wanted)
            .map(|(b, _)| b)
            .collect()
    };
    plan.push(
        "vertex block descent, resident",
        vbd::resident(context, &mut work, &select(false, true))?,
    );
    plan.push(
        "vertex block descent, wide",
        vbd::wide(context, &mut work, &select(false, false))?,
    );
    plan.push(
        "mass-spring, resident",
        verlet::resident(context, &mut work, &select(true, true))?,
    );
    plan.push(
        "mass-spring, wide",
        verlet::wide(context, &mut work, &select(true, false))?,
    );
    extra(&mut work, &mut plan)?;
    let most = context.limits.max_compute_workgroups_per_dimension;
    if let Some(large) = plan.dispatches().find(|d| d.workgroups > most) {
        let message = format!(
            "{} would need {} workgroups; this adapter runs {most}",
            large.kernel.label, large.workgroups
        );
        return Err(Error::new(Status::Capacity, message));
    }
    let first = state.store(context, &work.rows)?;
    let partials = state.reserve_partials(context, work.partials[0])?;
    for pass in plan
        .stages
        .iter_mut()
        .flat_map(|s| &mut s.dispatches)
        .filter_map(|d| d.pass.as_mut())
    {
        pass.work[0] += first;
        pass.partials[0] += partials;
        pass.partials[1] += partials;
    }
    Ok((plan, (first, work.rows.len() as u32)))
}
