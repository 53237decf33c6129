//! Extended position-based dynamics of sheets as dispatches (Macklin, Müller, Chentanez 2016; in small steps, Macklin
//! et al. 2019).
//!
//! Edges are coloured, not vertices: docs/decisions/0023-cloth-by-edges.md.

use super::record::Row;
use super::sheet_table;
use super::vbd;
use super::work::{self, Epochs, Scheduled, Solver, WideLists, Work};
use crate::constraint::AIR_DENSITY;
use crate::desc::PliantClothDesc;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{RESIDENT_XPBD, WIDE_XPBD};
use crate::gpu::vertices::CHUNK;
use crate::material::Hook;

pub const SOLVER: Solver = Solver {
    needs: Hook::Rows,
    substeps: SUBSTEPS,
    iterations: Some(ITERATIONS),
    pack: |_, asset, _| Ok(sheet_table::pack(asset)),
    resident: ("cloth, resident", resident),
    wide: ("cloth, wide", wide),
};

/// Substeps of an epoch by default: a step of 1/60 s has 20 with four epochs. The stretch of a sheet that hangs falls
/// with the square of their number.
const SUBSTEPS: u32 = 5;
/// Iterations of a substep by default: more substeps gain more (Macklin et al. 2019).
const ITERATIONS: u32 = 1;

/// The kernels' four constants: stretch stiffness [N/m], bending stiffness [kg·unit²/s²], drag and lift in half the
/// density of air [kg/unit³].
pub fn constants(cloth: &PliantClothDesc, length_unit_m: f32) -> [f32; 4] {
    let air = (AIR_DENSITY / 2.0) as f32 * length_unit_m.powi(3);
    [
        cloth.stretch_stiffness,
        cloth.bending_stiffness / length_unit_m.powi(2),
        air * cloth.drag,
        air * cloth.lift,
    ]
}

/// State rows of a body: its multipliers, if more than one iteration needs them.
fn own_rows(body: &Scheduled) -> u32 {
    match body.iterations {
        0 | 1 => 0,
        _ => (body.asset.edges.len() as u32).div_ceil(2),
    }
}

/// Small bodies: the whole step in one dispatch per size class.
fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    work::resident(context, work, bodies, false, own_rows, |_| {
        (&RESIDENT_XPBD, "resident_xpbd")
    })
}

/// Large bodies: a dispatch a colour and iteration and three more a substep, shared by all; one more if a body is held,
/// two if a free one is damped.
fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let constants = [work.face_constant(), work.bounce_constant()];
    let kernel = |entry| context.kernel(&WIDE_XPBD, entry, &constants);
    let [open, drive, start, sweep, finish, reduce, resolve, close] = [
        kernel("wide_xpbd_open")?,
        kernel("wide_xpbd_drive")?,
        kernel("wide_xpbd_start")?,
        kernel("wide_xpbd_sweep")?,
        kernel("wide_xpbd_finish")?,
        kernel("wide_xpbd_reduce")?,
        kernel("wide_xpbd_resolve")?,
        kernel("wide_xpbd_close")?,
    ];
    let attach = vbd::attach(context)?;
    let lists = WideLists::new(work, bodies, u32::MAX);
    let colours = colour_lists(work, bodies);
    let iterations = bodies.iter().map(|b| b.iterations).max().unwrap_or(0);
    let damped = bodies.iter().any(|b| b.damped && b.free);
    let slots = lists.epochs * lists.slots;
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    epochs[0].push(lists.dispatch(&open, lists.chunks, 1, [0, 0]));
    for slot in 0..slots {
        let dispatches = &mut epochs[(slot / lists.slots) as usize];
        if lists.attachments.1 > 0 {
            // The solver moves held vertices itself.
            let hold = [slot, vbd::HELD_LATER];
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, hold));
        }
        dispatches.push(lists.dispatch(&drive, lists.chunks, 1, [slot, 0]));
        dispatches.push(lists.dispatch(&start, lists.chunks, 1, [slot, 0]));
        for iteration in 0..iterations {
            let is_back = (slot + iteration) % 2 == 1;
            for k in 0..colours.len() {
                let colour = if is_back { colours.len() - 1 - k } else { k };
                // The rows of a body's own are counted from the first of all sums.
                let mut pass = lists.dispatch(&sweep, colours[colour], 1, [slot, iteration]);
                pass.pass.iter_mut().for_each(|pass| pass.sum_row = 0);
                dispatches.push(pass);
            }
        }
        dispatches.push(lists.dispatch(&finish, lists.chunks, 1, [slot, 0]));
        if damped {
            dispatches.push(lists.dispatch(&reduce, lists.chunks, 1, [slot, 0]));
            dispatches.push(lists.dispatch(&resolve, lists.bodies, 1, [slot, 0]));
        }
    }
    if let Some(end) = epochs.last_mut() {
        end.push(vbd::clear(context, &lists)?);
        end.push(lists.dispatch(&close, lists.chunks, 1, [slots, 0]));
    }
    Ok(epochs)
}

/// For each colour, the edges of all bodies that have it: (body, first edge, edges, first state row of the body's own).
fn colour_lists(work: &mut Work, bodies: &[&Scheduled]) -> Vec<(u32, u32)> {
    let mut lists: Vec<Vec<Row>> = Vec::new();
    for body in bodies {
        let own = work.partials[0];
        work.partials[0] += own_rows(body);
        let starts = body
            .asset
            .sheet
            .iter()
            .flat_map(|s| s.edge_colours.windows(2));
        for (colour, range) in starts.enumerate() {
            if lists.len() <= colour {
                lists.push(Vec::new());
            }
            let firsts = (range[0]..range[1]).step_by(CHUNK as usize);
            let row = |first: u32| [body.index, first, CHUNK.min(range[1] - first), own];
            lists[colour].extend(firsts.map(row));
        }
    }
    lists.into_iter().map(|list| work.list(list)).collect()
}
