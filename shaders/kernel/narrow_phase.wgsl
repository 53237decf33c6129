//#use contact/narrow/pair_sink/list.wgsl
//#use contact/narrow/patch_pairs.wgsl
// The narrow phase, a workgroup a patch. It counts the pairs of a patch, and appends them to a list that all workgroups
// share. candidate_write makes candidates of them.

// Stores for each primary the index of its first candidate in the patch, their number, and both of the last step; and the
// sum of all.
fn narrow_phase_close(thread: u32, own: NarrowPatch, row: u32) {
    workgroupBarrier();
    let is_next = contacts[frames.contacts.body_row + CONTACTS_BODY_ROWS * own.slot + CONTACTS_STAMP].x + 1u == params.step;
    let all_of_them = own.points + own.edges;
    let share = (all_of_them + NARROW_WIDTH - 1u) / NARROW_WIDTH;
    var sum = 0u;
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        sum += min(narrow_next[p], NARROW_MOST);
    }
    var index = narrow_before(thread, sum);
    if thread == NARROW_WIDTH - 1u {
        contacts[frames.contacts.sum_row + 1u + row / 4u][row % 4u] = index + sum;
    }
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        let record = narrow_record(own, p);
        let old = select(vec2<u32>(0u), contacts[record].xy, is_next);
        let count = min(narrow_next[p], NARROW_MOST);
        contacts[record] = vec4<u32>(index, count, old);
        index += count;
    }
}

@compute @workgroup_size(NARROW_WIDTH)
fn narrow_phase(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = narrow_patch(workgroup_id.x);
    patch_pairs_patch(thread, own);
    narrow_phase_close(thread, own, workgroup_id.x);
}
