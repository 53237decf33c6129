//#use kernel/stage/state.wgsl
//#use kernel/stage/substep.wgsl
//#use kernel/stage/touch.wgsl
// Contact between bodies, as a solver meets it (docs/decisions/0033-contact.md). In an epoch a vertex at x keeps
// x_ref = x + W/S, where W moves its whole cluster. It may go from there by u, so long as u stays behind no plane and
// within its reach. Both hold for every position write, and nothing else is needed for bodies not to cross.

// 1 if bodies can touch bodies, 2 if also surfaces that frames move. A constant of the pipeline, so that other worlds pay
// nothing.
override LIMIT_WANTED: u32 = 0u;

const LIMIT_EDGES: u32 = 0x80000000u; // a bit of a link to a row: it is of two edges
const LIMIT_ROUNDS: u32 = 4u;       // of projections onto planes
const LIMIT_DRIVES: u32 = 24u;      // the same of what is driven, two planes at a time

// What binds a vertex in a substep.
struct LimitBound {
    place: vec3<f32>, // x_ref, at the end of the substep
    reach: f32,       // TOUCH_FAR: it is not bound
    least: f32,       // it meets neither a plane nor its reach before it has gone so far
    first: u32,       // of its slots
    planes: u32,      // kept
    rows: u32,        // kept
}

fn limit_vertex(vertex: u32) -> u32 {
    return touch_vertex_row(vertex, 0u);
}

fn limit_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(touch[row]);
}

fn limit_set(row: u32, value: vec4<f32>) {
    touch[row] = bitcast<vec4<u32>>(value);
}

// Word of a section that begins at a row.
fn limit_word(row: u32, word: u32) -> u32 {
    return touch[row + word / 4u][word % 4u];
}

fn limit_set_word(row: u32, word: u32, value: u32) {
    touch[row + word / 4u][word % 4u] = value;
}

fn limit_body(body: u32) -> u32 {
    return touch_body_row(body, 0u);
}

// Which of the two references of a vertex belongs to an epoch.
fn limit_parity(epoch: u32) -> u32 {
    return (params.step * params.epochs + epoch) & 1u;
}

// Keeps the stiffness of a vertex for the rows of the next epoch: a third of the trace of its block.
fn limit_set_stiffness(vertex: u32, diagonal: vec3<f32>) {
    let row = limit_vertex(vertex) + TOUCH_OWN;
    touch[row].x = bitcast<u32>((diagonal.x + diagonal.y + diagonal.z) / 3.0);
}

// Whether other bodies are near a body in the step.
fn limit_is_near(body: u32) -> bool {
    if LIMIT_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_NEAR) != 0u;
}

// Whether it has candidates: features that may touch those of another body in the step.
fn limit_is_listed(body: u32) -> bool {
    if LIMIT_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_LISTED) != 0u;
}

// Whether other bodies act on a body in the epoch.
fn limit_is_pressed(body: u32) -> bool {
    if LIMIT_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & (TOUCH_PRESSED | TOUCH_CROWDED | TOUCH_LOST)) != 0u;
}

var<private> limit_acted: bool; // planes have stopped the thread's vertex

// Notes that other bodies press a body if planes have stopped a vertex of it.
fn limit_note(body: u32) {
    if LIMIT_WANTED != 0u && limit_acted {
        limit_press(body);
        limit_acted = false;
    }
}

// Notes that other bodies press a body.
fn limit_press(body: u32) {
    atomicOr(&report[body * REPORT_WORDS + REPORT_TOUCH], TOUCH_PRESSED);
}

// The start of a substep for a vertex: where it is measured from, and its reach.
fn limit_begin(vertex: u32, sub: Substep) {
    if LIMIT_WANTED == 0u {
        return;
    }
    let row = limit_vertex(vertex);
    if !limit_is_near(sub.body) {
        limit_begin_alone(row, sub);
        return;
    }
    let each = substep_each(bodies[sub.body]);
    let within = sub.number % each;
    let reference = limit_floats(row + TOUCH_REF + limit_parity(sub.number / each));
    let way = limit_floats(limit_body(sub.body) + TOUCH_WAY).xyz / f32(params.epochs);
    let left = way * (1.0 - f32(within + 1u) / f32(each));
    limit_set(row + TOUCH_NOW, vec4<f32>(reference.xyz - left, reference.w));
}

// Where no other body is near, a vertex stays in its ball of the step: others were looked for no farther.
fn limit_begin_alone(row: u32, sub: Substep) {
    touch[row + TOUCH_LIST] = vec4<u32>(0u);
    if bodies[sub.body].surface_row == 0u {
        limit_set(row + TOUCH_NOW, vec4<f32>(vec3<f32>(0.0), TOUCH_FAR));
        return;
    }
    let ball = limit_floats(row + TOUCH_FRAME);
    let way = sub.end * limit_floats(limit_body(sub.body) + TOUCH_WAY).xyz;
    limit_set(row + TOUCH_NOW, vec4<f32>(ball.xyz + way, ball.w));
}

fn limit_bound(vertex: u32) -> LimitBound {
    let row = limit_vertex(vertex);
    let now = limit_floats(row + TOUCH_NOW);
    let list = touch[row + TOUCH_LIST];
    let least = bitcast<f32>(touch[row + TOUCH_OWN].z);
    return LimitBound(now.xyz, now.w, least, list.x, list.z, list.w);
}

// The first of the rows that hold the force of a candidate.
fn limit_contact(candidate: u32) -> u32 {
    return touch_contact_row(candidate, touch_half());
}

// What a candidate is: (kind and edge, other body, the other's feature, own body).
fn limit_about(candidate: u32) -> vec4<u32> {
    return touch[touch_candidate_row(candidate, touch_half()) + 1u];
}

// TOUCH_TRIANGLE or TOUCH_EDGES, of what limit_about says; and the number of the first edge in its body.
fn limit_kind(about: vec4<u32>) -> u32 {
    return about.x & 255u;
}

fn limit_edge(about: vec4<u32>) -> u32 {
    return about.x >> 8u;
}

// Its vertices: a point and a triangle, or two edges.
fn limit_corners(candidate: u32) -> vec4<u32> {
    return touch[touch_candidate_row(candidate, touch_half())];
}

// Whether a place is so near that no plane and no reach can matter.
fn limit_is_loose(bound: LimitBound, p: vec3<f32>) -> bool {
    let way = p - bound.place;
    let least = max(bound.least, 0.0);
    return dot(way, way) < 0.99999 * least * least;
}

// Whether a place is at a plane or at the end of the reach.
fn limit_stops(bound: LimitBound, p: vec3<f32>) -> bool {
    if bound.reach >= TOUCH_FAR || limit_is_loose(bound, p) {
        return false;
    }
    let way = p - bound.place;
    let rounding = 1e-5 * bound.reach;
    var stops = length(way) >= bound.reach - rounding;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        stops |= dot(plane.xyz, way) + plane.w <= rounding;
    }
    return stops;
}

// Four kept planes from this one on: fetched one by one, each would be waited for. In place of planes beyond the last
// stands the last.
fn limit_four(bound: LimitBound, k: u32) -> mat4x4<f32> {
    let row = frames.touch.kept_row + bound.first;
    let last = bound.planes - 1u;
    return mat4x4<f32>(
        limit_floats(row + k), limit_floats(row + min(k + 1u, last)), limit_floats(row + min(k + 2u, last)),
        limit_floats(row + min(k + 3u, last)),
    );
}

// One round of projections onto the planes. True if the vertex moved.
fn limit_project(bound: LimitBound, p: ptr<function, vec3<f32>>) -> bool {
    var moved = false;
    for (var k = 0u; k < bound.planes; k += 4u) {
        let four = limit_four(bound, k);
        moved |= limit_push(bound, four[0], true, p);
        moved |= limit_push(bound, four[1], k + 1u < bound.planes, p);
        moved |= limit_push(bound, four[2], k + 2u < bound.planes, p);
        moved |= limit_push(bound, four[3], k + 3u < bound.planes, p);
    }
    limit_acted = limit_acted || moved;
    return moved;
}

// Projects onto a plane, if that one counts. True if the vertex was behind it.
fn limit_push(bound: LimitBound, plane: vec4<f32>, counts: bool, p: ptr<function, vec3<f32>>) -> bool {
    let depth = -plane.w - dot(plane.xyz, *p - bound.place);
    if depth > 0.0 && counts {
        *p += plane.xyz * depth;
        return true;
    }
    return false;
}

// The plane that a place is deepest behind, and how deep; zero if there is none.
struct LimitDeepest {
    n: vec3<f32>,
    depth: f32,
}

fn limit_deepest(bound: LimitBound, p: vec3<f32>) -> LimitDeepest {
    var found = LimitDeepest();
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        let depth = -plane.w - dot(plane.xyz, p - bound.place);
        if depth > found.depth {
            found = LimitDeepest(plane.xyz, depth);
        }
    }
    return found;
}

// Whether what a frame moves comes to a vertex: it must go away.
fn limit_drives(bound: LimitBound) -> bool {
    return LIMIT_WANTED >= 2u && bound.least < 0.0;
}

// Brings a vertex that is driven to the outer side of its planes, and a little past them. Planes of an edge that turns meet
// at acute angles, where one after the other creeps: so two at once, onto the line where they meet.
fn limit_drive(bound: LimitBound, p: ptr<function, vec3<f32>>) {
    let more = 1e-4 * bound.reach;
    for (var round = 0u; round < LIMIT_DRIVES; round++) {
        let one = limit_deepest(bound, *p);
        if one.depth <= 0.0 {
            break;
        }
        limit_acted = true;
        *p += one.n * (one.depth + more);
        let other = limit_deepest(bound, *p);
        let cosine = dot(one.n, other.n);
        let sine_squared = 1.0 - cosine * cosine;
        if other.depth > 0.0 && sine_squared > 1e-5 {
            *p += (other.n - one.n * cosine) * ((other.depth + more) / sine_squared);
        }
    }
}

// The last resort: the part of the way from x_ref that no plane forbids, within the reach. x_ref itself is behind none but
// those that come to it: from these it may only go away.
fn limit_part(bound: LimitBound, p: vec3<f32>) -> vec3<f32> {
    if limit_is_loose(bound, p) {
        return p;
    }
    let way = p - bound.place;
    var part = 1.0;
    for (var k = 0u; k < bound.planes; k += 4u) {
        let four = limit_four(bound, k);
        let first = min(limit_until(four[0], way), limit_until(four[1], way));
        part = min(part, min(first, min(limit_until(four[2], way), limit_until(four[3], way))));
    }
    limit_acted = limit_acted || part < 1.0;
    let far = dot(way, way);
    if far > bound.reach * bound.reach {
        part = min(part, bound.reach * inverseSqrt(far) * 0.999999);
    }
    return select(p, bound.place + way * part, part < 1.0);
}

// The part of a way from x_ref that a plane allows.
fn limit_until(plane: vec4<f32>, way: vec3<f32>) -> f32 {
    let deep = -dot(plane.xyz, way);
    let room = max(plane.w, 0.0);
    if deep > room {
        return room / deep * 0.999999;
    }
    return 1.0;
}
