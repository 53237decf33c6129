//#use kernel/stage/state.wgsl
//#use kernel/stage/substep.wgsl
//#use kernel/stage/touch.wgsl
// Contact between bodies, as a solver meets it (docs/decisions/0033-contact.md). In an epoch a vertex at x keeps
// x_ref = x + W/S, where W moves its whole cluster. It may go from there by u, so long as u stays behind no plane and
// within its reach. Both hold for every position write, and nothing else is needed for bodies not to cross.

// 1 if bodies can touch bodies. A constant of the pipeline, so that other worlds pay nothing.
override LIMIT_WANTED: u32 = 0u;

const LIMIT_MOST_PLANES: u32 = 64u; // that a vertex keeps: of a sheet that slides fast along another
const LIMIT_ROUNDS: u32 = 4u;       // of projections onto planes

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

fn limit_bound(vertex: u32) -> LimitBound {
    let row = limit_vertex(vertex);
    let now = limit_floats(row + TOUCH_NOW);
    let list = touch[row + TOUCH_LIST];
    let least = bitcast<f32>(touch[row + TOUCH_OWN].z);
    return LimitBound(now.xyz, now.w, least, list.x, list.z, list.w);
}

// The start of a substep for a vertex: what binds it. The first of an epoch gathers its planes and rows.
fn limit_begin(vertex: u32, sub: Substep) {
    if LIMIT_WANTED == 0u {
        return;
    }
    let row = limit_vertex(vertex);
    if !limit_is_near(sub.body) {
        limit_set(row + TOUCH_NOW, vec4<f32>(vec3<f32>(0.0), TOUCH_FAR));
        touch[row + TOUCH_LIST] = vec4<u32>(0u);
        return;
    }
    let each = substep_each(bodies[sub.body]);
    let within = sub.number % each;
    let reference = limit_floats(row + TOUCH_REF + limit_parity(sub.number / each));
    var reach = reference.w;
    if within == 0u {
        reach = limit_gather(vertex, reach);
    } else {
        reach = limit_floats(row + TOUCH_NOW).w;
    }
    let way = limit_floats(limit_body(sub.body) + TOUCH_WAY).xyz / f32(params.epochs);
    let left = way * (1.0 - f32(within + 1u) / f32(each));
    limit_set(row + TOUCH_NOW, vec4<f32>(reference.xyz - left, reach));
}

// Keeps the nearest planes of a vertex, sorted by distance, and the rows that it bears. Returns its reach: one of a pair
// that no plane could part stays where it is, and what finds no room among the planes shortens the reach to it.
fn limit_gather(vertex: u32, given: f32) -> f32 {
    let row = limit_vertex(vertex);
    let list = touch[row + TOUCH_LIST];
    var reach = given;
    var planes = 0u;
    var rows = 0u;
    for (var k = 0u; k < list.y; k++) {
        let slot = touch_slot(list.x + k);
        let plane = limit_plane(slot);
        if plane.w < 0.0 {
            reach = 0.0;
        }
        if plane.w < reach && plane.w >= 0.0 {
            planes = limit_insert(list.x, planes, plane, &reach);
        }
        if limit_has_row(slot) {
            limit_set_word(frames.touch.link_row, list.x + rows, slot);
            rows += 1u;
        }
    }
    touch[row + TOUCH_LIST] = vec4<u32>(list.x, list.y, planes, rows);
    var least = reach;
    if planes > 0u {
        least = min(least, limit_floats(frames.touch.kept_row + list.x).w);
    }
    touch[row + TOUCH_OWN].z = bitcast<u32>(least);
    return reach;
}

// The plane of a slot, as its vertex sees it: (n, s), where n u + s >= 0. s is negative if no plane parts the pair.
fn limit_plane(slot: u32) -> vec4<f32> {
    let row = frames.touch.plane_row + 2u * (slot / 4u);
    let normal = touch[row];
    let corner = slot % 4u;
    let is_edges = (normal.w & TOUCH_CROSSED) != 0u;
    let is_second = corner >= select(1u, 2u, is_edges);
    let n = bitcast<vec3<f32>>(normal.xyz);
    let s = bitcast<f32>(touch[row + 1u][corner]);
    return vec4<f32>(select(n, -n, is_second), select(s, -1.0, (normal.w & TOUCH_FROZEN) != 0u));
}

// Whether the pair of a slot has a row that its vertex bears a part of.
fn limit_has_row(slot: u32) -> bool {
    let has = touch[frames.touch.plane_row + 2u * (slot / 4u)].w & TOUCH_HAS_ROW;
    if has == 0u {
        return false;
    }
    return limit_floats(limit_contact(slot / 4u) + TOUCH_WEIGHTS)[slot % 4u] > 0.0;
}

// The first of the rows that hold the force of a candidate.
fn limit_contact(candidate: u32) -> u32 {
    return touch_contact_row(candidate, touch_half());
}

// What a candidate is: (kind, other body, the other's feature, own body).
fn limit_about(candidate: u32) -> vec4<u32> {
    return touch[touch_candidate_row(candidate, touch_half()) + 1u];
}

// Its vertices: a point and a triangle, or two edges.
fn limit_corners(candidate: u32) -> vec4<u32> {
    return touch[touch_candidate_row(candidate, touch_half())];
}

// Whether one plane of a vertex follows from another: no place within the reach is behind it and not behind the other.
fn limit_follows(plane: vec4<f32>, from_plane: vec4<f32>, reach: f32) -> bool {
    let cosine = dot(plane.xyz, from_plane.xyz);
    if from_plane.w >= reach * cosine {
        return plane.w >= reach;
    }
    let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
    let far = sqrt(max(reach * reach - from_plane.w * from_plane.w, 0.0));
    return from_plane.w * cosine + sine * far <= plane.w;
}

// Inserts a plane into the sorted list of a vertex, and drops those that follow from another.
fn limit_insert(first: u32, given: u32, plane: vec4<f32>, reach: ptr<function, f32>) -> u32 {
    let list = frames.touch.kept_row + first;
    var count = 0u;
    var place = 0u;
    for (var k = 0u; k < given; k++) {
        let other = limit_floats(list + k);
        if other.w <= plane.w {
            if limit_follows(plane, other, *reach) {
                return given; // none has been dropped yet: they are sorted
            }
            place = k + 1u;
            count = k + 1u;
        } else if !limit_follows(other, plane, *reach) {
            limit_set(list + count, other);
            count += 1u;
        }
    }
    if count == LIMIT_MOST_PLANES {
        let last = limit_floats(list + count - 1u).w;
        *reach = min(*reach, max(last, plane.w));
        if plane.w >= last {
            return count;
        }
        count -= 1u;
    }
    for (var k = count; k > place; k--) {
        touch[list + k] = touch[list + k - 1u];
    }
    limit_set(list + place, plane);
    return count + 1u;
}

// Whether a place is so near that no plane and no reach can matter.
fn limit_is_loose(bound: LimitBound, p: vec3<f32>) -> bool {
    let way = p - bound.place;
    return dot(way, way) < 0.99999 * bound.least * bound.least;
}

// One round of projections onto the planes. True if the vertex moved.
fn limit_project(bound: LimitBound, p: ptr<function, vec3<f32>>) -> bool {
    var moved = false;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        let depth = -plane.w - dot(plane.xyz, *p - bound.place);
        if depth > 0.0 {
            *p += plane.xyz * depth;
            moved = true;
        }
    }
    limit_acted = limit_acted || moved;
    return moved;
}

// The last resort: the part of the way from x_ref that no plane forbids, within the reach. x_ref itself is behind none.
fn limit_part(bound: LimitBound, p: vec3<f32>) -> vec3<f32> {
    if limit_is_loose(bound, p) {
        return p;
    }
    let way = p - bound.place;
    var part = 1.0;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        let deep = -dot(plane.xyz, way);
        if deep > plane.w {
            part = min(part, plane.w / deep * 0.999999);
        }
    }
    limit_acted = limit_acted || part < 1.0;
    let far = dot(way, way);
    if far > bound.reach * bound.reach {
        part = min(part, bound.reach * inverseSqrt(far) * 0.999999);
    }
    return select(p, bound.place + way * part, part < 1.0);
}
