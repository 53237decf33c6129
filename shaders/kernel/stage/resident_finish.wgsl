//#use kernel/stage/finish.wgsl
//#use kernel/stage/reduce.wgsl
// The end of a substep of the resident executor, a part of stage/resident.wgsl.

// Bits of what contact did in a substep: acted on a vertex, met one that came fast.
const RESIDENT_TOUCHED: u32 = 1u;
const RESIDENT_STRUCK: u32 = 2u;

// Notes what contact did in the substep to a vertex of a free body that comes to x.
fn resident_note(body: Body, vertex: u32, x: vec3<f32>, substep: u32) {
    if !finish_touched(vertex, x, u32(own_start(vertex).w), body.shape.y) {
        return;
    }
    var what = RESIDENT_TOUCHED;
    let h = params.gravity.w / f32(body.schedule.x);
    if BOUNCE_WANTED != 0u && impact_struck(vertex, x, own_velocity(vertex).xyz, h, body.shape.y) {
        what |= RESIDENT_STRUCK;
    }
    atomicOr(&touched[substep % 2u], what);
}

// After a barrier.
fn resident_finish(body: Body, sub: ContactSubstep, substep: u32, thread: u32) {
    var rigid = finish_still();
    if (body.schedule.w & BODY_FREE) != 0u {
        let met = atomicLoad(&touched[substep % 2u]);
        let touching = met != 0u;
        let struck = BOUNCE_WANTED != 0u && (impact.normal.w > 0.0 || (met & RESIDENT_STRUCK) != 0u);
        // Only what restores, damps or bounces needs the rigid motion.
        if !touching || struck || body.shape.w > 0.0 {
            rigid = resident_rigid(body, sub, touching, struck, thread);
        }
        momentum_known = !touching && !struck && rigid.linear.w == 0.0;
    }
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let x = finish_vertex(first_vertex + i, at(i), sub, rigid);
        place[i] = vec4<f32>(x, place[i].w);
    }
}

fn resident_rigid(body: Body, sub: ContactSubstep, touching: bool, struck: bool, thread: u32) -> FinishRigid {
    let origin = FinishOrigin(at(0u), speed);
    var sums = mat4x4<f32>();
    var old = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = first_vertex + i;
        sums += finish_sums(vertex, at(i), finish_velocity(vertex, at(i), sub.h), origin);
        old += finish_sums_old(vertex, false, origin);
    }
    let total = reduce_sums(thread, WIDTH, PARTS, sums);
    if !momentum_known && (struck || !touching) {
        momentum = finish_momentum_old(total, reduce_sums(thread, WIDTH, PARTS, old));
        momentum.velocity += origin.speed;
    }
    let before = FinishMomentum(momentum.velocity - origin.speed, momentum.angular);
    var rigid = finish_rigid(total, before, origin, sub.h, true, !touching);
    momentum.velocity = rigid.linear.xyz;
    if struck {
        let hits = reduce_sums(thread, WIDTH, PARTS, resident_hits(body, sub, origin.place, thread));
        let motion = impact_body(total, before, origin, rigid.linear.xyz, rigid.angular.xyz);
        let end = impact_resolve(impact, hits, motion, sub.h, sub.h);
        rigid = finish_struck(rigid, end);
        workgroupBarrier();
        if thread == 0u {
            impact = end.kept;
        }
    }
    workgroupBarrier(); // the origin was read from a place that changes
    return rigid;
}

fn resident_hits(body: Body, sub: ContactSubstep, place0: vec3<f32>, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.range.y; i += WIDTH) {
        let vertex = first_vertex + i;
        let x = at(i);
        let met = finish_touched(vertex, x, u32(own_start(vertex).w), body.shape.y);
        sums += impact_sums(vertex, x, own_velocity(vertex).xyz, met, place0, sub.h, body.shape.y);
    }
    return sums;
}
