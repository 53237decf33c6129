//#use kernel/stage/group.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/tally.wgsl
//#needs kernel/body
//#needs kernel/own
// The mass-spring method where one workgroup owns one body: what the body does as a whole.

var<workgroup> verlet_halted: u32;

// What a body keeps from substep to substep.
struct VerletBody {
    origin: MotionOrigin,
    old: SpringMomentum, // at the start of the dispatch
    rigid: MotionRigid,  // the motion that damping leaves alone
}

// False if the body has stopped: then nothing is left to do.
fn verlet_open(index: u32, thread: u32) -> bool {
    if thread == 0u {
        verlet_halted = select(0u, 1u, report_stopped(index));
    }
    return workgroupUniformLoad(&verlet_halted) == 0u;
}

// All positions and velocities are there by now. A barrier must stand before it.
fn verlet_start(body: Body, thread: u32) -> VerletBody {
    var kept: VerletBody;
    if body_is_free(body) {
        let first = motion_origin(body_at(0u), body.first_vertex);
        kept.old = spring_momentum(verlet_sums(body, first, 0.0, thread), first);
        let origin = spring_origin(kept.old);
        kept.old = spring_momentum(verlet_sums(body, origin, 0.0, thread), origin);
    }
    kept.origin = spring_origin(kept.old);
    kept.rigid = motion_still();
    return kept;
}

// A substep from s.
fn verlet_substep(index: u32, body: Body, s: u32) -> Substep {
    var sub = substep_of(index, body, s);
    sub.opens = s == substep_first(body);
    return sub;
}

// Finds the planes of faces from the notes of all vertices.
fn verlet_faces(body: Body, sub: Substep, thread: u32) {
    if contact_is_near(sub.body) {
        storageBarrier();
        workgroupBarrier();
        face_find_all(body, sub, thread, GROUP_WIDTH);
        storageBarrier();
        workgroupBarrier();
    }
}

fn verlet_drift(body: Body, sub: Substep, thread: u32) {
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_set(i, spring_drift(body, i, sub));
    }
}

fn verlet_sums(body: Body, origin: MotionOrigin, grip: f32, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += spring_sums(body, body.first_vertex + i, body_at(i), origin, grip);
    }
    return group_sums(thread, sums);
}

// The motion that damping leaves alone, after a substep. A barrier must stand before it.
fn verlet_undamped(body: Body, kept: VerletBody, thread: u32) -> MotionRigid {
    if !body_is_free(body) || body.damping <= 0.0 {
        return kept.rigid;
    }
    let origin = kept.origin;
    let gripped = verlet_sums(body, origin, SPRING_GRIP, thread);
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

fn verlet_touched(body: Body, thread: u32) -> bool {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += spring_touched(body.first_vertex + i);
    }
    return group_sums(thread, sums)[0].w > 0.0;
}

// Writes the body back and reports on it.
fn verlet_close(index: u32, body: Body, kept: VerletBody, thread: u32) {
    var give: SpringReturn;
    if body_is_free(body) {
        let sums = verlet_sums(body, kept.origin, 0.0, thread);
        if LIMIT_WANTED != 0u {
            storageBarrier(); // rows have noted that they press
            workgroupBarrier();
        }
        let restored = !verlet_touched(body, thread) && !limit_is_pressed(index);
        let time = params_dt(params) * f32(params.part - params.substep) / f32(params.epochs);
        give = spring_return(sums, kept.origin, kept.old, restored, time);
    }
    tally_reset(thread, index);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let x = body_at(i);
        let v = spring_close(index, body, vertex, x, kept.rigid, give);
        own_set_velocity(vertex, vec4<f32>(v, 1.0));
        own_close(vertex);
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, body_position(vertex).w);
        let planes = own_planes(vertex);
        tally_add(i, x, v, finish_place(vertex, x, planes, body.size));
    }
    workgroupBarrier();
    tally_merge(thread, index);
}
