//! Extended position-based dynamics of sheets as dispatches (Macklin, Müller, Chentanez 2016; in small steps, Macklin
//! et al. 2019).
//!
//! Edges are coloured, not vertices: docs/decisions/0029-cloth.md.

use super::record::Row;
use super::sheet_table;
use super::vbd;
use super::work::{self, Epochs, Scheduled, Solver, WideLists, Work};
use crate::asset::Asset;
use crate::constraint::{AIR_DENSITY, OF_HINGE};
use crate::desc::PliantClothDesc;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::kernel::{Kernel, RESIDENT_XPBD, WIDE_XPBD};
use crate::gpu::plan::Dispatch;
use crate::gpu::vertices::CHUNK;
use crate::material::Hook;
use glam::{DVec3, Vec3};
use std::sync::Arc;

pub const SOLVER: Solver = Solver {
    needs: Hook::Rows,
    substeps: SUBSTEPS,
    iterations: Some(ITERATIONS),
    pack: |_, asset, _| Ok(sheet_table::pack(asset)),
    resident: ("cloth, resident", resident),
    wide: ("cloth, wide", wide),
};

/// A substep takes at most this long by default [s]: a step of 1/60 s has 20 with four epochs. One sweep leaves a sheet
/// that hangs too long by a part that grows with the square of the substep. The same substep at all rates gives one shape.
const LONGEST_SUBSTEP: f64 = 1e-3;
/// Substeps of an epoch by default, if they may be that long.
const SUBSTEPS: u32 = 1;
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

/// The longest substep [s] by default. In it the sheet keeps its bending stiffness [kg·unit²/s²]: k h² Σ w |∇C|² ≤ 1 for
/// each hinge, see `xpbd_bearable`.
pub fn longest_step(asset: &Asset, bending: f32, scale: f32, inverse_masses: &[f32]) -> f64 {
    let sheet = asset.sheet.iter();
    let hinges = sheet.flat_map(|s| s.hinges.iter());
    let rate = hinges.map(|hinge| {
        let place = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
        let x = hinge.map(|v| place(v) * f64::from(scale));
        let row = OF_HINGE.row(x, 0.0);
        let weight =
            |(v, g): (&u32, &DVec3)| f64::from(inverse_masses[*v as usize]) * g.length_squared();
        let weight: f64 = hinge.iter().zip(&row.gradients).map(weight).sum();
        let [a, b, c, d] = x;
        let (edge, heights) = (b - a, [c - a, d - a]);
        let area: f64 = heights.iter().map(|h| edge.cross(*h).length() / 2.0).sum();
        weight * edge.length_squared() / area
    });
    let bearable = 1.0 / (f64::from(bending) * rate.fold(0.0, f64::max)).sqrt();
    bearable.min(LONGEST_SUBSTEP)
}

/// State rows of a body: a motion, and the multipliers of its edges.
fn own_rows(body: &Scheduled) -> u32 {
    5 + (body.asset.edges.len() as u32).div_ceil(2)
}

/// Small bodies: the whole step in one dispatch per size class.
fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    work::resident(context, work, bodies, false, own_rows, |_| {
        (&RESIDENT_XPBD, "resident_xpbd")
    })
}

/// Large bodies: a dispatch a colour and iteration and three more a substep, shared by all; one more if a body is held,
/// two if a free one is damped; and two a step if one is free.
fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let constants = work.constants();
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
    let lists = WideLists::with_faces(context, work, bodies, u32::MAX)?;
    let own = OwnLists::new(work, bodies);
    let dispatch = |kernel, list, step| own_dispatch(&lists, kernel, list, step);
    let motion = |slot| {
        [(&reduce, own.vertices), (&resolve, own.bodies)]
            .map(|(k, list)| dispatch(k, list, [slot, 0]))
    };
    let iterations = bodies.iter().map(|b| b.iterations).max().unwrap_or(0);
    let damped = bodies.iter().any(|b| b.damped && b.free);
    let slots = lists.epochs * lists.slots;
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    epochs[0].push(dispatch(&open, own.vertices, [0, 0]));
    for slot in 0..slots {
        let dispatches = &mut epochs[(slot / lists.slots) as usize];
        if lists.attachments.1 > 0 {
            let hold = [slot, vbd::HELD_LATER]; // the solver moves held vertices itself
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, hold));
        }
        dispatches.push(dispatch(&drive, own.vertices, [slot, 0]));
        dispatches.extend(lists.find_faces(slot));
        dispatches.push(dispatch(&start, own.vertices, [slot, 0]));
        for iteration in 0..iterations {
            let mut colours = own.colours.clone();
            if iteration % 2 == 1 {
                colours.reverse(); // see resident_xpbd.wgsl
            }
            let solve = |list| dispatch(&sweep, list, [slot, iteration]);
            dispatches.extend(colours.into_iter().map(solve));
        }
        dispatches.push(dispatch(&finish, own.vertices, [slot, 0]));
        if damped {
            dispatches.extend(motion(slot));
        }
    }
    if let Some(end) = epochs.last_mut() {
        if bodies.iter().any(|b| b.free) {
            end.extend(motion(slots - lists.slots)); // in which each body has a substep
        }
        end.push(vbd::clear(context, &lists)?);
        end.push(dispatch(&close, own.vertices, [slots, 0]));
    }
    Ok(epochs)
}

/// Rows of a body's own are counted from the first of all sums.
fn own_dispatch(
    lists: &WideLists,
    kernel: &Arc<Kernel>,
    list: (u32, u32),
    step: [u32; 2],
) -> Dispatch {
    let mut made = lists.dispatch(kernel, list, 1, step);
    made.pass.iter_mut().for_each(|pass| pass.rigid_row = 0);
    made
}

/// Work lists that name the first of a body's own state rows in the last number.
struct OwnLists {
    /// (body, first vertex, vertices, own row); each makes one sum.
    vertices: (u32, u32),
    /// (body, first sum, sums, own row).
    bodies: (u32, u32),
    /// For each colour, the edges of all bodies that have it: (body, first edge, edges, own row).
    colours: Vec<(u32, u32)>,
}

impl OwnLists {
    fn new(work: &mut Work, bodies: &[&Scheduled]) -> Self {
        let [mut vertices, mut items]: [Vec<Row>; 2] = Default::default();
        let mut colours: Vec<Vec<Row>> = Vec::new();
        for body in bodies {
            let own = work.partials[0];
            work.partials[0] += own_rows(body);
            let chunks = |from: u32, end: u32| {
                let firsts = (from..end).step_by(CHUNK as usize);
                firsts.map(move |first| [body.index, first, CHUNK.min(end - first), own])
            };
            let first_sum = vertices.len() as u32;
            vertices.extend(chunks(0, body.asset.rest_positions.len() as u32));
            let sums = vertices.len() as u32 - first_sum;
            items.push([body.index, first_sum, sums, own]);
            let sheet = body.asset.sheet.iter();
            let starts = sheet.flat_map(|s| s.edge_colours.windows(2));
            for (colour, range) in starts.enumerate() {
                if colours.len() <= colour {
                    colours.push(Vec::new());
                }
                colours[colour].extend(chunks(range[0], range[1]));
            }
        }
        Self {
            vertices: work.list(vertices),
            bodies: work.list(items),
            colours: colours.into_iter().map(|list| work.list(list)).collect(),
        }
    }
}
