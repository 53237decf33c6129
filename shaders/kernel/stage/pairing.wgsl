//#use kernel/stage/object.wgsl
// Pairs of bodies: for each body the slots of those that it may touch in the step. Both bodies of a pair list each other.
// kernel/stage/neighbour.wgsl reads the entries, which are ascending.

// Whether the bodies at two places of the list may touch each other.
fn pairing_meets(first: u32, second: u32) -> bool {
    let a = bodies[object_slot(first)];
    let b = bodies[object_slot(second)];
    let have_surfaces = a.surface_row != 0u && b.surface_row != 0u;
    let are_carriers = (a.flags & b.flags & BODY_CARRIER) != 0u;
    let meets = frames.touch.near_room > 0u && have_surfaces && !are_carriers && body_meets(a, b);
    return meets && !pairing_ignores(a, second) && !pairing_ignores(b, first);
}

fn pairing_ignores(body: Body, other: u32) -> bool {
    return search_ignores(body, BODY_IGNORED | object_slot(other));
}

// Takes a pair of bodies whose boxes meet.
fn pairing_found(first: u32, second: u32, is_filling: bool) {
    if pairing_meets(first, second) {
        pairing_add(object_slot(first), object_slot(second), is_filling);
        pairing_add(object_slot(second), object_slot(first), is_filling);
    }
}

// Adds a body to the list of another. If there is no list, both stay where they are in the step.
fn pairing_add(slot: u32, other: u32, is_filling: bool) {
    let word = slot * NEAR_WORDS;
    let place = atomicAdd(&contact[word + NEAR_BODIES], 1u);
    if !is_filling {
        return;
    }
    let list = atomicLoad(&contact[word + NEAR_NEIGHBOURS]);
    if list != NEAR_ALL {
        atomicStore(&contact[list + place], other);
        return;
    }
    atomicOr(&report[slot * REPORT_WORDS + REPORT_TOUCH], TOUCH_CROWDED);
    atomicOr(&report[other * REPORT_WORDS + REPORT_TOUCH], TOUCH_CROWDED);
}

// Too much is near a body to look at: it stays where it is in the step.
fn pairing_crowd(slot: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_TOUCH], TOUCH_CROWDED);
}

// Bodies that touch themselves.
fn pairing_selves(thread: u32, is_filling: bool) {
    for (var i = thread; i < object_bodies(); i += OBJECT_WIDTH) {
        let slot = object_slot(i);
        let body = bodies[slot];
        if (body.flags & BODY_SELF) != 0u && body.surface_row != 0u && frames.touch.near_room > 0u {
            pairing_add(slot, slot, is_filling);
        }
    }
}

// Gives each body room for its list, and begins to count anew. All threads call it.
fn pairing_scan(thread: u32) {
    let share = (object_bodies() + OBJECT_WIDTH - 1u) / OBJECT_WIDTH;
    let first = min(thread * share, object_bodies());
    let end = min(first + share, object_bodies());
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += atomicLoad(&contact[object_slot(i) * NEAR_WORDS + NEAR_BODIES]);
    }
    var place = object_before(thread, sum);
    for (var i = first; i < end; i++) {
        let slot = object_slot(i);
        let word = slot * NEAR_WORDS;
        let count = atomicExchange(&contact[word + NEAR_BODIES], 0u);
        let fits = place + count <= frames.touch.near_room;
        atomicStore(&contact[word + NEAR_NEIGHBOURS], select(NEAR_ALL, frames.touch.near_list + place, fits));
        atomicStore(&report[slot * REPORT_WORDS + REPORT_TOUCH], 0u);
        place += count;
    }
}

const PAIRING_TEAM: u32 = 16u; // threads that share the list of a body: src/solver/near.rs counts on it

// Makes the entries of a body, in the order of slots: those that fall to one thread of a team. What is near a body stands in
// its list in any order, so an entry's place is the number of lower slots there.
fn pairing_enter(slot: u32, member: u32) {
    let word = slot * NEAR_WORDS;
    let list = atomicLoad(&contact[word + NEAR_NEIGHBOURS]);
    if frames.touch.near_room == 0u || list == NEAR_ALL {
        return;
    }
    let count = atomicLoad(&contact[word + NEAR_BODIES]);
    for (var k = member; k < count; k += PAIRING_TEAM) {
        let other = atomicLoad(&contact[list + k]);
        var place = 0u;
        for (var j = 0u; j < count; j++) {
            place += select(0u, 1u, atomicLoad(&contact[list + j]) < other);
        }
        let row = frames.touch.near_row + TOUCH_NEAR_ROWS * (list - frames.touch.near_list + place);
        touch[row] = vec4<u32>(0u);
        touch[row + 1u] = vec4<u32>(other, 0u, 0u, 0u);
    }
}

// Notes where the entries of a body are.
fn pairing_close(slot: u32) {
    if frames.touch.near_room == 0u {
        return;
    }
    let word = slot * NEAR_WORDS;
    let list = atomicLoad(&contact[word + NEAR_NEIGHBOURS]);
    let has_list = list != NEAR_ALL;
    let first = select(0u, list - frames.touch.near_list, has_list);
    let count = select(0u, atomicLoad(&contact[word + NEAR_BODIES]), has_list);
    touch[frames.touch.body_row + TOUCH_BODY_ROWS * slot + TOUCH_STATE] = vec4<u32>(first, count, slot, slot);
    if count > 0u {
        atomicOr(&report[slot * REPORT_WORDS + REPORT_TOUCH], TOUCH_NEAR);
    }
}
