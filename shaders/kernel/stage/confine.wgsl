//#use kernel/stage/carry.wgsl
//#use kernel/stage/state.wgsl
//#use kernel/stage/limit.wgsl
//#use lib/response.wgsl
//#needs kernel/body
//#needs kernel/own
// Moves of a vertex within its bounds: the contact planes that it keeps and its reach. Every new position goes through
// confine_move or confine_slide.

// What may be fetched of a vertex's bounds before it is needed: the first plane, if there is one, the reach, and what binds
// it of other bodies.
struct ConfineBound {
    first: ResponsePlane,
    reach: f32,
    others: LimitBound,
}

// Friction in steps of 1/1024 and bounce in steps of 1/1000 as one whole number below 2^24, exact in f32. Bits packed
// into a float could be a denormal, which some GPUs flush to zero.
fn confine_pack(friction: f32, bounce: f32) -> f32 {
    return round(friction * 1024.0) * 1024.0 + round(bounce * 1000.0);
}

fn confine_plane(vertex: u32, slot: u32) -> ResponsePlane {
    let row = state_row(STATE_PLANE + 2u * slot, vertex);
    let second = state[row + params.state_rows];
    return ResponsePlane(state[row], second.xyz, floor(second.w / 1024.0) / 1024.0);
}

fn confine_bounce(vertex: u32, slot: u32) -> f32 {
    let row = state_row(STATE_PLANE + 2u * slot, vertex) + params.state_rows;
    let packed = state[row].w;
    return (packed - floor(packed / 1024.0) * 1024.0) / 1000.0;
}

// The bounds of a vertex that keeps this many planes.
fn confine_bound(vertex: u32, planes: u32) -> ConfineBound {
    return confine_beside(vertex, planes, confine_others(vertex));
}

fn confine_others(vertex: u32) -> LimitBound {
    if LIMIT_WANTED == 0u {
        return LimitBound();
    }
    return limit_bound(vertex);
}

// The same, where what binds it of others is known.
fn confine_beside(vertex: u32, planes: u32, others: LimitBound) -> ConfineBound {
    var bound: ConfineBound;
    bound.others = others;
    if planes > 0u {
        bound.first = confine_plane(vertex, 0u);
    }
    bound.reach = own_reach(vertex);
    return bound;
}

// A move from x by `way`, which includes the carry: first contact with friction, then plain projection for what is
// left. The result is never behind a kept plane and never past the reach. `planes` is what contact_detect returned.
fn confine_move(
    vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32, block: MathSym3, inverse: MathSym3,
    bound: ConfineBound,
) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    var p = wanted;
    if planes > 0u {
        p = response_push(p, start, block, inverse, bound.first);
    }
    for (var k = 1u; k < planes; k += 2u) {
        let one = confine_plane(vertex, k);
        let other = confine_plane(vertex, min(k + 1u, planes - 1u)); // fetched now, so that both reads are in flight
        p = response_push(p, start, block, inverse, one);
        if k + 1u < planes {
            p = response_push(p, start, block, inverse, other);
        }
    }
    p = confine_position(vertex, p, start, planes, bound);
    if any(p != wanted) {
        confine_mark(vertex);
    }
    return p;
}

// Marks that contact has acted on the vertex in this substep. Its position has no carry any more.
fn confine_mark(vertex: u32) {
    carry_drop(vertex);
    own_mark(vertex);
}

// Whether contact has acted on a vertex in this substep. Its reach alone is no contact.
fn confine_touched(vertex: u32) -> bool {
    return own_planes(vertex) > 0u && own_marked(vertex);
}

// A move without friction, for what is not a step of the solver.
fn confine_slide(vertex: u32, x: vec3<f32>, way: vec3<f32>, start: vec3<f32>, planes: u32) -> vec3<f32> {
    let wanted = carry_move(vertex, x, way);
    let p = confine_position(vertex, wanted, start, planes, confine_bound(vertex, planes));
    if any(p != wanted) {
        confine_mark(vertex);
    }
    return p;
}

// Brings a position to the outer side of all planes and within the reach. One that satisfies them stays as it is. Other
// bodies have the last word: nothing leads through them.
fn confine_position(vertex: u32, wanted: vec3<f32>, start: vec3<f32>, planes: u32, bound: ConfineBound) -> vec3<f32> {
    if body_position(vertex).w <= 0.0 {
        return wanted; // held: it has no bounds
    }
    var p = confine_outside(vertex, wanted, start, planes, bound);
    if LIMIT_WANTED == 0u {
        return p;
    }
    let others = bound.others;
    if others.reach >= TOUCH_FAR || limit_is_loose(others, p) {
        return p;
    }
    for (var round = 0u; round < LIMIT_ROUNDS && limit_project(others, &p); round++) {
        p = confine_outside(vertex, p, start, planes, bound);
    }
    if limit_drives(others) {
        limit_drive(others, &p);
        p = confine_outside(vertex, p, start, planes, bound);
    }
    return limit_part(others, p);
}

// The same for the planes of colliders alone.
fn confine_outside(vertex: u32, wanted: vec3<f32>, start: vec3<f32>, planes: u32, bound: ConfineBound) -> vec3<f32> {
    var p = wanted;
    var moved = planes > 0u;
    for (var round = 0u; moved && round < 4u; round++) {
        moved = confine_project(&p, bound.first.plane, true);
        for (var k = 1u; k < planes; k += 4u) {
            let four = confine_four(vertex, k, planes);
            moved |= confine_project(&p, four[0], true);
            moved |= confine_project(&p, four[1], k + 1u < planes);
            moved |= confine_project(&p, four[2], k + 2u < planes);
            moved |= confine_project(&p, four[3], k + 3u < planes);
        }
    }
    var part = 1.0;
    if moved && planes > 1u { // else a whole round found nothing but rounding
        p = confine_wedge(vertex, p, planes);
        part = confine_part(vertex, p, start, planes);
    }
    let way = p - start;
    let length_squared = dot(way, way);
    let reach = bound.reach;
    if length_squared > reach * reach {
        part = min(part, reach * inverseSqrt(length_squared));
    }
    return select(p, start + way * part, part < 1.0);
}

// Four planes of a vertex, from this slot on. Fetched one by one, each would be waited for. In place of planes beyond the
// last stands the last.
fn confine_four(vertex: u32, slot: u32, planes: u32) -> mat4x4<f32> {
    let last = planes - 1u;
    return mat4x4<f32>(
        state[state_row(STATE_PLANE + 2u * slot, vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 1u, last), vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 2u, last), vertex)],
        state[state_row(STATE_PLANE + 2u * min(slot + 3u, last), vertex)],
    );
}

// Projects p on a plane, if that one counts. True if it moved by more than rounding.
fn confine_project(p: ptr<function, vec3<f32>>, plane: vec4<f32>, counts: bool) -> bool {
    let depth = select(0.0, plane.w - dot(plane.xyz, *p), counts);
    let moves = depth > confine_rounding(plane, *p);
    *p += plane.xyz * max(depth, 0.0);
    return moves;
}

// The rounding error of a distance between p and a plane.
fn confine_rounding(plane: vec4<f32>, p: vec3<f32>) -> f32 {
    return 2.4e-7 * (abs(plane.w) + abs(p.x) + abs(p.y) + abs(p.z));
}

// The plane that p is deepest behind; zero if there is none.
fn confine_deepest(vertex: u32, p: vec3<f32>, planes: u32) -> vec4<f32> {
    var found = ConfineDeepest();
    for (var k = 0u; k < planes; k += 4u) {
        let four = confine_four(vertex, k, planes);
        confine_deeper(&found, four[0], p);
        confine_deeper(&found, four[1], p);
        confine_deeper(&found, four[2], p);
        confine_deeper(&found, four[3], p);
    }
    return found.plane;
}

struct ConfineDeepest {
    plane: vec4<f32>,
    depth: f32,
}

fn confine_deeper(found: ptr<function, ConfineDeepest>, plane: vec4<f32>, p: vec3<f32>) {
    let depth = plane.w - dot(plane.xyz, p) - confine_rounding(plane, p);
    if depth > (*found).depth {
        *found = ConfineDeepest(plane, depth);
    }
}

// Projects on two planes at once, onto the line where they meet: between planes at an acute angle, one after the
// other creeps.
fn confine_wedge(vertex: u32, from_point: vec3<f32>, planes: u32) -> vec3<f32> {
    var p = from_point;
    for (var round = 0u; round < 4u; round++) {
        let one = confine_deepest(vertex, p, planes);
        if all(one.xyz == vec3<f32>(0.0)) {
            break;
        }
        let depth = one.w - dot(one.xyz, p);
        let other = confine_deepest(vertex, p + one.xyz * depth, planes);
        let cosine = dot(one.xyz, other.xyz);
        let sine_squared = 1.0 - cosine * cosine;
        if all(other.xyz == vec3<f32>(0.0)) || sine_squared < 1e-5 {
            p += one.xyz * depth;
            continue;
        }
        let along = (other.w - dot(other.xyz, p) - cosine * depth) / sine_squared;
        p += one.xyz * (depth - cosine * along) + other.xyz * along;
    }
    return p;
}

// The last resort: the part of the way from `start` to p that crosses no plane that `start` is outside of. The start
// satisfies all planes but those of colliders that come nearer, and those that lead out of a collider.
fn confine_part(vertex: u32, p: vec3<f32>, start: vec3<f32>, planes: u32) -> f32 {
    var part = 1.0;
    for (var k = 0u; k < planes; k++) {
        let plane = state[state_row(STATE_PLANE + 2u * k, vertex)];
        let depth = plane.w - dot(plane.xyz, p);
        let gap = dot(plane.xyz, start) - plane.w;
        let rounding = confine_rounding(plane, p);
        if depth > rounding && gap >= -rounding {
            part = min(part, max(gap, 0.0) / (max(gap, 0.0) + depth));
        }
    }
    return part;
}
