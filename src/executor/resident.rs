//! Small bodies: one workgroup solves a body for a whole epoch.

use super::scheduled::Scheduled;
use super::size_class::{CLASSES, SizeClass, class_of};
use super::steps::own_rows;
use super::work_list::{Epochs, Row, SolverKernel, Work, label};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::plan::{Dispatch, Group};
use crate::share::ParamsPass;
use std::collections::BTreeSet;

/// Dispatches of solvers whose loops are in `shaders/executor/resident.wgsl`.
pub fn driven(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    family: &'static SolverKernel,
) -> Result<Epochs> {
    let entry = label(family, "resident");
    dispatches(context, work, bodies, false, own_rows, |_| (family, entry))
}

/// One dispatch an epoch, size class and set of kinds for these resident bodies. `own_rows`: own state rows of a body; the
/// second number of its row in the list is the first of them.
pub fn dispatches(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
    crowd: bool,
    own_rows: impl Fn(&Scheduled) -> u32,
    kernel: impl Fn(&SizeClass) -> (&'static SolverKernel, &'static str),
) -> Result<Epochs> {
    let mut epochs = vec![Vec::new(); work.epochs as usize];
    let sets: BTreeSet<u32> = bodies.iter().map(|b| b.kinds).collect();
    let classes = CLASSES.iter().enumerate();
    let dispatches = classes.flat_map(|class| sets.iter().map(move |kinds| (class, *kinds)));
    for ((index, class), kinds) in dispatches {
        let members = bodies
            .iter()
            .filter(|b| b.kinds == kinds && class_of(context, b.asset, crowd) == Some(index));
        let mut own = work.partials[0];
        let rows = members.map(|b| {
            let first = own;
            own += own_rows(b);
            [b.index, first, u32::from(b.terms.is_explicit()), 0]
        });
        let rows: Vec<Row> = rows.collect();
        work.partials[0] = own;
        let list = work.list(rows);
        if list.1 == 0 {
            continue;
        }
        let (family, entry) = kernel(class);
        let constants = [
            ("ELEMENT_KINDS", kinds),
            ("PARTIAL_SUM_SLOTS", class.slots),
            ("WORKGROUP_PARTS", class.parts()),
            ("WORKGROUP_WIDTH", class.width),
            ("POSITION_CAPACITY", class.capacity),
            ("WORKGROUP_ROWS", class.partials()),
        ];
        let kernel = work.solver_kernel(context, family, entry, &constants);
        for (epoch, dispatches) in (0..).zip(&mut epochs) {
            let pass = ParamsPass {
                work_row: list.0,
                work_count: list.1,
                substep: epoch,
                part: epoch + 1,
                epochs: work.epochs,
                ..ParamsPass::default()
            };
            dispatches.push(Dispatch {
                kernel: kernel.clone(),
                group: Group::Simulation,
                workgroups: list.1,
                pass: Some(pass),
            });
        }
    }
    Ok(epochs)
}
