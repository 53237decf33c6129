//#use contact/force/contact_force.wgsl
//#use contact/broad/body_pairs.wgsl
//#use memory/report.wgsl
//#use lib/cell.wgsl
//#use lib/closest_points.wgsl
//#use lib/separating_plane.wgsl
//#needs memory/position
// The start of an epoch for one candidate: the plane that separates its sides, and its contact.

// A vertex at the start of an epoch, in the cell of the primary's body.
struct PlaneUpdateVertex {
    x: vec3<f32>,            // x_ref
    displacement: vec3<f32>, // predicted for the epoch, relative to that of its proximity set
    reach: f32,
    slack: f32,
    thickness: f32, // of the contact distance
    stiffness: f32, // [N/unit]
    far: f32,       // its largest coordinate in its own cell
    held: bool,
    kinematic: bool, // a frame moves it: it makes all of its displacement, in spite of contact
}

// A body at the start of an epoch.
struct PlaneUpdateBody {
    index: u32,
    offset: vec3<f32>,       // from the cell of the primary's body to its own
    displacement: vec3<f32>, // of its proximity set in the epoch
    friction: f32,
    stays: bool,
    kinematic: bool, // the surface of a collider
}

fn plane_update_body(index: u32, primary: u32) -> PlaneUpdateBody {
    let offset = cell_between(report_cell(primary), report_cell(index));
    let displacement = contacts_load(filter_body_row(index) + CONTACTS_DISPLACEMENT).xyz / f32(params.epochs);
    let stays = (atomicLoad(&report[index * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_FULL) != 0u;
    return PlaneUpdateBody(index, offset, displacement, bodies[index].friction, stays, body_is_kinematic(bodies[index]));
}

fn plane_update_h() -> f32 {
    return params_dt(params) / f32(params.epochs);
}

fn plane_update_vertex(vertex: u32, body: PlaneUpdateBody) -> PlaneUpdateVertex {
    let position = state[state_row(STATE_POSITION, vertex)];
    let speed = state[state_row(STATE_VELOCITY, vertex)];
    let row = filter_vertex_row(vertex);
    let at_frame = contacts_load(row + CONTACTS_MOTION_BOUND);
    let own = contacts_load(row + CONTACTS_OWN);
    let h = plane_update_h();
    let held = position.w <= 0.0;
    let fall = select(clamp(speed.w, 0.0, 1.0), 0.0, held);
    var displacement = h * (speed.xyz + h * fall * params.gravity.xyz) - body.displacement;
    if body.kinematic && any(speed.xyz != vec3<f32>(0.0)) {
        displacement = state[state_row(STATE_INERTIA, vertex)].xyz - position.xyz - body.displacement; // it may turn
    }
    let x = position.xyz + body.displacement;
    let used = length(x - at_frame.xyz - f32(params.substep + 1u) * body.displacement);
    let reach = select(clamp(at_frame.w - used, 0.0, 2.0 * length(displacement) + own.y), 0.0, body.stays);
    let largest = max(abs(x.x), max(abs(x.y), abs(x.z)));
    var stiffness = own.x;
    if stiffness <= 0.0 && !held {
        stiffness = 1.0 / (position.w * h * h);
    }
    return PlaneUpdateVertex(x + body.offset, displacement, reach, own.y, own.w, stiffness, largest, held, body.kinematic);
}

// A candidate pair at the start of an epoch.
struct PlaneUpdatePair {
    corners: vec4<u32>,
    sides: array<PlaneUpdateVertex, 4>,
    weights: vec4<f32>,
    between: vec3<f32>, // from the closest point of the second side to that of the first
    gap: f32,
    radius: f32, // distance that contact keeps
    is_edges: bool,
}

// Whether a corner belongs to the second side.
fn plane_update_is_second(pair: PlaneUpdatePair, corner: u32) -> bool {
    return corner >= select(1u, 2u, pair.is_edges);
}

fn plane_update_pair(candidate: u32, is_edges: bool, first: PlaneUpdateBody, second: PlaneUpdateBody) -> PlaneUpdatePair {
    var pair: PlaneUpdatePair;
    pair.corners = filter_corners(candidate);
    pair.is_edges = is_edges;
    for (var k = 0u; k < 4u; k++) {
        var body = first;
        if plane_update_is_second(pair, k) {
            body = second;
        }
        pair.sides[k] = plane_update_vertex(pair.corners[k], body);
    }
    let a = pair.sides[0];
    let b = pair.sides[1];
    let c = pair.sides[2];
    let d = pair.sides[3];
    if is_edges {
        let found = closest_points_segments(a.x, b.x, c.x, d.x);
        pair.weights = vec4<f32>(1.0 - found.at.x, found.at.x, 1.0 - found.at.y, found.at.y);
        pair.between = found.displacement;
        pair.radius = 0.5 * (a.thickness + b.thickness + c.thickness + d.thickness);
    } else {
        let found = closest_points_triangle(a.x, b.x, c.x, d.x);
        pair.weights = vec4<f32>(1.0, found.weights);
        pair.between = found.displacement;
        pair.radius = a.thickness + (b.thickness + c.thickness + d.thickness) / 3.0;
    }
    pair.gap = length(pair.between);
    return pair;
}

// The least gap that planes leave, in contact distances.
const PLANE_UPDATE_LEAST: f32 = 0.05;

// Finds and writes the plane of a pair.
fn plane_update_plane(candidate: u32, pair: PlaneUpdatePair) {
    var part: SeparatingPlanePair;
    for (var k = 0u; k < 4u; k++) {
        part.x[k] = pair.sides[k].x;
        part.displacement[k] = pair.sides[k].displacement;
        part.far = max(part.far, pair.sides[k].far);
        part.reach = max(part.reach, pair.sides[k].reach);
    }
    part.least = PLANE_UPDATE_LEAST * pair.radius;
    part.is_edges = pair.is_edges;
    part.kinematic = vec2<bool>(pair.sides[0].kinematic, pair.sides[3].kinematic);
    let plane = separating_plane_best(part, pair.between, pair.gap);
    let flags = select(CONTACTS_FROZEN, 0u, plane.parts) | select(0u, CONTACTS_CROSSED, pair.is_edges);
    let row = frames.contacts.plane_row + 2u * candidate;
    contacts[row] = vec4<u32>(bitcast<vec3<u32>>(plane.n), flags);
    contacts_store(row + 1u, plane.s);
}

// The normal of a contact: the direction between its two sides. Sides farther apart than the contact distance take the
// normal of their plane, so that features that slide past are not pressed. Sides that almost meet take the normal of the
// face.
fn plane_update_normal(candidate: u32, pair: PlaneUpdatePair) -> vec3<f32> {
    let plane = contacts[frames.contacts.plane_row + 2u * candidate];
    if pair.gap > pair.radius && (plane.w & CONTACTS_FROZEN) == 0u {
        return bitcast<vec3<f32>>(plane.xyz);
    }
    if pair.gap > 0.005 * pair.radius {
        return pair.between / pair.gap;
    }
    let b = pair.sides[1].x;
    let face = cross(pair.sides[2].x - b, pair.sides[3].x - b);
    return normalize(select(face, -face, dot(face, pair.between) < 0.0));
}

// The stiffness of a contact: twice that of both sides in series. A side that cannot move has no stiffness of its own.
fn plane_update_stiffness(pair: PlaneUpdatePair, normal: f32) -> f32 {
    var sides = vec2<f32>(0.0);
    var held = vec2<bool>(true);
    for (var k = 0u; k < 4u; k++) {
        let vertex = pair.sides[k];
        if plane_update_is_second(pair, k) {
            sides.y += pair.weights[k] * vertex.stiffness;
            held.y = held.y && vertex.held;
        } else {
            sides.x += pair.weights[k] * vertex.stiffness;
            held.x = held.x && vertex.held;
        }
    }
    if any(held) {
        return select(sides.x, sides.y, held.x);
    }
    let both = 2.0 * sides.x * sides.y / (sides.x + sides.y);
    return max(both, 0.25 * normal / pair.radius);
}

// Between sheets: the factor by which a contact is stiffer than inertia in an epoch, so that it is as stiff as inertia in
// one substep. A softer contact acts on both sides too late, and folds tremble for ever (docs/decisions/0043).
fn plane_update_hardness(first: PlaneUpdateBody, second: PlaneUpdateBody) -> f32 {
    let a = bodies[first.index];
    let b = bodies[second.index];
    let each = f32(min(substep_each(a), substep_each(b)));
    return select(each * each, 1.0, ((a.flags | b.flags) & (BODY_SOLID | BODY_KINEMATIC)) != 0u);
}

// Writes a contact with its initial multipliers (tangential, normal).
fn plane_update_contact(candidate: u32, pair: PlaneUpdatePair, multiplier: vec4<f32>, friction: f32, hardness: f32) {
    let n = plane_update_normal(candidate, pair);
    let row = filter_force_row(candidate);
    let tangential = multiplier.xyz - n * dot(n, multiplier.xyz);
    contacts_store(row, vec4<f32>(n, dot(n, pair.between)));
    contacts_store(row + 1u, vec4<f32>(tangential, multiplier.w));
    contacts_store(row + CONTACTS_WEIGHTS, pair.weights);
    contacts_store(row + 3u, vec4<f32>(hardness * plane_update_stiffness(pair, multiplier.w), friction, pair.radius, 0.0));
    let flags = frames.contacts.plane_row + 2u * candidate;
    let bears = select(vec4<u32>(0u), CONTACTS_BEARS * vec4<u32>(1u, 2u, 4u, 8u), pair.weights > vec4<f32>(0.0));
    contacts[flags].w |= CONTACTS_HAS_FORCE | bears.x | bears.y | bears.z | bears.w;
}

// Whether a contact presses from the start of the epoch, or may come to press within it.
fn plane_update_has_force(pair: PlaneUpdatePair, multiplier: f32) -> bool {
    return multiplier > 0.0 || pair.gap < 2.0 * pair.radius;
}
