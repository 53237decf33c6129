//#needs contact/narrow/pair_sink
//#use contact/narrow/patch.wgsl
//#use contact/narrow/feature_pairs.wgsl
//#use lib/cell.wgsl
// Pairs of patches. A patch is tested against the bodies near its own, in the order of their slots, and against their
// patches whose boxes overlap its box.

// Patches that one patch is compared with in a step. Beyond that the bodies stay where they are: a GPU must not hang where
// many bodies are at one place.
const PATCH_PAIRS_MOST: u32 = 2048u;

var<workgroup> patch_pairs_until: array<u32, NARROW_WIDTH>; // running sums of the bodies' patches

// The number of patches to test of an entry's body.
fn patch_pairs_patches(entry: u32) -> u32 {
    let row = pair_sink_load(frames.contacts.pair_row + CONTACTS_PAIR_ROWS * entry + 1u);
    if row.y == CONTACTS_EXCLUDED {
        return 0u;
    }
    return arena[bodies[row.x].surface_row].w;
}

// The first of these bodies whose running sum of patches is above a number.
fn patch_pairs_find(count: u32, number: u32) -> u32 {
    var low = 0u;
    var high = count;
    while low < high {
        let middle = (low + high) / 2u;
        if patch_pairs_until[middle] <= number {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

// A patch of the bodies from `first` on, by its number among all their patches.
fn patch_pairs_other(own: NarrowPatch, first: u32, count: u32, number: u32) -> NarrowOther {
    let index = patch_pairs_find(count, number);
    let slot = pair_sink_load(frames.contacts.pair_row + CONTACTS_PAIR_ROWS * (first + index) + 1u).x;
    let before = select(0u, patch_pairs_until[max(index, 1u) - 1u], index > 0u);
    let body = bodies[slot];
    return NarrowOther(
        slot, number - before, body.first_vertex, body.surface_row, cell_between(narrow_cell(own.slot), narrow_cell(slot)),
    );
}

// Whether another patch's box overlaps that of the patch.
fn patch_pairs_meets(own: NarrowPatch, other: NarrowOther) -> bool {
    let rounding = 2.4e-7 * abs(other.shift);
    let box = narrow_box(bodies[other.slot].first_patch + other.number, other.shift);
    return narrow_meets(NarrowBox(box.low - rounding, box.high + rounding), 0.0, own.box);
}

// Tests the patch against the patches of some bodies, up to one body a thread. Returns how many patches it has been compared
// with, starting from `compared`. All threads call it.
fn patch_pairs_bodies(thread: u32, own: NarrowPatch, first: u32, count: u32, compared: u32) -> u32 {
    var patches = 0u;
    if thread < count {
        patches = patch_pairs_patches(first + thread);
    }
    let before = narrow_before(thread, patches);
    patch_pairs_until[thread] = before + patches;
    workgroupBarrier();
    let all_of_them = patch_pairs_until[NARROW_WIDTH - 1u];
    var done = compared;
    for (var at = 0u; at < all_of_them; at += NARROW_WIDTH) {
        var meets = false;
        var other: NarrowOther;
        if at + thread < all_of_them {
            other = patch_pairs_other(own, first, count, at + thread);
            meets = patch_pairs_meets(own, other);
        }
        let rank = narrow_rank(thread, meets);
        let room = PATCH_PAIRS_MOST - done;
        if meets && rank.x < room {
            narrow_others[rank.x] = vec4<u32>(other.slot, other.number, other.first_vertex, other.surface_row);
            narrow_shifts[rank.x] = vec4<f32>(other.shift, 0.0);
        } else if meets {
            pair_sink_leave(own.slot);
            pair_sink_leave(other.slot);
        }
        let taken = min(rank.y, room);
        workgroupBarrier();
        for (var kind = CONTACTS_TRIANGLE; kind <= CONTACTS_EDGES; kind++) {
            feature_pairs_kind(thread, own, taken, kind);
        }
        done += taken;
    }
    return done;
}

// Finds all pairs of a patch.
fn patch_pairs_patch(thread: u32, own: NarrowPatch) {
    for (var p = thread; p < own.points + own.edges; p += NARROW_WIDTH) {
        narrow_next[p] = 0u;
    }
    let list = pair_sink_load(frames.contacts.body_row + CONTACTS_BODY_ROWS * own.slot + CONTACTS_STATE);
    var compared = 0u;
    for (var k = 0u; k < list.y; k += NARROW_WIDTH) {
        compared = patch_pairs_bodies(thread, own, list.x + k, min(list.y - k, NARROW_WIDTH), compared);
    }
}
