//#use contact/door.wgsl
//#use memory/element_group.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/substep.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
//#use memory/workgroup.wgsl
//#use memory/position/world.wgsl
//#needs memory/scratch
//#needs solver
// The wide executor: all large bodies of a solver share each dispatch. A substep is wide_begin, wide_start, a wide_item for
// each step of each iteration, and wide_end.

// The vertex or item of a thread; `alive` if there is one.
struct WideWork {
    alive: bool,
    local: u32,
    step: u32,
    body: Body,
    sub: Substep,
}

// A row of the list: (body, first vertex or item, their number + 65,536 times the number of the step, first row of the
// body's own).
fn wide_work(workgroup_id: u32, thread: u32) -> WideWork {
    let work = arena[params.work_row + workgroup_id];
    let body = bodies[work.x];
    let number = substep_at(body, params.substep);
    position_first = body.first_vertex;
    work_list_own_row = params.rigid_row + work.w;
    let alive = thread < (work.z & 0xFFFFu) && number != SUBSTEP_NONE;
    return WideWork(alive, work.y + thread, work.z >> 16u, body, substep_of(work.x, body, number));
}

// The rigid motion that damping does not reduce. An undamped body needs none within a step.
fn wide_undamped(body: Body) -> RigidMotion {
    if body.damping <= 0.0 || params.substep == 0u {
        return rigid_motion_still();
    }
    return wide_rigid(body);
}

fn wide_rigid(body: Body) -> RigidMotion {
    if !body_is_free(body) {
        return rigid_motion_still();
    }
    return rigid_motion_load(work_list_own_row);
}

@compute @workgroup_size(128)
fn wide_open(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x];
    if thread < work.z {
        solver_open(bodies[work.x], work.y + thread);
    }
}

@compute @workgroup_size(128)
fn wide_begin(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        solver_begin(work.body, work.sub, work.local, wide_undamped(work.body));
    }
}

@compute @workgroup_size(128)
fn wide_start(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    if work.alive && !report_stopped(work.sub.body) {
        solver_start(work.body, work.sub, work.local);
    }
}

// Some items of a step.
@compute @workgroup_size(128)
fn wide_item(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    if work.alive && params.part < work.body.iterations && !report_stopped(work.sub.body) {
        solver_item(work.body, work.sub, element_group_step(work.body, work.step), work.local);
    }
}

// Some vertices of a step that sums: one part a workgroup.
@compute @workgroup_size(128)
fn wide_part(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    let step = element_group_step(work.body, work.step);
    var part = mat4x4<f32>();
    if work.alive {
        part[0] = solver_part(work.body, step, work.local);
    }
    let total = workgroup_sums(thread, part);
    if work.alive && thread == 0u {
        state[element_group_part_row(work.body, step.group, work.local / ELEMENT_GROUP_PART)] = total[0];
    }
}

// Applies the total of a body, a workgroup each.
@compute @workgroup_size(128)
fn wide_total(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    let step = element_group_step(work.body, work.step);
    let parts = (step.items + ELEMENT_GROUP_PART - 1u) / ELEMENT_GROUP_PART;
    var part = mat4x4<f32>();
    for (var k = thread; k < parts; k += 128u) {
        part[0] += state[element_group_part_row(work.body, step.group, k)];
    }
    let total = workgroup_sums(thread, part);
    if work.alive && params.part < work.body.iterations && !report_stopped(work.sub.body) {
        solver_total(work.body, work.sub, step, total[0]);
    }
}

// If a body stops in this dispatch, all its vertices are reset here, so no thread may return early.
@compute @workgroup_size(128)
fn wide_end(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    if work.alive {
        solver_end(work.body, work.sub, work.local);
    }
}

// wide_reduce sums one row of the list for the motion of its body, and wide_resolve finds the motion from all sums of the
// body. A row of bodies: (body, first sum, sums, first row of the body's own).
@compute @workgroup_size(128)
fn wide_reduce(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = wide_work(workgroup_id.x, thread);
    var sums = mat4x4<f32>();
    if work.alive {
        let origin = rigid_motion_origin(position_at(0u), position_first);
        let vertex = position_first + work.local;
        sums = rigid_motion_sums(vertex, position_at(work.local), scratch_velocity(vertex).xyz, origin);
    }
    let total = workgroup_sums(thread, sums);
    if thread == 0u {
        state_set_sums(work_list_sum(workgroup_id.x), total);
    }
}

@compute @workgroup_size(128)
fn wide_resolve(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = work_list_item(workgroup_id.x);
    let own_row = params.rigid_row + arena[params.work_row + workgroup_id.x].w;
    let body = bodies[item.body];
    position_first = body.first_vertex;
    var sums = mat4x4<f32>();
    for (var k = thread; k < item.sums; k += 128u) {
        sums += state_sums(work_list_sum(item.first_sum + k));
    }
    let total = workgroup_sums(thread, sums);
    if thread == 0u && body_is_free(body) && substep_at(body, params.substep) != SUBSTEP_NONE {
        rigid_motion_store(own_row, rigid_motion_found(total, rigid_motion_origin(position_at(0u), position_first)));
    }
}

// The end of the step, and its report.
@compute @workgroup_size(128)
fn wide_close(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x];
    let body = bodies[work.x];
    work_list_own_row = params.rigid_row + work.w;
    statistics_clear(thread);
    workgroupBarrier();
    if thread < work.z {
        position_first = body.first_vertex;
        let local = work.y + thread;
        let vertex = body.first_vertex + local;
        let v = solver_close(work.x, body, local, wide_rigid(body), true);
        scratch_set_velocity(vertex, vec4<f32>(v, 1.0));
        let x = position_at(local);
        statistics_add(local, x, v, contact_place(vertex, x, scratch_planes(vertex), body.size));
    }
    workgroupBarrier();
    statistics_merge(thread, work.x);
}
