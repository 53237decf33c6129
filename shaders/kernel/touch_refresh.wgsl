//#use kernel/stage/refresh.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/union.wgsl
//#use kernel/body/world.wgsl
// The start of an epoch: the planes that part what may touch in it, and the rows that press it apart. A workgroup has a
// patch; a thread has a candidate, and then a point with all of its candidates.

const TOUCH_REFRESH_WIDTH: u32 = 64u;

@compute @workgroup_size(TOUCH_REFRESH_WIDTH)
fn touch_refresh(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    if !limit_is_near(work.x) {
        return;
    }
    if work.y == 0u {
        touch_refresh_part(work.x, thread);
    }
    let body = bodies[work.x];
    let own = refresh_body(work.x, work.x);
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    for (var i = thread; i < part.points; i += TOUCH_REFRESH_WIDTH) {
        touch_refresh_reference(body.first_vertex + facet_point(surface, part.first_point + i), own);
    }
    let range = facet_range(body, surface, work.y);
    for (var c = range.x + thread; c < range.y; c += TOUCH_REFRESH_WIDTH) {
        touch_refresh_candidate(c, surface, own);
    }
    storageBarrier(); // gaps of points
    workgroupBarrier();
    for (var i = thread; i < part.points; i += TOUCH_REFRESH_WIDTH) {
        touch_refresh_point(body.first_vertex + facet_point(surface, part.first_point + i), own);
    }
}

// Every body begins the epoch as an island of its own (kernel/stage/island.wgsl).
fn touch_refresh_part(body: u32, thread: u32) {
    union_clear(body, thread, TOUCH_REFRESH_WIDTH, UNION_MOST_SUMS);
    if thread == 0u {
        union_open(body);
    }
}

// Writes x_ref and the reach of a vertex. Others work them out for themselves. One without slots keeps no plane.
fn touch_refresh_reference(vertex: u32, own: RefreshBody) {
    let found = refresh_vertex(vertex, own);
    let row = limit_vertex(vertex);
    limit_set(row + TOUCH_REF + limit_parity(params.substep), vec4<f32>(found.x, found.reach));
    touch[row + TOUCH_OWN].z = bitcast<u32>(found.reach);
}

// The plane of a candidate. Two edges have a row of their own; of a point and a triangle the gap is noted.
fn touch_refresh_candidate(candidate: u32, surface: Surface, own: RefreshBody) {
    let about = limit_about(candidate);
    let is_edges = limit_kind(about) == TOUCH_EDGES;
    let other = refresh_body(about.y, own.index);
    let pair = refresh_pair(candidate, is_edges, own, other);
    refresh_plane(candidate, pair);
    if !is_edges {
        let gap = select(TOUCH_FAR, pair.gap, touch_refresh_acts(pair, own, other));
        limit_set(limit_contact(candidate), vec4<f32>(vec3<f32>(0.0), gap));
        return;
    }
    let edge = limit_edge(about);
    if touch_refresh_crosses(pair, surface, edge, about.z, own, other) && touch_refresh_acts(pair, own, other) {
        let multiplier = touch_refresh_edge(candidate, edge, about, own);
        touch_refresh_press(candidate, pair, multiplier, own, other);
    }
}

// The multipliers of two edges at the end of the last epoch.
fn touch_refresh_edge(candidate: u32, edge: u32, about: vec4<u32>, own: RefreshBody) -> vec4<f32> {
    if params.substep > 0u {
        return limit_floats(limit_contact(candidate) + 1u);
    }
    let list = touch[frames.touch.edge_row + bodies[own.index].first_edge + edge];
    return touch_refresh_kept(list, about.y, about.z);
}

// A row for each other body that a point may touch: its nearest triangle. The multipliers are kept by that body.
fn touch_refresh_point(vertex: u32, own: RefreshBody) {
    let list = touch[frames.touch.point_row + vertex];
    let end = list.x + list.y;
    var c = list.x;
    while c < end {
        let index = limit_about(c).y;
        var nearest = c;
        var least = TOUCH_FAR;
        for (; c < end && limit_about(c).y == index; c++) {
            let gap = limit_floats(limit_contact(c)).w;
            if gap < least {
                nearest = c;
                least = gap;
            }
        }
        if least < TOUCH_FAR {
            let other = refresh_body(index, own.index);
            let multiplier = touch_refresh_kept(list, index, TOUCH_NONE);
            touch_refresh_press(nearest, refresh_pair(nearest, false, own, other), multiplier, own, other);
        }
    }
}

// The multipliers of a primary at the end of the last epoch, with a body and one of its features. Those of the step before
// are among that step's candidates. Lists are sorted by body and feature.
fn touch_refresh_kept(list: vec4<u32>, other: u32, key: u32) -> vec4<f32> {
    let opens = params.substep == 0u;
    let half = select(touch_half(), touch_last_half(), opens);
    let least = select(key, 0u, key == TOUCH_NONE);
    var low = select(list.x, list.z, opens);
    let end = low + select(list.y, list.w, opens);
    var high = end;
    while low < high {
        let middle = (low + high) / 2u;
        let about = touch[touch_candidate_row(middle, half) + 1u];
        if about.y < other || (about.y == other && about.z < least) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    for (; low < end; low++) {
        let about = touch[touch_candidate_row(low, half) + 1u];
        if about.y != other || (key != TOUCH_NONE && about.z != key) {
            break;
        }
        let kept = limit_floats(touch_contact_row(low, half) + 1u);
        if kept.w > 0.0 {
            return kept;
        }
    }
    return vec4<f32>(0.0);
}

// Within a body, features that are near at rest press nothing: their elements hold them apart.
fn touch_refresh_acts(pair: RefreshPair, own: RefreshBody, other: RefreshBody) -> bool {
    if own.index != other.index {
        return true;
    }
    let body = bodies[own.index];
    let surface = facet_of(body);
    var x: array<vec3<f32>, 4>;
    for (var k = 0u; k < 4u; k++) {
        x[k] = facet_rest(surface, pair.corners[k] - body.first_vertex) * body.scale;
    }
    var between: vec3<f32>;
    if pair.is_edges {
        between = closest_segments(x[0], x[1], x[2], x[3]).way;
    } else {
        between = closest_triangle(x[0], x[1], x[2], x[3]).way;
    }
    return length(between) >= 4.0 * pair.radius + 5.0 * pair.sides[0].leeway;
}

// Whether two edges meet as edges do: within both, and each in the cone of normals of the other. Flat edges are no edges.
fn touch_refresh_crosses(
    pair: RefreshPair, surface: Surface, edge: u32, other_edge: u32, own: RefreshBody, other: RefreshBody,
) -> bool {
    let inside = all(pair.weights > vec4<f32>(0.01)) && all(pair.weights < vec4<f32>(0.99));
    if !inside || pair.gap <= 0.0 {
        return false;
    }
    let n = pair.between / pair.gap;
    let a = touch_refresh_wings(surface, edge, own, -n);
    let b = touch_refresh_wings(facet_of(bodies[other.index]), other_edge, other, n);
    return a.outward && b.outward && !(a.is_flat && b.is_flat);
}

struct TouchRefreshWings {
    outward: bool, // the direction lies in the edge's cone of normals
    is_flat: bool,
}

// How far out of its cone a direction may be [sine].
const TOUCH_REFRESH_CONE: f32 = 0.05;

fn touch_refresh_wings(surface: Surface, edge: u32, body: RefreshBody, direction: vec3<f32>) -> TouchRefreshWings {
    let at = facet_edge(surface, edge);
    if at.w == 0xFFFFFFFFu {
        return TouchRefreshWings(true, false); // a border
    }
    let first = bodies[body.index].first_vertex;
    let a = state[state_row(STATE_POSITION, first + at.x)].xyz;
    let along = state[state_row(STATE_POSITION, first + at.y)].xyz - a;
    let c = state[state_row(STATE_POSITION, first + at.z)].xyz - a;
    let d = state[state_row(STATE_POSITION, first + at.w)].xyz - a;
    let length_squared = max(dot(along, along), 1e-30);
    // From each wing's third corner to the edge.
    let from_c = along * (dot(c, along) / length_squared) - c;
    let from_d = along * (dot(d, along) / length_squared) - d;
    let outward = dot(direction, from_c) > -TOUCH_REFRESH_CONE * length(from_c)
        && dot(direction, from_d) > -TOUCH_REFRESH_CONE * length(from_d);
    let one = cross(along, c);
    let two = cross(d, along);
    let is_flat = dot(one, two) > 0.97 * length(one) * length(two);
    return TouchRefreshWings(outward, is_flat);
}

// Writes a row. If it presses from the start, both bodies are told.
fn touch_refresh_press(
    candidate: u32, pair: RefreshPair, multiplier: vec4<f32>, own: RefreshBody, other: RefreshBody,
) {
    let friction = sqrt(own.friction * other.friction);
    refresh_row(candidate, pair, multiplier, friction, refresh_hardness(own, other));
    if refresh_presses(pair, multiplier.w) {
        limit_press(own.index);
        limit_press(other.index);
    }
}
