//! Whether Mesa's software drivers can finish a resident body.

use super::class::{CLASSES, WHOLE_WIDTH, class_of};
use super::palindrome;
use super::shape_table::SHAPE_PART;
use super::work::{Meets, Scheduled};
use crate::asset::{Asset, SLICE_WIDTH};
use crate::gpu::context::Context;
use crate::material::Hook;
use crate::share::{STATE_FACE_PLANES, STATE_PLANES};

/// Once a thread has made 65,535 loop passes, Mesa's software drivers end every loop after its first pass
/// (LP_MAX_TGSI_LOOP_ITERATIONS), so a body would stop in mid-sweep. Half of it, since passes are estimated.
const SOFTWARE_PASSES: u64 = 65_535 / 2;
/// Passes of a round or slice besides its records: gathering, planes, the loops' last passes.
const PASSES: u64 = 20;
/// Passes to find the plane of a collider near a vertex: the rounds of collider_separating_plane.
const PLANE_PASSES: u64 = 11;
/// Passes to find the plane of a collider near a face: two rounds of collider_face_plane, each over the axes of a
/// cuboid, are enough unless both move fast.
const FACE_PASSES: u64 = 2 * 14;

/// Whether a thread of the body stays below the driver's limit. `crowd`: many bodies suit whole vertices.
pub fn is_within(context: &Context, body: &Scheduled, crowd: bool, meets: Meets) -> bool {
    passes(context, body, crowd, meets) <= SOFTWARE_PASSES
}

/// Estimated loop passes of one thread of a resident body per step.
fn passes(context: &Context, body: &Scheduled, crowd: bool, meets: Meets) -> u64 {
    let asset = body.asset;
    if body.solver.needs == Hook::Goal {
        return shape_passes(context, body, meets);
    }
    if body.solver.needs == Hook::Rows {
        return sheet_passes(context, body, meets);
    }
    let records = asset.slices.iter();
    let records = records.map(|s| s.tet_row_count + s.edge_row_count);
    let records = u64::from(records.max().unwrap_or(0));
    let rounds = match body.solver.is_explicit() {
        true => {
            let at_once = CLASSES[0].width as usize / SLICE_WIDTH;
            asset.slices.len().div_ceil(at_once) as u64
        }
        false => {
            // Shared vertices run by rounds, whole ones by colours.
            let colours = asset.colour_slices.windows(2);
            let at_once = WHOLE_WIDTH / SLICE_WIDTH as u32;
            let whole: u32 = colours.map(|w| (w[1] - w[0]).div_ceil(at_once)).sum();
            u64::from(body.rounds.max(whole)) * u64::from(palindrome::passes(body.iterations))
        }
    };
    let class = class_of(context, asset, crowd).unwrap_or(0);
    let vertices = (asset.rest_positions.len() as u64).div_ceil(CLASSES[class].width.into());
    let contact = vertices * contact_passes(asset, meets);
    let coarse = coarse_passes(body, CLASSES[class].width, records);
    u64::from(body.substeps) * (rounds * (records + PASSES) + coarse + PASSES + contact)
}

/// Passes of two coarse corrections: vertices, sums at corners of parts, sums at a node, its motions.
fn coarse_passes(body: &Scheduled, width: u32, records: u64) -> u64 {
    if !body.coarse.is_some() {
        return 0;
    }
    let vertices = body.asset.rest_positions.len() as u64;
    let [parts, nodes] = [body.coarse.parts, body.coarse.nodes].map(u64::from);
    let each = 2 * vertices / parts.max(1) + PASSES;
    let one = vertices.div_ceil(width.into()) * (records + PASSES)
        + (8 * parts).div_ceil(width.into()) * each
        + parts
        + 2 * nodes
        + 4 * PASSES;
    2 * one
}

/// The same for shape matching: parts, clusters with their parts and turns of axes, and vertices with their clusters.
fn shape_passes(context: &Context, body: &Scheduled, meets: Meets) -> u64 {
    let class = class_of(context, body.asset, false).unwrap_or(0);
    let at_once = u64::from(CLASSES[class].width);
    let [clusters, parts] = body.clusters.map(u64::from);
    let vertices = body.asset.rest_positions.len() as u64;
    let parts_each = 2 * parts / clusters.max(1);
    let around = 2 * (SHAPE_PART as u64 * parts).div_ceil(vertices.max(1));
    let substep = parts.div_ceil(at_once) * (SHAPE_PART as u64 + 2)
        + clusters.div_ceil(at_once) * (parts_each + PASSES)
        + vertices.div_ceil(at_once) * (around + contact_passes(body.asset, meets) + PASSES);
    u64::from(body.substeps) * (substep + PASSES)
}

/// Passes of an edge with its hinge: its four vertices.
const EDGE_PASSES: u64 = 8;
/// Passes that one of them takes to stay within its planes: two rounds over one plane. With more, all rounds of
/// confine_position and confine_wedge, and confine_part.
const CONFINED_PASSES: [u64; 4] = [0, 6, 36, 50];
/// Passes of one of the edges and hinges around a vertex.
const LOAD_PASSES: u64 = 6;

/// The same for sheets: edges by colour, and vertices with what is around them.
fn sheet_passes(context: &Context, body: &Scheduled, meets: Meets) -> u64 {
    let class = class_of(context, body.asset, false).unwrap_or(0);
    let at_once = u64::from(CLASSES[class].width);
    // Of faces, whose planes are counted for each vertex as if all met, few bind at once.
    let planes = match meets.bounded {
        0 => (meets.colliders as usize).min(STATE_PLANES as usize),
        _ => 1,
    };
    let edge_passes = EDGE_PASSES + 4 * CONFINED_PASSES[planes];
    let colours = body
        .asset
        .sheet
        .iter()
        .flat_map(|s| s.edge_colours.windows(2));
    let sweep: u64 = colours
        .map(|range| 1 + edge_passes * u64::from(range[1] - range[0]).div_ceil(at_once))
        .sum();
    let vertices = body.asset.rest_positions.len() as u64;
    let around = (4 * body.asset.edges.len() as u64).div_ceil(vertices.max(1));
    let each = contact_passes(body.asset, meets) + LOAD_PASSES * around + PASSES;
    let substep = u64::from(body.iterations) * sweep + vertices.div_ceil(at_once) * each;
    u64::from(body.substeps) * (substep + PASSES)
}

/// Passes of one vertex in a substep that looks for its planes, assuming every collider is near it and its faces: the
/// plan knows their number, not their places.
fn contact_passes(asset: &Asset, meets: Meets) -> u64 {
    let (colliders, bounded) = (u64::from(meets.colliders), u64::from(meets.bounded));
    if bounded == 0 {
        // Pushes, contacts, and the planes it keeps already.
        return colliders * (2 + u64::from(STATE_PLANES));
    }
    let mut faces = vec![0u64; asset.rest_positions.len()];
    for corner in asset.surface_triangles.iter().flatten() {
        faces[*corner as usize] += 1;
    }
    let faces = faces.into_iter().max().unwrap_or(0);
    let kept = u64::from(STATE_FACE_PLANES);
    // Pushes are evaluated once more for the note that its faces read.
    colliders * (3 + PLANE_PASSES + kept) + faces * bounded * (1 + FACE_PASSES + kept)
}
