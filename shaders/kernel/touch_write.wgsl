//#use kernel/detect.wgsl
//#use kernel/sifting/made.wgsl
//#use kernel/stage/comb.wgsl
// Makes candidates of what the narrow phase has found, a thread each. If there was more than its list has room for, each
// patch finds its own once more.

@compute @workgroup_size(NARROW_WIDTH)
fn touch_write(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let found = detect_found();
    if found > frames.touch.found_room {
        comb_patch(thread, narrow_patch(group.x));
        return;
    }
    for (var place = NARROW_WIDTH * group.x + thread; place < found; place += NARROW_WIDTH * groups.x) {
        let word = 4u * (frames.touch.found_row + TOUCH_CANDIDATE_ROWS * place);
        sifting_keep(place, detect_load(word), detect_load(word + 4u));
    }
}
