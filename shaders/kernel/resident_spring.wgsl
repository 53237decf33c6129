//#use memory/position/copied.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/verlet/elastic_force.wgsl
//#use solver/verlet/verlet.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// A whole step of the mass-spring method (Georgii, Echtler, Westermann 2005): one workgroup owns one body and runs
// all its substeps. For bodies with more vertices than threads.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_spring(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    if !verlet_open(index, thread) {
        return;
    }
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_set(i, state[state_row(STATE_POSITION, body.first_vertex + i)].xyz);
        leapfrog_release(body, body.first_vertex + i);
    }
    statistics_clear(thread);
    storageBarrier();
    workgroupBarrier();
    var kept = verlet_start(body, thread);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = verlet_substep(index, body, s);
        resident_spring_substep(body, sub, kept, thread);
        kept.rigid = verlet_undamped(body, kept, thread);
    }
    verlet_close(index, body, kept, thread);
}

fn resident_spring_substep(body: Body, sub: Substep, kept: VerletBody, thread: u32) {
    for (var k = thread; k < body.attachment_count; k += WORKGROUP_WIDTH) {
        attachment_pull(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    let slices = record_slices(body);
    for (var slice = thread / 32u; slice < slices; slice += WORKGROUP_WIDTH / 32u) {
        let lane = record_lane(body, slice, thread % 32u);
        if lane.alive {
            leapfrog_kick(body, lane.vertex, elastic_force_force(body, lane), sub, kept.rigid);
        }
    }
    storageBarrier();
    workgroupBarrier();
    contact_faces(body, sub, thread, WORKGROUP_WIDTH);
    verlet_drift(body, sub, thread);
    storageBarrier();
    workgroupBarrier();
}
