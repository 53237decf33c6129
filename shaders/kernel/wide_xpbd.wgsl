//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
//#use kernel/stage/xpbd.wgsl
// Wide executor of extended position-based dynamics: all large sheets share each dispatch. A substep is
// wide_xpbd_drive, wide_xpbd_start, one wide_xpbd_sweep a colour and iteration, and wide_xpbd_finish.

// What a thread does at a vertex or an edge: `alive` if anything.
struct WideXpbd {
    alive: bool,
    local: u32,
    own_row: u32, // first state row of the body's own
    body: Body,
    sub: Substep,
}

// A row of the list: (body, first vertex or edge, how many, first row of the body's own).
fn wide_xpbd_of(group: u32, thread: u32) -> WideXpbd {
    let work = arena[params.work_row + group];
    let body = bodies[work.x];
    let number = substep_at(body, params.substep);
    body_first = body.first_vertex;
    let alive = thread < work.z && number != SUBSTEP_NONE;
    return WideXpbd(alive, work.y + thread, params.rigid_row + work.w, body, substep_of(work.x, body, number));
}

// The motion that damping leaves alone. Within a step none is found for an undamped body.
fn wide_xpbd_undamped(body: Body, own_row: u32) -> MotionRigid {
    if body.damping <= 0.0 || params.substep == 0u {
        return motion_still();
    }
    return wide_xpbd_rigid(body, own_row);
}

fn wide_xpbd_rigid(body: Body, own_row: u32) -> MotionRigid {
    if !body_is_free(body) {
        return motion_still();
    }
    return motion_load(own_row);
}

@compute @workgroup_size(128)
fn wide_xpbd_open(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    if thread < work.z {
        xpbd_release(bodies[work.x].first_vertex + work.y + thread);
    }
}

@compute @workgroup_size(128)
fn wide_xpbd_drive(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        let sheet = sheet_of(work.body, work.own_row);
        xpbd_drive(work.body, sheet, work.sub, work.local, wide_xpbd_undamped(work.body, work.own_row));
    }
}

@compute @workgroup_size(128)
fn wide_xpbd_start(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        xpbd_start(work.body, work.sub, work.local);
    }
}

// Some edges of a colour.
@compute @workgroup_size(128)
fn wide_xpbd_sweep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive && params.part < work.body.iterations && !report_stopped(work.sub.body) {
        xpbd_solve(work.body, sheet_of(work.body, work.own_row), work.sub.h, work.local);
    }
}

// A body that stops in this dispatch has all its vertices set back by it, so none may leave early.
@compute @workgroup_size(128)
fn wide_xpbd_finish(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_xpbd_of(group.x, thread);
    if work.alive {
        xpbd_finish(work.body, work.sub, work.local);
    }
}

// Sums of one row of the list for the motion of its body, and that motion from all sums of the body. A row of bodies:
// (body, first sum, sums, first row of the body's own).
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
    let own_row = params.rigid_row + arena[params.work_row + group.x].w;
    let body = bodies[item.body];
    body_first = body.first_vertex;
    var sums = mat4x4<f32>();
    for (var k = thread; k < item.sums; k += 128u) {
        sums += state_sums(work_sum(item.first_sum + k));
    }
    let total = group_sums(thread, sums);
    if thread == 0u && body_is_free(body) && substep_at(body, params.substep) != SUBSTEP_NONE {
        motion_store(own_row, xpbd_rigid(total, motion_origin(body_at(0u), body_first)));
    }
}

// The end of the step, and what it reports.
@compute @workgroup_size(128)
fn wide_xpbd_close(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x];
    let body = bodies[work.x];
    tally_clear(thread);
    workgroupBarrier();
    if thread < work.z {
        body_first = body.first_vertex;
        let local = work.y + thread;
        let vertex = body.first_vertex + local;
        let v = xpbd_close(work.x, body, local, wide_xpbd_rigid(body, params.rigid_row + work.w), true);
        own_set_velocity(vertex, vec4<f32>(v, 1.0));
        let x = body_at(local);
        tally_add(local, x, v, finish_place(vertex, x, own_planes(vertex), body.size));
    }
    workgroupBarrier();
    tally_merge(thread, work.x);
}
