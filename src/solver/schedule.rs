//! Turns the bodies of a world into work lists and dispatches.

use super::budget;
use super::class::{CLASSES, MEDIUM, SizeClass, can_be_resident, class_of};
use super::method::SOLVERS;
use super::pack::Row;
use crate::asset::Asset;
use crate::desc::{PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, KernelSource};
use crate::gpu::plan::{Dispatch, Group, Plan};
use crate::gpu::state::{CHUNK, State};
use crate::material::Method;
use crate::share::{ParamsPass, SCRATCH_BODY_ROWS, SCRATCH_SUM_ROWS};
use std::sync::Arc;

/// This many larger bodies fill a GPU with one workgroup each; fewer are faster wide.
const MANY: usize = 24;
/// This many bodies that whole vertices suit are faster so: about as many as the processors of a large GPU (132 of an H200).
const CROWD: usize = 128;

/// A body as the schedule sees it.
pub struct Scheduled<'a> {
    /// Its slot in the body array.
    pub index: u32,
    /// What it is made of.
    pub asset: &'a Asset,
    /// Its kind.
    pub method: Method,
    /// `PLIANT_EXECUTOR_…` as wanted.
    pub executor: u32,
    /// Substeps a step.
    pub substeps: u32,
    /// Iterations a substep.
    pub iterations: u32,
    /// First attachment and how many.
    pub attachments: (u32, u32),
    /// Rounds of a sweep of a resident body; none of an explicit method.
    pub rounds: u32,
    /// Whether nothing holds it.
    pub free: bool,
    /// Whether it is damped.
    pub damped: bool,
}

/// Whether each body is resident. A function of the bodies, what they meet and the adapter alone, so it is the same after a restore.
pub fn is_resident(context: &Context, bodies: &[Scheduled], meets: Meets) -> Result<Vec<bool>> {
    let large = |b: &Scheduled| b.asset.rest_positions.len() as u32 > MEDIUM;
    let undecided = |b: &Scheduled| {
        b.executor != PLIANT_EXECUTOR_WIDE && large(b) && can_be_resident(context, b.asset)
    };
    let many = bodies.iter().filter(|b| undecided(b)).count() >= MANY;
    let may = |b: &&Scheduled| b.executor != PLIANT_EXECUTOR_WIDE && !b.method.is_explicit();
    let crowd = is_crowd(context, &bodies.iter().filter(may).collect::<Vec<_>>());
    // One alone that fits only with whole vertices would be slower than wide.
    let only_whole =
        |b: &Scheduled| class_of(context, b.asset, false).is_some_and(|class| CLASSES[class].whole);
    bodies
        .iter()
        .map(|b| {
            let fits = can_be_resident(context, b.asset);
            match b.executor {
                PLIANT_EXECUTOR_WIDE => Ok(false),
                PLIANT_EXECUTOR_RESIDENT if !fits => Err(Error::new(
                    Status::Capacity,
                    format!(
                        "a body of {} vertices cannot be resident on this adapter; use PLIANT_EXECUTOR_DEFAULT",
                        b.asset.rest_positions.len()
                    ),
                )),
                PLIANT_EXECUTOR_RESIDENT => Ok(!context.is_software() || budget::is_within(context, b, crowd && may(&b), meets)),
                // A processor runs one workgroup a core, but shares a wide dispatch among all of them.
                _ => {
                    let enough = (!large(b) || many) && (!only_whole(b) || (crowd && may(&b)));
                    Ok(fits && enough && !context.is_software())
                }
            }
        })
        .collect()
}

/// Work lists under construction; offsets become arena rows once the lists have a place.
#[derive(Default)]
pub struct Work {
    /// All lists one after the other.
    pub rows: Vec<Row>,
    /// Rows of scratch for sums over vertices, and for rigid corrections.
    pub partials: [u32; 2],
    /// What there is to meet.
    pub meets: Meets,
}

/// What contact has to look for in a world; kernels are compiled without the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meets {
    /// Colliders.
    pub colliders: u32,
    /// Those with bounds, which meet faces.
    pub bounded: u32,
    /// A body or a collider has a restitution.
    pub bounces: bool,
}

impl Work {
    /// No lists yet.
    pub fn new(meets: Meets) -> Self {
        Self {
            meets,
            ..Self::default()
        }
    }

    /// The constant of kernels that look for contacts: without such colliders they are compiled without faces.
    pub fn face_constant(&self) -> (&'static str, u32) {
        ("CONTACT_FACES", u32::from(self.meets.bounded > 0))
    }

    /// The constant of kernels that give a body its bounce.
    pub fn bounce_constant(&self) -> (&'static str, u32) {
        ("IMPACT_WANTED", u32::from(self.meets.bounces))
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
    /// (body, first sum, sums, zero); follows the chunks.
    pub bodies: (u32, u32),
    /// (body, first vertex, vertices, zero): what is summed up in one place, as many chunks as leave a body no more than the
    /// most sums.
    pub sums: (u32, u32),
    /// (attachment).
    pub attachments: (u32, u32),
    /// First partial row of the sums, and of the corrections, relative to the scratch's partial rows.
    pub partials: [u32; 2],
}

impl WideLists {
    /// Lists for these bodies, with so many sums a body at the most.
    pub fn new(work: &mut Work, bodies: &[&Scheduled], most_sums: u32) -> Self {
        let [mut chunks, mut items, mut sums, mut attached]: [Vec<Row>; 4] = Default::default();
        for (k, body) in bodies.iter().enumerate() {
            let count = body.asset.rest_positions.len() as u32;
            let at_once = CHUNK * count.div_ceil(CHUNK).div_ceil(most_sums);
            let parts = |size: u32, last: u32| {
                let firsts = (0..count).step_by(size as usize);
                firsts.map(move |first| [body.index, first, size.min(count - first), last])
            };
            chunks.extend(parts(CHUNK, k as u32));
            let first_sum = sums.len() as u32;
            sums.extend(parts(at_once, 0));
            items.push([body.index, first_sum, sums.len() as u32 - first_sum, 0]);
            attached.extend((0..body.attachments.1).map(|a| [body.attachments.0 + a, 0, 0, 0]));
        }
        let partials = [
            work.partials[0],
            work.partials[0] + SCRATCH_SUM_ROWS * sums.len() as u32,
        ];
        work.partials[0] = partials[1] + SCRATCH_BODY_ROWS * items.len() as u32;
        Self {
            chunks: work.list(chunks),
            bodies: work.list(items),
            sums: work.list(sums),
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
                work_row: list.0,
                work_count: list.1,
                substep: step[0],
                part: step[1],
                sum_row: self.partials[0],
                rigid_row: self.partials[1],
                ..ParamsPass::default()
            }),
        }
    }
}

/// Whether there are so many bodies that whole vertices suit that more than one shares a processor.
pub fn is_crowd(context: &Context, bodies: &[&Scheduled]) -> bool {
    let suits = |b: &&&Scheduled| {
        class_of(context, b.asset, true).is_some_and(|class| CLASSES[class].whole)
    };
    bodies.iter().filter(suits).count() >= CROWD
}

/// One dispatch a size class for the resident bodies `bodies`.
pub fn resident(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    crowd: bool,
    kernel: impl Fn(&SizeClass) -> (&'static KernelSource, &'static str),
) -> Result<Vec<Dispatch>> {
    let mut dispatches = Vec::new();
    for (index, class) in CLASSES.iter().enumerate() {
        let members = bodies
            .iter()
            .filter(|b| class_of(context, b.asset, crowd) == Some(index));
        let list = work.list(members.map(|b| [b.index, 0, 0, 0]));
        if list.1 == 0 {
            continue;
        }
        let (source, entry) = kernel(class);
        let constants: [(&str, u32); 7] = [
            work.face_constant(),
            work.bounce_constant(),
            ("GATHER_SLOTS", class.slots),
            ("GROUP_PARTS", class.parts()),
            ("GROUP_WIDTH", class.width),
            ("BODY_CAPACITY", class.capacity),
            ("GROUP_ROWS", class.partials()),
        ];
        let kernel = context.kernel(source, entry, &constants)?;
        let pass = ParamsPass {
            work_row: list.0,
            work_count: list.1,
            ..ParamsPass::default()
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

/// Builds the simulation's part of a plan and stores its work lists in the arena, whose range is returned. `resident`: what
/// `is_resident` says of the bodies; `meets`: what contact
/// has to look for.
pub fn schedule(
    context: &Context,
    state: &mut State,
    bodies: &[Scheduled],
    resident: &[bool],
    meets: Meets,
    extra: impl FnOnce(&mut Work, &mut Plan) -> Result<()>,
) -> Result<(Plan, (u32, u32))> {
    let mut work = Work::new(meets);
    let mut plan = Plan::default();
    for solver in SOLVERS {
        for (wanted, (label, build)) in [(true, solver.resident), (false, solver.wide)] {
            let all = bodies.iter().zip(resident);
            let members: Vec<&Scheduled> = all
                .filter(|(b, r)| b.method.is_explicit() == solver.explicit && **r == wanted)
                .map(|(b, _)| b)
                .collect();
            plan.push(label, build(context, &mut work, &members)?);
        }
    }
    extra(&mut work, &mut plan)?;
    let most = context.limits.max_compute_workgroups_per_dimension;
    if let Some(large) = plan.dispatches().find(|d| d.workgroups > most) {
        let message = format!(
            "{} would need {} workgroups; this adapter runs {most}",
            large.kernel.label, large.workgroups
        );
        return Err(Error::new(Status::Capacity, message));
    }
    let partials = state.reserve_partials(context, work.partials[0])?;
    let first = state.store(context, &work.rows)?;
    for pass in plan
        .stages
        .iter_mut()
        .flat_map(|s| &mut s.dispatches)
        .filter_map(|d| d.pass.as_mut())
    {
        pass.work_row += first;
        pass.sum_row += partials;
        pass.rigid_row += partials;
    }
    Ok((plan, (first, work.rows.len() as u32)))
}
