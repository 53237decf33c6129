//#use memory/workgroup.wgsl
//#use solver/verlet/leapfrog.wgsl
//#use memory/statistics.wgsl
//#needs memory/position
//#needs memory/scratch
// The mass-spring method where one workgroup owns one body: the body's whole step, its momentum and its damping.

var<workgroup> verlet_halted: u32;

// Values that a body keeps from substep to substep.
struct VerletBody {
    origin: RigidMotionOrigin,
    old: LeapfrogMomentum, // at the start of the dispatch
    rigid: RigidMotion,    // damping does not reduce this motion
}

// False if the body has stopped: the step skips it.
fn verlet_open(index: u32, thread: u32) -> bool {
    if thread == 0u {
        verlet_halted = select(0u, 1u, report_stopped(index));
    }
    return workgroupUniformLoad(&verlet_halted) == 0u;
}

// Needs all positions and velocities, so the caller puts a barrier before the call.
fn verlet_start(body: Body, thread: u32) -> VerletBody {
    var kept: VerletBody;
    if body_is_free(body) {
        let first = rigid_motion_origin(position_at(0u), body.first_vertex);
        kept.old = leapfrog_momentum(verlet_sums(body, first, 0.0, thread), first);
        let origin = leapfrog_origin(kept.old);
        kept.old = leapfrog_momentum(verlet_sums(body, origin, 0.0, thread), origin);
    }
    kept.origin = leapfrog_origin(kept.old);
    kept.rigid = rigid_motion_still();
    return kept;
}

// Substep number s.
fn verlet_substep(index: u32, body: Body, s: u32) -> Substep {
    var sub = substep_of(index, body, s);
    sub.opens = s == substep_first(body);
    return sub;
}

fn verlet_drift(body: Body, sub: Substep, thread: u32) {
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_set(i, leapfrog_drift(body, i, sub));
    }
}

fn verlet_sums(body: Body, origin: RigidMotionOrigin, grip: f32, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        sums += leapfrog_sums(body, body.first_vertex + i, position_at(i), origin, grip);
    }
    return workgroup_sums(thread, sums);
}

// The rigid motion that damping does not reduce, after a substep. The caller puts a barrier before the call.
fn verlet_undamped(body: Body, kept: VerletBody, thread: u32) -> RigidMotion {
    if !body_is_free(body) || body.damping <= 0.0 {
        return kept.rigid;
    }
    let origin = kept.origin;
    let gripped = verlet_sums(body, origin, LEAPFROG_GRIP, thread);
    let rigid = leapfrog_motion(gripped, origin, true);
    if gripped[0].w < (1.0 + 0.5 * LEAPFROG_GRIP) * body.mass {
        return rigid; // no contact
    }
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        sums += leapfrog_slide_sums(body, body.first_vertex + i, position_at(i), origin);
    }
    return leapfrog_sliding(rigid, workgroup_sums(thread, sums), origin, substep_h(body));
}

fn verlet_touched(body: Body, thread: u32) -> bool {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        sums += leapfrog_touched(body.first_vertex + i);
    }
    return workgroup_sums(thread, sums)[0].w > 0.0;
}

// Writes the body back and reports on it.
fn verlet_close(index: u32, body: Body, kept: VerletBody, thread: u32) {
    var give: LeapfrogReturn;
    if body_is_free(body) {
        let sums = verlet_sums(body, kept.origin, 0.0, thread);
        contact_barrier(); // for the flags of pressing contacts
        let restored = !verlet_touched(body, thread) && !contact_acts(index);
        let time = params_dt(params) * f32(params.part - params.substep) / f32(params.epochs);
        give = leapfrog_return(sums, kept.origin, kept.old, restored, time);
    }
    statistics_reset(thread, index);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let x = position_at(i);
        let v = leapfrog_close(index, body, vertex, x, kept.rigid, give);
        scratch_set_velocity(vertex, vec4<f32>(v, 1.0));
        scratch_close(vertex);
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, position_of(vertex).w);
        let planes = scratch_planes(vertex);
        statistics_add(i, x, v, contact_place(vertex, x, planes, body.size));
    }
    workgroupBarrier();
    statistics_merge(thread, index);
}
