//#use kernel/body/workgroup.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
//#needs kernel/own
// Resident executor of vertex block descent: one workgroup owns one body and runs the whole step, with the positions
// in workgroup memory. Thread t opens, begins, finishes and closes the vertices t, t + GROUP_WIDTH, .... How threads
// share a sweep is in stage/rounds.wgsl and stage/whole.wgsl.

// Bits of what contact did in a substep: acted on a vertex, was hit by one that bounces.
const RESIDENT_TOUCHED: u32 = 1u;
const RESIDENT_STRUCK: u32 = 2u;

var<workgroup> resident_speed: vec3<f32>; // of the first vertex at the start of the substep
var<workgroup> resident_met: array<atomic<u32>, 2>; // RESIDENT_... of this substep and, at the other place, of the next
var<workgroup> resident_impact: Impact; // all threads find the same, the first one writes it
// Of a free body after the last substep, relative to rest at the world's origin.
var<private> resident_momentum: MotionMomentum;
var<private> resident_momentum_known: bool; // not at the start of a step, nor after contact

// Fetches a body. False if it has stopped: then nothing is left to do.
fn resident_open(index: u32, body: Body, thread: u32) -> bool {
    if thread == 0u {
        atomicStore(&body_halted, select(0u, 1u, report_stopped(index)));
    }
    if IMPACT_WANTED != 0u && thread == 0u {
        resident_impact = impact_load(index);
    }
    workgroupBarrier();
    if body_stopped(index) {
        return false;
    }
    body_first = body.first_vertex;
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_place[i] = state[state_row(STATE_POSITION, body_first + i)];
        own_open(body_first + i);
    }
    if thread < 2u {
        atomicStore(&resident_met[thread], 0u);
    }
    tally_clear(thread);
    return true;
}

// Begins a substep.
fn resident_begin(body: Body, sub: Substep, thread: u32) {
    if thread == 0u {
        resident_speed = own_velocity(body_first).xyz;
    }
    if contact_is_near(sub.body) {
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            begin_note(body_first + i, sub);
        }
        storageBarrier();
        workgroupBarrier();
        face_find_all(body, sub, thread, GROUP_WIDTH);
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let x = begin_vertex(body_first + i, sub);
        body_place[i] = vec4<f32>(x, body_place[i].w);
    }
    if body.attachment_count > 0u {
        resident_attach(body, sub, thread);
    }
    workgroupBarrier();
    if thread == 0u {
        atomicStore(&resident_met[(sub.number + 1u) % 2u], 0u); // all have read what it was in the last substep
    }
}

fn resident_attach(body: Body, sub: Substep, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.attachment_count; k += GROUP_WIDTH) {
        begin_attachment(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_place[i] = vec4<f32>(begin_held(body_first + i, body_at(i)), body_place[i].w);
    }
}

// Moves a vertex to its own minimum. In the last sweep it also notes what contact did.
fn resident_solve(
    body: Body, sub: Substep, i: u32, own: SweepVertex, sum: BlockSum, relaxation: f32, last: bool, ahead: bool,
) {
    let x = body_place[i];
    let vertex = body_first + i;
    let p = sweep_solve(sub, vertex, x.xyz, own, sum, relaxation, last, ahead);
    body_place[i] = vec4<f32>(p, x.w);
    if last && body_is_free(body) {
        resident_note(body, sub, vertex, p);
    }
}

// Notes what contact did in the substep to a vertex of a free body that ends at x.
fn resident_note(body: Body, sub: Substep, vertex: u32, x: vec3<f32>) {
    if !finish_touched(vertex, x, own_planes(vertex), body.size) {
        return;
    }
    var what = RESIDENT_TOUCHED;
    if IMPACT_WANTED != 0u && impact_struck(vertex, x, own_velocity(vertex).xyz, sub.h, body.size) {
        what |= RESIDENT_STRUCK;
    }
    atomicOr(&resident_met[sub.number % 2u], what);
}

// Ends a substep. A barrier must stand before it.
fn resident_finish(body: Body, sub: Substep, thread: u32) {
    var rigid = motion_still();
    if body_is_free(body) {
        let met = atomicLoad(&resident_met[sub.number % 2u]);
        let touching = met != 0u;
        let struck = IMPACT_WANTED != 0u && (resident_impact.weight > 0.0 || (met & RESIDENT_STRUCK) != 0u);
        // Only what restores, damps or bounces needs the rigid motion.
        if !touching || struck || body.damping > 0.0 {
            rigid = resident_rigid(body, sub, touching, struck, thread);
        }
        resident_momentum_known = !touching && !struck && !rigid.is_cut;
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let x = finish_vertex(body_first + i, body_at(i), sub, rigid);
        body_place[i] = vec4<f32>(x, body_place[i].w);
    }
}

fn resident_rigid(body: Body, sub: Substep, touching: bool, struck: bool, thread: u32) -> MotionRigid {
    let origin = MotionOrigin(body_at(0u), resident_speed);
    var sums = mat4x4<f32>();
    var old = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body_first + i;
        sums += motion_sums(vertex, body_at(i), finish_velocity(vertex, body_at(i), sub.h), origin);
        old += motion_sums_old(vertex, false, origin);
    }
    let total = group_sums(thread, sums);
    if !resident_momentum_known && (struck || !touching) {
        resident_momentum = motion_momentum_old(total, group_sums(thread, old));
        resident_momentum.velocity += origin.speed;
    }
    let before = MotionMomentum(resident_momentum.velocity - origin.speed, resident_momentum.angular);
    var rigid = motion_rigid(total, before, origin, sub.h, true, !touching);
    resident_momentum.velocity = rigid.linear;
    if struck {
        let hits = group_sums(thread, resident_hits(body, sub, origin.place, thread));
        let motion = impact_body(total, before, origin, rigid.linear, rigid.angular);
        let end = impact_resolve(resident_impact, hits, motion, sub.h, sub.h);
        rigid = finish_struck(rigid, end);
        workgroupBarrier();
        if thread == 0u {
            resident_impact = end.kept;
        }
    }
    workgroupBarrier(); // the origin was read from a vertex that moves next
    return rigid;
}

fn resident_hits(body: Body, sub: Substep, place0: vec3<f32>, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body_first + i;
        let x = body_at(i);
        let met = finish_touched(vertex, x, own_planes(vertex), body.size);
        sums += impact_sums(vertex, x, own_velocity(vertex).xyz, met, place0, sub.h, body.size);
    }
    return sums;
}

// Writes the body back and reports on it.
fn resident_close(index: u32, body: Body, thread: u32) {
    tally_reset(thread, index);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body_first + i;
        state[state_row(STATE_POSITION, vertex)] = body_place[i];
        own_close(vertex);
        let planes = own_planes(vertex);
        tally_add(i, body_at(i), own_velocity(vertex).xyz, finish_touching(vertex, body_at(i), planes, body.size));
    }
    workgroupBarrier();
    tally_merge(thread, index);
    if IMPACT_WANTED != 0u && thread == 0u && body_is_free(body) {
        impact_store(index, resident_impact);
    }
}
