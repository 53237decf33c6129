//#use contact/detection/kinematic_surface.wgsl
//#use contact/broad/set_motion.wgsl
//#use contact/narrow/recovery.wgsl
// The gaps between a body and the bodies near it, along seven directions. A team of threads measures one direction of a
// pair, and several pairs are measured at once.

const SEPARATION_WIDTH: u32 = 128u; // threads
const SEPARATION_TEAM: u32 = 16u;   // threads that share a direction
const SEPARATION_DIRECTIONS: u32 = 7u;
const SEPARATION_MOST: u32 = 9u; // pairs that are measured at once

// For each direction the extent of both bodies along it, as ordered integers: minimum and maximum of the first body, then of
// the second.
var<workgroup> separation_levels: array<atomic<u32>, 252>;
var<workgroup> separation_bits: atomic<u32>; // one bit for each pair that is measured once more
var<workgroup> separation_count: atomic<u32>;

// A body as points whose convex hull contains it.
struct SeparationBody {
    index: u32,
    first_vertex: u32,
    points: u32,
    is_boxed: bool,
}

// A kinematic surface is measured along seven directions for each body near it. A surface of more vertices than this is
// measured by the corners of its box: that never widens a gap, and along the surface's own axes the gap is the same.
const SEPARATION_POINTS: u32 = 256u;

fn separation_body(index: u32) -> SeparationBody {
    let body = bodies[index];
    let is_boxed = body_is_kinematic(body) && body.vertex_count > SEPARATION_POINTS;
    return SeparationBody(index, body.first_vertex, select(body.vertex_count, 8u, is_boxed), is_boxed);
}

fn separation_point(body: SeparationBody, number: u32) -> vec3<f32> {
    if body.is_boxed {
        return kinematic_surface_position(body.index, number);
    }
    return state[state_row(STATE_POSITION, body.first_vertex + number)].xyz;
}

// The number of bodies in a list up to a body's own number. Lists are sorted. All threads call it.
fn separation_lower(thread: u32, index: u32, list: vec2<u32>) -> u32 {
    if thread == 0u {
        atomicStore(&separation_count, 0u);
    }
    workgroupBarrier();
    for (var k = thread; k < list.y; k += SEPARATION_WIDTH) {
        if body_pairs_body(list.x + k) <= index {
            atomicAdd(&separation_count, 1u);
        }
    }
    workgroupBarrier();
    return atomicLoad(&separation_count);
}

// The extent of a body along a direction, over the points of one thread of a team.
fn separation_span(body: SeparationBody, n: vec3<f32>, position: vec3<f32>, offset: vec3<f32>, member: u32) -> vec2<u32> {
    var span = vec2<u32>(0xFFFFFFFFu, 0u);
    for (var i = member; i < body.points; i += SEPARATION_TEAM) {
        let x = separation_point(body, i) + offset;
        let level = math_ordered(vec3<f32>(dot(n, x - position))).x;
        span = vec2<u32>(min(span.x, level), max(span.y, level));
    }
    return span;
}

// Measures the gaps between a body and the bodies of some entries. All threads call it.
fn separation_measure(thread: u32, index: u32, first: u32, count: u32) {
    workgroupBarrier();
    for (var i = thread; i < 4u * SEPARATION_DIRECTIONS * count; i += SEPARATION_WIDTH) {
        atomicStore(&separation_levels[i], select(0u, 0xFFFFFFFFu, i % 2u == 0u));
    }
    if thread == 0u {
        atomicStore(&separation_bits, 0u);
    }
    workgroupBarrier();
    let own = separation_body(index);
    let position = state[state_row(STATE_POSITION, own.first_vertex)].xyz;
    for (var task = thread / SEPARATION_TEAM; task < SEPARATION_DIRECTIONS * count; task += SEPARATION_WIDTH / SEPARATION_TEAM) {
        let other = separation_body(body_pairs_body(first + task / SEPARATION_DIRECTIONS));
        let offset = cell_between(report_cell(index), report_cell(other.index));
        let n = set_motion_direction(index, other.index, offset, task % SEPARATION_DIRECTIONS);
        let ours = separation_span(own, n, position, vec3<f32>(0.0), thread % SEPARATION_TEAM);
        let theirs = separation_span(other, n, position, offset, thread % SEPARATION_TEAM);
        atomicMin(&separation_levels[4u * task], ours.x);
        atomicMax(&separation_levels[4u * task + 1u], ours.y);
        atomicMin(&separation_levels[4u * task + 2u], theirs.x);
        atomicMax(&separation_levels[4u * task + 3u], theirs.y);
    }
    workgroupBarrier();
}

// The widest gap of a pair after separation_measure. The first direction counts one way, the others both ways.
fn separation_widest(index: u32, other: u32, pair: u32) -> vec4<f32> {
    var best = vec4<f32>(0.0, 0.0, 0.0, -1e38);
    let offset = cell_between(report_cell(index), report_cell(other));
    for (var direction = 0u; direction < SEPARATION_DIRECTIONS; direction++) {
        let n = set_motion_direction(index, other, offset, direction);
        let word = 4u * (SEPARATION_DIRECTIONS * pair + direction);
        let low = math_from_ordered(vec3<u32>(atomicLoad(&separation_levels[word]), atomicLoad(&separation_levels[word + 2u]), 0u));
        let high = math_from_ordered(vec3<u32>(atomicLoad(&separation_levels[word + 1u]), atomicLoad(&separation_levels[word + 3u]), 0u));
        if recovery_is_wider(vec4<f32>(n, low.x - high.y), best) {
            best = vec4<f32>(n, low.x - high.y);
        }
        if direction > 0u && recovery_is_wider(vec4<f32>(-n, low.y - high.x), best) {
            best = vec4<f32>(-n, low.y - high.x);
        }
    }
    return best;
}
