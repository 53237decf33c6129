//! Vertex block descent (Chen et al. 2024) as dispatches.

use super::class::workgroup;
use super::pack;
use super::palindrome;
use super::record::{EdgeForm, Row};
use super::work::{self, Epochs, Scheduled, Solver, WideLists, Work};
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{
    Kernel, RESIDENT_VBD, RESIDENT_VBD_SMALL, RESIDENT_VBD_WHOLE, WIDE, WIDE_ATTACH, WIDE_CLEAR,
    WIDE_COARSE,
};
use crate::gpu::plan::Dispatch;
use crate::gpu::vertices::CHUNK;
use crate::material::Hook;
use std::collections::BTreeMap;
use std::sync::Arc;

pub const SOLVER: Solver = Solver {
    needs: Hook::Block,
    substeps: 1,
    iterations: None,
    pack: |context, asset, edges| {
        pack::pack(asset, edges, EdgeForm::Pairs, workgroup(context, asset))
    },
    resident: ("vertex block descent, resident", resident),
    wide: ("vertex block descent, wide", wide),
};

/// Parts of wide_next: end a substep and note the vertices' places; begin the next.
const NEXT_END: u32 = 1;
const NEXT_BEGIN: u32 = 2;
/// Part of wide_attach: the solver moves held vertices itself, after the forces.
pub const HELD_LATER: u32 = 1;
/// The most sums per body, since each workgroup of wide_next adds them all: 20 KB, and about as many workgroups as an
/// H200 has multiprocessors.
pub const MOST_SUMS: u32 = 160;

/// Small bodies: the whole step in one dispatch per size class.
pub fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    let crowd = work::is_crowd(context, bodies);
    work::resident(
        context,
        work,
        bodies,
        crowd,
        |body| body.coarse_rows(),
        |class| {
            if class.whole {
                (&RESIDENT_VBD_WHOLE, "resident_vbd_whole")
            } else if class.one_a_thread() {
                (&RESIDENT_VBD_SMALL, "resident_vbd_small")
            } else {
                (&RESIDENT_VBD, "resident_vbd")
            }
        },
    )
}

/// Large bodies: one dispatch per visit of a colour, shared by all.
pub fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let kernel = |entry, constants: &[_]| context.kernel(&WIDE, entry, constants);
    let lists = WideLists::with_faces(context, work, bodies, MOST_SUMS)?;
    let visits = visit_lists(work, bodies);
    let coarse = coarse_passes(context, work, bodies)?;
    let [next, last, attach, sweep, reduce, push_sum, push] = [
        kernel("wide_next", &[work.face_constant()])?,
        kernel("wide_last", &[])?,
        attach(context)?,
        kernel("wide_sweep", sweep_constants(context))?,
        kernel("wide_reduce", &[])?,
        kernel("wide_push_sum", &[])?,
        kernel("wide_push", &[])?,
    ];
    let free = bodies.iter().any(|b| b.free);
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    let slots = lists.epochs * lists.slots;
    for slot in 0..slots {
        let dispatches = &mut epochs[(slot / lists.slots) as usize];
        dispatches.extend(begin(&lists, &next, slot, work.meets.bounded > 0));
        if lists.attachments.1 > 0 {
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, [slot, 0]));
        }
        if free && work.meets.colliders > 0 {
            dispatches.push(lists.dispatch(&push_sum, lists.sums, 1, [slot, 0]));
            dispatches.push(lists.dispatch(&push, lists.chunks, 1, [slot, 0]));
        }
        for (visit, slices) in (0..).zip(&visits) {
            for (kernel, list) in coarse.get(&visit).into_iter().flatten() {
                // The rows of a body's own are counted from the first of all sums.
                let mut dispatch = lists.dispatch(kernel, *list, 1, [slot, 0]);
                dispatch.pass.iter_mut().for_each(|pass| pass.sum_row = 0);
                dispatches.push(dispatch);
            }
            dispatches.push(lists.dispatch(&sweep, *slices, 1, [slot, visit]));
        }
        if free {
            let clears = u32::from(slot + 1 == slots);
            dispatches.push(lists.dispatch(&reduce, lists.sums, 1, [slot, clears]));
        }
    }
    if let Some(end) = epochs.last_mut() {
        if !free {
            end.push(clear(context, &lists)?);
        }
        end.push(lists.dispatch(&last, lists.chunks, 1, [slots, 0]));
    }
    Ok(epochs)
}

/// How many threads share a vertex of a sweep.
fn sweep_constants(context: &Context) -> &'static [(&'static str, u32)] {
    match context.is_software() {
        true => &[("WIDE_SHARES", 1), ("WIDE_WIDTH", 32)],
        false => &[],
    }
}

/// Ends a substep and begins the next in one dispatch. Face contact needs three: a face finds its planes only once the
/// starts of its vertices are known, and those begin only then.
pub fn begin(lists: &WideLists, next: &Arc<Kernel>, slot: u32, faces: bool) -> Vec<Dispatch> {
    let part = |part| lists.dispatch(next, lists.chunks, 1, [slot, part]);
    if !faces {
        return vec![part(0)];
    }
    let between = lists.find_faces(slot);
    let ends = [part(NEXT_END)].into_iter().chain(between);
    ends.chain([part(NEXT_BEGIN)]).collect()
}

/// Moves the held vertices of wide bodies; one pipeline for all methods.
pub fn attach(context: &Context) -> Result<Arc<Kernel>> {
    context.kernel(&WIDE_ATTACH, "wide_attach", &[])
}

/// Clears the reports of wide bodies before the last dispatch adds to them, if no other dispatch does.
pub fn clear(context: &Context, lists: &WideLists) -> Result<Dispatch> {
    let clear = context.kernel(&WIDE_CLEAR, "wide_clear", &[])?;
    Ok(lists.dispatch(&clear, lists.bodies, 1, [0, 0]))
}

fn visits_of(body: &&Scheduled) -> Vec<u32> {
    let colours = body.asset.colour_slices.len() as u32 - 1;
    palindrome::visits(body.iterations, colours)
}

/// The passes of coarse corrections that stand before a visit.
type CoarsePasses = BTreeMap<u32, Vec<(Arc<Kernel>, (u32, u32))>>;

fn coarse_passes(
    context: &Context,
    work: &mut Work,
    bodies: &[&Scheduled],
) -> Result<CoarsePasses> {
    let mut places: BTreeMap<u32, Vec<(&Scheduled, u32)>> = BTreeMap::new();
    for body in bodies.iter().filter(|b| b.coarse.is_some()) {
        let own = work.partials[0];
        work.partials[0] += body.coarse_rows();
        let colours = body.asset.colour_slices.len() as u32 - 1;
        for visit in palindrome::corrections(body.iterations, colours) {
            places.entry(visit).or_default().push((body, own));
        }
    }
    let kernel = |entry| context.kernel(&WIDE_COARSE, entry, &[]);
    let mut passes = CoarsePasses::new();
    for (visit, members) in places {
        let mut lists: [Vec<Row>; 3] = Default::default();
        for (body, own) in members {
            let counts = [
                body.asset.rest_positions.len() as u32,
                8 * body.coarse.parts,
            ];
            for (list, count) in lists.iter_mut().zip(counts) {
                let firsts = (0..count).step_by(CHUNK as usize);
                list.extend(firsts.map(|first| [body.index, first, CHUNK.min(count - first), own]));
            }
            lists[2].push([body.index, 0, 0, own]);
        }
        let [vertices, sums, solves] = lists.map(|list| work.list(list));
        let all = vec![
            (kernel("wide_coarse_force")?, vertices),
            (kernel("wide_coarse_sum")?, sums),
            (kernel("wide_coarse_solve")?, solves),
            (kernel("wide_coarse_move")?, vertices),
        ];
        passes.insert(visit, all);
    }
    Ok(passes)
}

/// For each visit of a substep, the slices (body, slice) of the colour that each body visits. Visits of the same colours
/// share a list.
fn visit_lists(work: &mut Work, bodies: &[&Scheduled]) -> Vec<(u32, u32)> {
    let orders: Vec<Vec<u32>> = bodies.iter().map(visits_of).collect();
    let most = orders.iter().map(Vec::len).max().unwrap_or(0);
    let mut lists = BTreeMap::new();
    (0..most)
        .map(|visit| {
            let colours: Vec<Option<u32>> = orders.iter().map(|o| o.get(visit).copied()).collect();
            *lists.entry(colours).or_insert_with_key(|colours| {
                let slices = bodies.iter().zip(colours).flat_map(|(body, colour)| {
                    let first = colour.map_or(usize::MAX, |c| c as usize);
                    let ends = body.asset.colour_slices.get(first..first.saturating_add(2));
                    let range = ends.map_or(0..0, |ends| ends[0]..ends[1]);
                    range.map(|slice| [body.index, slice, 0, 0])
                });
                work.list(slices)
            })
        })
        .collect()
}
