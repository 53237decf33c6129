//! Loop passes of a thread in a step, to test whether Mesa's software drivers can finish a resident body. Solvers with loops
//! of their own estimate theirs in their files.

use super::contact_features::ContactFeatures;
use super::scheduled::Scheduled;
use super::size_class::{CLASSES, class_of};
use super::steps::steps;
use crate::asset::Asset;
use crate::element::group_kind::Items;
use crate::element::groups::kinds_of;
use crate::gpu::context::Context;
use crate::share::{STATE_FACE_PLANES, STATE_PLANES};

/// Once a thread has made 65,535 loop passes, Mesa's software drivers end every loop after its first pass
/// (LP_MAX_TGSI_LOOP_ITERATIONS), so a body would stop in mid-sweep. The limit is half of this, since passes are estimates.
pub const MOST_PASSES: u64 = 65_535 / 2;
/// Passes of a round or slice besides its records: gathering, planes, the loops' last passes.
pub const PASSES: u64 = 20;
/// Passes of a collider near a vertex: its two poses, and the rounds of collider_planes_add.
const MEET_PASSES: u64 = 3;
/// Passes to find the plane of a collider near a vertex: the rounds of collider_separating_plane.
const PLANE_PASSES: u64 = 11;
/// Passes to find the plane of a collider near a face: two rounds of collider_face_plane, each over the axes of a cuboid,
/// suffice unless both move fast.
const FACE_PASSES: u64 = 2 * 14;
/// Passes to project a corner of an element to its planes: two rounds over one plane; with more, all rounds of
/// collider_projection_outside, collider_projection_wedge and collider_projection_part.
const CORNER_PASSES: [u64; 4] = [0, 6, 36, 50];
/// Corners of an element.
const CORNERS: u64 = 4;
/// Passes of an element around a vertex that begins a substep with a load.
const LOAD_PASSES: u64 = 6;

/// Threads of the workgroup of a resident body. `crowd`: many bodies suit whole vertices.
pub fn threads(context: &Context, asset: &Asset, crowd: bool) -> u64 {
    let class = class_of(context, asset, crowd).unwrap_or(0);
    CLASSES[class].width.into()
}

/// The most records of a vertex: rows of tets and of edges.
pub fn records(asset: &Asset) -> u64 {
    let slices = asset.slices.iter();
    let records = slices.map(|s| s.tet_row_count + s.edge_row_count);
    records.max().unwrap_or(0).into()
}

/// Passes of a thread of a body in a step of `shaders/executor/`.
pub fn driven(context: &Context, body: &Scheduled, features: ContactFeatures) -> u64 {
    let at_once = threads(context, body.asset, false);
    // Few planes of faces are active at once, though each vertex counts the search for all.
    let planes = match features.bounded {
        0 => (features.colliders as usize).min(STATE_PLANES as usize),
        _ => 1,
    };
    let corners = CORNERS * CORNER_PASSES[planes];
    let (mut iteration, mut loads) = (0, 0);
    for step in steps(body) {
        let kinds = kinds_of(1 << step.kind);
        let (count, turns) = (
            u64::from(step.count),
            u64::from(step.count).div_ceil(at_once),
        );
        for kind in kinds {
            iteration += match step.items == Items::Elements {
                true => 1 + turns * (kind.loop_passes + corners),
                false => turns * kind.loop_passes,
            };
            loads += CORNERS * count * u64::from(kind.opens);
        }
    }
    let vertices = body.asset.rest_positions.len() as u64;
    let around = loads.div_ceil(vertices.max(1));
    let each = contact_passes(body.asset, features) + LOAD_PASSES * around + PASSES;
    let substep = u64::from(body.iterations) * iteration + vertices.div_ceil(at_once) * each;
    u64::from(body.substeps) * (substep + PASSES)
}

/// Passes of one vertex in a substep that finds its planes, if every collider is near the vertex and its faces: the plan
/// knows the number of colliders, not their positions.
pub fn contact_passes(asset: &Asset, features: ContactFeatures) -> u64 {
    let (colliders, bounded) = (u64::from(features.colliders), u64::from(features.bounded));
    if bounded == 0 {
        // Pushes, contacts, and the planes of the vertex.
        return colliders * (2 + MEET_PASSES + u64::from(STATE_PLANES));
    }
    let mut faces = vec![0u64; asset.rest_positions.len()];
    for corner in asset.surface_triangles.iter().flatten() {
        faces[*corner as usize] += 1;
    }
    let faces = faces.into_iter().max().unwrap_or(0);
    let kept = u64::from(STATE_FACE_PLANES);
    // Pushes are evaluated once more for the vertex's note to its faces.
    let vertex = colliders * (3 + MEET_PASSES + PLANE_PASSES + kept);
    vertex + faces * bounded * (1 + MEET_PASSES + FACE_PASSES + kept)
}
