//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
//#use kernel/stage/xpbd.wgsl
// Wide executor of extended position-based dynamics: all large sheets share each dispatch. A substep is
// wide_xpbd_drive, wide_xpbd_start, one wide_xpbd_sweep a colour and iteration, and wide_xpbd_finish.

// What a thread does at a vertex: `alive` if anything.
struct WideXpbd {
    alive: bool,
    local: u32,
    item: u32, // place of the body in the list of bodies
    body: Body,
    sub: Substep,
}

fn wide_xpbd_of(group: u32, thread: u32) -> WideXpbd {
    let chunk = work_chunk(group);
    let body = bodies[chunk.body];
    let number = substep_at(body, params.substep);
    body_first = body.first_vertex;
    let alive = thread < chunk.count && number != SUBSTEP_NONE;
    return WideXpbd(alive, chunk.first + thread, chunk.item, body, substep_of(chunk.body, body, number));
}

fn wide_xpbd_row(item: u32) -> u32 {
    return params.rigid_row + STATE_BODY_ROWS * item;
}

// The motion that damping leaves alone. None was found for an undamped body.
fn wide_xpbd_undamped(body: Body, item: u32) -> MotionRigid {
    if body.damping <= 0.0 || params.substep == 0u || !body_is_free(body) {
        return motion_still();
    }
    return motion_load(wide_xpbd_row(item));
}

@compute @workgroup_size(128)
fn wide_xpbd_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_chunk(group.x);
    if thread < chunk.count {
        xpbd_release(bodies[chunk.body].first_vertex + chunk.first + thread);
    }
}

@compute @workgroup_size(128)
fn wide_xpbd_drive(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        xpbd_drive(work.body, xpbd_sheet(work.body), work.sub, work.local, wide_xpbd_undamped(work.body, work.item));
    }
}

@compute @workgroup_size(128)
fn wide_xpbd_start(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        xpbd_start(work.body, work.sub, work.local);
    }
}

// Some edges of a colour: (body, first edge, edges, first state row of the body's own).
@compute @workgroup_size(128)
fn wide_xpbd_sweep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    let body = bodies[work.x];
    let number = substep_at(body, params.substep);
    let rests = number == SUBSTEP_NONE || params.part >= body.iterations;
    if thread >= work.z || rests || report_stopped(work.x) {
        return;
    }
    body_first = body.first_vertex;
    xpbd_solve(body, xpbd_sheet(body), substep_h(body), work.y + thread, params.part, params.sum_row + work.w);
}

// A body that stops in this dispatch has all its vertices set back by it, so none may leave early.
@compute @workgroup_size(128)
fn wide_xpbd_finish(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive {
        xpbd_finish(work.body, work.sub, work.local);
    }
}

// Sums of one chunk for the motion of its body, and that motion from the sums of all chunks.
@compute @workgroup_size(128)
fn wide_xpbd_reduce(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    var sums = mat4x4<f32>();
    if work.alive {
        sums = xpbd_sums(work.body, work.local, motion_origin(body_at(0u), body_first));
    }
    let total = group_sums(thread, sums);
    if thread == 0u {
        state_set_sums(work_sum(group.x), total);
    }
}

@compute @workgroup_size(128)
fn wide_xpbd_resolve(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = work_item(group.x);
    let body = bodies[item.body];
    body_first = body.first_vertex;
    var sums = mat4x4<f32>();
    for (var k = thread; k < item.sums; k += 128u) {
        sums += state_sums(work_sum(item.first_sum + k));
    }
    let total = group_sums(thread, sums);
    if thread == 0u && body_is_free(body) && substep_at(body, params.substep) != SUBSTEP_NONE {
        motion_store(wide_xpbd_row(group.x), xpbd_rigid(total, motion_origin(body_at(0u), body_first)));
    }
}

// The end of the step, and what it reports.
@compute @workgroup_size(128)
fn wide_xpbd_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_chunk(group.x);
    let body = bodies[chunk.body];
    tally_clear(thread);
    workgroupBarrier();
    if thread < chunk.count {
        body_first = body.first_vertex;
        let local = chunk.first + thread;
        let vertex = body.first_vertex + local;
        let v = xpbd_close(chunk.body, body, local, wide_xpbd_undamped(body, chunk.item));
        own_set_velocity(vertex, vec4<f32>(v, 1.0));
        let x = body_at(local);
        tally_add(local, x, v, finish_touching(vertex, x, own_planes(vertex), body.size));
    }
    workgroupBarrier();
    tally_merge(thread, chunk.body);
}
