//#use kernel/body/copied.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
//#use kernel/stage/xpbd.wgsl
// A whole step of extended position-based dynamics of a sheet: one workgroup owns one body and runs all its substeps.
// Each takes the vertices their way, solves the edges colour by colour, and ends with velocities.

var<workgroup> resident_xpbd_halted: u32;

@compute @workgroup_size(GROUP_WIDTH)
fn resident_xpbd(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x]; // body, first state row of its own, zero, zero
    let body = bodies[work.x];
    if thread == 0u {
        resident_xpbd_halted = select(0u, 1u, report_stopped(work.x));
    }
    if workgroupUniformLoad(&resident_xpbd_halted) != 0u {
        return;
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_set(i, state[state_row(STATE_POSITION, body.first_vertex + i)].xyz);
        xpbd_release(body.first_vertex + i);
    }
    tally_clear(thread);
    let sheet = sheet_of(body, params.rigid_row + work.y);
    var rigid = motion_still();
    for (var s = substep_first(body); s < substep_end(body); s++) {
        var sub = substep_of(work.x, body, s);
        sub.opens = s == substep_first(body);
        resident_xpbd_begin(body, sheet, sub, rigid, thread);
        for (var iteration = 0u; iteration < body.iterations; iteration++) {
            resident_xpbd_sweep(body, sheet, sub, iteration, thread);
        }
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            xpbd_finish(body, sub, i);
        }
        storageBarrier();
        workgroupBarrier();
        if body_is_free(body) && (body.damping > 0.0 || s + 1u == body.substeps) {
            rigid = resident_xpbd_rigid(body, thread);
        }
    }
    tally_reset(thread, work.x);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        resident_xpbd_close(work.x, body, rigid, i);
    }
    workgroupBarrier();
    tally_merge(thread, work.x);
}

fn resident_xpbd_begin(body: Body, sheet: Sheet, sub: Substep, rigid: MotionRigid, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        xpbd_drive(body, sheet, sub, i, rigid);
    }
    storageBarrier();
    workgroupBarrier();
    if contact_is_near(sub.body) {
        face_find_all(body, sub, thread, GROUP_WIDTH);
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        xpbd_start(body, sub, i);
    }
    storageBarrier();
    workgroupBarrier();
}

// One iteration over all edges. Every other one of a substep runs backwards. All substeps are alike: if they took turns,
// the sheet would gain energy.
fn resident_xpbd_sweep(body: Body, sheet: Sheet, sub: Substep, iteration: u32, thread: u32) {
    let back = iteration % 2u == 1u;
    for (var k = 0u; k < sheet.colours; k++) {
        let colour = arena[sheet.colour_row + select(k, sheet.colours - 1u - k, back)];
        for (var edge = colour.x + thread; edge < colour.y; edge += GROUP_WIDTH) {
            xpbd_solve(body, sheet, sub.h, edge);
        }
        storageBarrier();
        workgroupBarrier();
    }
}

fn resident_xpbd_rigid(body: Body, thread: u32) -> MotionRigid {
    let origin = motion_origin(body_at(0u), body.first_vertex);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += xpbd_sums(body, i, origin);
    }
    return xpbd_rigid(group_sums(thread, sums), origin);
}

// Writes a vertex back and reports on it.
fn resident_xpbd_close(index: u32, body: Body, rigid: MotionRigid, local: u32) {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let v = xpbd_close(index, body, local, rigid, params.part == params.epochs);
    own_set_velocity(vertex, vec4<f32>(v, 1.0));
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
    tally_add(local, x, v, finish_place(vertex, x, own_planes(vertex), body.size));
}
