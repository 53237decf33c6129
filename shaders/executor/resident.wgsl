//#use contact/door.wgsl
//#use element/element.wgsl
//#use memory/element_group.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
//#use memory/workgroup.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/substep.wgsl
//#use solver/common/attachment.wgsl
//#needs memory/position
//#needs memory/scratch
//#needs solver
// The resident executor: one workgroup owns one body and runs all substeps of its epochs. A substep begins with attachments
// and a first move of all vertices, runs the steps of each iteration, and ends with velocities.

var<workgroup> resident_halted: u32;

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    work_list_own_row = params.rigid_row + arena[params.work_row + workgroup_id.x].y;
    if thread == 0u {
        resident_halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&resident_halted) != 0u {
        return;
    }
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_set(i, state[state_row(STATE_POSITION, body.first_vertex + i)].xyz);
        solver_open(body, i);
    }
    statistics_clear(thread);
    var rigid = rigid_motion_still();
    for (var s = substep_first(body); s < substep_end(body); s++) {
        var sub = substep_of(index, body, s);
        sub.opens = s == substep_first(body);
        resident_begin(body, sub, rigid, thread);
        for (var iteration = 0u; iteration < body.iterations; iteration++) {
            resident_iterate(body, sub, iteration, thread);
        }
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            solver_end(body, sub, i);
        }
        resident_wait();
        if body_is_free(body) && (body.damping > 0.0 || s + 1u == body.substeps) {
            rigid = resident_rigid(body, thread);
        }
    }
    statistics_reset(thread, index);
    resident_wait();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        resident_close(index, body, rigid, i);
    }
    workgroupBarrier();
    statistics_merge(thread, index);
}

fn resident_wait() {
    storageBarrier();
    workgroupBarrier();
}

fn resident_begin(body: Body, sub: Substep, rigid: RigidMotion, thread: u32) {
    resident_wait();
    for (var k = thread; k < body.attachment_count; k += WORKGROUP_WIDTH) {
        attachment_pull(body.first_attachment + k, sub);
    }
    resident_wait();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        solver_begin(body, sub, i, rigid);
    }
    resident_wait();
    contact_faces(body, sub, thread, WORKGROUP_WIDTH);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        solver_start(body, sub, i);
    }
    resident_wait();
}

// The steps of an iteration. Every other iteration of a substep solves the elements backwards. All substeps use the same
// order: if the order alternated, a sheet would gain energy.
fn resident_iterate(body: Body, sub: Substep, iteration: u32, thread: u32) {
    for (var turn = 0u; turn < element_group_steps(body); turn++) {
        let step = element_group_step(body, element_group_turn(body, iteration, turn));
        if element_has_sums() && step.what == ELEMENT_GROUP_SUM {
            resident_sum(body, sub, step, thread);
            continue;
        }
        for (var item = step.first + thread; item < step.first + step.items; item += WORKGROUP_WIDTH) {
            solver_item(body, sub, step, item);
        }
        resident_wait();
    }
}

// A step that sums: each vertex adds its part, and one thread applies the total.
fn resident_sum(body: Body, sub: Substep, step: ElementGroupStep, thread: u32) {
    var part = mat4x4<f32>();
    for (var item = step.first + thread; item < step.first + step.items; item += WORKGROUP_WIDTH) {
        part[0] += solver_part(body, step, item);
    }
    let total = workgroup_sums(thread, part);
    if thread == 0u {
        solver_total(body, sub, step, total[0]);
    }
    resident_wait();
}

fn resident_rigid(body: Body, thread: u32) -> RigidMotion {
    let origin = rigid_motion_origin(position_at(0u), body.first_vertex);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        sums += rigid_motion_sums(vertex, position_at(i), scratch_velocity(vertex).xyz, origin);
    }
    return rigid_motion_found(workgroup_sums(thread, sums), origin);
}

// Writes a vertex back and reports on it.
fn resident_close(index: u32, body: Body, rigid: RigidMotion, local: u32) {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let v = solver_close(index, body, local, rigid, params.part == params.epochs);
    scratch_set_velocity(vertex, vec4<f32>(v, 1.0));
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
    statistics_add(local, x, v, contact_place(vertex, x, scratch_planes(vertex), body.size));
}
