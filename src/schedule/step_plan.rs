//! The dispatches of a step, in order.
//!
//! A step is a few equal epochs. All bodies are at one instant when an epoch begins, so contact between them is updated
//! there. Within an epoch each body takes as many substeps as its solver needs.

use crate::contact::broad;
use crate::contact::event;
use crate::contact::kinematic;
use crate::contact::reaction;
use crate::contact::restitution;
use crate::contact::stages;
use crate::error::Result;
use crate::executor::{Epochs, Scheduled, Work};
use crate::gpu::context::Context;
use crate::gpu::plan::Plan;
use crate::solver::energy;
use crate::solver::recentre;
use crate::solver::registry::{JOINT, SOLVERS};
use crate::solver::rigid;

/// The dispatches of one solver in one executor.
struct Part {
    label: &'static str,
    epochs: Epochs,
}

/// The plan of a step. `skins` adds the passes that follow the simulation.
pub fn step_plan(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
    resident: &[bool],
    skins: impl FnOnce(&mut Work, &mut Plan) -> Result<()>,
) -> Result<Plan> {
    let mut plan = Plan::default();
    plan.push("recentre", recentre::dispatches(context, work, bodies)?);
    let mut kinematic = kinematic::dispatches(context, work)?.into_iter();
    plan.push("kinematic surfaces", kinematic.next().unwrap_or_default());
    plan.push("broad phase", broad::dispatches(context, work, bodies)?);
    let [motion, bounce] = restitution::dispatches(context, work, bodies)?;
    plan.push("motion before restitution", motion);
    let mut contact = stages::dispatches(context, work, bodies)?;
    plan.push(
        "contact: proximity sets",
        std::mem::take(&mut contact.proximity_sets),
    );
    plan.push(
        "contact: candidates",
        std::mem::take(&mut contact.candidates),
    );
    plan.push("contact: lists", std::mem::take(&mut contact.lists));
    let [before, after] = reaction::dispatches(context, work, bodies)?;
    plan.push("momentum", before);
    let mut parts = parts(context, work, bodies, resident)?;
    for epoch in 0..work.epochs {
        plan.begin_epoch(epoch, work.epochs);
        plan.push("contact: update", contact.update(epoch));
        plan.push("contact: planes", contact.keep(epoch));
        for part in &mut parts {
            let dispatches = part.epochs.get_mut(epoch as usize);
            plan.push(
                part.label,
                dispatches.map(std::mem::take).unwrap_or_default(),
            );
        }
        plan.push("islands", contact.islands(epoch));
        plan.push(
            "kinematic surfaces in an epoch",
            kinematic.next().unwrap_or_default(),
        );
    }
    plan.end_epochs();
    plan.push("restitution of bodies", contact.pair_restitution);
    plan.push("restitution", bounce);
    plan.push("impulses", after);
    plan.push(
        "poses of rigid bodies",
        rigid::report(context, work, bodies)?,
    );
    plan.push("events", event::dispatches(context, work, bodies)?);
    let energies = energy::dispatches(context, work, bodies)?;
    plan.push_every(energy::EVERY, "energy", energies);
    skins(work, &mut plan)?;
    Ok(plan)
}

/// The dispatches of each solver in each executor, in the order of the registry.
fn parts(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
    resident: &[bool],
) -> Result<Vec<Part>> {
    let shares = JOINT.shares(context, bodies, resident);
    let members: Vec<&Scheduled> = bodies
        .iter()
        .zip(&shares)
        .filter_map(|(body, is_shared)| is_shared.then_some(body))
        .collect();
    let mut parts = vec![Part {
        label: JOINT.label,
        epochs: JOINT.dispatches(context, work, &members)?,
    }];
    for solver in SOLVERS {
        for (label, wanted) in solver.stages.into_iter().zip([true, false]) {
            let all = bodies.iter().zip(resident).zip(&shares);
            let members: Vec<&Scheduled> = all
                .filter(|((b, r), shared)| b.terms == solver.terms && **r == wanted && !**shared)
                .map(|((b, _), _)| b)
                .collect();
            let epochs = solver.dispatches(context, work, &members, wanted)?;
            parts.push(Part { label, epochs });
        }
    }
    Ok(parts)
}
