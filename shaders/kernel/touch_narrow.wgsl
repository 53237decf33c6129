//#use kernel/sifting/found.wgsl
//#use kernel/stage/comb.wgsl
// The narrow phase, a workgroup a patch. What it finds it counts, and appends to a list that all workgroups share.
// touch_write makes candidates of it.

// Stores of each primary where its candidates are among those of the patch, how many there are, and where they were in the
// last frame; and the sum of all.
fn touch_narrow_close(thread: u32, own: NarrowPatch, row: u32) {
    workgroupBarrier();
    let is_next = touch[frames.touch.body_row + TOUCH_BODY_ROWS * own.slot + TOUCH_STAMP].x + 1u == params.step;
    let all_of_them = own.points + own.edges;
    let share = (all_of_them + NARROW_WIDTH - 1u) / NARROW_WIDTH;
    var sum = 0u;
    for (var p = thread * share; p < min((thread + 1u) * share, all_of_them); p++) {
        sum += min(narrow_next[p], NARROW_MOST);
    }
    var place = narrow_before(thread, sum);
    if thread == NARROW_WIDTH - 1u {
        touch[frames.touch.sum_row + 1u + row / 4u][row % 4u] = place + sum;
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
    comb_patch(thread, own);
    touch_narrow_close(thread, own, group.x);
}
