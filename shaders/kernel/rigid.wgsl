//#use kernel/stage/allow.wgsl
//#use kernel/stage/crate.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
// Rigid bodies: one workgroup owns a body of any size (docs/decisions/0039-rigid-bodies.md). A substep finds how the body
// goes and turns, implicitly, from its inertia and all that presses its vertices, then lets it go as far along that way as every
// vertex may. All threads know the body as a whole; they share out its vertices.

var<workgroup> rigid_halted: u32;
var<workgroup> rigid_met: atomic<u32>;  // contact with a collider acts on the body

const RIGID_OVERSHOOT: f32 = 0.5; // so much of the work along a step may turn round

// What a substep begins with.
struct RigidStart {
    solid: StanceBody,
    stance: Stance,
    motion: StanceMotion,
    way: vec3<f32>,    // that inertia and gravity take it
    turn: vec3<f32>,   // and turn it
    inertia: MathSym3, // as it stands
}

// How it ends.
struct RigidEnd {
    stance: Stance,
    motion: WrenchMotion, // to there
    hits: bool,   // a collider has cut the way
    stays: bool,  // vertices stay at their very places
    beside: bool, // or at those beside the cluster
}

fn rigid_start(body: Body, sub: Substep, solid: StanceBody, thread: u32) -> RigidStart {
    let stance = stance_find(body, solid, thread);
    let motion = stance_motion(body, solid, stance, thread);
    let way = sub.h * (motion.velocity + sub.h * params.gravity.xyz);
    let turn = stance_free_turn(solid, stance.turn, motion.spin, sub.h);
    return RigidStart(solid, stance, motion, way, turn, turn_sym3(stance.turn, solid.inertia));
}

// Begins the vertices. All threads call it.
fn rigid_begin(body: Body, sub: Substep, thread: u32) {
    if contact_is_near(sub.body) {
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            let vertex = body.first_vertex + i;
            let x = body_position(vertex).xyz;
            let v = own_velocity(vertex).xyz;
            contact_note(vertex, x, x + sub.h * (v + sub.h * params.gravity.xyz), sub);
        }
        storageBarrier();
        workgroupBarrier();
        face_find_all(body, sub, thread, GROUP_WIDTH);
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        crate_begin(body.first_vertex + i, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
}

fn rigid_stance(start: RigidStart, motion: WrenchMotion) -> Stance {
    return Stance(start.stance.centre + motion.way, turn_mul(turn_of(stance_cut(motion.turn)), start.stance.turn));
}

// A motion to try. `pressing`: planes that pressed in the last trial; `rubs`: there is friction.
fn rigid_trial(
    body: Body, sub: Substep, start: RigidStart, motion: WrenchMotion, pressing: f32, rubs: bool,
) -> CrateTrial {
    let turn = turn_of(stance_cut(motion.turn));
    return crate_trial(body, sub, start.solid, start.stance, motion.way, turn, max(pressing, 4.0), rubs);
}

// The sum of all forces, inertia's too, where the body would have gone by a motion. All threads call it.
fn rigid_forces(
    body: Body, sub: Substep, start: RigidStart, motion: WrenchMotion, trial: CrateTrial, thread: u32,
) -> WrenchSum {
    var sum = wrench_zero();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let at = crate_vertex(body, trial, i);
        crate_add_planes(body, vertex, trial, at, &sum);
        crate_add_held(body, vertex, trial, at, &sum);
        if limit_is_listed(sub.body) {
            crate_add_limits(vertex, trial, at, &sum);
            crate_add_rows(sub.body, body, vertex, trial, &sum);
        }
    }
    let first = group_sums(thread, wrench_first(sum));
    let second = group_sums(thread, wrench_second(sum));
    sum = wrench_of(first, second);
    let lag = (start.turn - motion.turn) / (sub.h * sub.h);
    sum.force += trial.rate * (start.way - motion.way);
    sum.moment += math_sym3_mul(start.inertia, lag);
    sum.linear.diagonal += vec3<f32>(trial.rate);
    sum.angular.diagonal += start.inertia.diagonal / (sub.h * sub.h);
    sum.angular.off += start.inertia.off / (sub.h * sub.h);
    return sum;
}

// The motion of the body in the substep: Newton's method, from what inertia alone makes of it. Where a step presses what was
// free before it, it goes too far, as planes are stiff: then only to where the work along it ends. Friction begins once
// planes press as they should.
fn rigid_solve(body: Body, sub: Substep, start: RigidStart, thread: u32) -> WrenchMotion {
    var motion = WrenchMotion(start.way, start.turn);
    var step = WrenchMotion();
    var work = 0.0; // of the forces along the step, at its start
    var pressing = 0.0;
    var is_cut = false; // the step
    for (var k = 0u; k < body.iterations; k++) {
        let wanted = WrenchMotion(motion.way + step.way, motion.turn + step.turn);
        if !wrench_is_sane(wanted, WrenchMotion(start.way, start.turn), body.size) {
            break;
        }
        let sum = rigid_forces(body, sub, start, wanted, rigid_trial(body, sub, start, wanted, pressing, k > 0u), thread);
        let left = wrench_work(sum, step);
        is_cut = !is_cut && left < -RIGID_OVERSHOOT * work;
        if is_cut {
            let part = work / (work - left);
            step = WrenchMotion(part * step.way, part * step.turn);
        } else {
            motion = wanted;
            pressing = sum.count;
            step = wrench_solve(sum);
            work = wrench_work(sum, step);
        }
    }
    let last = rigid_trial(body, sub, start, motion, pressing, true);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        crate_keep_friction(body, last, i);
    }
    return motion;
}

// A substep. All threads call it. `opened`: where the body stood when the epoch began.
fn rigid_substep(body: Body, sub: Substep, solid: StanceBody, opened: Stance, thread: u32) {
    let start = rigid_start(body, sub, solid, thread);
    if thread == 0u {
        atomicStore(&rigid_met, 0u);
    }
    rigid_begin(body, sub, thread);
    let wanted = rigid_solve(body, sub, start, thread);
    var end = RigidEnd(rigid_stance(start, wanted), wanted, false, false, false);
    let past = allow_way(body, solid, start.stance, end.stance, ALLOW_PLANES, thread);
    end.hits = past < 1.0;
    end = rigid_cut(start.stance, start, end, past);
    end = rigid_cut(start.stance, start, end, allow_way(body, solid, start.stance, end.stance, ALLOW_REACH, thread));
    if LIMIT_WANTED != 0u {
        let each = substep_each(body);
        let way = limit_floats(limit_body(sub.body) + TOUCH_WAY).xyz / f32(params.epochs);
        let base = Stance(opened.centre + way * (f32(sub.number % each + 1u) / f32(each)), opened.turn);
        let least = allow_way(body, solid, base, end.stance, ALLOW_LIMITS, thread);
        limit_acted = limit_acted || least < 1.0;
        end = rigid_cut(base, start, end, least);
        end.beside = least == 0.0 && limit_is_near(sub.body); // else it stays where its epoch began, which its ball has
    }
    rigid_finish(body, sub, start, end, thread);
}

// Lets the body go a part of the way from a stance only.
fn rigid_cut(base: Stance, start: RigidStart, end: RigidEnd, part: f32) -> RigidEnd {
    if part == 1.0 {
        return end;
    }
    let stance = stance_between(base, end.stance, part);
    let motion = WrenchMotion(stance.centre - start.stance.centre, part * end.motion.turn);
    return RigidEnd(stance, motion, end.hits, part == 0.0, end.beside);
}

// Writes the vertices. Where the body stays, each keeps its very place, or that beside its cluster.
fn rigid_finish(
    body: Body, sub: Substep, start: RigidStart, end: RigidEnd, thread: u32,
) {
    let solid = start.solid;
    let stance = end.stance;
    let motion = end.motion;
    let change = (motion.way - start.way) / sub.h + sub.h * params.gravity.xyz;
    let velocity = start.motion.velocity + change;
    let spin = start.motion.spin + math_sym3_mul(start.inertia, motion.turn - start.turn) / sub.h;
    let angular = stance_angular(solid, stance.turn, spin);
    let trial = rigid_trial(body, sub, start, motion, 0.0, false);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let old = own_velocity(vertex).xyz;
        var p = crate_at(body, solid, stance, i);
        let arm = p - stance.centre;
        let way = crate_vertex(body, trial, i).way;
        if end.beside { // inner vertices, which nothing binds, go along
            p = select(p, limit_bound(vertex).place, limit_bound(vertex).reach < TOUCH_FAR);
        } else if end.stays {
            p = own_start(vertex).xyz;
        }
        let v = velocity + cross(angular, arm);
        if end.hits || crate_touches(body, vertex, way) {
            own_mark(vertex);
            atomicStore(&rigid_met, 1u);
        }
        hit_note(vertex, p, old, sub, body);
        limit_note(sub.body);
        rigid_keep(body, sub, solid, i, p, v, old);
    }
    storageBarrier();
    workgroupBarrier();
}

// Keeps a vertex's place and velocity, and how much its rows may rest on it: as much as the body resists there.
fn rigid_keep(body: Body, sub: Substep, solid: StanceBody, local: u32, p: vec3<f32>, v: vec3<f32>, old: vec3<f32>) {
    let vertex = body.first_vertex + local;
    if !math_finite(p) || !math_finite(v) {
        body_stop(sub.body, sub.number);
        own_set_velocity(vertex, vec4<f32>(0.0));
        return;
    }
    body_set(local, p);
    let moves = body_position(vertex).w > 0.0;
    own_set_velocity(vertex, vec4<f32>(select(vec3<f32>(0.0), v, moves), finish_fall(v - old, sub.h)));
    if LIMIT_WANTED != 0u {
        let arm = stance_rest(body, solid.first, local) - solid.centre;
        limit_set_stiffness(vertex, vec3<f32>(crate_inertia(solid, arm) / (sub.h * sub.h)));
    }
}

// Reports on the body.
fn rigid_close(index: u32, body: Body, thread: u32) {
    tally_reset(thread, index);
    if thread == 0u {
        report_meet(index, atomicLoad(&rigid_met));
    }
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        var place = finish_place(vertex, body_at(i), own_planes(vertex), body.size);
        place.touches = confine_touched(vertex);
        tally_add(i, body_at(i), own_velocity(vertex).xyz, place);
    }
    workgroupBarrier();
    tally_merge(thread, index);
}

@compute @workgroup_size(128)
fn rigid(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    if thread == 0u {
        rigid_halted = select(0u, 1u, report_stopped(index));
    }
    if workgroupUniformLoad(&rigid_halted) != 0u {
        return;
    }
    body_first = body.first_vertex;
    tally_clear(thread);
    let solid = stance_body(body, thread);
    if solid.mass > 0.0 {
        let opened = stance_find(body, solid, thread);
        for (var s = substep_first(body); s < substep_end(body); s++) {
            rigid_substep(body, substep_of(index, body, s), solid, opened, thread);
        }
    }
    rigid_close(index, body, thread);
}

// Tells the host how a body stands and moves once the step is over: the pose of its asset in its cell, and velocities.
@compute @workgroup_size(128)
fn rigid_report(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    body_first = body.first_vertex;
    let solid = stance_body(body, thread);
    let stance = stance_find(body, solid, thread);
    let motion = stance_motion(body, solid, stance, thread);
    let asset = stance.centre - math_rotate(stance.turn, solid.centre + body.scale * solid.first);
    let angular = stance_angular(solid, stance.turn, motion.spin);
    let word = index * REPORT_WORDS + REPORT_RIGID;
    if thread == 0u {
        for (var k = 0u; k < 4u; k++) {
            atomicStore(&report[word + 3u + k], bitcast<u32>(stance.turn[k]));
        }
        for (var axis = 0u; axis < 3u; axis++) {
            atomicStore(&report[word + axis], bitcast<u32>(asset[axis]));
            atomicStore(&report[word + 7u + axis], bitcast<u32>(motion.velocity[axis]));
            atomicStore(&report[word + 10u + axis], bitcast<u32>(angular[axis]));
        }
    }
}
