//#use kernel/stage/state.wgsl
//#use kernel/stage/substep.wgsl
//#use share/touch.wgsl
// Contact between bodies, as a solver meets it (docs/decisions/0033-contact.md). In an epoch a vertex at x keeps
// x_ref = x + W/S, where W moves its whole cluster. It may go from there by u, so long as u stays behind no plane and
// within its reach. Both hold for every position write, and nothing else is needed for bodies not to cross.

// 1 if bodies can touch bodies. A constant of the pipeline, so that other worlds pay nothing.
override TOUCH_WANTED: u32 = 0u;

const TOUCH_MOST_PLANES: u32 = 24u; // that a vertex keeps
const TOUCH_ROUNDS: u32 = 4u;       // of projections onto planes

// What binds a vertex in a substep.
struct TouchBound {
    place: vec3<f32>, // x_ref, at the end of the substep
    reach: f32,       // TOUCH_FAR: it is not bound
    first: u32,       // of its slots
    planes: u32,      // kept
    rows: u32,        // kept
}

fn touch_vertex(vertex: u32) -> u32 {
    return frames.touch.vertex_row + TOUCH_VERTEX_ROWS * vertex;
}

fn touch_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(touch[row]);
}

fn touch_set(row: u32, value: vec4<f32>) {
    touch[row] = bitcast<vec4<u32>>(value);
}

// Word of a section that begins at a row.
fn touch_word(row: u32, word: u32) -> u32 {
    return touch[row + word / 4u][word % 4u];
}

fn touch_set_word(row: u32, word: u32, value: u32) {
    touch[row + word / 4u][word % 4u] = value;
}

fn touch_body(body: u32) -> u32 {
    return frames.touch.body_row + TOUCH_BODY_ROWS * body;
}

// Which of the two references of a vertex belongs to an epoch.
fn touch_parity(epoch: u32) -> u32 {
    return (params.step * params.epochs + epoch) & 1u;
}

// Keeps the stiffness of a vertex for the rows of the next epoch: a third of the trace of its block.
fn touch_set_stiffness(vertex: u32, diagonal: vec3<f32>) {
    let row = touch_vertex(vertex) + TOUCH_OWN;
    touch[row].x = bitcast<u32>((diagonal.x + diagonal.y + diagonal.z) / 3.0);
}

// Whether other bodies are near a body in the step.
fn touch_is_near(body: u32) -> bool {
    if TOUCH_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_NEAR) != 0u;
}

// Whether it has candidates: features that may touch those of another body in the step.
fn touch_is_listed(body: u32) -> bool {
    if TOUCH_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_LISTED) != 0u;
}

// Whether rows act on a body in the epoch.
fn touch_is_pressed(body: u32) -> bool {
    if TOUCH_WANTED == 0u {
        return false;
    }
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_PRESSED) != 0u;
}

// The bodies near a body in the step: the first entry of its list, and how many. Itself is one, if it touches itself.
fn touch_neighbours(body: u32) -> vec2<u32> {
    let list = touch[touch_body(body) + TOUCH_STATE];
    return list.xy;
}

// The body of an entry.
fn touch_near(entry: u32) -> u32 {
    return touch[frames.touch.near_row + 2u * entry + 1u].x;
}

// How an entry's bodies meet: TOUCH_PRESSES, TOUCH_APART, TOUCH_JOINED or zero.
fn touch_flag(entry: u32) -> u32 {
    return touch[frames.touch.near_row + 2u * entry + 1u].y;
}

fn touch_set_flag(entry: u32, flag: u32) {
    touch[frames.touch.near_row + 2u * entry + 1u].y = flag;
}

// A direction, from the other body to the one whose list it is, and how far they are apart along it.
fn touch_gap_of(entry: u32) -> vec4<f32> {
    return touch_floats(frames.touch.near_row + 2u * entry);
}

fn touch_set_gap(entry: u32, gap: vec4<f32>) {
    touch_set(frames.touch.near_row + 2u * entry, gap);
}

// The entry of a body in the list of another, or TOUCH_NONE. Lists are sorted.
fn touch_neighbour(body: u32, other: u32) -> u32 {
    let list = touch_neighbours(body);
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if touch_near(middle) < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return select(TOUCH_NONE, low, low < list.x + list.y);
}

fn touch_bound(vertex: u32) -> TouchBound {
    let row = touch_vertex(vertex);
    let now = touch_floats(row + TOUCH_NOW);
    let list = touch[row + TOUCH_LIST];
    return TouchBound(now.xyz, now.w, list.x, list.z, list.w);
}

// The start of a substep for a vertex: what binds it. The first of an epoch gathers its planes and rows.
fn touch_begin(vertex: u32, sub: Substep) {
    if TOUCH_WANTED == 0u {
        return;
    }
    let row = touch_vertex(vertex);
    if !touch_is_near(sub.body) {
        touch_set(row + TOUCH_NOW, vec4<f32>(vec3<f32>(0.0), TOUCH_FAR));
        touch[row + TOUCH_LIST] = vec4<u32>(0u);
        return;
    }
    let each = substep_each(bodies[sub.body]);
    let within = sub.number % each;
    let reference = touch_floats(row + TOUCH_REF + touch_parity(sub.number / each));
    var reach = reference.w;
    if within == 0u {
        reach = touch_gather(vertex, reach);
    } else {
        reach = touch_floats(row + TOUCH_NOW).w;
    }
    let way = touch_floats(touch_body(sub.body) + TOUCH_WAY).xyz / f32(params.epochs);
    let left = way * (1.0 - f32(within + 1u) / f32(each));
    touch_set(row + TOUCH_NOW, vec4<f32>(reference.xyz - left, reach));
}

// Keeps the nearest planes of a vertex, sorted by distance, and the rows that it bears. Returns its reach: one of a pair
// that no plane could part stays where it is, and what finds no room among the planes shortens the reach to it.
fn touch_gather(vertex: u32, given: f32) -> f32 {
    let row = touch_vertex(vertex);
    let list = touch[row + TOUCH_LIST];
    var reach = given;
    var planes = 0u;
    var rows = 0u;
    for (var k = 0u; k < list.y; k++) {
        let slot = touch_word(frames.touch.slot_row, list.x + k);
        let plane = touch_plane(slot);
        if plane.w < 0.0 {
            reach = 0.0;
        }
        if plane.w < reach && plane.w >= 0.0 {
            planes = touch_insert(list.x, planes, plane, &reach);
        }
        if touch_has_row(slot) {
            touch_set_word(frames.touch.link_row, list.x + rows, slot);
            rows += 1u;
        }
    }
    touch[row + TOUCH_LIST] = vec4<u32>(list.x, list.y, planes, rows);
    return reach;
}

// The plane of a slot, as its vertex sees it: (n, s), where n u + s >= 0. s is negative if no plane parts the pair.
fn touch_plane(slot: u32) -> vec4<f32> {
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
fn touch_has_row(slot: u32) -> bool {
    let has = touch[frames.touch.plane_row + 2u * (slot / 4u)].w & TOUCH_HAS_ROW;
    if has == 0u {
        return false;
    }
    return touch_floats(touch_contact(slot / 4u) + TOUCH_WEIGHTS)[slot % 4u] > 0.0;
}

// The first of the rows that hold the force of a candidate.
fn touch_contact(candidate: u32) -> u32 {
    let half = select(0u, frames.touch.room, (params.step & 1u) != 0u);
    return frames.touch.contact_row + TOUCH_CONTACT_ROWS * (half + candidate);
}

// What a candidate is: (kind, other body, the other's feature, own body).
fn touch_about(candidate: u32) -> vec4<u32> {
    let half = select(0u, frames.touch.room, (params.step & 1u) != 0u);
    return touch[frames.touch.candidate_row + 2u * (half + candidate) + 1u];
}

// Its vertices: a point and a triangle, or two edges.
fn touch_corners(candidate: u32) -> vec4<u32> {
    let half = select(0u, frames.touch.room, (params.step & 1u) != 0u);
    return touch[frames.touch.candidate_row + 2u * (half + candidate)];
}

// Inserts a plane into the sorted list of a vertex.
fn touch_insert(first: u32, count: u32, plane: vec4<f32>, reach: ptr<function, f32>) -> u32 {
    let list = frames.touch.kept_row + first;
    var place = count;
    if count == TOUCH_MOST_PLANES {
        let last = touch_floats(list + count - 1u).w;
        *reach = min(*reach, max(last, plane.w));
        if plane.w >= last {
            return count;
        }
        place -= 1u;
    }
    while place > 0u && touch_floats(list + place - 1u).w > plane.w {
        touch[list + place] = touch[list + place - 1u];
        place -= 1u;
    }
    touch_set(list + place, plane);
    return min(count + 1u, TOUCH_MOST_PLANES);
}

// One round of projections onto the planes. True if the vertex moved.
fn touch_project(bound: TouchBound, p: ptr<function, vec3<f32>>) -> bool {
    var moved = false;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = touch_floats(frames.touch.kept_row + bound.first + k);
        let depth = -plane.w - dot(plane.xyz, *p - bound.place);
        if depth > 0.0 {
            *p += plane.xyz * depth;
            moved = true;
        }
    }
    return moved;
}

// The last resort: the part of the way from x_ref that no plane forbids, within the reach. x_ref itself is behind none.
fn touch_part(bound: TouchBound, p: vec3<f32>) -> vec3<f32> {
    let way = p - bound.place;
    var part = 1.0;
    for (var k = 0u; k < bound.planes; k++) {
        let plane = touch_floats(frames.touch.kept_row + bound.first + k);
        let deep = -dot(plane.xyz, way);
        if deep > plane.w {
            part = min(part, plane.w / deep * 0.999999);
        }
    }
    let far = dot(way, way);
    if far > bound.reach * bound.reach {
        part = min(part, bound.reach * inverseSqrt(far) * 0.999999);
    }
    return select(p, bound.place + way * part, part < 1.0);
}
