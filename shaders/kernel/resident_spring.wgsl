//#use kernel/body/copied.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
// A whole step of the mass-spring method (Georgii, Echtler, Westermann 2005): one workgroup owns one body and runs
// all its substeps.

var<workgroup> resident_spring_halted: u32;

@compute @workgroup_size(GROUP_WIDTH)
fn resident_spring(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    if thread == 0u {
        resident_spring_halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&resident_spring_halted) != 0u {
        return;
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_place[i] = vec4<f32>(state[state_row(STATE_POSITION, body.first_vertex + i)].xyz, 0.0);
        spring_release(body.first_vertex + i);
    }
    tally_clear(thread);
    storageBarrier();
    workgroupBarrier();
    let free = body_is_free(body);
    var old: SpringMomentum;
    if free {
        let first = motion_origin(body_at(0u), body.first_vertex);
        old = spring_momentum(resident_spring_sums(body, first, 0.0, thread), first);
        old = spring_momentum(resident_spring_sums(body, spring_origin(old), 0.0, thread), spring_origin(old));
    }
    let origin = spring_origin(old);
    var rigid = motion_still();
    for (var s = substep_first(body); s < substep_end(body); s++) {
        var sub = substep_of(index, body, s);
        sub.opens = s == substep_first(body);
        resident_spring_substep(body, sub, rigid, thread);
        if free && body.damping > 0.0 {
            rigid = resident_spring_undamped(body, origin, thread);
        }
    }
    var give: SpringReturn;
    if free {
        let sums = resident_spring_sums(body, origin, 0.0, thread);
        let time = params_dt(params) * f32(params.part - params.substep) / f32(params.epochs);
        give = spring_return(sums, origin, old, !resident_spring_touched(body, thread), time);
    }
    resident_spring_close(index, body, rigid, give, thread);
}

fn resident_spring_sums(body: Body, origin: MotionOrigin, grip: f32, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += spring_sums(body, body.first_vertex + i, body_at(i), origin, grip);
    }
    return group_sums(thread, sums);
}

// The motion that damping leaves alone.
fn resident_spring_undamped(body: Body, origin: MotionOrigin, thread: u32) -> MotionRigid {
    let gripped = resident_spring_sums(body, origin, SPRING_GRIP, thread);
    let rigid = spring_motion(gripped, origin, true);
    if gripped[0].w < (1.0 + 0.5 * SPRING_GRIP) * body.mass {
        return rigid; // it touches nothing
    }
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += spring_slide_sums(body, body.first_vertex + i, body_at(i), origin);
    }
    return spring_sliding(rigid, group_sums(thread, sums), origin, substep_h(body));
}

fn resident_spring_touched(body: Body, thread: u32) -> bool {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += spring_touched(body.first_vertex + i);
    }
    return group_sums(thread, sums)[0].w > 0.0;
}

fn resident_spring_substep(body: Body, sub: Substep, rigid: MotionRigid, thread: u32) {
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    let slices = arena[body.colour_row + body.colours].x;
    for (var slice = thread / 32u; slice < slices; slice += GROUP_WIDTH / 32u) {
        let lane = row_lane(body, slice, thread % 32u);
        if lane.alive {
            spring_kick(body, lane, sub, rigid);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if contact_is_near(sub.body) {
        face_find_all(body, sub, thread, GROUP_WIDTH);
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_place[i] = vec4<f32>(spring_drift(body, i, sub), 0.0);
    }
    storageBarrier();
    workgroupBarrier();
}

// Writes the body back and reports on it.
fn resident_spring_close(index: u32, body: Body, rigid: MotionRigid, give: SpringReturn, thread: u32) {
    tally_reset(thread, index);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let x = body_at(i);
        let v = spring_close(index, body, vertex, x, rigid, give);
        state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(v, 1.0);
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
        let planes = own_planes(vertex);
        tally_add(i, x, v, finish_touching(vertex, x, planes, body.size));
    }
    workgroupBarrier();
    tally_merge(thread, index);
}
