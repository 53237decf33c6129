//#use memory/state.wgsl
//#use lib/response.wgsl
//#use contact/detection/vertex_reach.wgsl
//#needs memory/scratch
// The planes of colliders that bind a vertex in a substep, and the moves of the vertex within them.

// The bound of a vertex by colliders: its first plane, if it has one, and its reach from its start.
struct ColliderProjectionBound {
    first: ResponsePlane,
    reach: f32,
}

fn collider_projection_bound(vertex: u32, has_planes: bool) -> ColliderProjectionBound {
    var bound: ColliderProjectionBound;
    if has_planes {
        bound.first = collider_projection_plane(vertex, 0u);
    }
    bound.reach = scratch_bound(vertex);
    return bound;
}

// Friction in steps of 1/1024 and bounce in steps of 1/1000 as one whole number below 2^24, exact in f32. Bits packed
// into a float could be a denormal, which some GPUs flush to zero.
fn collider_projection_pack(friction: f32, bounce: f32) -> f32 {
    return round(friction * 1024.0) * 1024.0 + round(bounce * 1000.0);
}

fn collider_projection_plane(vertex: u32, slot: u32) -> ResponsePlane {
    let row = state_row(STATE_PLANE + 2u * slot, vertex);
    let second = state[row + params.state_rows];
    return ResponsePlane(state[row], second.xyz, floor(second.w / 1024.0) / 1024.0);
}

fn collider_projection_bounce(vertex: u32, slot: u32) -> f32 {
    let row = state_row(STATE_PLANE + 2u * slot, vertex) + params.state_rows;
    let packed = state[row].w;
    return (packed - floor(packed / 1024.0) * 1024.0) / 1000.0;
}

// The least distance of x from the planes of colliders that a vertex keeps.
fn collider_projection_least(vertex: u32, x: vec3<f32>, planes: u32) -> f32 {
    var least = 3.4e38;
    for (var k = 0u; k < planes; k++) {
        let plane = state[state_row(STATE_PLANE + 2u * k, vertex)];
        least = min(least, dot(plane.xyz, x) - plane.w);
    }
    return least;
}

// A position after friction, plane by plane. The projection does the rest.
fn collider_projection_push(
    vertex: u32, wanted: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3, bound: ColliderProjectionBound,
) -> vec3<f32> {
    var p = wanted;
    if planes > 0u {
        p = response_push(p, start, block, inverse, bound.first);
    }
    for (var k = 1u; k < planes; k += 2u) {
        let one = collider_projection_plane(vertex, k);
        let other = collider_projection_plane(vertex, min(k + 1u, planes - 1u)); // loaded now: both reads are in flight
        p = response_push(p, start, block, inverse, one);
        if k + 1u < planes {
            p = response_push(p, start, block, inverse, other);
        }
    }
    return p;
}

// Whether contact has acted on a vertex in this substep. A move that only the reach shortened is no contact.
fn collider_projection_touched(vertex: u32) -> bool {
    return scratch_planes(vertex) > 0u && scratch_marked(vertex);
}

// Projects a position onto the outer side of all planes and into the reach. An admissible position stays as it is.
fn collider_projection_outside(
    vertex: u32, wanted: vec3<f32>, start: vec3<f32>, planes: u32, bound: ColliderProjectionBound,
) -> vec3<f32> {
    var p = wanted;
    var moved = planes > 0u;
    for (var round = 0u; moved && round < 4u; round++) {
        moved = collider_projection_project(&p, bound.first.plane, true);
        for (var k = 1u; k < planes; k += 4u) {
            let four = collider_projection_four(vertex, k, planes);
            moved |= collider_projection_project(&p, four[0], true);
            moved |= collider_projection_project(&p, four[1], k + 1u < planes);
            moved |= collider_projection_project(&p, four[2], k + 2u < planes);
            moved |= collider_projection_project(&p, four[3], k + 3u < planes);
        }
    }
    var part = 1.0;
    if moved && planes > 1u { // else a whole round found nothing above rounding
        p = collider_projection_wedge(vertex, p, planes);
        part = collider_projection_part(vertex, p, start, planes);
    }
    return vertex_reach_within(p, start, bound.reach, part);
}

// Four planes of a vertex, from this slot on: loaded one by one, each would stall the thread. The last plane replaces planes
// beyond the end.
fn collider_projection_four(vertex: u32, slot: u32, planes: u32) -> mat4x4<f32> {
    let last = planes - 1u;
    return mat4x4<f32>(
        state[state_row(STATE_PLANE + 2u * slot, vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 1u, last), vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 2u, last), vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 3u, last), vertex)],
    );
}

// Projects p onto a plane, if `counts`. True if p moved by more than rounding.
fn collider_projection_project(p: ptr<function, vec3<f32>>, plane: vec4<f32>, counts: bool) -> bool {
    let depth = select(0.0, plane.w - dot(plane.xyz, *p), counts);
    let moves = depth > collider_projection_rounding(plane, *p);
    *p += plane.xyz * max(depth, 0.0);
    return moves;
}

// The rounding error of a distance between p and a plane.
fn collider_projection_rounding(plane: vec4<f32>, p: vec3<f32>) -> f32 {
    return 2.4e-7 * (abs(plane.w) + abs(p.x) + abs(p.y) + abs(p.z));
}

// The plane that p is deepest behind; zero if there is none.
fn collider_projection_deepest(vertex: u32, p: vec3<f32>, planes: u32) -> vec4<f32> {
    var found = ColliderProjectionDeepest();
    for (var k = 0u; k < planes; k += 4u) {
        let four = collider_projection_four(vertex, k, planes);
        collider_projection_deeper(&found, four[0], p);
        collider_projection_deeper(&found, four[1], p);
        collider_projection_deeper(&found, four[2], p);
        collider_projection_deeper(&found, four[3], p);
    }
    return found.plane;
}

struct ColliderProjectionDeepest {
    plane: vec4<f32>,
    depth: f32,
}

fn collider_projection_deeper(found: ptr<function, ColliderProjectionDeepest>, plane: vec4<f32>, p: vec3<f32>) {
    let depth = plane.w - dot(plane.xyz, p) - collider_projection_rounding(plane, p);
    if depth > (*found).depth {
        *found = ColliderProjectionDeepest(plane, depth);
    }
}

// Projects onto two planes at once, onto the line where they intersect: between planes at an acute angle, one projection
// after the other converges slowly. Rounds alternate: the deepest plane at p, then the deepest one at the projection onto
// the first.
fn collider_projection_wedge(vertex: u32, from_point: vec3<f32>, planes: u32) -> vec3<f32> {
    var p = from_point;
    var one: vec4<f32>;
    var depth = 0.0;
    for (var k = 0u; k < 8u; k++) {
        let is_first = k % 2u == 0u;
        let found = collider_projection_deepest(vertex, select(p + one.xyz * depth, p, is_first), planes);
        if is_first {
            if all(found.xyz == vec3<f32>(0.0)) {
                break;
            }
            one = found;
            depth = one.w - dot(one.xyz, p);
            continue;
        }
        let cosine = dot(one.xyz, found.xyz);
        let sine_squared = 1.0 - cosine * cosine;
        if all(found.xyz == vec3<f32>(0.0)) || sine_squared < 1e-5 {
            p += one.xyz * depth;
            continue;
        }
        let along = (found.w - dot(found.xyz, p) - cosine * depth) / sine_squared;
        p += one.xyz * (depth - cosine * along) + found.xyz * along;
    }
    return p;
}

// The last resort: the part of the way from `start` to p that crosses no plane that `start` is outside of. The start
// satisfies all planes except those of approaching colliders and those that lead out of a collider.
fn collider_projection_part(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32) -> f32 {
    var part = 1.0;
    for (var k = 0u; k < planes; k++) {
        let plane = state[state_row(STATE_PLANE + 2u * k, vertex)];
        let depth = plane.w - dot(plane.xyz, p);
        let gap = dot(plane.xyz, start) - plane.w;
        let rounding = collider_projection_rounding(plane, p);
        if depth > rounding && gap >= -rounding {
            part = min(part, max(gap, 0.0) / (max(gap, 0.0) + depth));
        }
    }
    return part;
}
