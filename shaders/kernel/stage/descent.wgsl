//#use kernel/stage/free.wgsl
//#use kernel/stage/pushout.wgsl
//#use kernel/stage/resident.wgsl
//#needs kernel/pass
// A whole step of vertex block descent in the resident executor.

var<workgroup> descent_motion: u32; // how freely the body moves in the step, see stage/free.wgsl

// The step of a body; all threads call it. `own_row`: see coarse_tables; `ahead`: see sweep_vertex.
fn descent_step(index: u32, body: Body, own_row: u32, thread: u32, ahead: bool) {
    if !resident_open(index, body, thread) {
        return;
    }
    pass_open(body, thread);
    if thread == 0u {
        descent_motion = free_motion(index);
        free_note(index, descent_motion);
    }
    let motion = workgroupUniformLoad(&descent_motion);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = free_substep(substep_of(index, body, s), motion);
        resident_begin(body, sub, thread);
        descent_push(body, sub, thread);
        let passes = palindrome_passes(body.iterations);
        for (var k = 0u; k < passes; k++) {
            let rests = sub.corrected && palindrome_rests(k, passes);
            if rests && palindrome_corrects(k, passes) {
                resident_coarse(body, sub, own_row, thread);
            }
            if !rests {
                pass_run(body, sub, k, thread, ahead);
            }
        }
        resident_finish(body, sub, thread);
    }
    resident_close(index, body, thread);
}

// The push-out of a free body that came against something when it began the substep; all threads call it.
fn descent_push(body: Body, sub: Substep, thread: u32) {
    if !body_is_pushed(body) || !resident_touched(sub) || limit_is_listed(sub.body) {
        return;
    }
    let place = body_at(0u);
    var sums = PushoutSums();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        pushout_add(&sums, body_first + i, sub, resident_lead, place);
    }
    let masses = group_sums(thread, sums.masses);
    let push = pushout_find(PushoutSums(masses, group_sums(thread, sums.hits)), place);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_set(i, pushout_place(body_first + i, sub, resident_lead, push));
    }
    workgroupBarrier();
}
