//! Whether Mesa's software drivers run a resident body to its end.

use super::class::{CLASSES, WHOLE_WIDTH, class_of};
use super::schedule::{Meets, Scheduled};
use crate::asset::{Asset, SLICE_WIDTH};
use crate::gpu::context::Context;
use crate::share::{SCRATCH_FACE_PLANES, SCRATCH_PLANES};

/// Mesa's software drivers end every loop of a shader at its first pass once a thread has made 65,535 passes through
/// all loops together (LP_MAX_TGSI_LOOP_ITERATIONS), which breaks a body off somewhere in its sweeps. Half of it, since
/// passes are estimated.
const SOFTWARE_PASSES: u64 = 65_535 / 2;
/// Passes of a round, or a slice, beside those over its records: gathering, planes, the loops' own last passes.
const PASSES: u64 = 20;
/// Passes to find the plane of a collider that is near a vertex: the rounds of collider_separating_plane.
const PLANE_PASSES: u64 = 11;
/// Passes to find the plane of a collider that is near a face: it takes two of the rounds of collider_face_plane, each over the
/// axes of a cuboid, unless both go fast.
const FACE_PASSES: u64 = 2 * 14;

/// Whether a thread of the body stays below the driver's count; `crowd`: there are many that whole vertices suit.
pub fn is_within(context: &Context, body: &Scheduled, crowd: bool, meets: Meets) -> bool {
    passes(context, body, crowd, meets) <= SOFTWARE_PASSES
}

/// About how many passes through loops a thread of a resident body makes in a step.
fn passes(context: &Context, body: &Scheduled, crowd: bool, meets: Meets) -> u64 {
    let asset = body.asset;
    let records = asset.slices.iter();
    let records = records.map(|s| s.tet_row_count + s.edge_row_count);
    let records = u64::from(records.max().unwrap_or(0));
    let rounds = match body.method.is_explicit() {
        true => {
            let at_once = CLASSES[0].width as usize / SLICE_WIDTH;
            asset.slices.len().div_ceil(at_once) as u64
        }
        false => {
            // Shared vertices go round by round, whole ones colour by colour.
            let colours = asset.colour_slices.windows(2);
            let at_once = WHOLE_WIDTH / SLICE_WIDTH as u32;
            let whole: u32 = colours.map(|w| (w[1] - w[0]).div_ceil(at_once)).sum();
            u64::from(body.rounds.max(whole)) * u64::from(body.iterations)
        }
    };
    let class = class_of(context, asset, crowd).unwrap_or(0);
    let vertices = (asset.rest_positions.len() as u64).div_ceil(CLASSES[class].width.into());
    let contact = vertices * contact_passes(asset, meets);
    u64::from(body.substeps) * (rounds * (records + PASSES) + PASSES + contact)
}

/// Passes of one vertex in a substep that looks for its planes, if every collider is near the vertex and each of its faces:
/// what the plan knows is how many there are, not where they will be.
fn contact_passes(asset: &Asset, meets: Meets) -> u64 {
    let (colliders, bounded) = (u64::from(meets.colliders), u64::from(meets.bounded));
    if bounded == 0 {
        // What pushes it, what it may touch, and the planes that it keeps already.
        return colliders * (2 + u64::from(SCRATCH_PLANES));
    }
    let mut faces = vec![0u64; asset.rest_positions.len()];
    for corner in asset.surface_triangles.iter().flatten() {
        faces[*corner as usize] += 1;
    }
    let faces = faces.into_iter().max().unwrap_or(0);
    let kept = u64::from(SCRATCH_FACE_PLANES);
    // What pushes it is asked once more for the note that its faces read.
    colliders * (3 + PLANE_PASSES + kept) + faces * bounded * (1 + FACE_PASSES + kept)
}
