//! The explicit mass-spring method as dispatches.

use super::constants::{Body, Constants, Units, no_rows};
use super::interface::{Executors, Solver};
use super::pack;
use super::record::EdgeForm;
use crate::asset::SLICE_WIDTH;
use crate::element::Terms;
use crate::error::Result;
use crate::executor::loop_passes::{PASSES, contact_passes, records, threads};
use crate::executor::size_class::CLASSES;
use crate::executor::wide_lists::{HELD_LATER, attach, clear};
use crate::executor::{ContactFeatures, Epochs, Row, Scheduled, WideLists, Work, resident};
use crate::gpu::context::Context;
use crate::gpu::kernel::{RESIDENT_SPRING, RESIDENT_SPRING_SMALL, WIDE_SPRING};

pub const SOLVER: Solver = Solver {
    terms: Terms::Forces,
    substeps: 1,
    iterations: None,
    pack: |from| pack::pack(from.asset, from.edges, EdgeForm::Single, None),
    constants,
    rows: no_rows,
    kept: |_| Vec::new(),
    stages: ["mass-spring, resident", "mass-spring, wide"],
    executors: Executors::Own {
        resident,
        wide,
        loop_passes,
    },
};

/// Named by shaders/memory/record.wgsl and shaders/solver/verlet/elastic_force.wgsl.
fn constants(body: &Body, units: &Units) -> Constants {
    Constants {
        table: [body.tables.sweeps, [0; 4], [body.tables.colours, 0, 0, 0]],
        constants: [
            body.elastic(units),
            [body.inverse_scale_cubed(), 0.0, 0.0, 0.0],
            [0.0; 4],
        ],
    }
}

/// Small bodies: the whole step in one dispatch per size class.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    resident::dispatches(
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

/// Loop passes: slices with their records, and contact of vertices.
fn loop_passes(context: &Context, body: &Scheduled, _: bool, features: ContactFeatures) -> u64 {
    let asset = body.asset;
    let slices_at_once = CLASSES[0].width as usize / SLICE_WIDTH;
    let rounds = asset.slices.len().div_ceil(slices_at_once) as u64;
    let vertices = asset.rest_positions.len() as u64;
    let turns = vertices.div_ceil(threads(context, asset, false));
    let contact = turns * contact_passes(asset, features);
    u64::from(body.substeps) * (rounds * (records(asset) + PASSES) + PASSES + contact)
}

/// The sums of a body's motion to take; see `WIDE_SPRING_…` in wide_spring.wgsl.
const MOTION_FIRST: u32 = 0;
const MOTION_START: u32 = 1;
const MOTION_DAMPING: u32 = 2;
const MOTION_END: u32 = 3;

/// Large bodies: two dispatches per substep, shared by all. Two more per substep if a free body is damped, and six per step
/// for the momentum of free bodies.
pub fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let kernel = |entry| work.solver_kernel(context, &WIDE_SPRING, entry, &[]);
    let [open, reduce, resolve, kick, drift, close] = [
        kernel("wide_spring_open"),
        kernel("wide_spring_reduce"),
        kernel("wide_spring_resolve"),
        kernel("wide_spring_kick"),
        kernel("wide_spring_drift"),
        kernel("wide_spring_close"),
    ];
    let attach = attach(context);
    let lists = WideLists::with_faces(context, work, bodies, u32::MAX)?;
    let slices = work.list(slice_list(bodies));
    let substeps = lists.epochs * lists.substeps;
    let free = bodies.iter().any(|b| b.free);
    let damped = bodies.iter().any(|b| b.damped && b.free);
    let motion = |substep, of| {
        [
            lists.dispatch(&reduce, lists.chunks, 1, [substep, of]),
            lists.dispatch(&resolve, lists.bodies, 1, [substep, of]),
        ]
    };
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    epochs[0].push(lists.dispatch(&open, lists.chunks, 1, [0, 0]));
    if free {
        epochs[0].extend(motion(0, MOTION_FIRST));
        epochs[0].extend(motion(0, MOTION_START));
    }
    for substep in 0..substeps {
        let dispatches = &mut epochs[(substep / lists.substeps) as usize];
        if lists.attachments.1 > 0 {
            // The solver moves held vertices itself.
            let hold = [substep, HELD_LATER];
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, hold));
        }
        dispatches.push(lists.dispatch(&kick, slices, 2, [substep, 0]));
        dispatches.extend(lists.find_faces(substep));
        dispatches.push(lists.dispatch(&drift, lists.chunks, 1, [substep, 0]));
        if damped {
            dispatches.extend(motion(substep, MOTION_DAMPING));
        }
    }
    let mut end = Vec::new();
    if free {
        end.extend(motion(substeps, MOTION_END));
    }
    end.push(clear(context, &lists));
    end.push(lists.dispatch(&close, lists.chunks, 1, [substeps, 0]));
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
