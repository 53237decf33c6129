//#use memory/contacts/words.wgsl
//#use lib/segment_triangle.wgsl
// Crossing test: two bodies cross each other if edges of one pass through triangles of the other. A pair is tested only if a
// body is new, the pair was still separating in the last step, or one of them is moved by a frame, which planes do not stop.
// A workgroup a patch, a thread an edge. A pair that crosses recovers: all later kernels leave it out
// (contact/narrow/recovery.wgsl).

fn crossing_test_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(contacts_load(4u * row));
}

fn crossing_test_body_row(slot: u32, row: u32) -> u32 {
    return frames.contacts.body_row + CONTACTS_BODY_ROWS * slot + row;
}

fn crossing_test_is_new(slot: u32) -> bool {
    let stamp = atomicLoad(&contacts[contacts_stamp(slot)]);
    return stamp == 0u || stamp + 1u != params.step;
}

fn crossing_test_is_moved(slot: u32) -> bool {
    let displacement = crossing_test_floats(crossing_test_body_row(slot, CONTACTS_MEAN_DISPLACEMENT));
    let flags = bodies[slot].flags;
    return (flags & BODY_DRIVEN) != 0u || ((flags & BODY_KINEMATIC) != 0u && any(displacement != vec4<f32>(0.0)));
}

fn crossing_test_did(slot: u32) -> bool {
    return (atomicLoad(&report[slot * REPORT_WORDS + REPORT_CONTACT_FAULTS]) & REPORT_RECOVERED) != 0u;
}

fn crossing_test_is_asked(first: u32, second: u32) -> bool {
    return crossing_test_is_new(first) || crossing_test_is_new(second) || crossing_test_is_moved(first)
        || crossing_test_is_moved(second) || (crossing_test_did(first) && crossing_test_did(second));
}

// The bodies near a body: the first entry of its list, and count.
fn crossing_test_list(slot: u32) -> vec2<u32> {
    return contacts_load(4u * crossing_test_body_row(slot, CONTACTS_STATE)).xy;
}

// The first word of the second row of an entry: (slot, flag, why).
fn crossing_test_entry(entry: u32) -> u32 {
    return 4u * (frames.contacts.pair_row + CONTACTS_PAIR_ROWS * entry + 1u);
}

// The entry of a body in the list of another, or CONTACTS_NONE. Lists are sorted.
fn crossing_test_find(slot: u32, other: u32) -> u32 {
    let list = crossing_test_list(slot);
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if atomicLoad(&contacts[crossing_test_entry(middle)]) < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y && atomicLoad(&contacts[crossing_test_entry(low)]) == other {
        return low;
    }
    return CONTACTS_NONE;
}

// Records that two bodies recover from each other. Threads may write at the same time: they write the same.
fn crossing_test_note(slot: u32, other: u32, why: u32) {
    var own = slot;
    var theirs = other;
    for (var k = 0u; k < 2u; k++) {
        let entry = crossing_test_find(own, theirs);
        if entry != CONTACTS_NONE {
            let word = crossing_test_entry(entry);
            atomicStore(&contacts[word + 1u], CONTACTS_EXCLUDED);
            atomicOr(&contacts[word + 2u], why);
        }
        atomicOr(&report[own * REPORT_WORDS + REPORT_CONTACT_FAULTS], REPORT_RECOVERS);
        own = other;
        theirs = slot;
    }
}

// An edge of the patch.
struct CrossingTestEdge {
    vertices: vec2<u32>, // of the world
    a: vec3<f32>,
    b: vec3<f32>,
    far: f32, // largest coordinate
    slack: f32,
}

fn crossing_test_edge(own: ContactsPatch, number: u32) -> CrossingTestEdge {
    let ends = contacts_table_row(own.body, own.surface.edge_row, own.parts.z + number).xy + vec2<u32>(own.body.first_vertex);
    let a = contacts_position(ends.x);
    let b = contacts_position(ends.y);
    let size = max(abs(a), abs(b));
    let slack = max(contacts_slack(ends.x), contacts_slack(ends.y));
    return CrossingTestEdge(ends, a, b, max(size.x, max(size.y, size.z)), slack);
}

// The distance below which no plane could separate an edge and a triangle even at rest, so that they count as crossing. Not
// less than separating_plane_margin. A pair too fast for a plane stays where it is for an epoch, and then has one.
fn crossing_test_margin(edge: CrossingTestEdge, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, shift: vec3<f32>) -> f32 {
    let extent = max(max(abs(a - edge.a), abs(b - edge.a)), max(abs(c - edge.a), abs(edge.b - edge.a)));
    let position = max(abs(a - shift), max(abs(b - shift), abs(c - shift)));
    let far = max(edge.far, max(position.x, max(position.y, position.z)));
    return 6e-7 * (4.5 * far + 24.0 * (max(extent.x, max(extent.y, extent.z)) + edge.slack));
}

// Whether an edge crosses a triangle of a patch of another body.
fn crossing_test_patch(edge: CrossingTestEdge, body: Body, surface: Surface, number: u32, shift: vec3<f32>) -> bool {
    let row = frames.contacts.patch_row + CONTACTS_PATCH_ROWS * (body.first_patch + number);
    let low = crossing_test_floats(row).xyz + shift;
    let high = crossing_test_floats(row + 1u).xyz + shift;
    if any(max(edge.a, edge.b) < low) || any(min(edge.a, edge.b) > high) {
        return false;
    }
    let end = min(CONTACTS_PATCH * (number + 1u), surface.triangles);
    for (var t = CONTACTS_PATCH * number; t < end; t++) {
        let corners = contacts_table_row(body, surface.triangle_row, t).xyz + vec3<u32>(body.first_vertex);
        if any(corners == edge.vertices.xxx) || any(corners == edge.vertices.yyy) {
            continue;
        }
        let a = contacts_position(corners.x) + shift;
        let b = contacts_position(corners.y) + shift;
        let c = contacts_position(corners.z) + shift;
        if segment_triangle_meets(edge.a, edge.b, a, b, c, crossing_test_margin(edge, a, b, c, shift)) {
            return true;
        }
    }
    return false;
}

var<workgroup> crossing_test_bits: array<atomic<u32>, 2>; // one bit for each entry that is tested
var<workgroup> crossing_test_mask: vec2<u32>;

// The entry with the gap of two bodies, in the list of the lower slot; CONTACTS_NONE if that list has no room for it.
fn crossing_test_gap_entry(slot: u32, entry: u32, other: u32) -> u32 {
    if other < slot {
        return crossing_test_find(other, slot);
    }
    return entry;
}

// Whether the bodies of an entry are tested.
fn crossing_test_may(slot: u32, entry: u32) -> bool {
    let other = atomicLoad(&contacts[crossing_test_entry(entry)]);
    if other == slot || !crossing_test_is_asked(slot, other) {
        return false;
    }
    let holder = crossing_test_gap_entry(slot, entry, other);
    return holder == CONTACTS_NONE || crossing_test_floats(crossing_test_entry(holder) / 4u - 1u).w <= 0.0;
}

// The entries to test among up to 64, from this one on, as bits. All threads call it.
fn crossing_test_entries(thread: u32, slot: u32, first: u32, end: u32) -> vec2<u32> {
    if thread < 2u {
        atomicStore(&crossing_test_bits[thread], 0u);
    }
    workgroupBarrier();
    if first + thread < end && crossing_test_may(slot, first + thread) {
        atomicOr(&crossing_test_bits[thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
    if thread == 0u {
        crossing_test_mask = vec2<u32>(atomicLoad(&crossing_test_bits[0]), atomicLoad(&crossing_test_bits[1]));
    }
    return workgroupUniformLoad(&crossing_test_mask); // includes barriers before and after
}

// Tests the edges of the patch against the body of an entry.
fn crossing_test_body(thread: u32, own: ContactsPatch, entry: u32) {
    let other = atomicLoad(&contacts[crossing_test_entry(entry)]);
    let holder = crossing_test_gap_entry(own.slot, entry, other);
    let is_inside = holder != CONTACTS_NONE && (atomicLoad(&contacts[crossing_test_entry(holder) + 2u]) & CONTACTS_INSIDE) != 0u;
    if is_inside && own.number == 0u && thread == 0u {
        crossing_test_note(own.slot, other, CONTACTS_INSIDE);
    }
    let body = bodies[other];
    let surface = contacts_surface(body);
    let shift = cell_between(contacts_cell(own.slot), contacts_cell(other));
    for (var e = thread; e < own.parts.w; e += CONTACTS_WIDTH) {
        let edge = crossing_test_edge(own, e);
        for (var number = 0u; number < surface.patches; number++) {
            if crossing_test_patch(edge, body, surface, number, shift) {
                crossing_test_note(own.slot, other, CONTACTS_PIERCED);
                break;
            }
        }
    }
}

@compute @workgroup_size(CONTACTS_WIDTH)
fn crossing_test(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = contacts_patch(workgroup_id.x);
    let list = crossing_test_list(own.slot);
    let end = list.x + list.y;
    for (var first = list.x; first < end; first += CONTACTS_WIDTH) {
        let mask = crossing_test_entries(thread, own.slot, first, end);
        for (var word = 0u; word < 2u; word++) {
            for (var bits = select(mask.x, mask.y, word == 1u); bits != 0u; bits &= bits - 1u) {
                crossing_test_body(thread, own, first + 32u * word + countTrailingZeros(bits));
            }
        }
    }
}
