//#use kernel/body/copied.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/elastic.wgsl
//#use kernel/stage/verlet.wgsl
//#use kernel/stage/work.wgsl
// A whole step of the mass-spring method (Georgii, Echtler, Westermann 2005): one workgroup owns one body and runs
// all its substeps. For bodies with more vertices than threads.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_spring(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    if !verlet_open(index, thread) {
        return;
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_set(i, state[state_row(STATE_POSITION, body.first_vertex + i)].xyz);
        spring_release(body, body.first_vertex + i);
    }
    tally_clear(thread);
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
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    let slices = arena[body.colour_row + body.colours].x;
    for (var slice = thread / 32u; slice < slices; slice += GROUP_WIDTH / 32u) {
        let lane = row_lane(body, slice, thread % 32u);
        if lane.alive {
            spring_kick(body, lane.vertex, elastic_force(body, lane), sub, kept.rigid);
        }
    }
    storageBarrier();
    workgroupBarrier();
    verlet_faces(body, sub, thread);
    verlet_drift(body, sub, thread);
    storageBarrier();
    workgroupBarrier();
}
