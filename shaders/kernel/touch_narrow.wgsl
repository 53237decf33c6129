//#use kernel/stage/narrow.wgsl
//#use kernel/stage/sift.wgsl
// The narrow phase, a workgroup a patch: it goes through the bodies near its own, in the order of their slots, and
// through their patches whose boxes meet its own. What it finds it counts, and appends to a list that all workgroups
// share. touch_write makes candidates of it.

// Patches that a patch is compared with in the step. Beyond that the bodies stay where they are: a GPU must not hang where
// many are at one place.
const TOUCH_NARROW_MOST: u32 = 2048u;

var<workgroup> touch_narrow_until: array<u32, NARROW_WIDTH>; // patches of the bodies looked at, up to each of them

// How many patches of the body of an entry are looked at.
fn touch_narrow_patches(entry: u32) -> u32 {
    if neighbour_flag(entry) == TOUCH_APART {
        return 0u;
    }
    return facet_of(bodies[neighbour_body(entry)]).patches;
}

// The first of these bodies whose patches reach beyond a number.
fn touch_narrow_find(count: u32, number: u32) -> u32 {
    var low = 0u;
    var high = count;
    while low < high {
        let middle = (low + high) / 2u;
        if touch_narrow_until[middle] <= number {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

// A patch of one of the bodies from `first` on, counted through them.
fn touch_narrow_other(own: NarrowPatch, first: u32, count: u32, number: u32) -> NarrowOther {
    let place = touch_narrow_find(count, number);
    let slot = neighbour_body(first + place);
    let before = select(0u, touch_narrow_until[max(place, 1u) - 1u], place > 0u);
    let body = bodies[slot];
    return NarrowOther(
        slot, number - before, body.first_vertex, body.surface_row, cell_between(report_cell(own.slot), report_cell(slot)),
    );
}

// Whether its box meets that of the patch.
fn touch_narrow_meets(own: NarrowPatch, other: NarrowOther) -> bool {
    let rounding = 2.4e-7 * abs(other.shift);
    let box = narrow_box(bodies[other.slot].first_patch + other.number, other.shift);
    return narrow_meets(NarrowBox(box.low - rounding, box.high + rounding), 0.0, own.box);
}

// Notes of two bodies that not all of their pairs have been found.
fn touch_narrow_leave(own: NarrowPatch, other: NarrowOther) {
    let slots = vec2<u32>(own.slot, other.slot);
    for (var k = 0u; k < 2u; k++) {
        atomicOr(&report[slots[k] * REPORT_WORDS + REPORT_TOUCH], TOUCH_LOST | TOUCH_FULL);
        atomicAdd(&report[slots[k] * REPORT_WORDS + REPORT_PAIRS], 1u);
    }
}

// The patch against those of some bodies, up to one a thread. Returns how many it has been compared with, from `compared`
// on. All threads call it.
fn touch_narrow_bodies(thread: u32, own: NarrowPatch, first: u32, count: u32, compared: u32) -> u32 {
    var patches = 0u;
    if thread < count {
        patches = touch_narrow_patches(first + thread);
    }
    let before = narrow_before(thread, patches);
    touch_narrow_until[thread] = before + patches;
    workgroupBarrier();
    let all_of_them = touch_narrow_until[NARROW_WIDTH - 1u];
    var done = compared;
    for (var at = 0u; at < all_of_them; at += NARROW_WIDTH) {
        var meets = false;
        var other: NarrowOther;
        if at + thread < all_of_them {
            other = touch_narrow_other(own, first, count, at + thread);
            meets = touch_narrow_meets(own, other);
        }
        let rank = narrow_rank(thread, meets);
        let room = TOUCH_NARROW_MOST - done;
        if meets && rank.x < room {
            narrow_others[rank.x] = vec4<u32>(other.slot, other.number, other.first_vertex, other.surface_row);
            narrow_shifts[rank.x] = vec4<f32>(other.shift, 0.0);
        } else if meets {
            touch_narrow_leave(own, other);
        }
        let taken = min(rank.y, room);
        workgroupBarrier();
        for (var kind = TOUCH_TRIANGLE; kind <= TOUCH_EDGES; kind++) {
            sift_kind(thread, own, taken, kind);
        }
        done += taken;
    }
    return done;
}

// Stores of each primary where its candidates are among those of the patch, how many there are, and where they were in the
// last frame; and the sum of all.
fn touch_narrow_close(thread: u32, own: NarrowPatch, row: u32) {
    workgroupBarrier();
    let is_next = touch[limit_body(own.slot) + TOUCH_STAMP].x + 1u == params.step;
    let all_of_them = own.points + own.edges;
    let share = (all_of_them + NARROW_WIDTH - 1u) / NARROW_WIDTH;
    var sum = 0u;
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        sum += min(narrow_next[p], NARROW_MOST);
    }
    var place = narrow_before(thread, sum);
    if thread == NARROW_WIDTH - 1u {
        limit_set_word(frames.touch.sum_row, row + 4u, place + sum);
    }
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        let record = narrow_record(own, p);
        let old = select(vec2<u32>(0u), touch[record].xy, is_next);
        let count = min(narrow_next[p], NARROW_MOST);
        touch[record] = vec4<u32>(place, count, old);
        place += count;
    }
}

@compute @workgroup_size(NARROW_WIDTH)
fn touch_narrow(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = narrow_patch(group.x);
    for (var p = thread; p < own.points + own.edges; p += NARROW_WIDTH) {
        narrow_next[p] = 0u;
    }
    let list = neighbour_list(own.slot);
    var compared = 0u;
    for (var k = 0u; k < list.y; k += NARROW_WIDTH) {
        compared = touch_narrow_bodies(thread, own, list.x + k, min(list.y - k, NARROW_WIDTH), compared);
    }
    touch_narrow_close(thread, own, group.x);
}
