//#use kernel/stage/own_position.wgsl
//#use kernel/stage/spring.wgsl
//#use kernel/stage/spring_impact.wgsl
//#use kernel/stage/spring_slide.wgsl
//#use kernel/stage/reduce.wgsl
//#use kernel/stage/tally.wgsl
// Resident executor of the mass-spring method: one workgroup owns one body and runs all its substeps.
override WIDTH: u32 = 128u;    // threads of the workgroup
override CAPACITY: u32 = 512u; // vertices that fit
override PARTS: u32 = 64u;     // sums over the body kept at once, a power of two
override PARTIALS: u32 = 288u; // at least 4 PARTS + 32

var<workgroup> place: array<vec4<f32>, CAPACITY>;
var<workgroup> partial: array<vec4<f32>, PARTIALS>;
var<workgroup> halted: u32;
var<workgroup> struck: atomic<u32>; // a vertex hit something, or the last impact is not over
var<workgroup> impact: Impact;      // all threads find the same, the first one writes it

fn at(vertex: u32) -> vec3<f32> {
    return place[vertex].xyz;
}

@compute @workgroup_size(WIDTH)
fn resident_spring(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = arena[params.work.x + group.x].x;
    let body = bodies[index];
    if thread == 0u {
        halted = select(0u, 1u, report_stopped(index));
        if BOUNCE_WANTED != 0u {
            impact = impact_load(index);
        }
    }
    if workgroupUniformLoad(&halted) != 0u {
        return;
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = vec4<f32>(position[body.range.x + i].xyz, 0.0);
        spring_release(body.range.x + i);
    }
    tally_clear(thread);
    storageBarrier();
    workgroupBarrier();
    let substeps = body.schedule.x;
    let h = params.gravity.w / f32(substeps);
    let free = (body.schedule.w & BODY_FREE) != 0u;
    var old: SpringMomentum;
    if free {
        let first = finish_origin(at(0u), body.range.x);
        old = spring_momentum(resident_sums(body, first, 0.0, thread), first);
        old = spring_momentum(resident_sums(body, spring_origin(old), 0.0, thread), spring_origin(old));
    }
    let origin = spring_origin(old);
    var rigid = finish_still();
    var bounce: SpringReturn;
    var bounced = false;
    for (var s = 0u; s < substeps; s++) {
        let sub = ContactSubstep(index, f32(s) / f32(substeps), f32(s + 1u) / f32(substeps), h);
        resident_substep(index, body, sub, rigid, bounce, s, thread);
        if free && body.shape.w > 0.0 {
            rigid = resident_undamped(body, origin, thread);
        }
        if BOUNCE_WANTED != 0u && free {
            bounce = resident_bounce(body, sub, origin, thread);
            bounced = bounced || any(bounce.shift.xyz != vec3<f32>(0.0));
        }
    }
    var give: SpringReturn;
    if free {
        let sums = resident_sums(body, origin, 0.0, thread);
        give = spring_return(sums, origin, old, !resident_touched(body, thread) && !bounced);
    }
    resident_close(index, body, rigid, bounce, give, thread);
}

// What impact gives the body after a substep.
fn resident_bounce(body: Body, sub: ContactSubstep, origin: FinishOrigin, thread: u32) -> SpringReturn {
    if thread == 0u {
        atomicStore(&struck, select(0u, 1u, impact.normal.w > 0.0));
    }
    workgroupBarrier();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = body.range.x + i;
        if impact_struck(vertex, at(i), spring_before(vertex), sub.h, body.shape.y) {
            atomicStore(&struck, 1u);
        }
    }
    workgroupBarrier();
    var bounce: SpringReturn;
    if atomicLoad(&struck) == 0u {
        return bounce;
    }
    var before = mat4x4<f32>();
    var hits = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        before += spring_sums_before(body.range.x + i, at(i), origin);
        hits += spring_hits(body.range.x + i, at(i), origin.place, sub.h, body.shape.y);
    }
    let sums = resident_sums(body, origin, 0.0, thread);
    before = reduce_sums(thread, WIDTH, PARTS, before);
    hits = reduce_sums(thread, WIDTH, PARTS, hits);
    let end = spring_struck(impact, sums, before, hits, origin, sub.h);
    bounce = spring_give(end, sums, origin);
    workgroupBarrier();
    if thread == 0u {
        impact = end.kept;
    }
    workgroupBarrier();
    return bounce;
}

fn resident_sums(body: Body, origin: FinishOrigin, grip: f32, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        sums += spring_sums(body, body.range.x + i, at(i), origin, grip);
    }
    return reduce_sums(thread, WIDTH, PARTS, sums);
}

// The motion that damping leaves alone.
fn resident_undamped(body: Body, origin: FinishOrigin, thread: u32) -> FinishRigid {
    let gripped = resident_sums(body, origin, SPRING_GRIP, thread);
    let rigid = spring_motion(gripped, origin, true);
    if gripped[0].w < (1.0 + 0.5 * SPRING_GRIP) * body.shape.z {
        return rigid; // it touches nothing
    }
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        sums += spring_slide_sums(body, body.range.x + i, at(i), origin);
    }
    let h = params.gravity.w / f32(body.schedule.x);
    return spring_sliding(rigid, reduce_sums(thread, WIDTH, PARTS, sums), origin, h);
}

fn resident_touched(body: Body, thread: u32) -> bool {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        sums += spring_touched(body.range.x + i);
    }
    return reduce_sums(thread, WIDTH, PARTS, sums)[0].w > 0.0;
}

fn resident_substep(index: u32, body: Body, sub: ContactSubstep, rigid: FinishRigid, bounce: SpringReturn, substep: u32, thread: u32) {
    for (var k = thread; k < body.range.w; k += WIDTH) {
        begin_attachment(body.range.z + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    let slices = arena[body.tables.x + body.schedule.z].x;
    for (var slice = thread / 32u; slice < slices; slice += WIDTH / 32u) {
        let lane = row_lane(body, slice, thread % 32u);
        if lane.alive {
            spring_kick(body, lane, sub, rigid, bounce, substep);
        }
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        place[i] = vec4<f32>(spring_drift(index, i, sub, substep), 0.0);
    }
    storageBarrier();
    workgroupBarrier();
}

// The state back to the world.
fn resident_close(index: u32, body: Body, rigid: FinishRigid, bounce: SpringReturn, give: SpringReturn, thread: u32) {
    tally_reset(thread, index);
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = body.range.x + i;
        let x = at(i);
        let v = spring_close(index, body, vertex, x, rigid, bounce, give);
        velocity[vertex] = vec4<f32>(v, 1.0);
        position[vertex] = vec4<f32>(x, position[vertex].w);
        let planes = u32(own_start(vertex).w);
        tally_add(i, x, v, finish_touching(vertex, x, planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, index);
    if BOUNCE_WANTED != 0u && thread == 0u && (body.schedule.w & BODY_FREE) != 0u {
        impact_store(index, impact);
    }
}
