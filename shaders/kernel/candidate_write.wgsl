//#use memory/contacts/words.wgsl
//#use contact/narrow/pair_sink/direct.wgsl
//#use contact/narrow/patch_pairs.wgsl
// Makes candidates of the pairs that the narrow phase found, one a thread. If the list had too little room, each patch finds
// its pairs once more.

@compute @workgroup_size(NARROW_WIDTH)
fn candidate_write(
    @builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(num_workgroups) workgroup_count: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let found = contacts_found();
    if found > frames.contacts.found_room {
        patch_pairs_patch(thread, narrow_patch(workgroup_id.x));
        return;
    }
    for (var index = NARROW_WIDTH * workgroup_id.x + thread; index < found; index += NARROW_WIDTH * workgroup_count.x) {
        let word = 4u * (frames.contacts.found_row + CONTACTS_CANDIDATE_ROWS * index);
        pair_sink_keep(index, contacts_load(word), contacts_load(word + 4u));
    }
}
