//#use kernel/stage/carry.wgsl
//#use collider/collider.wgsl
//#use lib/response.wgsl
// Contact of one vertex with all colliders in one substep: which planes bind it, and how far it may go.

struct ContactSubstep {
    body: u32,
    begin: f32, // fraction of the step at the start of the substep
    end: f32,   // and at its end
    h: f32,
}

// Starting this deep, relative to the body's size, still counts as lying on the surface (rounding).
const CONTACT_SKIN: f32 = 1e-4;

// Keeps the planes of the nearest colliders within reach. A collider that finds no room shortens the reach to its
// distance, so that nothing is ever passed through; the report counts such vertices. Returns the planes kept.
fn contact_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: ContactSubstep) -> u32 {
    let body = bodies[sub.body];
    var reach = 2.0 * distance(start, guess) + 0.1 * body.shape.y + contact_push(start, sub);
    var gaps = vec3<f32>(3.4e38);
    var kept = 0u;
    for (var m = 0u; m < params.counts.y; m++) {
        let mover = movers[m];
        if !contact_meets(mover, body) {
            continue;
        }
        let pose0 = collider_pose(mover, sub.begin);
        let pose1 = collider_pose(mover, sub.end);
        let span = mover.size.w + reach + distance(pose0.position, pose1.position);
        if mover.size.w >= 0.0 && distance(start, pose0.position) > span {
            continue;
        }
        let local = collider_to_local(pose0, start);
        let near = collider_distance(mover.filters.x, mover.size.xyz, local);
        let slip = collider_to_world(pose1, local) - start;
        let gap = near.w - length(slip);
        if gap > reach {
            continue;
        }
        var slot = kept;
        if kept == SCRATCH_PLANES {
            // No room: drop the farthest of all, and let the reach stop short of it.
            let farthest = max(gaps.x, max(gaps.y, gaps.z));
            reach = min(reach, max(max(gap, farthest), 0.0));
            atomicAdd(&report[sub.body * REPORT_WORDS + REPORT_LIMITED], 1u);
            if gap >= farthest {
                continue;
            }
            slot = select(select(2u, 1u, gaps.y == farthest), 0u, gaps.x == farthest);
        } else {
            kept += 1u;
        }
        gaps[slot] = gap;
        contact_keep(vertex, slot, mover, sub, local, near.w, collider_to_local(pose1, guess), slip);
    }
    own_set_reach(vertex, reach);
    return kept;
}

fn contact_meets(mover: Mover, body: Body) -> bool {
    return (mover.filters.y & body.filters.y) != 0u && (mover.filters.z & body.filters.x) != 0u;
}

// The farthest that a moving collider can push a vertex from `start` in the substep: a vertex must be allowed to go
// that way, or a fast collider would pass over it.
fn contact_push(start: vec3<f32>, sub: ContactSubstep) -> f32 {
    let body = bodies[sub.body];
    var push = 0.0;
    for (var m = 0u; m < params.counts.y; m++) {
        let mover = movers[m];
        if mover.filters.w == 0u || !contact_meets(mover, body) {
            continue;
        }
        let local = collider_to_local(collider_pose(mover, sub.begin), start);
        let slip = length(collider_to_world(collider_pose(mover, sub.end), local) - start);
        let near = collider_distance(mover.filters.x, mover.size.xyz, local);
        push = max(push, slip - max(near.w, 0.0));
    }
    return push;
}

// Writes the plane of one collider, in the world at the end of the substep.
fn contact_keep(vertex: u32, slot: u32, mover: Mover, sub: ContactSubstep, local: vec3<f32>, gap: f32, end: vec3<f32>, slip: vec3<f32>) {
    let body = bodies[sub.body];
    let pose1 = collider_pose(mover, sub.end);
    var plane = vec4<f32>(0.0);
    if gap < -CONTACT_SKIN * body.shape.y {
        let centre = collider_to_local(collider_pose(mover, sub.begin), report_centre(sub.body));
        plane = collider_exit_plane(mover.filters.x, mover.size.xyz, local, centre, body.contact.z * sub.h);
    } else {
        plane = collider_separating_plane(mover.filters.x, mover.size.xyz, local, end);
    }
    let n = math_rotate(pose1.rotation, plane.xyz);
    let offset = plane.w + dot(n, pose1.position);
    let friction = sqrt(mover.position0.w * body.contact.x);
    let bounce = max(mover.position1.w, body.contact.y);
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex);
    scratch[row] = vec4<f32>(n, offset);
    scratch[row + params.counts.w] = vec4<f32>(slip, contact_pack(friction, bounce));
}

// Friction in steps of 1/1024 and bounce in steps of 1/1000 as one whole number below 2^24, exact in f32. (Bits packed
// into a float may be a denormal, which some GPUs flush to zero.)
fn contact_pack(friction: f32, bounce: f32) -> f32 {
    return round(friction * 1024.0) * 1024.0 + round(bounce * 1000.0);
}

fn contact_plane(vertex: u32, slot: u32) -> ResponsePlane {
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex);
    let second = scratch[row + params.counts.w];
    return ResponsePlane(scratch[row], second.xyz, floor(second.w / 1024.0) / 1024.0);
}

fn contact_bounce(vertex: u32, slot: u32) -> f32 {
    let row = scratch_row(SCRATCH_PLANE + 2u * slot, vertex) + params.counts.w;
    let packed = scratch[row].w;
    return (packed - floor(packed / 1024.0) * 1024.0) / 1000.0;
}

// The only way to a new position: from x by `way` (which includes the carry), then contact with friction, then whatever
// is left over by plain projection; never through a kept plane, never past the reach. `planes` is what contact_detect
// returned.
fn contact_move(vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    var p = wanted;
    for (var k = 0u; k < planes; k++) {
        p = response_push(p, start, block, inverse, contact_plane(vertex, k));
    }
    p = contact_confine(vertex, p, start, planes);
    if any(p != wanted) {
        contact_mark(vertex);
    }
    return p;
}

// Contact has acted on the vertex in this substep. Its position has no carry any more.
fn contact_mark(vertex: u32) {
    carry_drop(vertex);
    own_mark(vertex);
}

fn contact_marked(vertex: u32) -> bool {
    return own_marked(vertex);
}

// The same without friction, for moves that are no step of a solver.
fn contact_slide(vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    let p = contact_confine(vertex, wanted, start, planes);
    if any(p != wanted) {
        contact_mark(vertex);
    }
    return p;
}

// Projection onto the kept planes and the reach; idempotent for a position that satisfies them.
fn contact_confine(vertex: u32, wanted: vec3<f32>, start: vec3<f32>, planes: u32) -> vec3<f32> {
    var p = wanted;
    if own_position(vertex).w <= 0.0 {
        return p; // held: it goes where it is told, and has no reach
    }
    // One plane needs one projection.
    let rounds = select(4u * planes, planes, planes < 2u);
    for (var round = 0u; round < rounds; round++) {
        let plane = scratch[scratch_row(SCRATCH_PLANE + 2u * (round % planes), vertex)];
        p += plane.xyz * max(plane.w - dot(plane.xyz, p), 0.0);
    }
    let way = p - start;
    let length_squared = dot(way, way);
    let reach = own_reach(vertex);
    if length_squared > reach * reach {
        p = start + way * (reach * inverseSqrt(length_squared));
    }
    return p;
}
