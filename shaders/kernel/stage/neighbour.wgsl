//#use kernel/stage/object.wgsl
// Bodies near bodies: for each body the slots of those that it may touch in the step, in the order of the list of
// bodies. Both bodies of a pair list each other.

// Whether the bodies at two places of the list may touch each other.
fn neighbour_meets(first: u32, second: u32) -> bool {
    let a = bodies[object_slot(first)];
    let b = bodies[object_slot(second)];
    let have_surfaces = a.surface_row != 0u && b.surface_row != 0u;
    let are_carriers = (a.flags & b.flags & BODY_CARRIER) != 0u;
    return frames.touch.near_room > 0u && have_surfaces && !are_carriers && body_meets(a, b);
}

// Takes a pair of bodies whose boxes meet.
fn neighbour_found(first: u32, second: u32, is_filling: bool) {
    if neighbour_meets(first, second) {
        neighbour_add(first, second, is_filling);
        neighbour_add(second, first, is_filling);
    }
}

fn neighbour_add(index: u32, other: u32, is_filling: bool) {
    let word = object_slot(index) * NEAR_WORDS;
    let place = atomicAdd(&contact[word + NEAR_BODIES], 1u);
    let list = atomicLoad(&contact[word + NEAR_NEIGHBOURS]);
    if is_filling && list != NEAR_ALL {
        atomicStore(&contact[list + place], other);
    }
}

// Bodies that touch themselves.
fn neighbour_selves(thread: u32, is_filling: bool) {
    for (var i = thread; i < object_bodies(); i += OBJECT_WIDTH) {
        if (bodies[object_slot(i)].flags & BODY_SELF) != 0u && neighbour_meets(i, i) {
            neighbour_add(i, i, is_filling);
        }
    }
}

// Gives each body room for its list, and begins to count anew. A body whose list finds none has all bodies near it.
fn neighbour_scan(thread: u32) {
    if frames.touch.near_room == 0u {
        return;
    }
    let share = (object_bodies() + OBJECT_WIDTH - 1u) / OBJECT_WIDTH;
    let first = min(thread * share, object_bodies());
    let end = min(first + share, object_bodies());
    var sum = 0u;
    for (var i = first; i < end; i++) {
        sum += atomicLoad(&contact[object_slot(i) * NEAR_WORDS + NEAR_BODIES]);
    }
    var place = object_before(thread, sum);
    let lists = frames.touch.near_list + 1u;
    for (var i = first; i < end; i++) {
        let word = object_slot(i) * NEAR_WORDS;
        let count = atomicExchange(&contact[word + NEAR_BODIES], 0u);
        let fits = place + count <= frames.touch.near_room;
        atomicStore(&contact[word + NEAR_NEIGHBOURS], select(NEAR_ALL, lists + place, fits));
        place += count;
    }
    if thread == 0u {
        atomicStore(&contact[frames.touch.near_list], object_bodies());
    }
}

// Sorts the list of a body and puts slots in the place of places.
fn neighbour_close(index: u32) {
    let word = object_slot(index) * NEAR_WORDS;
    let list = atomicLoad(&contact[word + NEAR_NEIGHBOURS]);
    if frames.touch.near_room == 0u || list == NEAR_ALL {
        return;
    }
    let count = atomicLoad(&contact[word + NEAR_BODIES]);
    object_sort(list, count);
    for (var k = list; k < list + count; k++) {
        let other = atomicLoad(&contact[k]);
        atomicStore(&contact[k], object_slot(other) | select(0u, NEAR_AFTER, other > index));
    }
}
