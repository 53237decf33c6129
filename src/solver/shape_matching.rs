//! Shape matching (Müller et al. 2005; Chentanez et al.) as dispatches.

use super::constants::{Body, Constants, Units, no_rows};
use super::interface::{Executors, Solver};
use super::shape_table::{self, SHAPE_MATCHING_ROWS, SHAPE_PART};
use super::vbd;
use crate::desc::{Model, PliantShapeMatchingDesc};
use crate::element::{Deformation, Terms};
use crate::error::Result;
use crate::executor::loop_passes::{PASSES, contact_passes, threads};
use crate::executor::wide_lists::{attach, clear};
use crate::executor::{ContactFeatures, Epochs, Row, Scheduled, WideLists, Work, resident};
use crate::gpu::context::Context;
use crate::gpu::kernel::{RESIDENT_SHAPE, WIDE, WIDE_SHAPE};
use crate::gpu::plan::Dispatch;
use crate::gpu::vertices::CHUNK;

pub const SOLVER: Solver = Solver {
    terms: Terms::Clusters,
    substeps: 1,
    iterations: None,
    pack: |from| Ok(shape_table::pack(from.asset)),
    constants,
    rows: no_rows,
    kept: |_| Vec::new(),
    stages: ["shape matching, resident", "shape matching, wide"],
    executors: Executors::Own {
        resident,
        wide,
        loop_passes,
    },
};

/// The length [s] of a substep in which a vertex moves the part α of the displacement to its goal.
const REFERENCE: f32 = 1.0 / 60.0;

/// Named by shaders/solver/shape_matching/shape_matching.wgsl.
fn constants(body: &Body, _: &Units) -> Constants {
    let shape = match &body.desc.model {
        Model::ShapeMatching(shape) => factors(shape, body.desc.scale),
        _ => [0.0; 4],
    };
    Constants {
        table: [body.tables.sweeps, [0; 4], [0; 4]],
        constants: [shape, [0.0; 4], [0.0; 4]],
    }
}

/// Compliance [s²], β (none if rigid), scale, deformation.
///
/// In a substep h a vertex moves the part h² / (h² + c) to its goal, as an implicit step of a spring of stiffness 1/c a
/// mass. With c = H² (1 − α) / α this is α for h = H = 1/60 s, and the stiffness, and the sag with it, does not depend on h.
fn factors(shape: &PliantShapeMatchingDesc, scale: f32) -> [f32; 4] {
    let PliantShapeMatchingDesc {
        alpha,
        beta,
        deformation,
        ..
    } = *shape;
    let compliance = REFERENCE * REFERENCE * (1.0 - alpha) / alpha.max(1e-12);
    let is_rigid = deformation == Deformation::Rigid as u32;
    let share = if is_rigid { 0.0 } else { beta };
    [compliance, share, scale, deformation as f32]
}

/// State rows of a body: of the maps of its clusters and the sums of their parts.
fn own_rows(body: &Scheduled) -> u32 {
    SHAPE_MATCHING_ROWS * (body.clusters[0] + body.clusters[1])
}

/// Small bodies: the whole step in one dispatch per size class.
fn resident(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    resident::dispatches(context, work, bodies, false, own_rows, |_| {
        (&RESIDENT_SHAPE, "resident_shape")
    })
}

/// Large bodies: five dispatches a substep, shared by all; one more if a body is held, and one if a body is free.
fn wide(context: &Context, work: &mut Work, bodies: &[&Scheduled]) -> Result<Epochs> {
    if bodies.is_empty() {
        return Ok(Epochs::new());
    }
    let lists = WideLists::with_faces(context, work, bodies, vbd::MOST_SUMS)?;
    let [vertices, parts, clusters] = shape_lists(work, bodies);
    let common = |entry| work.solver_kernel(context, &WIDE, entry, &[]);
    let own = |entry| work.solver_kernel(context, &WIDE_SHAPE, entry, &[]);
    let [next, last, reduce] = [
        common("wide_next"),
        common("wide_last"),
        common("wide_reduce"),
    ];
    let attach = attach(context);
    let passes = [
        (own("wide_shape_predict"), vertices),
        (own("wide_shape_sum"), parts),
        (own("wide_shape_fit"), clusters),
        (own("wide_shape_pull"), vertices),
    ];
    let free = bodies.iter().any(|b| b.free);
    let mut epochs = vec![Vec::new(); lists.epochs as usize];
    let substeps = lists.epochs * lists.substeps;
    for substep in 0..substeps {
        let dispatches: &mut Vec<Dispatch> = &mut epochs[(substep / lists.substeps) as usize];
        dispatches.extend(vbd::begin(&lists, &next, substep, &work.features));
        if lists.attachments.1 > 0 {
            dispatches.push(lists.dispatch(&attach, lists.attachments, 64, [substep, 0]));
        }
        for (kernel, list) in &passes {
            // The body's own rows are counted from the first of all sums.
            let mut dispatch = lists.dispatch(kernel, *list, 1, [substep, 0]);
            dispatch.pass.iter_mut().for_each(|pass| pass.sum_row = 0);
            dispatches.push(dispatch);
        }
        if free {
            let clears = u32::from(substep + 1 == substeps);
            dispatches.push(lists.dispatch(&reduce, lists.sums, 1, [substep, clears]));
        }
        dispatches.extend(vbd::end(&lists, &next, substep, &work.features));
    }
    if let Some(end) = epochs.last_mut() {
        if !free {
            end.push(clear(context, &lists));
        }
        end.push(lists.dispatch(&last, lists.chunks, 1, [substeps, 0]));
    }
    Ok(epochs)
}

/// Loop passes: parts, clusters with their parts and turns of axes, and vertices with their clusters.
fn loop_passes(context: &Context, body: &Scheduled, _: bool, features: ContactFeatures) -> u64 {
    let at_once = threads(context, body.asset, false);
    let [clusters, parts] = body.clusters.map(u64::from);
    let vertices = body.asset.rest_positions.len() as u64;
    let parts_each = 2 * parts / clusters.max(1);
    let around = 2 * (SHAPE_PART as u64 * parts).div_ceil(vertices.max(1));
    let substep = parts.div_ceil(at_once) * (SHAPE_PART as u64 + 2)
        + clusters.div_ceil(at_once) * (parts_each + PASSES)
        + vertices.div_ceil(at_once) * (around + contact_passes(body.asset, features) + PASSES);
    u64::from(body.substeps) * (substep + PASSES)
}

/// Lists of the vertices, parts and clusters of wide bodies: (body, first, count, first state row of the body's own).
fn shape_lists(work: &mut Work, bodies: &[&Scheduled]) -> [(u32, u32); 3] {
    let mut lists: [Vec<Row>; 3] = Default::default();
    for body in bodies {
        let own = work.partials[0];
        work.partials[0] += own_rows(body);
        let [clusters, parts] = body.clusters;
        let counts = [body.asset.rest_positions.len() as u32, parts, clusters];
        for (list, count) in lists.iter_mut().zip(counts) {
            let firsts = (0..count).step_by(CHUNK as usize);
            list.extend(firsts.map(|first| [body.index, first, CHUNK.min(count - first), own]));
        }
    }
    lists.map(|list| work.list(list))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_alpha_at_the_reference_and_the_stiffness_does_not_depend_on_the_step() {
        let share = |alpha: f32, h: f32| {
            let shape = PliantShapeMatchingDesc {
                alpha,
                ..Default::default()
            };
            let [compliance, ..] = factors(&shape, 1.0);
            h * h / (h * h + compliance)
        };
        for alpha in [0.0, 0.1, 0.5, 0.9, 1.0] {
            assert!((share(alpha, REFERENCE) - alpha).abs() < 1e-6, "{alpha}");
        }
        // The sag of a vertex at rest: in a substep gravity moves it as far as its goals move it back.
        let sag = |h: f32| {
            let alpha = share(0.3, h);
            h * h * (1.0 - alpha) / alpha
        };
        assert!((sag(REFERENCE) / sag(REFERENCE / 16.0) - 1.0).abs() < 1e-4);
    }
}
