//#use contact/broad/proxy.wgsl
// Pairs of bodies: for each body the slots of the bodies that it may touch in the step. Both bodies of a pair list each
// other. contact/broad/body_pairs.wgsl reads the entries, which are in ascending order.

// Whether the bodies at two places of the list may touch each other.
fn pair_filter_may_touch(first: u32, second: u32) -> bool {
    let a = bodies[proxy_slot(first)];
    let b = bodies[proxy_slot(second)];
    let have_surfaces = a.surface_row != 0u && b.surface_row != 0u;
    let are_kinematic = (a.flags & b.flags & BODY_KINEMATIC) != 0u;
    let meets = frames.contacts.nearby_room > 0u && have_surfaces && !are_kinematic && body_meets(a, b);
    return meets && !pair_filter_ignores(a, second) && !pair_filter_ignores(b, first);
}

fn pair_filter_ignores(body: Body, other: u32) -> bool {
    return nearby_ignores(body, BODY_IGNORED | proxy_slot(other));
}

// Adds a pair of bodies whose boxes overlap, if they may touch.
fn pair_filter_found(first: u32, second: u32, is_filling: bool) {
    if pair_filter_may_touch(first, second) {
        pair_filter_add(proxy_slot(first), proxy_slot(second), is_filling);
        pair_filter_add(proxy_slot(second), proxy_slot(first), is_filling);
    }
}

// Adds a body to the list of another. If the list has no room, both bodies keep their positions in the step.
fn pair_filter_add(slot: u32, other: u32, is_filling: bool) {
    let word = slot * NEARBY_WORDS;
    let index = atomicAdd(&nearby[word + NEARBY_BODIES], 1u);
    if !is_filling {
        return;
    }
    let list = atomicLoad(&nearby[word + NEARBY_PAIRS]);
    if list != NEARBY_ALL {
        atomicStore(&nearby[list + index], other);
        return;
    }
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_CROWDED);
    atomicOr(&report[other * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_CROWDED);
}

// Marks a body with too many others near it: it keeps its position in the step.
fn pair_filter_crowd(slot: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_CROWDED);
}

// Adds each body that touches itself to its own list.
fn pair_filter_selves(thread: u32, is_filling: bool) {
    for (var i = thread; i < proxy_bodies(); i += PROXY_WIDTH) {
        let slot = proxy_slot(i);
        let body = bodies[slot];
        if (body.flags & BODY_SELF) != 0u && body.surface_row != 0u && frames.contacts.nearby_room > 0u {
            pair_filter_add(slot, slot, is_filling);
        }
    }
}

// Allocates the list of each body, and resets the counts. All threads call it.
fn pair_filter_scan(thread: u32) {
    let share = (proxy_bodies() + PROXY_WIDTH - 1u) / PROXY_WIDTH;
    let first = min(thread * share, proxy_bodies());
    let end = min(first + share, proxy_bodies());
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += atomicLoad(&nearby[proxy_slot(i) * NEARBY_WORDS + NEARBY_BODIES]);
    }
    var index = proxy_before(thread, sum);
    for (var i = first; i < end; i++) {
        let slot = proxy_slot(i);
        let word = slot * NEARBY_WORDS;
        let count = atomicExchange(&nearby[word + NEARBY_BODIES], 0u);
        let fits = index + count <= frames.contacts.nearby_room;
        atomicStore(&nearby[word + NEARBY_PAIRS], select(NEARBY_ALL, frames.contacts.nearby_list + index, fits));
        atomicStore(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], 0u);
        index += count;
    }
}

const PAIR_FILTER_TEAM: u32 = 16u; // threads that share the list of a body, as src/contact/broad.rs assumes

// Writes a body's entries that fall to one thread of a team, in ascending order of slots. The list itself is unsorted, so an
// entry's index is the number of lower slots in it.
fn pair_filter_enter(slot: u32, member: u32) {
    let word = slot * NEARBY_WORDS;
    let list = atomicLoad(&nearby[word + NEARBY_PAIRS]);
    if frames.contacts.nearby_room == 0u || list == NEARBY_ALL {
        return;
    }
    let count = atomicLoad(&nearby[word + NEARBY_BODIES]);
    for (var k = member; k < count; k += PAIR_FILTER_TEAM) {
        let other = atomicLoad(&nearby[list + k]);
        var index = 0u;
        for (var j = 0u; j < count; j++) {
            index += select(0u, 1u, atomicLoad(&nearby[list + j]) < other);
        }
        let row = frames.contacts.pair_row + CONTACTS_PAIR_ROWS * (list - frames.contacts.nearby_list + index);
        contacts[row] = vec4<u32>(0u);
        contacts[row + 1u] = vec4<u32>(other, 0u, 0u, 0u);
    }
}

// Stores where the entries of a body are.
fn pair_filter_close(slot: u32) {
    if frames.contacts.nearby_room == 0u {
        return;
    }
    let word = slot * NEARBY_WORDS;
    let list = atomicLoad(&nearby[word + NEARBY_PAIRS]);
    let has_list = list != NEARBY_ALL;
    let first = select(0u, list - frames.contacts.nearby_list, has_list);
    let count = select(0u, atomicLoad(&nearby[word + NEARBY_BODIES]), has_list);
    contacts[frames.contacts.body_row + CONTACTS_BODY_ROWS * slot + CONTACTS_STATE] = vec4<u32>(first, count, slot, slot);
    if count > 0u {
        atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_NEAR);
    }
}
