//#use solver/rigid/step_fraction.wgsl
//#use solver/rigid/contact_system.wgsl
//#use solver/vbd/substep_end.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// Rigid bodies: one workgroup owns a body of any size (docs/decisions/0039-rigid-bodies.md). A substep solves for the body's
// translation and rotation, implicitly, from its inertia and all forces on its vertices. Then the body makes the part of
// that motion that all vertices may make. All threads store the whole body; its vertices are shared out.

var<workgroup> rigid_halted: u32;
var<workgroup> rigid_met: atomic<u32>; // contact with a collider acts on the body

const RIGID_OVERSHOOT: f32 = 0.5; // the part of a step's work that may change its sign

// The state at the start of a substep.
struct RigidStart {
    solid: RigidBody,
    pose: RigidPose,
    motion: RigidVelocity,
    displacement: vec3<f32>, // by inertia and gravity
    turn: vec3<f32>,         // by inertia
    inertia: MathSym3,       // in the current orientation
}

// The state at the end of a substep.
struct RigidEnd {
    pose: RigidPose,
    motion: WrenchMotion, // from the start
    hits: bool,   // a collider has stopped the body
    stays: bool,  // vertices keep their exact positions
    beside: bool, // or those moved by the displacement of the proximity set
}

fn rigid_start(body: Body, sub: Substep, solid: RigidBody, thread: u32) -> RigidStart {
    let pose = pose_fit_find(body, solid, thread);
    let motion = pose_fit_motion(body, solid, pose, thread);
    let displacement = sub.h * (motion.velocity + sub.h * params.gravity.xyz);
    let turn = pose_fit_free_turn(solid, pose.turn, motion.spin, sub.h);
    return RigidStart(solid, pose, motion, displacement, turn, quaternion_sym3(pose.turn, solid.inertia));
}

// Begins the substep of the vertices. All threads call it.
fn rigid_begin(body: Body, sub: Substep, thread: u32) {
    if contact_near(sub.body) {
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            let vertex = body.first_vertex + i;
            let x = position_of(vertex).xyz;
            let v = scratch_velocity(vertex).xyz;
            contact_note(vertex, x, x + sub.h * (v + sub.h * params.gravity.xyz), sub);
        }
    }
    contact_faces(body, sub, thread, WORKGROUP_WIDTH);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        contact_system_begin(body.first_vertex + i, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.attachment_count; k += WORKGROUP_WIDTH) {
        attachment_pull(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
}

fn rigid_stance(start: RigidStart, motion: WrenchMotion) -> RigidPose {
    return RigidPose(start.pose.centre + motion.displacement, quaternion_mul(quaternion_of(pose_fit_cut(motion.turn)), start.pose.turn));
}

// A motion to try. `pressing`: planes that pressed in the last trial; `rubs`: there is friction.
fn rigid_trial(
    body: Body, sub: Substep, start: RigidStart, motion: WrenchMotion, pressing: f32, rubs: bool,
) -> ContactSystemTrial {
    let turn = quaternion_of(pose_fit_cut(motion.turn));
    return contact_system_trial(body, sub, start.solid, start.pose, motion.displacement, turn, max(pressing, 4.0), rubs);
}

// The sum of all forces, of inertia too, after a motion of the body. All threads call it.
fn rigid_forces(
    body: Body, sub: Substep, start: RigidStart, motion: WrenchMotion, trial: ContactSystemTrial, thread: u32,
) -> WrenchSum {
    var sum = wrench_zero();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let at = contact_system_vertex(body, trial, i);
        contact_system_add_planes(body, vertex, trial, at, &sum);
        contact_system_add_held(body, vertex, trial, at, &sum);
        if contact_listed(sub.body) {
            contact_system_add_half_spaces(vertex, trial, at, &sum);
            contact_system_add_contacts(sub.body, body, vertex, trial, &sum);
        }
    }
    let first = workgroup_sums(thread, wrench_first(sum));
    let second = workgroup_sums(thread, wrench_second(sum));
    sum = wrench_of(first, second);
    let lag = (start.turn - motion.turn) / (sub.h * sub.h);
    sum.force += trial.rate * (start.displacement - motion.displacement);
    sum.moment += math_sym3_mul(start.inertia, lag);
    sum.linear.diagonal += vec3<f32>(trial.rate);
    sum.angular.diagonal += start.inertia.diagonal / (sub.h * sub.h);
    sum.angular.off += start.inertia.off / (sub.h * sub.h);
    return sum;
}

// The motion of the body in the substep: Newton's method, from the motion that inertia alone gives. A Newton step that
// activates a contact overshoots, because contacts are stiff. Line search: stop where the energy's directional derivative is
// zero. Friction starts in the second iteration, since in the first trial planes press more than they do at the solution.
fn rigid_solve(body: Body, sub: Substep, start: RigidStart, thread: u32) -> WrenchMotion {
    var motion = WrenchMotion(start.displacement, start.turn);
    var step = WrenchMotion();
    var work = 0.0; // of the forces along the step, at its start
    var pressing = 0.0;
    var is_cut = false; // the step
    for (var k = 0u; k < body.iterations; k++) {
        let wanted = WrenchMotion(motion.displacement + step.displacement, motion.turn + step.turn);
        if !wrench_is_sane(wanted, WrenchMotion(start.displacement, start.turn), body.size) {
            break;
        }
        let sum = rigid_forces(body, sub, start, wanted, rigid_trial(body, sub, start, wanted, pressing, k > 0u), thread);
        let left = wrench_work(sum, step);
        is_cut = !is_cut && left < -RIGID_OVERSHOOT * work;
        if is_cut {
            let part = work / (work - left);
            step = WrenchMotion(part * step.displacement, part * step.turn);
        } else {
            motion = wanted;
            pressing = sum.count;
            step = wrench_solve(sum);
            work = wrench_work(sum, step);
        }
    }
    let last = rigid_trial(body, sub, start, motion, pressing, true);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        contact_system_keep_friction(body, last, i);
    }
    return motion;
}

// A substep. All threads call it. `opened`: the body's pose at the start of the epoch.
fn rigid_substep(body: Body, sub: Substep, start: RigidStart, opened: RigidPose, thread: u32) {
    if thread == 0u {
        atomicStore(&rigid_met, 0u);
    }
    rigid_begin(body, sub, thread);
    let wanted = rigid_solve(body, sub, start, thread);
    let end = rigid_allowed(body, sub, start, wanted, opened, thread);
    rigid_finish(body, sub, start, end, thread);
}

// Shortens the motion of a body by each of its bounds in turn. All threads call it.
fn rigid_allowed(
    body: Body, sub: Substep, start: RigidStart, wanted: WrenchMotion, opened: RigidPose, thread: u32,
) -> RigidEnd {
    var end = RigidEnd(rigid_stance(start, wanted), wanted, false, false, false);
    let last = select(STEP_FRACTION_BOUND, STEP_FRACTION_HALF_SPACES, list_has_bodies());
    for (var bound = STEP_FRACTION_PLANES; bound <= last; bound++) {
        let is_last = bound == STEP_FRACTION_HALF_SPACES;
        var base = start.pose;
        if is_last {
            let each = substep_each(body);
            let displacement = list_translation(sub.body);
            base = RigidPose(opened.centre + displacement * (f32(sub.number % each + 1u) / f32(each)), opened.turn);
        }
        let least = step_fraction_of(body, start.solid, base, end.pose, bound, thread);
        end = rigid_cut(base, start, end, least);
        end.hits = end.hits || (bound == STEP_FRACTION_PLANES && least < 1.0);
        if is_last && least < 1.0 {
            list_stop();
        }
        end.beside = is_last && least == 0.0 && list_bodies_are_near(sub.body); // else it keeps its pose
    }
    return end;
}

// Shortens the motion to a part of the way from a base pose.
fn rigid_cut(base: RigidPose, start: RigidStart, end: RigidEnd, part: f32) -> RigidEnd {
    if part == 1.0 {
        return end;
    }
    let pose = pose_fit_between(base, end.pose, part);
    let motion = WrenchMotion(pose.centre - start.pose.centre, part * end.motion.turn);
    return RigidEnd(pose, motion, end.hits, part == 0.0, end.beside);
}

// Writes the vertices. If the body stays, they keep their exact positions, or move with the proximity set alone.
fn rigid_finish(body: Body, sub: Substep, start: RigidStart, end: RigidEnd, thread: u32) {
    let solid = start.solid;
    let change = (end.motion.displacement - start.displacement) / sub.h + sub.h * params.gravity.xyz;
    let velocity = start.motion.velocity + change;
    let spin = start.motion.spin + math_sym3_mul(start.inertia, end.motion.turn - start.turn) / sub.h;
    let angular = pose_fit_angular(solid, end.pose.turn, spin);
    let trial = rigid_trial(body, sub, start, end.motion, 0.0, false);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let old = scratch_velocity(vertex).xyz;
        var p = contact_system_at(body, solid, end.pose, i);
        let arm = p - end.pose.centre;
        let displacement = contact_system_vertex(body, trial, i).displacement;
        if end.beside { // inner vertices, which nothing binds, move along
            p = select(p, list_bound(vertex).place, list_is_bound(list_bound(vertex)));
        } else if end.stays {
            p = scratch_start(vertex).xyz;
        }
        let v = velocity + cross(angular, arm);
        if end.hits || contact_system_touches(body, vertex, displacement) {
            scratch_mark(vertex);
            atomicStore(&rigid_met, 1u);
        }
        contact_hit(vertex, p, old, sub, body);
        list_note(sub.body);
        rigid_keep(body, sub, solid, i, p, v, old);
    }
    storageBarrier();
    workgroupBarrier();
}

// Stores position and velocity of a vertex, and its stiffness for contacts: the inertia of the body at the vertex.
fn rigid_keep(body: Body, sub: Substep, solid: RigidBody, local: u32, p: vec3<f32>, v: vec3<f32>, old: vec3<f32>) {
    let vertex = body.first_vertex + local;
    if !math_finite(p) || !math_finite(v) {
        position_stop(sub.body, sub.number);
        scratch_set_velocity(vertex, vec4<f32>(0.0));
        return;
    }
    position_set(local, p);
    let moves = position_of(vertex).w > 0.0;
    scratch_set_velocity(vertex, vec4<f32>(select(vec3<f32>(0.0), v, moves), substep_end_fall(v - old, sub.h)));
    if list_has_bodies() {
        let arm = pose_fit_rest(body, solid.first, local) - solid.centre;
        contact_stiffness(vertex, vec3<f32>(contact_system_inertia(solid, arm) / (sub.h * sub.h)));
    }
}

// Writes the body's report.
fn rigid_close(index: u32, body: Body, thread: u32) {
    statistics_reset(thread, index);
    if thread == 0u {
        report_meet(index, atomicLoad(&rigid_met));
    }
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        var position = contact_place(vertex, position_at(i), scratch_planes(vertex), body.size);
        position.touches = contact_touched(vertex);
        statistics_add(i, position_at(i), scratch_velocity(vertex).xyz, position);
    }
    workgroupBarrier();
    statistics_merge(thread, index);
}

@compute @workgroup_size(128)
fn rigid(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    if thread == 0u {
        rigid_halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&rigid_halted) != 0u {
        return;
    }
    position_first = body.first_vertex;
    statistics_clear(thread);
    let solid = pose_fit_body(body, thread);
    if solid.mass > 0.0 {
        var opened: RigidPose;
        for (var s = substep_first(body); s < substep_end(body); s++) {
            let sub = substep_of(index, body, s);
            let start = rigid_start(body, sub, solid, thread);
            if s == substep_first(body) {
                opened = start.pose;
            }
            rigid_substep(body, sub, start, opened, thread);
        }
    }
    rigid_close(index, body, thread);
}

// Reports the motion of a body to the host after the step: the pose of its asset in its cell, and velocities.
@compute @workgroup_size(128)
fn rigid_report(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    position_first = body.first_vertex;
    let solid = pose_fit_body(body, thread);
    let pose = pose_fit_find(body, solid, thread);
    let motion = pose_fit_motion(body, solid, pose, thread);
    let asset = pose.centre - math_rotate(pose.turn, solid.centre + body.scale * solid.first);
    let angular = pose_fit_angular(solid, pose.turn, motion.spin);
    let word = index * REPORT_WORDS + REPORT_RIGID;
    if thread == 0u {
        for (var k = 0u; k < 4u; k++) {
            atomicStore(&report[word + 3u + k], bitcast<u32>(pose.turn[k]));
        }
        for (var axis = 0u; axis < 3u; axis++) {
            atomicStore(&report[word + axis], bitcast<u32>(asset[axis]));
            atomicStore(&report[word + 7u + axis], bitcast<u32>(motion.velocity[axis]));
            atomicStore(&report[word + 10u + axis], bitcast<u32>(angular[axis]));
        }
    }
}
