//#use kernel/stage/carried.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/recover.wgsl
// How far a body is from those near it, along a few directions. Some threads share a direction of a pair, and many pairs
// are measured at once.

const GAP_WIDTH: u32 = 128u;     // threads
const GAP_TEAM: u32 = 16u;       // threads that share a direction
const GAP_DIRECTIONS: u32 = 7u;
const GAP_MOST: u32 = 9u;        // pairs that are measured at once

// Of each direction where both bodies begin and end along it, as ordered integers: least and most of the first, then of
// the second.
var<workgroup> gap_levels: array<atomic<u32>, 252>;
var<workgroup> gap_bits: atomic<u32>; // a bit a pair that is looked at once more
var<workgroup> gap_count: atomic<u32>;

// A body as points that hold it between them.
struct GapBody {
    index: u32,
    first_vertex: u32,
    points: u32,
    is_boxed: bool,
}

// A surface that a frame carries is measured along seven directions for each body near it. One of more vertices counts by
// the corners of its box: its gap is never wider for it, and along its own axes the same.
const GAP_POINTS: u32 = 256u;

fn gap_body(index: u32) -> GapBody {
    let body = bodies[index];
    let is_boxed = body_is_carrier(body) && body.vertex_count > GAP_POINTS;
    return GapBody(index, body.first_vertex, select(body.vertex_count, 8u, is_boxed), is_boxed);
}

fn gap_point(body: GapBody, number: u32) -> vec3<f32> {
    if body.is_boxed {
        return carried_place(body.index, number);
    }
    return state[state_row(STATE_POSITION, body.first_vertex + number)].xyz;
}

// How many bodies of a list have a number that is not higher than that of a body. Lists are sorted. All threads call it.
fn gap_lower(thread: u32, index: u32, list: vec2<u32>) -> u32 {
    if thread == 0u {
        atomicStore(&gap_count, 0u);
    }
    workgroupBarrier();
    for (var k = thread; k < list.y; k += GAP_WIDTH) {
        if neighbour_body(list.x + k) <= index {
            atomicAdd(&gap_count, 1u);
        }
    }
    workgroupBarrier();
    return atomicLoad(&gap_count);
}

// Where a body begins and ends along a direction, for the points of one thread of a team.
fn gap_span(body: GapBody, n: vec3<f32>, place: vec3<f32>, offset: vec3<f32>, member: u32) -> vec2<u32> {
    var span = vec2<u32>(0xFFFFFFFFu, 0u);
    for (var i = member; i < body.points; i += GAP_TEAM) {
        let x = gap_point(body, i) + offset;
        let level = math_ordered(vec3<f32>(dot(n, x - place))).x;
        span = vec2<u32>(min(span.x, level), max(span.y, level));
    }
    return span;
}

// Measures the pairs of a body with those of some entries. All threads call it.
fn gap_measure(thread: u32, index: u32, first: u32, count: u32) {
    workgroupBarrier();
    for (var i = thread; i < 4u * GAP_DIRECTIONS * count; i += GAP_WIDTH) {
        atomicStore(&gap_levels[i], select(0u, 0xFFFFFFFFu, i % 2u == 0u));
    }
    if thread == 0u {
        atomicStore(&gap_bits, 0u);
    }
    workgroupBarrier();
    let own = gap_body(index);
    let place = state[state_row(STATE_POSITION, own.first_vertex)].xyz;
    for (var task = thread / GAP_TEAM; task < GAP_DIRECTIONS * count; task += GAP_WIDTH / GAP_TEAM) {
        let other = gap_body(neighbour_body(first + task / GAP_DIRECTIONS));
        let offset = cell_between(report_cell(index), report_cell(other.index));
        let n = drift_direction(index, other.index, offset, task % GAP_DIRECTIONS);
        let ours = gap_span(own, n, place, vec3<f32>(0.0), thread % GAP_TEAM);
        let theirs = gap_span(other, n, place, offset, thread % GAP_TEAM);
        atomicMin(&gap_levels[4u * task], ours.x);
        atomicMax(&gap_levels[4u * task + 1u], ours.y);
        atomicMin(&gap_levels[4u * task + 2u], theirs.x);
        atomicMax(&gap_levels[4u * task + 3u], theirs.y);
    }
    workgroupBarrier();
}

// The widest gap of a pair that has been measured. The first direction counts one way, the others both ways.
fn gap_widest(index: u32, other: u32, pair: u32) -> vec4<f32> {
    var best = vec4<f32>(0.0, 0.0, 0.0, -1e38);
    let offset = cell_between(report_cell(index), report_cell(other));
    for (var direction = 0u; direction < GAP_DIRECTIONS; direction++) {
        let n = drift_direction(index, other, offset, direction);
        let word = 4u * (GAP_DIRECTIONS * pair + direction);
        let low = math_from_ordered(vec3<u32>(atomicLoad(&gap_levels[word]), atomicLoad(&gap_levels[word + 2u]), 0u));
        let high = math_from_ordered(vec3<u32>(atomicLoad(&gap_levels[word + 1u]), atomicLoad(&gap_levels[word + 3u]), 0u));
        if recover_is_wider(vec4<f32>(n, low.x - high.y), best) {
            best = vec4<f32>(n, low.x - high.y);
        }
        if direction > 0u && recover_is_wider(vec4<f32>(-n, low.y - high.x), best) {
            best = vec4<f32>(-n, low.y - high.x);
        }
    }
    return best;
}
