//#use memory/bindings.wgsl
// Found pairs go into a list that all workgroups share. Its order depends on the order of workgroups.

fn pair_sink_load(row: u32) -> vec4<u32> {
    return contacts[row];
}

// Allocates places of the list. If there are too few, the list is not used.
fn pair_sink_take(count: u32) -> u32 {
    return atomicAdd(&report[frames.contacts.found_word], count);
}

fn pair_sink_keep(index: u32, corners: vec4<u32>, about: vec4<u32>) {
    if index < frames.contacts.found_room {
        let row = frames.contacts.found_row + CONTACTS_CANDIDATE_ROWS * index;
        contacts[row] = corners;
        contacts[row + 1u] = about;
    }
}

// Records that not all pairs of a body were found.
fn pair_sink_leave(slot: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_LOST | CONTACTS_FULL);
    atomicAdd(&report[slot * REPORT_WORDS + REPORT_PAIRS], 1u);
}
