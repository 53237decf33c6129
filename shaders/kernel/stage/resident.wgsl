//#use kernel/body/workgroup.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/coarse.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/free.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/pushout.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
//#needs kernel/own
// Resident executor of vertex block descent: one workgroup owns one body and runs the whole step, with the positions
// in workgroup memory. Thread t opens, begins, finishes and closes the vertices t, t + GROUP_WIDTH, .... How threads
// share a sweep is in pass/rounds.wgsl and pass/whole.wgsl.

var<workgroup> resident_speed: vec3<f32>; // of the first vertex at the start of the substep
// 1 if contact acted on a vertex in this substep, and, at the other place, in the next.
var<workgroup> resident_met: array<atomic<u32>, 2>;
// Of a free body after the last substep, relative to rest at the world's origin.
var<private> resident_momentum: MotionMomentum;
var<private> resident_momentum_known: bool; // not at the start of a step, nor after contact
var<private> resident_lead: BeginLead; // of the next substep

// Fetches a body. False if it has stopped: then nothing is left to do.
fn resident_open(index: u32, body: Body, thread: u32) -> bool {
    if thread == 0u {
        atomicStore(&body_halted, select(0u, 1u, report_stopped(index)));
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
    if begin_leads(index, body) {
        workgroupBarrier();
        resident_lead = resident_found(body, thread);
    }
    return true;
}

// The rigid motion at the start of a dispatch. All threads call it.
fn resident_found(body: Body, thread: u32) -> BeginLead {
    let origin = motion_origin(body_at(0u), body_first);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += motion_sums(body_first + i, body_at(i), own_velocity(body_first + i).xyz, origin);
    }
    return begin_lead(motion_found(group_sums(thread, sums), origin));
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
        let x = begin_vertex(body_first + i, sub, resident_lead);
        body_place[i] = vec4<f32>(x, body_place[i].w);
        if body_is_pushed(body) && pushout_is_wanted(body_first + i, x, sub, resident_lead) {
            atomicStore(&resident_met[sub.number % 2u], 1u);
        }
    }
    if body.attachment_count > 0u {
        resident_attach(body, sub, thread);
    }
    if LIMIT_WANTED != 0u {
        storageBarrier(); // rows read where other vertices start from
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
        body_place[i] = vec4<f32>(begin_held(body_first + i, body_at(i), sub), body_place[i].w);
    }
}

// The coarse correction; all threads call it.
fn resident_coarse(body: Body, sub: Substep, own_row: u32, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    let tables = coarse_tables(body, own_row);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        coarse_force(sub.body, body, tables, i);
    }
    storageBarrier();
    workgroupBarrier();
    for (var item = thread; item < 8u * tables.parts; item += GROUP_WIDTH) {
        coarse_sum(body, tables, item);
    }
    storageBarrier();
    workgroupBarrier();
    let sums = coarse_node_sums(tables, thread);
    var turn: mat3x3<f32>;
    if thread < tables.nodes {
        turn = coarse_node(body, tables, thread, sums);
    }
    coarse_solve(body, sub, tables, turn, thread);
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        body_place[i] = vec4<f32>(coarse_move(body, tables, i), body_place[i].w);
    }
    storageBarrier();
    workgroupBarrier();
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
    if finish_touched(vertex, x, own_planes(vertex), body.size) {
        atomicStore(&resident_met[sub.number % 2u], 1u);
    }
}

// Whether contact acted on a free body in this substep. A barrier must stand before it, and one before the next change.
fn resident_touched(sub: Substep) -> bool {
    return atomicLoad(&resident_met[sub.number % 2u]) != 0u;
}

// Ends a substep. A barrier must stand before it.
fn resident_finish(body: Body, sub: Substep, thread: u32) {
    var rigid = motion_still();
    if LIMIT_WANTED != 0u {
        storageBarrier(); // rows have noted that they press
        workgroupBarrier();
    }
    if body_is_free(body) {
        let touching = resident_touched(sub) || limit_is_pressed(sub.body);
        let leads = touching && begin_is_led(body, sub.h) && !limit_is_listed(sub.body);
        // Only what restores, leads or damps needs the rigid motion.
        if !touching || leads || body.damping > 0.0 {
            rigid = resident_rigid(body, sub, touching, thread);
        }
        resident_lead = begin_lead(rigid);
        resident_lead.leads = leads;
        resident_momentum_known = !touching && !rigid.is_cut;
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let x = finish_vertex(body_first + i, body_at(i), sub, rigid);
        body_place[i] = vec4<f32>(x, body_place[i].w);
    }
}

fn resident_rigid(body: Body, sub: Substep, touching: bool, thread: u32) -> MotionRigid {
    let origin = MotionOrigin(body_at(0u), resident_speed);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body_first + i;
        let x = body_at(i);
        let end = x + finish_ahead(vertex, x, sub);
        sums += motion_sums(vertex, end, finish_velocity(vertex, x, sub), origin);
    }
    let total = group_sums(thread, sums);
    if !resident_momentum_known && !touching {
        var old = mat4x4<f32>(); // not beside the other sums, which would take registers for both
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            old += motion_sums_old(body_first + i, false, origin);
        }
        resident_momentum = motion_momentum_old(total, group_sums(thread, old));
        resident_momentum.velocity += origin.speed;
    }
    let before = MotionMomentum(resident_momentum.velocity - origin.speed, resident_momentum.angular);
    let rigid = motion_rigid(total, before, origin, sub.h, sub.theta_h, true, !touching);
    resident_momentum.velocity = rigid.linear;
    workgroupBarrier(); // the origin was read from a vertex that moves next
    return rigid;
}

// Writes the body back and reports on it.
fn resident_close(index: u32, body: Body, thread: u32) {
    tally_reset(thread, index);
    if thread == 0u {
        report_meet(index, atomicLoad(&resident_met[(substep_end(body) - 1u) % 2u]));
    }
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body_first + i;
        state[state_row(STATE_POSITION, vertex)] = body_place[i];
        own_close(vertex);
        let planes = own_planes(vertex);
        tally_add(i, body_at(i), own_velocity(vertex).xyz, finish_place(vertex, body_at(i), planes, body.size));
    }
    workgroupBarrier();
    tally_merge(thread, index);
}
