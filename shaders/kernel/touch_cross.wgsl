//#use kernel/detect.wgsl
//#use lib/pierce.wgsl
// Which bodies cross each other: edges of one pass through triangles of the other. Only pairs that may are looked at: one
// of them is new, or they recovered in the last step, or something moves one that planes do not stop. A workgroup a patch,
// a thread an edge. A pair that crosses recovers: it is apart to all that follows (kernel/stage/recover.wgsl).

fn touch_cross_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(detect_load(4u * row));
}

fn touch_cross_body_row(slot: u32, row: u32) -> u32 {
    return frames.touch.body_row + TOUCH_BODY_ROWS * slot + row;
}

fn touch_cross_is_new(slot: u32) -> bool {
    let stamp = atomicLoad(&touch[detect_stamp(slot)]);
    return stamp == 0u || stamp + 1u != params.step;
}

fn touch_cross_is_moved(slot: u32) -> bool {
    let way = touch_cross_floats(touch_cross_body_row(slot, TOUCH_DRIFT));
    let flags = bodies[slot].flags;
    return (flags & BODY_CARRIED) != 0u || ((flags & BODY_CARRIER) != 0u && any(way != vec4<f32>(0.0)));
}

fn touch_cross_did(slot: u32) -> bool {
    return (atomicLoad(&report[slot * REPORT_WORDS + REPORT_CONTACT]) & REPORT_RECOVERED) != 0u;
}

fn touch_cross_is_asked(first: u32, second: u32) -> bool {
    return touch_cross_is_new(first) || touch_cross_is_new(second) || touch_cross_is_moved(first)
        || touch_cross_is_moved(second) || (touch_cross_did(first) && touch_cross_did(second));
}

// The bodies near one: the first entry of its list, and how many.
fn touch_cross_list(slot: u32) -> vec2<u32> {
    return detect_load(4u * touch_cross_body_row(slot, TOUCH_STATE)).xy;
}

// The first word of the second row of an entry: (slot, flag, why).
fn touch_cross_entry(entry: u32) -> u32 {
    return 4u * (frames.touch.near_row + TOUCH_NEAR_ROWS * entry + 1u);
}

// The entry of a body in the list of another, or TOUCH_NONE. Lists are sorted.
fn touch_cross_find(slot: u32, other: u32) -> u32 {
    let list = touch_cross_list(slot);
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if atomicLoad(&touch[touch_cross_entry(middle)]) < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y && atomicLoad(&touch[touch_cross_entry(low)]) == other {
        return low;
    }
    return TOUCH_NONE;
}

// Notes that two bodies recover from each other. Many threads may note the same.
fn touch_cross_note(slot: u32, other: u32, why: u32) {
    let entries = vec2<u32>(touch_cross_find(slot, other), touch_cross_find(other, slot));
    for (var k = 0u; k < 2u; k++) {
        if entries[k] != TOUCH_NONE {
            let word = touch_cross_entry(entries[k]);
            atomicStore(&touch[word + 1u], TOUCH_APART);
            atomicOr(&touch[word + 2u], why);
        }
    }
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT], REPORT_RECOVERS);
    atomicOr(&report[other * REPORT_WORDS + REPORT_CONTACT], REPORT_RECOVERS);
}

// An edge of the patch.
struct TouchCrossEdge {
    vertices: vec2<u32>, // of the world
    a: vec3<f32>,
    b: vec3<f32>,
    far: f32,            // largest coordinate
    leeway: f32,
}

fn touch_cross_edge(own: DetectPatch, number: u32) -> TouchCrossEdge {
    let ends = detect_part(own.body, own.surface.edge_row, own.parts.z + number).xy + vec2<u32>(own.body.first_vertex);
    let a = detect_place(ends.x);
    let b = detect_place(ends.y);
    let size = max(abs(a), abs(b));
    let leeway = max(detect_leeway(ends.x), detect_leeway(ends.y));
    return TouchCrossEdge(ends, a, b, max(size.x, max(size.y, size.z)), leeway);
}

// What no plane could part even at rest counts as crossing: see separate_margin in lib/separate.wgsl, of which this is no
// less. Where a pair is too fast for a plane, it stays for an epoch, and then it is not.
fn touch_cross_margin(edge: TouchCrossEdge, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, shift: vec3<f32>) -> f32 {
    let extent = max(max(abs(a - edge.a), abs(b - edge.a)), max(abs(c - edge.a), abs(edge.b - edge.a)));
    let place = max(abs(a - shift), max(abs(b - shift), abs(c - shift)));
    let far = max(edge.far, max(place.x, max(place.y, place.z)));
    return 6e-7 * (4.5 * far + 24.0 * (max(extent.x, max(extent.y, extent.z)) + edge.leeway));
}

// Whether an edge meets a triangle of a patch of another body.
fn touch_cross_patch(edge: TouchCrossEdge, body: Body, surface: Surface, number: u32, shift: vec3<f32>) -> bool {
    let row = frames.touch.patch_row + TOUCH_PATCH_ROWS * (body.first_patch + number);
    let low = touch_cross_floats(row).xyz + shift;
    let high = touch_cross_floats(row + 1u).xyz + shift;
    if any(max(edge.a, edge.b) < low) || any(min(edge.a, edge.b) > high) {
        return false;
    }
    let end = min(TOUCH_PATCH * (number + 1u), surface.triangles);
    for (var t = TOUCH_PATCH * number; t < end; t++) {
        let corners = detect_part(body, surface.triangle_row, t).xyz + vec3<u32>(body.first_vertex);
        if any(corners == edge.vertices.xxx) || any(corners == edge.vertices.yyy) {
            continue;
        }
        let a = detect_place(corners.x) + shift;
        let b = detect_place(corners.y) + shift;
        let c = detect_place(corners.z) + shift;
        if pierce_meets(edge.a, edge.b, a, b, c, touch_cross_margin(edge, a, b, c, shift)) {
            return true;
        }
    }
    return false;
}

var<workgroup> touch_cross_bits: array<atomic<u32>, 2>; // a bit an entry that is looked at
var<workgroup> touch_cross_mask: vec2<u32>;

// The lower slot of the two bodies of an entry has their gap; TOUCH_NONE: it has no room for it.
fn touch_cross_gap_entry(slot: u32, entry: u32, other: u32) -> u32 {
    if other < slot {
        return touch_cross_find(other, slot);
    }
    return entry;
}

// Whether the bodies of an entry are looked at.
fn touch_cross_may(slot: u32, entry: u32) -> bool {
    let other = atomicLoad(&touch[touch_cross_entry(entry)]);
    if other == slot || !touch_cross_is_asked(slot, other) {
        return false;
    }
    let holder = touch_cross_gap_entry(slot, entry, other);
    return holder == TOUCH_NONE || touch_cross_floats(touch_cross_entry(holder) / 4u - 1u).w <= 0.0;
}

// Which of up to 64 entries from this one on are looked at, a bit each. All threads call it.
fn touch_cross_entries(thread: u32, slot: u32, first: u32, end: u32) -> vec2<u32> {
    if thread < 2u {
        atomicStore(&touch_cross_bits[thread], 0u);
    }
    workgroupBarrier();
    if first + thread < end && touch_cross_may(slot, first + thread) {
        atomicOr(&touch_cross_bits[thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
    if thread == 0u {
        touch_cross_mask = vec2<u32>(atomicLoad(&touch_cross_bits[0]), atomicLoad(&touch_cross_bits[1]));
    }
    return workgroupUniformLoad(&touch_cross_mask); // it waits before and after
}

// Looks at the patch and the body of an entry.
fn touch_cross_body(thread: u32, own: DetectPatch, entry: u32) {
    let other = atomicLoad(&touch[touch_cross_entry(entry)]);
    let holder = touch_cross_gap_entry(own.slot, entry, other);
    let is_inside = holder != TOUCH_NONE && (atomicLoad(&touch[touch_cross_entry(holder) + 2u]) & TOUCH_INSIDE) != 0u;
    if is_inside && own.number == 0u && thread == 0u {
        touch_cross_note(own.slot, other, TOUCH_INSIDE);
    }
    let body = bodies[other];
    let surface = detect_surface(body);
    let shift = cell_between(detect_cell(own.slot), detect_cell(other));
    for (var e = thread; e < own.parts.w; e += DETECT_WIDTH) {
        let edge = touch_cross_edge(own, e);
        for (var number = 0u; number < surface.patches; number++) {
            if touch_cross_patch(edge, body, surface, number, shift) {
                touch_cross_note(own.slot, other, TOUCH_PIERCED);
                break;
            }
        }
    }
}

@compute @workgroup_size(DETECT_WIDTH)
fn touch_cross(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    let list = touch_cross_list(own.slot);
    let end = list.x + list.y;
    for (var first = list.x; first < end; first += DETECT_WIDTH) {
        var mask = touch_cross_entries(thread, own.slot, first, end);
        for (; mask.x != 0u; mask.x &= mask.x - 1u) {
            touch_cross_body(thread, own, first + countTrailingZeros(mask.x));
        }
        for (; mask.y != 0u; mask.y &= mask.y - 1u) {
            touch_cross_body(thread, own, first + 32u + countTrailingZeros(mask.y));
        }
    }
}
