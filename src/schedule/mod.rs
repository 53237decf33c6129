//! Turns a world's bodies into work lists and dispatches.

mod prepare;
mod step_plan;

pub use prepare::{Outlook, foresee};

use crate::desc::{PLIANT_EXECUTOR_RESIDENT, PLIANT_EXECUTOR_WIDE};
use crate::error::{Error, Result, Status};
use crate::executor::size_class::{CLASSES, MEDIUM, class_of, is_crowd};
use crate::executor::{ContactFeatures, Scheduled, ScheduledSurface, StepRequests, Work};
use crate::gpu::context::Context;
use crate::gpu::plan::Plan;
use crate::gpu::state::State;
use crate::solver::Solver;
use crate::solver::registry::solver_of;
use step_plan::step_plan;

/// This many larger bodies fill a GPU with one workgroup each; fewer bodies are faster wide.
const MANY: usize = 24;

/// Whether each body is resident. The choice depends only on the bodies, their contact features and the adapter, so it is
/// the same after a restore.
pub fn is_resident(
    context: &Context,
    bodies: &[Scheduled],
    features: ContactFeatures,
) -> Result<Vec<bool>> {
    let large = |b: &Scheduled| b.asset.rest_positions.len() as u32 > MEDIUM;
    let undecided = |b: &Scheduled| {
        b.executor != PLIANT_EXECUTOR_WIDE && large(b) && can_be_resident(context, b)
    };
    let many = bodies.iter().filter(|b| undecided(b)).count() >= MANY;
    let may = |b: &&Scheduled| b.executor != PLIANT_EXECUTOR_WIDE && !b.terms.is_explicit();
    let crowd = is_crowd(context, &bodies.iter().filter(may).collect::<Vec<_>>());
    // A single body that fits only with whole vertices is faster wide.
    let only_whole =
        |b: &Scheduled| class_of(context, b.asset, false).is_some_and(|class| CLASSES[class].whole);
    bodies
        .iter()
        .map(|b| {
            let fits = can_be_resident(context, b);
            match b.executor {
                PLIANT_EXECUTOR_WIDE => Ok(false),
                PLIANT_EXECUTOR_RESIDENT if !fits => Err(Error::new(
                    Status::Capacity,
                    format!(
                        "executor is PLIANT_EXECUTOR_RESIDENT, but a body of {} vertices does not fit it on this adapter; use PLIANT_EXECUTOR_DEFAULT",
                        b.asset.rest_positions.len()
                    ),
                )),
                PLIANT_EXECUTOR_RESIDENT => Ok(can_finish(context, b, crowd && may(&b), features)),
                // A CPU runs one workgroup per core but spreads a wide dispatch over all cores.
                _ => {
                    let enough = (!large(b) || many) && (!only_whole(b) || (crowd && may(&b)));
                    Ok(fits && enough && !context.is_software())
                }
            }
        })
        .collect()
}

/// Whether a workgroup can own a body.
fn can_be_resident(context: &Context, body: &Scheduled) -> bool {
    let solver = solver_of(body.terms);
    solver.is_some_and(|solver| solver.can_be_resident(context, body.asset))
}

/// Whether the adapter can finish a resident body. `crowd`: many bodies suit whole vertices.
fn can_finish(context: &Context, body: &Scheduled, crowd: bool, features: ContactFeatures) -> bool {
    let solver = solver_of(body.terms);
    let finishes = |solver: &Solver| solver.can_finish(context, body, crowd, features);
    !context.is_software() || solver.is_some_and(finishes)
}

/// Builds the plan of a step and stores its work lists in the arena; returns their range. `resident` is the result of
/// `is_resident`, `world` has the contact features and requests, `epochs` is that of `Work::epochs`.
pub fn schedule(
    context: &Context,
    state: &mut State,
    bodies: &[Scheduled],
    resident: &[bool],
    world: (ContactFeatures, Vec<ScheduledSurface>, StepRequests),
    epochs: u32,
    skins: impl FnOnce(&mut Work, &mut Plan) -> Result<()>,
) -> Result<(Plan, (u32, u32))> {
    let mut work = Work::new(world.0, epochs);
    (work.kinematic, work.requests) = (world.1, world.2);
    let mut plan = step_plan(context, &mut work, bodies, resident, skins)?;
    let most = context.limits.max_compute_workgroups_per_dimension;
    if let Some(large) = plan.dispatches().find(|d| d.workgroups > most) {
        let message = format!(
            "{} needs {} workgroups, but this adapter runs at most {most}: use fewer or smaller bodies",
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
