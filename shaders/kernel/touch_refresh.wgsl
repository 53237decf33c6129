//#use kernel/stage/refresh.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/body/world.wgsl
// The start of an epoch: the planes that part what may touch in it, and the rows that press it apart. A workgroup has a
// patch; a thread has a primary, a point or an edge, with all of its candidates.

const TOUCH_REFRESH_WIDTH: u32 = 64u;

@compute @workgroup_size(TOUCH_REFRESH_WIDTH)
fn touch_refresh(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    if !limit_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let own = refresh_body(work.x, work.x);
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    for (var i = thread; i < part.points; i += TOUCH_REFRESH_WIDTH) {
        let vertex = body.first_vertex + facet_point(surface, part.first_point + i);
        touch_refresh_reference(vertex, own);
        touch_refresh_point(vertex, own);
    }
    for (var i = thread; i < part.edges; i += TOUCH_REFRESH_WIDTH) {
        touch_refresh_edge(body, surface, part.first_edge + i, own);
    }
}

// Writes x_ref and the reach of a vertex. Others work them out for themselves.
fn touch_refresh_reference(vertex: u32, own: RefreshBody) {
    let found = refresh_vertex(vertex, own);
    limit_set(limit_vertex(vertex) + TOUCH_REF + limit_parity(params.substep), vec4<f32>(found.x, found.reach));
}

// A row for each other body that a point may touch: its nearest triangle. The multipliers are kept by that body.
fn touch_refresh_point(vertex: u32, own: RefreshBody) {
    let list = touch[frames.touch.point_row + vertex];
    let end = list.x + list.y;
    var c = list.x;
    while c < end {
        let index = limit_about(c).y;
        let other = refresh_body(index, own.index);
        let multiplier = touch_refresh_kept(list, index, TOUCH_NONE);
        var nearest = c;
        var least = 3.4e38;
        for (; c < end && limit_about(c).y == index; c++) {
            let pair = refresh_pair(c, false, own, other);
            refresh_plane(c, pair);
            if pair.gap < least && touch_refresh_acts(pair, own, other) {
                nearest = c;
                least = pair.gap;
            }
        }
        if least < 3.4e38 {
            touch_refresh_press(nearest, refresh_pair(nearest, false, own, other), multiplier, own, other);
        }
    }
}

fn touch_refresh_edge(body: Body, surface: Surface, edge: u32, own: RefreshBody) {
    let list = touch[frames.touch.edge_row + body.first_edge + edge];
    for (var c = list.x; c < list.x + list.y; c++) {
        let about = limit_about(c);
        let other = refresh_body(about.y, own.index);
        let multiplier = touch_refresh_kept(list, about.y, about.z);
        let pair = refresh_pair(c, true, own, other);
        refresh_plane(c, pair);
        if touch_refresh_crosses(pair, surface, edge, about.z, own, other) && touch_refresh_acts(pair, own, other) {
            touch_refresh_press(c, pair, multiplier, own, other);
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
    refresh_row(candidate, pair, multiplier, sqrt(own.friction * other.friction));
    if refresh_presses(pair, multiplier.w) {
        limit_press(own.index);
        limit_press(other.index);
    }
}
