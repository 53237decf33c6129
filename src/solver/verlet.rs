//! The explicit mass-spring method as dispatches.

use super::pack;
use super::record::{EdgeForm, Row};
use super::vbd;
use super::work::{self, Epochs, Scheduled, Solver, WideLists, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{RESIDENT_SPRING, RESIDENT_SPRING_SMALL, WIDE_SPRING};
use crate::material::Hook;

pub const SOLVER: Solver = Solver {
    needs: Hook::Force,
    substeps: 1,
    iterations: None,
    pack: |_, asset, edges| pack::pack(asset, edges, EdgeForm::Single, None),
    resident: ("mass-spring, resident", resident),
    wide: ("mass-spring, wide", wide),
};

/// Small bodies: the whole step in one dispatch per size class.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    work::resident(
        context,
        work,
        bodies,
        false,
        |_| 0,
        |class| {
            if class.one_a_thread() {
                (&RESIDENT_SPRING_SMALL, "resident_spring_small")
            } else {
                (&RESIDENT_SPRING, "resident_spring")
            }
        },
    )
}

/// Which sums of a body's motion to take; see `WIDE_SPRING_…` in wide_spring.wgsl.
const MOTION_FIRST: u32 = 0;
const MOTION_START: u32 = 1;
const MOTION_DAMPING: u32 = 2;
const MOTION_END: u32 = 3;

/// Large bodies: two dispatches per substep, shared by all. Two more per substep if a free one is damped, and six per
/// step for the momentum of free ones.
pub fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let constants = work.constants();
    let kernel = |entry| context.kernel(&WIDE_SPRING, entry, &constants);
    let [open, reduce, resolve, kick, drift, close] = [
        kernel("wide_spring_open")?,
        kernel("wide_spring_reduce")?,
        kernel("wide_spring_resolve")?,
        kernel("wide_spring_kick")?,
        kernel("wide_spring_drift")?,
        kernel("wide_spring_close")?,
    ];
    let attach = vbd::attach(context)?;
    let lists = WideLists::with_faces(context, work, bodies, u32::MAX)?;
    let slices = work.list(slice_list(bodies));
    let slots_in_all = lists.epochs * lists.slots;
    let free = bodies.iter().any(|b| b.free);
    let damped = bodies.iter().any(|b| b.damped && b.free);
    let motion = |slot, of| {
        [
            lists.dispatch(&reduce, lists.chunks, 1, [slot, of]),
            lists.dispatch(&resolve, lists.bodies, 1, [slot, of]),
        ]
    };
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    epochs[0].push(lists.dispatch(&open, lists.chunks, 1, [0, 0]));
    if free {
        epochs[0].extend(motion(0, MOTION_FIRST));
        epochs[0].extend(motion(0, MOTION_START));
    }
    for slot in 0..slots_in_all {
        let dispatches = &mut epochs[(slot / lists.slots) as usize];
        if lists.attachments.1 > 0 {
            // The solver moves held vertices itself.
            let hold = [slot, vbd::HELD_LATER];
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, hold));
        }
        dispatches.push(lists.dispatch(&kick, slices, 2, [slot, 0]));
        dispatches.extend(lists.find_faces(slot));
        dispatches.push(lists.dispatch(&drift, lists.chunks, 1, [slot, 0]));
        if damped {
            dispatches.extend(motion(slot, MOTION_DAMPING));
        }
    }
    let mut end = Vec::new();
    if free {
        end.extend(motion(slots_in_all, MOTION_END));
    }
    end.push(vbd::clear(context, &lists)?);
    end.push(lists.dispatch(&close, lists.chunks, 1, [slots_in_all, 0]));
    if let Some(last) = epochs.last_mut() {
        last.extend(end);
    }
    Ok(epochs)
}

/// All slices as (body, slice, index among the wide bodies).
fn slice_list(bodies: &[&Scheduled]) -> Vec<Row> {
    let slices = |(k, b): (usize, &&Scheduled)| {
        let index = b.index;
        (0..b.asset.slices.len() as u32).map(move |s| [index, s, k as u32, 0])
    };
    bodies.iter().enumerate().flat_map(slices).collect()
}
