//! A step's table of contents: what runs, in which order.
//!
//! A step is a few equal epochs. All bodies are at one instant when an epoch begins, so that is where they see each
//! other. Within an epoch each takes as many substeps as its solver needs.

use super::carrier;
use super::energy;
use super::event;
use super::method::SOLVERS;
use super::mixed;
use super::near;
use super::reaction;
use super::recentre;
use super::restitution;
use super::rigid;
use super::touch;
use super::work::{Epochs, Scheduled, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::plan::Plan;

/// The dispatches of one solver in one executor.
struct Part {
    label: &'static str,
    epochs: Epochs,
}

/// The plan of a step. `skins` adds the passes that follow the simulation.
pub fn frame(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
    resident: &[bool],
    skins: impl FnOnce(&mut Work, &mut Plan) -> Result<()>,
) -> Result<Plan> {
    let mut plan = Plan::default();
    plan.push("recentre", recentre::dispatches(context, work, bodies)?);
    let mut carried = carrier::dispatches(context, work)?.into_iter();
    plan.push("carriers", carried.next().unwrap_or_default());
    plan.push("broad phase", near::dispatches(context, work, bodies)?);
    let [motion, bounce] = restitution::dispatches(context, work, bodies)?;
    plan.push("motion before restitution", motion);
    let mut touch = touch::dispatches(context, work, bodies)?;
    plan.push("contact: clusters", std::mem::take(&mut touch.clusters));
    plan.push("contact: candidates", std::mem::take(&mut touch.candidates));
    plan.push("contact: lists", std::mem::take(&mut touch.open));
    let [before, after] = reaction::dispatches(context, work, bodies)?;
    plan.push("momentum", before);
    let mut parts = parts(context, work, bodies, resident)?;
    for epoch in 0..work.epochs {
        plan.begin_epoch(epoch, work.epochs);
        plan.push("contact: rows", touch.refresh(epoch));
        plan.push("contact: planes", touch.keep(epoch));
        for part in &mut parts {
            let dispatches = part.epochs.get_mut(epoch as usize);
            plan.push(
                part.label,
                dispatches.map(std::mem::take).unwrap_or_default(),
            );
        }
        plan.push("islands", touch.islands(epoch));
        plan.push("carriers in an epoch", carried.next().unwrap_or_default());
    }
    plan.end_epochs();
    plan.push("restitution of bodies", touch.rebound);
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

/// What each solver does in each executor, in the order of the registry.
fn parts(
    context: &Context,
    work: &mut Work,
    bodies: &[Scheduled],
    resident: &[bool],
) -> Result<Vec<Part>> {
    let shares = mixed::shares(context, bodies, resident);
    let members: Vec<&Scheduled> = bodies
        .iter()
        .zip(&shares)
        .filter_map(|(body, is_shared)| is_shared.then_some(body))
        .collect();
    let mut parts = vec![Part {
        label: mixed::LABEL,
        epochs: mixed::resident(context, work, &members)?,
    }];
    for solver in SOLVERS {
        for (wanted, (label, build)) in [(true, solver.resident), (false, solver.wide)] {
            let all = bodies.iter().zip(resident).zip(&shares);
            let members: Vec<&Scheduled> = all
                .filter(|((b, r), shared)| {
                    b.solver.needs == solver.needs && **r == wanted && !**shared
                })
                .map(|((b, _), _)| b)
                .collect();
            let epochs = build(context, work, &members)?;
            parts.push(Part { label, epochs });
        }
    }
    Ok(parts)
}
