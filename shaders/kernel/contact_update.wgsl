//#use contact/filter/plane_update.wgsl
//#use contact/narrow/surface_table.wgsl
//#use contact/island/disjoint_sets.wgsl
//#use memory/position/world.wgsl
// The start of an epoch: the separating plane of each candidate, and the contacts. A workgroup has a patch; a thread has a
// candidate, and then a point with all of its candidates.

const CONTACT_UPDATE_WIDTH: u32 = 64u;

@compute @workgroup_size(CONTACT_UPDATE_WIDTH)
fn contact_update(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x];
    if !filter_is_near(work.x) {
        return;
    }
    if work.y == 0u {
        contact_update_part(work.x, thread);
    }
    let body = bodies[work.x];
    let own = plane_update_body(work.x, work.x);
    let surface = surface_table_of(body);
    let part = surface_table_patch(surface, work.y);
    for (var i = thread; i < part.points; i += CONTACT_UPDATE_WIDTH) {
        contact_update_reference(body.first_vertex + surface_table_point(surface, part.first_point + i), own);
    }
    let range = surface_table_range(body, surface, work.y);
    for (var c = range.x + thread; c < range.y; c += CONTACT_UPDATE_WIDTH) {
        contact_update_candidate(c, surface, own);
    }
    storageBarrier(); // gaps of points
    workgroupBarrier();
    for (var i = thread; i < part.points; i += CONTACT_UPDATE_WIDTH) {
        contact_update_point(body.first_vertex + surface_table_point(surface, part.first_point + i), own);
    }
}

// Every body begins the epoch as an island of its own (contact/island/island.wgsl).
fn contact_update_part(body: u32, thread: u32) {
    disjoint_sets_clear(body, thread, CONTACT_UPDATE_WIDTH, DISJOINT_SETS_MOST_SUMS);
    if thread == 0u {
        disjoint_sets_open(body);
    }
}

// Writes x_ref and the reach of a vertex; other threads compute both for themselves. A vertex without roles has no planes.
fn contact_update_reference(vertex: u32, own: PlaneUpdateBody) {
    let found = plane_update_vertex(vertex, own);
    let row = filter_vertex_row(vertex);
    contacts_store(row + CONTACTS_REFERENCE + filter_parity(params.substep), vec4<f32>(found.x, found.reach));
    contacts[row + CONTACTS_OWN].z = bitcast<u32>(found.reach);
}

// The plane of a candidate. Two edges have a contact of their own; for a point and a triangle only the gap is stored.
fn contact_update_candidate(candidate: u32, surface: Surface, own: PlaneUpdateBody) {
    let about = filter_candidate(candidate);
    let is_edges = filter_kind(about) == CONTACTS_EDGES;
    let other = plane_update_body(about.y, own.index);
    let pair = plane_update_pair(candidate, is_edges, own, other);
    plane_update_plane(candidate, pair);
    let edge = filter_edge(about);
    let meets = !is_edges || contact_update_crosses(pair, surface, edge, about.z, own, other);
    let acts = meets && contact_update_acts(pair, own, other);
    if !is_edges {
        let gap = select(CONTACTS_FAR, pair.gap, acts);
        contacts_store(filter_force_row(candidate), vec4<f32>(vec3<f32>(0.0), gap));
        return;
    }
    if acts {
        let multiplier = contact_update_edge(candidate, edge, about, own);
        contact_update_force(candidate, pair, multiplier, own, other);
    }
}

// The multipliers of two edges at the end of the last epoch.
fn contact_update_edge(candidate: u32, edge: u32, about: vec4<u32>, own: PlaneUpdateBody) -> vec4<f32> {
    if params.substep > 0u {
        return contacts_load(filter_force_row(candidate) + 1u);
    }
    let list = contacts[frames.contacts.edge_row + bodies[own.index].first_edge + edge];
    return contact_update_kept(list, about.y, about.z);
}

// Writes one contact for each other body that a point may touch, with its nearest triangle. Multipliers are stored by body.
fn contact_update_point(vertex: u32, own: PlaneUpdateBody) {
    let list = contacts[frames.contacts.point_row + vertex];
    let end = list.x + list.y;
    var c = list.x;
    while c < end {
        let index = filter_candidate(c).y;
        var nearest = c;
        var least = CONTACTS_FAR;
        for (; c < end && filter_candidate(c).y == index; c++) {
            let gap = contacts_load(filter_force_row(c)).w;
            if gap < least {
                nearest = c;
                least = gap;
            }
        }
        if least < CONTACTS_FAR {
            let other = plane_update_body(index, own.index);
            let multiplier = contact_update_kept(list, index, CONTACTS_NONE);
            contact_update_force(nearest, plane_update_pair(nearest, false, own, other), multiplier, own, other);
        }
    }
}

// The multipliers of a primary at the end of the last epoch, with a body and one of its features. Those of the last step are
// among that step's candidates. Lists are sorted by body and feature.
fn contact_update_kept(list: vec4<u32>, other: u32, key: u32) -> vec4<f32> {
    let opens = params.substep == 0u;
    let half = select(contacts_half(), contacts_last_half(), opens);
    let least = select(key, 0u, key == CONTACTS_NONE);
    var low = select(list.x, list.z, opens);
    let end = low + select(list.y, list.w, opens);
    var high = end;
    while low < high {
        let middle = (low + high) / 2u;
        let about = contacts[contacts_candidate_row(middle, half) + 1u];
        if about.y < other || (about.y == other && about.z < least) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    for (; low < end; low++) {
        let about = contacts[contacts_candidate_row(low, half) + 1u];
        if about.y != other || (key != CONTACTS_NONE && about.z != key) {
            break;
        }
        let kept = contacts_load(contacts_force_row(low, half) + 1u);
        if kept.w > 0.0 {
            return kept;
        }
    }
    return vec4<f32>(0.0);
}

// Whether a candidate may have a contact. Features of one body that are near at rest have none: their elements separate
// them.
fn contact_update_acts(pair: PlaneUpdatePair, own: PlaneUpdateBody, other: PlaneUpdateBody) -> bool {
    if own.index != other.index {
        return true;
    }
    let body = bodies[own.index];
    let surface = surface_table_of(body);
    var x: array<vec3<f32>, 4>;
    for (var k = 0u; k < 4u; k++) {
        x[k] = surface_table_rest(surface, pair.corners[k] - body.first_vertex) * body.scale;
    }
    var between: vec3<f32>;
    if pair.is_edges {
        between = closest_points_segments(x[0], x[1], x[2], x[3]).displacement;
    } else {
        between = closest_points_triangle(x[0], x[1], x[2], x[3]).displacement;
    }
    return length(between) >= 4.0 * pair.radius + 5.0 * pair.sides[0].slack;
}

// Whether two edges touch as edges: within both, and with each direction in the other's cone of normals. Flat edges do not
// count.
fn contact_update_crosses(
    pair: PlaneUpdatePair, surface: Surface, edge: u32, other_edge: u32, own: PlaneUpdateBody, other: PlaneUpdateBody,
) -> bool {
    let inside = all(pair.weights > vec4<f32>(0.01)) && all(pair.weights < vec4<f32>(0.99));
    if !inside || pair.gap <= 0.0 {
        return false;
    }
    let n = pair.between / pair.gap;
    let a = contact_update_wings(surface, edge, own, -n);
    let b = contact_update_wings(surface_table_of(bodies[other.index]), other_edge, other, n);
    return a.outward && b.outward && !(a.is_flat && b.is_flat);
}

struct ContactUpdateWings {
    outward: bool, // the direction lies in the edge's cone of normals
    is_flat: bool,
}

// How far outside its cone a direction may be [sine].
const CONTACT_UPDATE_CONE: f32 = 0.05;

fn contact_update_wings(surface: Surface, edge: u32, body: PlaneUpdateBody, direction: vec3<f32>) -> ContactUpdateWings {
    let at = surface_table_edge(surface, edge);
    if at.w == 0xFFFFFFFFu {
        return ContactUpdateWings(true, false); // a border
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
    let outward = dot(direction, from_c) > -CONTACT_UPDATE_CONE * length(from_c)
        && dot(direction, from_d) > -CONTACT_UPDATE_CONE * length(from_d);
    let one = cross(along, c);
    let two = cross(d, along);
    let is_flat = dot(one, two) > 0.97 * length(one) * length(two);
    return ContactUpdateWings(outward, is_flat);
}

// Writes a contact. If it presses from the start, both bodies are marked as pressed.
fn contact_update_force(
    candidate: u32, pair: PlaneUpdatePair, multiplier: vec4<f32>, own: PlaneUpdateBody, other: PlaneUpdateBody,
) {
    let friction = sqrt(own.friction * other.friction);
    plane_update_contact(candidate, pair, multiplier, friction, plane_update_hardness(own, other));
    if plane_update_has_force(pair, multiplier.w) {
        filter_set_in_contact(own.index);
        filter_set_in_contact(other.index);
    }
}
