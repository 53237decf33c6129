//#use memory/bindings.wgsl
// What a patch finds goes into a list that all workgroups share. Its order is that of workgroups.

fn pair_sink_load(row: u32) -> vec4<u32> {
    return contacts[row];
}

// Takes places of the list. It may have fewer: then it is not used.
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

// Notes of a body that not all of its pairs are found.
fn pair_sink_leave(slot: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_LOST | CONTACTS_FULL);
    atomicAdd(&report[slot * REPORT_WORDS + REPORT_PAIRS], 1u);
}
