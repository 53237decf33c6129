//#use memory/state.wgsl
//#use memory/substep.wgsl
//#use memory/contacts/rows.wgsl
// Contact between bodies, as solvers see it (docs/decisions/0033-contact.md). At the start of an epoch a vertex at x stores
// x_ref = x + W/S: W is the translation of its proximity set in the step, S the number of epochs. Its displacement u from
// x_ref must be behind no plane and within its reach. Every position write satisfies both, which is enough for bodies not to
// cross.

// 1 if bodies can also touch surfaces that frames move. A constant of the pipeline, so that other worlds pay nothing.
override FILTER_DRIVEN: u32 = 0u;

const FILTER_EDGES: u32 = 0x80000000u; // a bit of a link to a contact: the contact is of two edges
const FILTER_ROUNDS: u32 = 4u;  // of projections onto planes
const FILTER_LAST: u32 = 5u;    // round after filter_leave_driven
const FILTER_DRIVES: u32 = 24u; // most rounds of filter_leave_driven, each onto two planes

// The bound of a vertex in a substep by other bodies.
struct FilterBound {
    place: vec3<f32>, // x_ref, at the end of the substep
    reach: f32,       // CONTACTS_FAR: the vertex is not bound
    least: f32,       // neither a plane nor the reach binds a displacement below this
    first: u32,       // of its roles
    planes: u32,      // kept
    contacts: u32,    // kept
}

fn filter_vertex_row(vertex: u32) -> u32 {
    return contacts_vertex_row(vertex, 0u);
}

fn filter_body_row(body: u32) -> u32 {
    return contacts_body_row(body, 0u);
}

// The index of the reference position of a vertex in an epoch: there are two.
fn filter_parity(epoch: u32) -> u32 {
    return (params.step * params.epochs + epoch) & 1u;
}

// Keeps the stiffness of a vertex for the contacts of the next epoch: a third of the trace of its block.
fn filter_set_stiffness(vertex: u32, diagonal: vec3<f32>) {
    let row = filter_vertex_row(vertex) + CONTACTS_OWN;
    contacts[row].x = bitcast<u32>((diagonal.x + diagonal.y + diagonal.z) / 3.0);
}

// Whether other bodies are near a body in the step.
fn filter_is_near(body: u32) -> bool {
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_NEAR) != 0u;
}

// Whether it has candidates: features that may touch those of another body in the step.
fn filter_is_listed(body: u32) -> bool {
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_LISTED) != 0u;
}

// Whether other bodies act on a body in the epoch.
fn filter_is_in_contact(body: u32) -> bool {
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & (CONTACTS_PRESSED | CONTACTS_CROWDED | CONTACTS_LOST)) != 0u;
}

var<private> filter_acted: bool; // planes have stopped the thread's vertex

// Notes that other bodies press a body if planes have stopped a vertex of it.
fn filter_note(body: u32) {
    if filter_acted {
        filter_set_in_contact(body);
        filter_acted = false;
    }
}

// Records that other bodies press a body.
fn filter_set_in_contact(body: u32) {
    atomicOr(&report[body * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_PRESSED);
}

// Begins a substep of a vertex: stores its reference position at the end of the substep, and its reach.
fn filter_begin(vertex: u32, sub: Substep) {
    let row = filter_vertex_row(vertex);
    if !filter_is_near(sub.body) {
        filter_begin_alone(row, sub);
        return;
    }
    let each = substep_each(bodies[sub.body]);
    let within = sub.number % each;
    let reference = contacts_load(row + CONTACTS_REFERENCE + filter_parity(sub.number / each));
    let displacement = contacts_load(filter_body_row(sub.body) + CONTACTS_DISPLACEMENT).xyz / f32(params.epochs);
    let left = displacement * (1.0 - f32(within + 1u) / f32(each));
    contacts_store(row + CONTACTS_NOW, vec4<f32>(reference.xyz - left, reference.w));
}

// Without other bodies near, a vertex stays in its ball of the step: the search for other bodies went no farther.
fn filter_begin_alone(row: u32, sub: Substep) {
    contacts[row + CONTACTS_LIST] = vec4<u32>(0u);
    if bodies[sub.body].surface_row == 0u {
        contacts_store(row + CONTACTS_NOW, vec4<f32>(vec3<f32>(0.0), CONTACTS_FAR));
        return;
    }
    let ball = contacts_load(row + CONTACTS_MOTION_BOUND);
    let displacement = sub.end * contacts_load(filter_body_row(sub.body) + CONTACTS_DISPLACEMENT).xyz;
    contacts_store(row + CONTACTS_NOW, vec4<f32>(ball.xyz + displacement, ball.w));
}

fn filter_bound(vertex: u32) -> FilterBound {
    let row = filter_vertex_row(vertex);
    let now = contacts_load(row + CONTACTS_NOW);
    let list = contacts[row + CONTACTS_LIST];
    let least = bitcast<f32>(contacts[row + CONTACTS_OWN].z);
    return FilterBound(now.xyz, now.w, least, list.x, list.z, list.w);
}

// The first row of the contact of a candidate.
fn filter_force_row(candidate: u32) -> u32 {
    return contacts_force_row(candidate, contacts_half());
}

// A candidate's second row: (kind and edge, other body, the other's feature, own body).
fn filter_candidate(candidate: u32) -> vec4<u32> {
    return contacts[contacts_candidate_row(candidate, contacts_half()) + 1u];
}

// The kind of a candidate, CONTACTS_TRIANGLE or CONTACTS_EDGES, and the number of its first edge in its body. `about`: from
// filter_candidate.
fn filter_kind(about: vec4<u32>) -> u32 {
    return about.x & 255u;
}

fn filter_edge(about: vec4<u32>) -> u32 {
    return about.x >> 8u;
}

// The vertices of a candidate: a point and a triangle, or two edges.
fn filter_corners(candidate: u32) -> vec4<u32> {
    return contacts[contacts_candidate_row(candidate, contacts_half())];
}

// Whether a position is so near the reference that no plane and no reach can bind it.
fn filter_is_loose(bound: FilterBound, p: vec3<f32>) -> bool {
    let displacement = p - bound.place;
    let least = max(bound.least, 0.0);
    return dot(displacement, displacement) < 0.99999 * least * least;
}

// Whether a place is at a plane or at the end of the reach.
fn filter_stops(bound: FilterBound, p: vec3<f32>) -> bool {
    if bound.reach >= CONTACTS_FAR || filter_is_loose(bound, p) {
        return false;
    }
    let displacement = p - bound.place;
    let rounding = 1e-5 * bound.reach;
    var stops = length(displacement) >= bound.reach - rounding;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = contacts_load(frames.contacts.kept_row + bound.first + k);
        stops |= dot(plane.xyz, displacement) + plane.w <= rounding;
    }
    return stops;
}

// Four kept planes, from this one on: loaded one by one, each would stall the thread. The last plane replaces planes beyond
// the end.
fn filter_four(bound: FilterBound, k: u32) -> mat4x4<f32> {
    let row = frames.contacts.kept_row + bound.first;
    let last = bound.planes - 1u;
    return mat4x4<f32>(
        contacts_load(row + k), contacts_load(row + min(k + 1u, last)), contacts_load(row + min(k + 2u, last)),
        contacts_load(row + min(k + 3u, last)),
    );
}

// One round of projections onto the planes. True if the vertex moved.
fn filter_project(bound: FilterBound, p: ptr<function, vec3<f32>>) -> bool {
    var moved = false;
    for (var k = 0u; k < bound.planes; k += 4u) {
        let four = filter_four(bound, k);
        moved |= filter_push(bound, four[0], true, p);
        moved |= filter_push(bound, four[1], k + 1u < bound.planes, p);
        moved |= filter_push(bound, four[2], k + 2u < bound.planes, p);
        moved |= filter_push(bound, four[3], k + 3u < bound.planes, p);
    }
    filter_acted = filter_acted || moved;
    return moved;
}

// Projects onto a plane, if `counts`. True if the vertex was behind it.
fn filter_push(bound: FilterBound, plane: vec4<f32>, counts: bool, p: ptr<function, vec3<f32>>) -> bool {
    let depth = -plane.w - dot(plane.xyz, *p - bound.place);
    if depth > 0.0 && counts {
        *p += plane.xyz * depth;
        return true;
    }
    return false;
}

// The plane that a position is deepest behind, and its depth; zero if there is none.
struct FilterDeepest {
    n: vec3<f32>,
    depth: f32,
}

fn filter_deepest(bound: FilterBound, p: vec3<f32>) -> FilterDeepest {
    var found = FilterDeepest();
    for (var k = 0u; k < bound.planes; k++) {
        let plane = contacts_load(frames.contacts.kept_row + bound.first + k);
        let depth = -plane.w - dot(plane.xyz, p - bound.place);
        if depth > found.depth {
            found = FilterDeepest(plane.xyz, depth);
        }
    }
    return found;
}

// Whether a surface that a frame moves approaches a vertex, which must then move away.
fn filter_is_driven(bound: FilterBound) -> bool {
    return FILTER_DRIVEN != 0u && bound.least < 0.0;
}

// Projects a driven vertex onto the outer side of its planes, and a little farther. Planes of an edge that turns intersect
// at acute angles, where single projections converge slowly. So each round projects onto the line where two of them
// intersect.
fn filter_leave_driven(bound: FilterBound, p: ptr<function, vec3<f32>>) {
    let more = 1e-4 * bound.reach;
    for (var round = 0u; round < FILTER_DRIVES; round++) {
        let one = filter_deepest(bound, *p);
        if one.depth <= 0.0 {
            break;
        }
        filter_acted = true;
        *p += one.n * (one.depth + more);
        let other = filter_deepest(bound, *p);
        let cosine = dot(one.n, other.n);
        let sine_squared = 1.0 - cosine * cosine;
        if other.depth > 0.0 && sine_squared > 1e-5 {
            *p += (other.n - one.n * cosine) * ((other.depth + more) / sine_squared);
        }
    }
}

// The planes and the reach of other bodies, after each projection onto the planes of colliders. False once p needs no
// further projection onto those. `round` counts the calls.
fn filter_outside(bound: FilterBound, round: ptr<function, u32>, p: ptr<function, vec3<f32>>) -> bool {
    let is_free = *round == 0u && (bound.reach >= CONTACTS_FAR || filter_is_loose(bound, *p));
    if is_free {
        return false;
    }
    if *round < FILTER_ROUNDS && filter_project(bound, p) {
        *round += 1u;
        return true;
    }
    if *round < FILTER_LAST && filter_is_driven(bound) {
        filter_leave_driven(bound, p);
        *round = FILTER_LAST;
        return true;
    }
    *p = filter_part(bound, *p);
    return false;
}

// The last resort: the part of the displacement from x_ref that no plane forbids, within the reach. x_ref itself is behind
// no plane except those of approaching surfaces, from which the vertex may only move away.
fn filter_part(bound: FilterBound, p: vec3<f32>) -> vec3<f32> {
    if filter_is_loose(bound, p) {
        return p;
    }
    let displacement = p - bound.place;
    var part = 1.0;
    for (var k = 0u; k < bound.planes; k += 4u) {
        let four = filter_four(bound, k);
        let first = min(filter_until(four[0], displacement), filter_until(four[1], displacement));
        part = min(part, min(first, min(filter_until(four[2], displacement), filter_until(four[3], displacement))));
    }
    filter_acted = filter_acted || part < 1.0;
    let far = dot(displacement, displacement);
    if far > bound.reach * bound.reach {
        part = min(part, bound.reach * inverseSqrt(far) * 0.999999);
    }
    return select(p, bound.place + displacement * part, part < 1.0);
}

// The part of a displacement from x_ref that a plane allows.
fn filter_until(plane: vec4<f32>, displacement: vec3<f32>) -> f32 {
    let deep = -dot(plane.xyz, displacement);
    let room = max(plane.w, 0.0);
    if deep > room {
        return room / deep * 0.999999;
    }
    return 1.0;
}
