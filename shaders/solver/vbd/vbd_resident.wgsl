//#use memory/position/workgroup.wgsl
//#use solver/vbd/first_guess.wgsl
//#use solver/vbd/coarse_correction.wgsl
//#use solver/vbd/substep_end.wgsl
//#use solver/vbd/free_motion.wgsl
//#use memory/workgroup.wgsl
//#use solver/vbd/push_out.wgsl
//#use solver/vbd/sweep.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
//#needs memory/scratch
// Resident executor of vertex block descent: one workgroup owns one body and runs the whole step, with the positions in
// workgroup memory. Thread t opens, begins, finishes and closes the vertices t, t + WORKGROUP_WIDTH, .... The threads share
// a sweep as solver/vbd/order/portions.wgsl or solver/vbd/order/whole.wgsl says.

var<workgroup> vbd_resident_speed: vec3<f32>; // of the first vertex at the start of the substep
// 1 if contact acted on a vertex, by the parity of the substep.
var<workgroup> vbd_resident_met: array<atomic<u32>, 2>;
// Momentum of a free body after the last substep, relative to rest at the world's origin.
var<private> vbd_resident_momentum: RigidMotionMomentum;
var<private> vbd_resident_momentum_known: bool; // not at the start of a step, nor after contact
var<private> vbd_resident_lead: FirstGuessLead; // of the next substep

// Loads a body. False if it has stopped: the step skips it.
fn vbd_resident_open(index: u32, body: Body, thread: u32) -> bool {
    if thread == 0u {
        atomicStore(&position_halted, select(0u, 1u, report_stopped(index)));
    }
    workgroupBarrier();
    if position_stopped(index) {
        return false;
    }
    position_first = body.first_vertex;
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_kept[i] = state[state_row(STATE_POSITION, position_first + i)];
        scratch_open(position_first + i);
    }
    if thread < 2u {
        atomicStore(&vbd_resident_met[thread], 0u);
    }
    statistics_clear(thread);
    if first_guess_leads(index, body) {
        workgroupBarrier();
        vbd_resident_lead = vbd_resident_found(body, thread);
    }
    return true;
}

// The rigid motion at the start of a dispatch. All threads call it.
fn vbd_resident_found(body: Body, thread: u32) -> FirstGuessLead {
    let origin = rigid_motion_origin(position_at(0u), position_first);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        sums += rigid_motion_sums(position_first + i, position_at(i), scratch_velocity(position_first + i).xyz, origin);
    }
    return first_guess_lead(rigid_motion_found(workgroup_sums(thread, sums), origin));
}

// Begins a substep, before its first guess.
fn vbd_resident_begin(body: Body, sub: Substep, thread: u32) {
    if thread == 0u {
        vbd_resident_speed = scratch_velocity(position_first).xyz;
    }
    if contact_near(sub.body) {
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            first_guess_note(position_first + i, sub);
        }
    }
    contact_faces(body, sub, thread, WORKGROUP_WIDTH);
}

// Moves a vertex by a displacement within its planes. `first`: in the first guess, which stores whether a push-out is
// needed.
fn vbd_resident_place(body: Body, sub: Substep, i: u32, displacement: vec3<f32>, first: bool) {
    let x = first_guess_place(position_first + i, displacement);
    position_set(i, x);
    if first && body_is_pushed(body) && push_out_is_wanted(position_first + i, x, sub, vbd_resident_lead) {
        atomicStore(&vbd_resident_met[sub.number % 2u], 1u);
    }
}

// Ends a round of vbd_resident_place. All threads call it.
fn vbd_resident_placed(body: Body, sub: Substep, thread: u32, first: bool) {
    if first && body.attachment_count > 0u {
        vbd_resident_attach(body, sub, thread);
    }
    if first {
        contact_barrier(); // contacts read the start positions of other vertices
    }
    workgroupBarrier();
    if first && thread == 0u {
        atomicStore(&vbd_resident_met[(sub.number + 1u) % 2u], 0u); // all threads have read the last substep's value
    }
}

fn vbd_resident_attach(body: Body, sub: Substep, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    for (var k = thread; k < body.attachment_count; k += WORKGROUP_WIDTH) {
        attachment_pull(body.first_attachment + k, sub);
    }
    storageBarrier();
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_kept[i] = vec4<f32>(first_guess_held(position_first + i, position_at(i), sub), position_kept[i].w);
    }
}

// The coarse correction; all threads call it.
fn vbd_resident_coarse(body: Body, sub: Substep, own_row: u32, thread: u32) {
    storageBarrier();
    workgroupBarrier();
    let tables = coarse_correction_tables(body, own_row);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        coarse_correction_force(sub.body, body, tables, i);
    }
    storageBarrier();
    workgroupBarrier();
    for (var item = thread; item < 8u * tables.parts; item += WORKGROUP_WIDTH) {
        coarse_correction_sum(body, tables, item);
    }
    storageBarrier();
    workgroupBarrier();
    let sums = coarse_correction_node_sums(tables, thread);
    var turn: mat3x3<f32>;
    if thread < tables.nodes {
        turn = coarse_correction_node(body, tables, thread, sums);
    }
    coarse_correction_solve(body, sub, tables, turn, thread);
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        position_kept[i] = vec4<f32>(coarse_correction_move(body, tables, i), position_kept[i].w);
    }
    storageBarrier();
    workgroupBarrier();
}

// Moves a vertex to the minimum of its local energy. The last sweep also stores whether contact acted.
fn vbd_resident_solve(
    body: Body, sub: Substep, i: u32, own: SweepVertex, sum: BlockSum, relaxation: f32, last: bool, ahead: bool,
) {
    let x = position_kept[i];
    let vertex = position_first + i;
    let p = sweep_solve(sub, vertex, x.xyz, own, sum, relaxation, last, ahead);
    position_kept[i] = vec4<f32>(p, x.w);
    if last && body_is_free(body) {
        vbd_resident_note(body, sub, vertex, p);
    }
}

// Stores whether contact acted in the substep on a vertex of a free body that ends at x.
fn vbd_resident_note(body: Body, sub: Substep, vertex: u32, x: vec3<f32>) {
    if contact_met(vertex, x, scratch_planes(vertex), body.size) {
        atomicStore(&vbd_resident_met[sub.number % 2u], 1u);
    }
}

// Whether contact acted on a free body in this substep. Needs a barrier before the call, and one before the next change.
fn vbd_resident_touched(sub: Substep) -> bool {
    return atomicLoad(&vbd_resident_met[sub.number % 2u]) != 0u;
}

// Ends a substep. The caller puts a barrier before the call.
fn vbd_resident_finish(body: Body, sub: Substep, thread: u32) {
    var rigid = rigid_motion_still();
    contact_barrier(); // for the flags of pressing contacts
    if body_is_free(body) {
        let touching = vbd_resident_touched(sub) || contact_acts(sub.body);
        let leads = touching && first_guess_is_led(body, sub.h) && !contact_listed(sub.body);
        // Only restoring momentum, the lead and damping need the rigid motion.
        if !touching || leads || body.damping > 0.0 {
            rigid = vbd_resident_rigid(body, sub, touching, thread);
        }
        vbd_resident_lead = first_guess_lead(rigid);
        vbd_resident_lead.leads = leads;
        vbd_resident_momentum_known = !touching && !rigid.is_cut;
    }
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let x = substep_end_vertex(position_first + i, position_at(i), sub, rigid);
        position_kept[i] = vec4<f32>(x, position_kept[i].w);
    }
}

fn vbd_resident_rigid(body: Body, sub: Substep, touching: bool, thread: u32) -> RigidMotion {
    let origin = RigidMotionOrigin(position_at(0u), vbd_resident_speed);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = position_first + i;
        let x = position_at(i);
        let end = x + substep_end_ahead(vertex, x, sub);
        sums += rigid_motion_sums(vertex, end, substep_end_velocity(vertex, x, sub), origin);
    }
    let total = workgroup_sums(thread, sums);
    if !vbd_resident_momentum_known && !touching {
        var old = mat4x4<f32>(); // in a second loop: both sums at once would take more registers
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            old += rigid_motion_sums_old(position_first + i, false, origin);
        }
        vbd_resident_momentum = rigid_motion_momentum_old(total, workgroup_sums(thread, old));
        vbd_resident_momentum.velocity += origin.speed;
    }
    let before = RigidMotionMomentum(vbd_resident_momentum.velocity - origin.speed, vbd_resident_momentum.angular);
    let rigid = rigid_motion_corrected(total, before, origin, sub.h, sub.theta_h, true, !touching);
    vbd_resident_momentum.velocity = rigid.linear;
    workgroupBarrier(); // the vertex that gave the origin moves next
    return rigid;
}

// Writes the body back and reports on it.
fn vbd_resident_close(index: u32, body: Body, thread: u32) {
    statistics_reset(thread, index);
    if thread == 0u {
        report_meet(index, atomicLoad(&vbd_resident_met[(substep_end(body) - 1u) % 2u]));
    }
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = position_first + i;
        state[state_row(STATE_POSITION, vertex)] = position_kept[i];
        scratch_close(vertex);
        let planes = scratch_planes(vertex);
        statistics_add(i, position_at(i), scratch_velocity(vertex).xyz, contact_place(vertex, position_at(i), planes, body.size));
    }
    workgroupBarrier();
    statistics_merge(thread, index);
}
