//#use memory/position/workgroup.wgsl
//#use memory/scratch/registers.wgsl
//#use solver/verlet/elastic_force.wgsl
//#use solver/verlet/verlet.wgsl
// The mass-spring method of bodies with at most one vertex a thread, which the thread keeps in registers. Threads sum forces
// by slices and store them in workgroup memory for the threads that own the vertices.

// The step of a body; all threads call it.
fn verlet_small_step(index: u32, body: Body, thread: u32) {
    if !verlet_open(index, thread) {
        return;
    }
    position_first = body.first_vertex;
    if thread == 0u {
        atomicStore(&position_halted, 0u);
    }
    if thread < body.vertex_count {
        position_kept[thread] = state[state_row(STATE_POSITION, position_first + thread)];
        scratch_open(position_first + thread);
        leapfrog_release(body, position_first + thread);
    }
    statistics_clear(thread);
    storageBarrier();
    workgroupBarrier();
    var kept = verlet_start(body, thread);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = verlet_substep(index, body, s);
        verlet_small_substep(body, sub, kept, thread);
        kept.rigid = verlet_undamped(body, kept, thread);
    }
    verlet_close(index, body, kept, thread);
}

fn verlet_small_substep(body: Body, sub: Substep, kept: VerletBody, thread: u32) {
    for (var k = thread; k < body.attachment_count; k += WORKGROUP_WIDTH) {
        attachment_pull(body.first_attachment + k, sub);
    }
    // workgroup_sums reads its totals from later rows, so no barrier is needed here.
    let slices = record_slices(body);
    for (var slice = thread / 32u; slice < slices; slice += WORKGROUP_WIDTH / 32u) {
        let lane = record_lane(body, slice, thread % 32u);
        if lane.alive {
            workgroup_partial[lane.vertex] = elastic_force_force(body, lane);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if thread < body.vertex_count {
        leapfrog_kick(body, thread, workgroup_partial[thread], sub, kept.rigid);
    }
    contact_faces(body, sub, thread, WORKGROUP_WIDTH);
    verlet_drift(body, sub, thread);
    workgroupBarrier();
}
