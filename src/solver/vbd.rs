//! Vertex block descent (Chen et al. 2024) as dispatches.

use super::coarse_table::own_rows;
use super::constants::{Body, Constants, Units, no_rows};
use super::interface::{Executors, Solver};
use super::pack;
use super::palindrome;
use super::record::EdgeForm;
use crate::asset::SLICE_WIDTH;
use crate::element::Terms;
use crate::error::Result;
use crate::executor::loop_passes::{PASSES, contact_passes, records, threads};
use crate::executor::size_class::{WHOLE_WIDTH, is_crowd, workgroup};
use crate::executor::wide_lists::{attach, clear};
use crate::executor::{ContactFeatures, Epochs, Row, Scheduled, WideLists, Work, resident};
use crate::gpu::context::Context;
use crate::gpu::kernel::{
    Kernel, RESIDENT_VBD, RESIDENT_VBD_SMALL, RESIDENT_VBD_WHOLE, WIDE, WIDE_COARSE,
};
use crate::gpu::plan::Dispatch;
use crate::gpu::vertices::CHUNK;
use std::collections::BTreeMap;
use std::sync::Arc;

pub const SOLVER: Solver = Solver {
    terms: Terms::Blocks,
    substeps: 1,
    iterations: None,
    pack: |from| {
        let workgroup = workgroup(from.context, from.asset);
        pack::pack(from.asset, from.edges, EdgeForm::Pairs, workgroup)
    },
    constants,
    rows: no_rows,
    kept: |_| Vec::new(),
    stages: [
        "vertex block descent, resident",
        "vertex block descent, wide",
    ],
    executors: Executors::Own {
        resident,
        wide,
        loop_passes,
    },
};

/// Named by shaders/memory/record.wgsl and shaders/solver/vbd/vbd_record.wgsl.
fn constants(body: &Body, units: &Units) -> Constants {
    let coarse = body.coarse;
    let (scale, sound) = (body.inverse_scale_cubed(), sound(body, units));
    Constants {
        table: [
            body.tables.sweeps,
            body.tables.shares,
            [body.tables.colours, coarse.row, 0, 0],
        ],
        constants: [
            body.elastic(units),
            [scale, coarse.frequency, sound, 0.0],
            [coarse.rate, coarse.weight, 0.0, 0.0],
        ],
    }
}

/// How often pressure waves of speed √((λ + 2μ)/ρ) cross a body in a second [1/s].
fn sound(body: &Body, units: &Units) -> f32 {
    let Some((_, solid)) = body.desc.model.material(units.length_unit_m) else {
        return 0.0;
    };
    let poisson = solid.poisson_ratio;
    let stiffer = (1.0 - poisson) / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    ((solid.young_modulus * stiffer / solid.density).sqrt() / f64::from(body.size)) as f32
}

/// Parts of wide_next: end a substep and store the vertices' notes for faces; begin the next.
const NEXT_END: u32 = 1;
const NEXT_BEGIN: u32 = 2;
const NEXT_NOTE: u32 = 3;
/// Parts of wide_reduce: in the step's last substep, and before the first.
const REDUCE_LAST: u32 = 1;
const REDUCE_FIRST: u32 = 2;
/// The most sums per body, since each workgroup of wide_next adds them all: 20 KB, and about as many workgroups as an
/// H200 has multiprocessors.
pub const MOST_SUMS: u32 = 160;

/// Small bodies: the whole step in one dispatch per size class.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    let crowd = is_crowd(context, bodies);
    resident::dispatches(context, work, bodies, crowd, own_rows, |class| {
        if class.whole {
            (&RESIDENT_VBD_WHOLE, "resident_vbd_whole")
        } else if class.one_a_thread() {
            (&RESIDENT_VBD_SMALL, "resident_vbd_small")
        } else {
            (&RESIDENT_VBD, "resident_vbd")
        }
    })
}

/// Loop passes: rounds of the sweeps with their records, coarse corrections, and contact of vertices.
fn loop_passes(context: &Context, body: &Scheduled, crowd: bool, features: ContactFeatures) -> u64 {
    let asset = body.asset;
    let (records, at_once) = (records(asset), threads(context, asset, crowd));
    // Threads that share vertices run by rounds, those with whole vertices by colours.
    let slices_at_once = WHOLE_WIDTH / SLICE_WIDTH as u32;
    let colours = asset.colour_slices.windows(2);
    let whole: u32 = colours
        .map(|w| (w[1] - w[0]).div_ceil(slices_at_once))
        .sum();
    let sweeps = u64::from(palindrome::passes(body.iterations));
    let rounds = u64::from(body.rounds.max(whole)) * sweeps;
    let turns = (asset.rest_positions.len() as u64).div_ceil(at_once);
    let contact = turns * contact_passes(asset, features);
    let coarse = coarse_passes(body, at_once, records);
    u64::from(body.substeps) * (rounds * (records + PASSES) + coarse + PASSES + contact)
}

/// Loop passes of two coarse corrections: vertices, sums at corners of parts, sums at a node, its motions.
fn coarse_passes(body: &Scheduled, at_once: u64, records: u64) -> u64 {
    if !body.coarse.is_some() {
        return 0;
    }
    let vertices = body.asset.rest_positions.len() as u64;
    let [parts, nodes] = [body.coarse.parts, body.coarse.nodes].map(u64::from);
    let each = 2 * vertices / parts.max(1) + PASSES;
    let one = vertices.div_ceil(at_once) * (records + PASSES)
        + (8 * parts).div_ceil(at_once) * each
        + parts
        + 2 * nodes
        + 4 * PASSES;
    2 * one
}

/// Large bodies: one dispatch per visit of a colour, shared by all.
pub fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let lists = WideLists::with_faces(context, work, bodies, MOST_SUMS)?;
    let visits = visit_lists(work, bodies);
    let kernel = |entry| work.solver_kernel(context, &WIDE, entry, &[]);
    let coarse = work.solver_kernel(context, &WIDE_COARSE, "wide_coarse", &[]);
    let [next, last, attach, sweep, reduce, push_sum, push] = [
        kernel("wide_next"),
        kernel("wide_last"),
        attach(context),
        work.solver_kernel(context, &WIDE, "wide_sweep", sweep_constants(context)),
        kernel("wide_reduce"),
        kernel("wide_push_sum"),
        kernel("wide_push"),
    ];
    let free = bodies.iter().any(|b| b.free);
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    let substeps = lists.epochs * lists.substeps;
    let pushes = free && work.features.colliders > 0;
    if pushes {
        epochs[0].push(lists.dispatch(&reduce, lists.sums, 1, [0, REDUCE_FIRST]));
    }
    for substep in 0..substeps {
        let dispatches = &mut epochs[(substep / lists.substeps) as usize];
        dispatches.extend(begin(&lists, &next, substep, &work.features));
        if lists.attachments.1 > 0 {
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, [substep, 0]));
        }
        if pushes {
            dispatches.push(lists.dispatch(&push_sum, lists.sums, 1, [substep, 0]));
            dispatches.push(lists.dispatch(&push, lists.chunks, 1, [substep, 0]));
        }
        for (visit, (corrects, rows)) in (0..).zip(&visits) {
            let kernel = if *corrects { &coarse } else { &sweep };
            let mut dispatch = lists.dispatch(kernel, *rows, 1, [substep, visit]);
            // The body's own rows are counted from the first of all sums.
            dispatch.pass.iter_mut().for_each(|pass| pass.sum_row = 0);
            dispatches.push(dispatch);
        }
        if free {
            let part = REDUCE_LAST * u32::from(substep + 1 == substeps);
            dispatches.push(lists.dispatch(&reduce, lists.sums, 1, [substep, part]));
        }
        dispatches.extend(end(&lists, &next, substep, &work.features));
    }
    if let Some(end) = epochs.last_mut() {
        if !free {
            end.push(clear(context, &lists));
        }
        end.push(lists.dispatch(&last, lists.chunks, 1, [substeps, 0]));
    }
    Ok(epochs)
}

/// How many threads share a vertex of a sweep.
fn sweep_constants(context: &Context) -> &'static [(&'static str, u32)] {
    match context.is_software() {
        true => &[("WIDE_PORTIONS", 1), ("WIDE_WIDTH", 32)],
        false => &[],
    }
}

/// Ends a substep and begins the next in one dispatch. Face contact needs three: a face finds its planes after the starts of
/// its vertices are known, and the vertices begin after that. If bodies touch, an epoch begins with substeps ended.
pub fn begin(
    lists: &WideLists,
    next: &Arc<Kernel>,
    substep: u32,
    features: &ContactFeatures,
) -> Vec<Dispatch> {
    let part = |part| lists.dispatch(next, lists.chunks, 1, [substep, part]);
    let opens = features.touches.any() && substep.is_multiple_of(lists.substeps);
    let mut parts = Vec::new();
    if features.bounded > 0 {
        parts.push(part(if opens { NEXT_NOTE } else { NEXT_END }));
        parts.extend(lists.find_faces(substep));
    }
    let begins = opens || features.bounded > 0;
    parts.push(part(if begins { NEXT_BEGIN } else { 0 }));
    parts
}

/// Ends the last substep of each epoch but the step's last, if bodies touch: contact runs between epochs.
pub fn end(
    lists: &WideLists,
    next: &Arc<Kernel>,
    substep: u32,
    features: &ContactFeatures,
) -> Option<Dispatch> {
    let closes = features.touches.any() && (substep + 1).is_multiple_of(lists.substeps);
    let goes_on = substep + 1 < lists.epochs * lists.substeps;
    let after = [substep + 1, NEXT_END];
    (closes && goes_on).then(|| lists.dispatch(next, lists.chunks, 1, after))
}

fn visits_of(body: &&Scheduled) -> Vec<u32> {
    let colours = body.asset.colour_slices.len() as u32 - 1;
    palindrome::visits(body.iterations, colours)
}

/// Stages of a coarse correction: forces, sums, the solve, moves.
const STAGES: u32 = 4;

/// The stage of a body's coarse correction on a visit, from 1; 0 for none.
fn stage_of(body: &Scheduled, visit: u32) -> u32 {
    let colours = body.asset.colour_slices.len() as u32 - 1;
    let starts = palindrome::corrections(body.iterations, colours, STAGES);
    let mut stages = starts.iter().map(|start| visit.wrapping_sub(*start));
    let stage = stages.find(|stage| *stage < STAGES && body.coarse.is_some());
    stage.map_or(0, |stage| stage + 1)
}

/// The rows of a stage, see `wide_coarse.wgsl`. `own`: first of the body's own state rows.
fn stage_rows(body: &Scheduled, stage: u32, own: u32) -> Vec<Row> {
    let count = match stage {
        0 => 0,
        2 => 8 * body.coarse.parts,
        3 => 1,
        _ => body.asset.rest_positions.len() as u32,
    };
    let row = |first| {
        [
            body.index,
            first,
            CHUNK.min(count - first) + 256 * stage,
            own,
        ]
    };
    (0..count).step_by(CHUNK as usize).map(row).collect()
}

/// For each visit of a substep, whether it has stages of coarse corrections, and the list of these stages and of the slices
/// (body, slice) of the colour that each body visits. Visits with the same rows share a list.
fn visit_lists(work: &mut Work, bodies: &[&Scheduled]) -> Vec<(bool, (u32, u32))> {
    let orders: Vec<Vec<u32>> = bodies.iter().map(visits_of).collect();
    let most = orders.iter().map(Vec::len).max().unwrap_or(0);
    let mut own = Vec::with_capacity(bodies.len());
    for body in bodies {
        own.push(work.partials[0]);
        work.partials[0] += own_rows(body);
    }
    let mut lists = BTreeMap::new();
    let mut list_of = |visit: usize| {
        let what = |(body, order): (&&Scheduled, &Vec<u32>)| {
            let stage = stage_of(body, visit as u32);
            (order.get(visit).copied(), stage)
        };
        let key: Vec<(Option<u32>, u32)> = bodies.iter().zip(&orders).map(what).collect();
        let corrects = key.iter().any(|(_, stage)| *stage > 0);
        let list = lists.entry(key).or_insert_with_key(|key| {
            let rows = bodies.iter().zip(key).zip(&own);
            let rows = rows.flat_map(|((body, (colour, stage)), own)| {
                let slices = colour_rows(body, *colour);
                slices.into_iter().chain(stage_rows(body, *stage, *own))
            });
            work.list(rows)
        });
        (corrects, *list)
    };
    (0..most).map(&mut list_of).collect()
}

/// The slices of a colour.
fn colour_rows(body: &Scheduled, colour: Option<u32>) -> Vec<Row> {
    let first = colour.map_or(usize::MAX, |c| c as usize);
    let ends = body.asset.colour_slices.get(first..first.saturating_add(2));
    let range = ends.map_or(0..0, |ends| ends[0]..ends[1]);
    range.map(|slice| [body.index, slice, 0, 0]).collect()
}
