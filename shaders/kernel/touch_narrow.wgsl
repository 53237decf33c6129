//#use kernel/stage/narrow.wgsl
// The narrow phase, a workgroup a patch: it goes through the bodies near its own, in the order of their slots, and
// through their patches whose boxes meet its own.

var<workgroup> touch_narrow_hits: array<atomic<u32>, 2>; // a bit a patch whose box meets
var<workgroup> touch_narrow_mask: vec2<u32>;

// How many bodies are near.
fn touch_narrow_bodies(own: DetectPatch) -> u32 {
    let word = own.slot * NEAR_WORDS;
    let has_list = detect_near(word + NEAR_NEIGHBOURS) != NEAR_ALL;
    return select(0u, detect_near(word + NEAR_BODIES), has_list);
}

// One of them.
fn touch_narrow_other(own: DetectPatch, place: u32) -> NarrowOther {
    let list = detect_near(own.slot * NEAR_WORDS + NEAR_NEIGHBOURS) + place;
    let slot = detect_near(list);
    let body = bodies[slot];
    let shift = cell_between(detect_cell(own.slot), detect_cell(slot));
    return NarrowOther(
        slot, slot == own.slot, slot > own.slot, list - frames.touch.near_list, shift, body, detect_surface(body),
    );
}

// Whether clusters keep the two bodies apart in the frame.
fn touch_narrow_is_apart(other: NarrowOther) -> bool {
    let row = frames.touch.near_row + TOUCH_NEAR_ROWS * other.entry + 1u;
    return atomicLoad(&touch[4u * row + 1u]) == TOUCH_APART;
}

fn touch_narrow_corner(body: Body, number: u32, corner: u32) -> vec3<f32> {
    let row = frames.touch.patch_row + TOUCH_PATCH_ROWS * (body.first_patch + number) + corner;
    return bitcast<vec3<f32>>(detect_load(4u * row).xyz);
}

// The box of a patch, at a shift.
fn touch_narrow_box(body: Body, number: u32, shift: vec3<f32>) -> NarrowBox {
    let rounding = 2.4e-7 * abs(shift);
    return NarrowBox(
        touch_narrow_corner(body, number, 0u) + shift - rounding, touch_narrow_corner(body, number, 1u) + shift + rounding,
    );
}

// Which of the 64 patches from this one on have boxes that meet the patch's, a bit each. All threads call it.
fn touch_narrow_meeting(thread: u32, own: DetectPatch, other: NarrowOther, first: u32) -> vec2<u32> {
    if thread < 2u {
        atomicStore(&touch_narrow_hits[thread], 0u);
    }
    workgroupBarrier();
    let number = first + thread;
    if number < other.surface.patches && !touch_narrow_is_apart(other) {
        let box = touch_narrow_box(own.body, own.number, vec3<f32>(0.0));
        if narrow_meets(touch_narrow_box(other.body, number, other.shift), 0.0, box) {
            atomicOr(&touch_narrow_hits[thread / 32u], 1u << (thread % 32u));
        }
    }
    workgroupBarrier();
    if thread == 0u {
        touch_narrow_mask = vec2<u32>(atomicLoad(&touch_narrow_hits[0]), atomicLoad(&touch_narrow_hits[1]));
    }
    return workgroupUniformLoad(&touch_narrow_mask); // it waits before and after
}

// The patch against another one.
fn touch_narrow_patch(thread: u32, own: DetectPatch, other: NarrowOther, number: u32) {
    let first = TOUCH_PATCH * number;
    let triangles = min(other.surface.triangles - first, TOUCH_PATCH);
    let box = touch_narrow_box(own.body, own.number, vec3<f32>(0.0));
    let other_box = touch_narrow_box(other.body, number, other.shift);
    let triangle = first + min(thread, triangles - 1u);
    let corners = detect_part(other.body, other.surface.triangle_row, triangle).xyz;
    let staged = narrow_stage(thread, other, box, corners, triangle, thread < triangles);
    narrow_points(thread, own, other, other_box, staged);
    if !other.is_same && !other.is_after {
        return;
    }
    let parts = detect_part(other.body, other.surface.patch_row, number);
    for (var e = 0u; e < parts.w; e += DETECT_WIDTH) {
        let edge = parts.z + min(e + thread, parts.w - 1u);
        let ends = detect_part(other.body, other.surface.edge_row, edge).xyy;
        let edges = narrow_stage(thread, other, box, ends, edge, e + thread < parts.w);
        narrow_edges(thread, own, other, other_box, edges);
    }
}

// Patches that a patch is compared with in the step. Beyond that the bodies stay where they are: a GPU must not hang where
// many are at one place.
const TOUCH_NARROW_MOST: u32 = 2048u;

// The patch against those of a body. Returns how many it has been compared with, from `compared` on.
fn touch_narrow_body(thread: u32, own: DetectPatch, other: NarrowOther, compared: u32) -> u32 {
    var count = compared;
    for (var first = 0u; first < other.surface.patches; first += DETECT_WIDTH) {
        var mask = touch_narrow_meeting(thread, own, other, first);
        while any(mask != vec2<u32>(0u)) {
            if count >= TOUCH_NARROW_MOST {
                touch_narrow_leave(thread, own, other);
                return count;
            }
            count += 1u;
            var number = 0u;
            if mask.x != 0u {
                number = countTrailingZeros(mask.x);
                mask.x &= mask.x - 1u;
            } else {
                number = 32u + countTrailingZeros(mask.y);
                mask.y &= mask.y - 1u;
            }
            touch_narrow_patch(thread, own, other, first + number);
        }
    }
    return count;
}

// Notes of two bodies that not all of their pairs have been found.
fn touch_narrow_leave(thread: u32, own: DetectPatch, other: NarrowOther) {
    if thread == 0u && params.part == NARROW_COUNT {
        detect_lose(own.slot, TOUCH_LOST | TOUCH_FULL);
        detect_lose(other.slot, TOUCH_LOST | TOUCH_FULL);
    }
}

// Before the first pass all counts are zero; before the second each primary knows its candidates. A thread takes the
// same primaries here and at the end, so that it reads only what it has written itself.
fn touch_narrow_open(thread: u32, own: DetectPatch, row: u32) {
    let all_of_them = detect_primaries(own);
    let share = (all_of_them + DETECT_WIDTH - 1u) / DETECT_WIDTH;
    var sum = 0u;
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        if params.part == NARROW_FILL {
            sum += atomicLoad(&touch[detect_primary(own, p) + 1u]);
        }
    }
    var next = detect_before(thread, sum);
    if params.part == NARROW_FILL {
        next += atomicLoad(&touch[detect_sum(row)]);
    }
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        narrow_next[p] = select(0u, min(next, frames.touch.room), params.part == NARROW_FILL);
        if params.part == NARROW_FILL {
            let word = detect_primary(own, p);
            atomicStore(&touch[word], narrow_next[p]);
            next += atomicLoad(&touch[word + 1u]);
            narrow_end[p] = min(next, frames.touch.room);
        }
    }
    for (var p = thread; p < own.parts.y; p += DETECT_WIDTH) {
        narrow_keep_reach(own, p, vec2<u32>(detect_part(own.body, own.surface.point_row, own.parts.x + p).x));
    }
    for (var e = thread; e < own.parts.w; e += DETECT_WIDTH) {
        narrow_keep_reach(own, own.parts.y + e, detect_part(own.body, own.surface.edge_row, own.parts.z + e).xy);
    }
    workgroupBarrier();
}

// Notes how many candidates each primary has, and in the first pass those of the last frame and the sum of all. After the
// second the body's lists are of this step.
fn touch_narrow_close(thread: u32, own: DetectPatch, row: u32) {
    workgroupBarrier();
    let is_next = params.part == NARROW_COUNT && atomicLoad(&touch[detect_stamp(own.slot)]) + 1u == params.step;
    let all_of_them = detect_primaries(own);
    let share = (all_of_them + DETECT_WIDTH - 1u) / DETECT_WIDTH;
    var sum = 0u;
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        let word = detect_primary(own, p);
        let count = narrow_next[p];
        if params.part == NARROW_FILL {
            atomicStore(&touch[word + 1u], count - atomicLoad(&touch[word]));
            continue;
        }
        let old = select(vec2<u32>(0u), detect_load(word).xy, is_next);
        detect_store(word, vec4<u32>(0u, count, old));
        sum += count;
    }
    if params.part == NARROW_COUNT {
        let before = detect_before(thread, sum);
        if thread == DETECT_WIDTH - 1u {
            atomicStore(&touch[detect_sum(row)], before + sum);
        }
    } else if thread == 0u && own.number == 0u {
        atomicStore(&touch[detect_stamp(own.slot)], params.step);
    }
}

@compute @workgroup_size(DETECT_WIDTH)
fn touch_narrow(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    touch_narrow_open(thread, own, group.x);
    var compared = 0u;
    for (var k = 0u; k < touch_narrow_bodies(own); k++) {
        compared = touch_narrow_body(thread, own, touch_narrow_other(own, k), compared);
    }
    touch_narrow_close(thread, own, group.x);
}
