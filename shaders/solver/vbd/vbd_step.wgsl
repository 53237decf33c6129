//#use solver/vbd/free_motion.wgsl
//#use solver/vbd/push_out.wgsl
//#use solver/vbd/vbd_resident.wgsl
//#needs solver/vbd/order
// A whole step of vertex block descent in the resident executor.

var<workgroup> vbd_step_motion: u32; // flags of solver/vbd/free_motion.wgsl

// The step of a body; all threads call it. `own_row`: see coarse_correction_tables; `ahead`: see sweep_vertex.
fn vbd_step(index: u32, body: Body, own_row: u32, thread: u32, ahead: bool) {
    if !vbd_resident_open(index, body, thread) {
        return;
    }
    order_open(body, thread);
    if thread == 0u {
        vbd_step_motion = free_motion_of(index);
        free_motion_note(index, vbd_step_motion);
    }
    let motion = workgroupUniformLoad(&vbd_step_motion);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = free_motion_substep(substep_of(index, body, s), motion);
        vbd_step_begin(body, sub, thread);
        let passes = palindrome_passes(body.iterations);
        for (var k = 0u; k < passes; k++) {
            let rests = sub.corrected && palindrome_rests(k, passes);
            if rests && palindrome_corrects(k, passes) {
                vbd_resident_coarse(body, sub, own_row, thread);
            }
            if !rests {
                order_run(body, sub, k, thread, ahead);
            }
        }
        vbd_resident_finish(body, sub, thread);
    }
    vbd_resident_close(index, body, thread);
}

// The first guess of a substep. A free body that hit something repeats it with the push-out. Both rounds share one loop, as
// drivers copy a function to each call. All threads call it.
fn vbd_step_begin(body: Body, sub: Substep, thread: u32) {
    vbd_resident_begin(body, sub, thread);
    for (var round = 0u; round < 2u; round++) {
        let first = round == 0u;
        if !first {
            if !body_is_pushed(body) || !vbd_resident_touched(sub) || contact_listed(sub.body) {
                break;
            }
            vbd_step_push(body, sub, thread);
        }
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            var displacement: vec3<f32>;
            if first {
                displacement = first_guess_vertex(position_first + i, sub, vbd_resident_lead);
            } else {
                displacement = push_out_displacement(position_first + i, sub, vbd_resident_lead, vbd_step_pushed());
            }
            vbd_resident_place(body, sub, i, displacement, first);
        }
        vbd_resident_placed(body, sub, thread, first);
    }
}

// Finds the push-out and stores it in workgroup memory, so that it takes no registers while vertices begin. All threads call
// it.
fn vbd_step_push(body: Body, sub: Substep, thread: u32) {
    let position = position_at(0u);
    var sums = ContactHits();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        push_out_add(&sums, position_first + i, sub, vbd_resident_lead, position);
    }
    let masses = workgroup_sums(thread, sums.masses);
    let hits = workgroup_sums(thread, sums.hits);
    if thread == 0u {
        let push = push_out_find(ContactHits(masses, hits), position);
        // No thread reads these rows any more: workgroup_sums reads its totals from later rows.
        workgroup_partial[0] = vec4<f32>(push.shift, 0.0);
        workgroup_partial[1] = vec4<f32>(push.spin, 0.0);
        workgroup_partial[2] = vec4<f32>(push.centre, 0.0);
    }
    workgroupBarrier();
}

fn vbd_step_pushed() -> PushOut {
    return PushOut(workgroup_partial[0].xyz, workgroup_partial[1].xyz, workgroup_partial[2].xyz);
}
