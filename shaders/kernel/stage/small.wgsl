//#use kernel/body/workgroup.wgsl
//#use kernel/own/register.wgsl
//#use kernel/stage/elastic.wgsl
//#use kernel/stage/verlet.wgsl
// The mass-spring method of bodies with at most one vertex a thread, which the thread keeps in registers. Threads find
// forces by slices and leave them in workgroup memory for the threads whose vertices they act on.

// The step of a body; all threads call it.
fn small_step(index: u32, body: Body, thread: u32) {
    if !verlet_open(index, thread) {
        return;
    }
    body_first = body.first_vertex;
    if thread == 0u {
        atomicStore(&body_halted, 0u);
    }
    if thread < body.vertex_count {
        body_place[thread] = state[state_row(STATE_POSITION, body_first + thread)];
        own_open(body_first + thread);
        spring_release(body, body_first + thread);
    }
    tally_clear(thread);
    storageBarrier();
    workgroupBarrier();
    var kept = verlet_start(body, thread);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = verlet_substep(index, body, s);
        small_substep(body, sub, kept, thread);
        kept.rigid = verlet_undamped(body, kept, thread);
    }
    verlet_close(index, body, kept, thread);
}

fn small_substep(body: Body, sub: Substep, kept: VerletBody, thread: u32) {
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    // Sums over the group are read from rows behind these.
    let slices = arena[body.colour_row + body.colours].x;
    for (var slice = thread / 32u; slice < slices; slice += GROUP_WIDTH / 32u) {
        let lane = row_lane(body, slice, thread % 32u);
        if lane.alive {
            group_partial[lane.vertex] = elastic_force(body, lane);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if thread < body.vertex_count {
        spring_kick(body, thread, group_partial[thread], sub, kept.rigid);
    }
    verlet_faces(body, sub, thread);
    verlet_drift(body, sub, thread);
    workgroupBarrier();
}
