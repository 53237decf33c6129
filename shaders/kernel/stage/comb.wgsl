//#needs kernel/sifting
//#use kernel/stage/narrow.wgsl
//#use kernel/stage/sift.wgsl
//#use lib/cell.wgsl
// A patch goes through the bodies near its own, in the order of their slots, and through their patches whose boxes meet its
// own.

// Patches that a patch is compared with in the step. Beyond that the bodies stay where they are: a GPU must not hang where
// many are at one place.
const COMB_MOST: u32 = 2048u;

var<workgroup> comb_until: array<u32, NARROW_WIDTH>; // patches of the bodies looked at, up to each of them

// How many patches of the body of an entry are looked at.
fn comb_patches(entry: u32) -> u32 {
    let row = sifting_load(frames.touch.near_row + TOUCH_NEAR_ROWS * entry + 1u);
    if row.y == TOUCH_APART {
        return 0u;
    }
    return arena[bodies[row.x].surface_row].w;
}

// The first of these bodies whose patches reach beyond a number.
fn comb_find(count: u32, number: u32) -> u32 {
    var low = 0u;
    var high = count;
    while low < high {
        let middle = (low + high) / 2u;
        if comb_until[middle] <= number {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

// A patch of one of the bodies from `first` on, counted through them.
fn comb_other(own: NarrowPatch, first: u32, count: u32, number: u32) -> NarrowOther {
    let place = comb_find(count, number);
    let slot = sifting_load(frames.touch.near_row + TOUCH_NEAR_ROWS * (first + place) + 1u).x;
    let before = select(0u, comb_until[max(place, 1u) - 1u], place > 0u);
    let body = bodies[slot];
    return NarrowOther(
        slot, number - before, body.first_vertex, body.surface_row, cell_between(narrow_cell(own.slot), narrow_cell(slot)),
    );
}

// Whether its box meets that of the patch.
fn comb_meets(own: NarrowPatch, other: NarrowOther) -> bool {
    let rounding = 2.4e-7 * abs(other.shift);
    let box = narrow_box(bodies[other.slot].first_patch + other.number, other.shift);
    return narrow_meets(NarrowBox(box.low - rounding, box.high + rounding), 0.0, own.box);
}

// The patch against those of some bodies, up to one a thread. Returns how many it has been compared with, from `compared`
// on. All threads call it.
fn comb_bodies(thread: u32, own: NarrowPatch, first: u32, count: u32, compared: u32) -> u32 {
    var patches = 0u;
    if thread < count {
        patches = comb_patches(first + thread);
    }
    let before = narrow_before(thread, patches);
    comb_until[thread] = before + patches;
    workgroupBarrier();
    let all_of_them = comb_until[NARROW_WIDTH - 1u];
    var done = compared;
    for (var at = 0u; at < all_of_them; at += NARROW_WIDTH) {
        var meets = false;
        var other: NarrowOther;
        if at + thread < all_of_them {
            other = comb_other(own, first, count, at + thread);
            meets = comb_meets(own, other);
        }
        let rank = narrow_rank(thread, meets);
        let room = COMB_MOST - done;
        if meets && rank.x < room {
            narrow_others[rank.x] = vec4<u32>(other.slot, other.number, other.first_vertex, other.surface_row);
            narrow_shifts[rank.x] = vec4<f32>(other.shift, 0.0);
        } else if meets {
            sifting_leave(own.slot);
            sifting_leave(other.slot);
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

// Finds all pairs of a patch.
fn comb_patch(thread: u32, own: NarrowPatch) {
    for (var p = thread; p < own.points + own.edges; p += NARROW_WIDTH) {
        narrow_next[p] = 0u;
    }
    let list = sifting_load(frames.touch.body_row + TOUCH_BODY_ROWS * own.slot + TOUCH_STATE);
    var compared = 0u;
    for (var k = 0u; k < list.y; k += NARROW_WIDTH) {
        compared = comb_bodies(thread, own, list.x + k, min(list.y - k, NARROW_WIDTH), compared);
    }
}
