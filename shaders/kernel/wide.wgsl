//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/vbd/first_guess.wgsl
//#use solver/vbd/substep_end.wgsl
//#use solver/vbd/free_motion.wgsl
//#use solver/vbd/push_out.wgsl
//#use solver/vbd/slice_sweep.wgsl
//#use memory/statistics.wgsl
//#use memory/stored_sum.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// Wide executor of vertex block descent: all large bodies share each dispatch. A step begins with wide_reduce, for the
// motion of free bodies that contact acted on. A substep is wide_next, then wide_push_sum and wide_push for free bodies that
// hit something, wide_sweep for each visit of a colour, in the order of lib/palindrome.wgsl, then wide_reduce for the
// momentum of free bodies. wide_last ends the step.

// Threads that share a vertex, and threads of a workgroup. A software adapter has other numbers: there an idle thread costs
// as much as a working one.
override WIDE_PORTIONS: u32 = 4u;
override WIDE_WIDTH: u32 = 128u;

@compute @workgroup_size(WIDE_WIDTH)
fn wide_sweep(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = work_list_slice(workgroup_id.x);
    position_first = bodies[work.body].first_vertex;
    slice_sweep_visit(work, thread, WIDE_PORTIONS);
}

// Packs the origin of the sums with those of the body's first vertex: wide_next moves that vertex while other threads still
// read sums. The origin's position is the fourth of the old columns, its speed is in their last words.
fn wide_with_origin(old: mat4x4<f32>, origin: RigidMotionOrigin) -> mat4x4<f32> {
    return mat4x4<f32>(
        old[0], vec4<f32>(old[1].xyz, origin.speed.x), vec4<f32>(old[2].xyz, origin.speed.y),
        vec4<f32>(origin.place, origin.speed.z),
    );
}

fn wide_origin(old: mat4x4<f32>) -> RigidMotionOrigin {
    return RigidMotionOrigin(old[3].xyz, vec3<f32>(old[1].w, old[2].w, old[3].w));
}

// The motion of a free body after the solve, with the correction that restores its momentum.
fn wide_motion(thread: u32, body: Body, item: WorkListItem) -> RigidMotion {
    stored_sum_add(thread, work_list_sum(item.first_sum), item.sums);
    let sums = stored_sum_of(0u);
    let old = stored_sum_of(WORK_LIST_SUM_BEFORE);
    let before = rigid_motion_momentum_old(sums, old);
    let sub = free_motion_known(substep_of(item.body, body, 0u));
    let restored = old[0].w == 0.0 && !contact_acts(item.body);
    var rigid = rigid_motion_corrected(sums, before, wide_origin(old), sub.h, sub.theta_h, true, restored);
    rigid.is_met = old[0].w != 0.0; // of colliders: islands correct the rest
    return rigid;
}

const WIDE_NEXT_END: u32 = 1u;   // params.part: only end a substep, and store positions for faces
const WIDE_NEXT_BEGIN: u32 = 2u; // only begin a substep; zero: end one and begin the next
const WIDE_NEXT_NOTE: u32 = 3u;  // only store positions for faces

// The rigid motion at the end of the last substep. All threads call it.
fn wide_end(thread: u32, chunk: WorkListChunk, body: Body) -> RigidMotion {
    let none = substep_at(body, params.substep - 1u) == SUBSTEP_NONE || params.part >= WIDE_NEXT_BEGIN;
    if none || !body_is_free(body) {
        return rigid_motion_still();
    }
    let rigid = wide_motion(thread, body, work_list_item(params.work_count + chunk.item));
    if chunk.first == 0u && thread == 0u {
        report_meet(chunk.body, select(0u, 1u, rigid.is_met));
        first_guess_lead_store(wide_lead_row(chunk), first_guess_lead(rigid));
    }
    return rigid;
}

fn wide_lead_row(chunk: WorkListChunk) -> u32 {
    return params.rigid_row + STATE_BODY_ROWS * chunk.item;
}

// The lead of a body in the substep, as an earlier dispatch stored it.
fn wide_lead(chunk: WorkListChunk, body: Body) -> FirstGuessLead {
    if !first_guess_leads(chunk.body, body) {
        return FirstGuessLead();
    }
    return first_guess_lead_load(wide_lead_row(chunk));
}

// The lead of a body when wide_next begins a substep. `rigid`: the motion at the end of the last substep. All threads call
// it.
fn wide_lead_next(thread: u32, chunk: WorkListChunk, body: Body, rigid: RigidMotion) -> FirstGuessLead {
    if params.substep == 0u {
        if !first_guess_leads(chunk.body, body) {
            return FirstGuessLead();
        }
        let item = work_list_item(params.work_count + chunk.item);
        stored_sum_add(thread, work_list_sum(item.first_sum), item.sums);
        let found = rigid_motion_found(stored_sum_of(0u), wide_origin(stored_sum_of(WORK_LIST_SUM_BEFORE)));
        let lead = first_guess_lead(found);
        if chunk.first == 0u && thread == 0u {
            first_guess_lead_store(wide_lead_row(chunk), lead);
        }
        return lead;
    }
    if substep_at(body, params.substep - 1u) == SUBSTEP_NONE || params.part >= WIDE_NEXT_BEGIN {
        return wide_lead(chunk, body);
    }
    if !first_guess_is_led(body, substep_h(body)) || !rigid.is_met || contact_listed(chunk.body) {
        return FirstGuessLead();
    }
    return first_guess_lead(rigid);
}

fn wide_end_vertex(chunk: WorkListChunk, number: u32, vertex: u32, rigid: RigidMotion) {
    let sub = free_motion_known(substep_of(chunk.body, bodies[chunk.body], number));
    let x = substep_end_vertex(vertex, state[state_row(STATE_POSITION, vertex)].xyz, sub, rigid);
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
}

// A substep that begins. The first substep of a step computes how freely the body moves, and stores that for later ones.
fn wide_begun(chunk: WorkListChunk, sub: Substep, thread: u32) -> Substep {
    if params.substep != 0u {
        return free_motion_known(sub);
    }
    let motion = free_motion_of(chunk.body);
    if chunk.first == 0u && thread == 0u {
        free_motion_note(chunk.body, motion);
    }
    return free_motion_substep(sub, motion);
}

// Ends the last substep and begins the next, for the vertices of one chunk. The list of bodies follows the list of chunks.
@compute @workgroup_size(128)
fn wide_next(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    let last = substep_at(body, params.substep - 1u);
    let next = substep_at(body, params.substep);
    let part = params.part;
    let rigid = wide_end(thread, chunk, body);
    let lead = wide_lead_next(thread, chunk, body, rigid);
    if thread >= chunk.count || (last == SUBSTEP_NONE && next == SUBSTEP_NONE) {
        return;
    }
    let vertex = body.first_vertex + chunk.first + thread;
    if part != WIDE_NEXT_BEGIN && params.substep == 0u && report_stopped(chunk.body) {
        // A stopped body does not begin. The end of its substeps moves it back to this position.
        scratch_set_start(vertex, vec4<f32>(state[state_row(STATE_POSITION, vertex)].xyz, 0.0));
    }
    if part < WIDE_NEXT_BEGIN && last != SUBSTEP_NONE {
        wide_end_vertex(chunk, last, vertex, rigid);
    }
    if next != SUBSTEP_NONE && !report_stopped(chunk.body) {
        let sub = wide_begun(chunk, substep_of(chunk.body, body, next), thread);
        if part == WIDE_NEXT_END || part == WIDE_NEXT_NOTE {
            if contact_near(chunk.body) {
                first_guess_note(vertex, sub);
            }
        } else {
            let x = first_guess_place(vertex, first_guess_vertex(vertex, sub, lead));
            state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
            if body_is_pushed(body) && push_out_is_wanted(vertex, x, sub, lead) {
                atomicMax(&report[chunk.body * REPORT_WORDS + REPORT_PUSHED], params.substep + 1u);
            }
        }
    }
}

// Whether a free body hit something at the start of the substep. If not, the push-out is skipped.
fn wide_is_pushed(body: u32) -> bool {
    return !contact_listed(body) && atomicLoad(&report[body * REPORT_WORDS + REPORT_PUSHED]) == params.substep + 1u;
}

// The origin of the push-out's sums: wide_push does not move it.
fn wide_push_origin(body: Body) -> vec3<f32> {
    return scratch_start(body.first_vertex).xyz;
}

// Sums for the push-out of a body, over some of its vertices.
@compute @workgroup_size(128)
fn wide_push_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let some = work_list_chunk(workgroup_id.x);
    if !wide_is_pushed(some.body) {
        return;
    }
    let body = bodies[some.body];
    let sub = free_motion_known(substep_of(some.body, body, substep_at(body, params.substep)));
    let position = wide_push_origin(body);
    let lead = wide_lead(some, body);
    var sums = ContactHits();
    for (var i = thread; i < some.count; i += 128u) {
        let vertex = body.first_vertex + some.first + i;
        push_out_add(&sums, vertex, sub, lead, position);
    }
    let row = work_list_sum(workgroup_id.x);
    let total = workgroup_sums(thread, sums.masses);
    let total_hits = workgroup_sums(thread, sums.hits);
    if thread == 0u {
        state_set_sums(row, total);
        state_set_sums(row + WORK_LIST_SUM_BEFORE, total_hits);
    }
}

// Moves the vertices of one chunk by the push-out of their body.
@compute @workgroup_size(128)
fn wide_push(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    if !wide_is_pushed(chunk.body) {
        return;
    }
    let body = bodies[chunk.body];
    let item = work_list_item(params.work_count + chunk.item);
    stored_sum_add(thread, work_list_sum(item.first_sum), item.sums);
    let push = push_out_find(ContactHits(stored_sum_of(0u), stored_sum_of(WORK_LIST_SUM_BEFORE)), wide_push_origin(body));
    if thread < chunk.count {
        let sub = free_motion_known(substep_of(chunk.body, body, substep_at(body, params.substep)));
        let vertex = body.first_vertex + chunk.first + thread;
        let x = first_guess_place(vertex, push_out_displacement(vertex, sub, wide_lead(chunk, body), push));
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(x, state[state_row(STATE_POSITION, vertex)].w);
    }
}

// Ends the last substep of bodies with that many, and reports on the vertices of one chunk.
@compute @workgroup_size(128)
fn wide_last(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    statistics_clear(thread);
    let rigid = wide_end(thread, chunk, body);
    workgroupBarrier();
    if thread < chunk.count {
        let vertex = body.first_vertex + chunk.first + thread;
        let last = substep_at(body, params.substep - 1u);
        if last != SUBSTEP_NONE {
            wide_end_vertex(chunk, last, vertex, rigid);
        }
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let planes = scratch_planes(vertex);
        statistics_add(chunk.first + thread, x, scratch_velocity(vertex).xyz, contact_place(vertex, x, planes, body.size));
    }
    workgroupBarrier();
    statistics_merge(thread, chunk.body);
}

const WIDE_REDUCE_LAST: u32 = 1u;  // params.part: in the step's last substep
const WIDE_REDUCE_FIRST: u32 = 2u; // before the first substep

// Sums for the momentum of a body, over some of its vertices. In the last substep it clears the report that wide_last
// writes: nothing reads the old bounds any more. Before the first substep it sums the lead of bodies.
@compute @workgroup_size(128)
fn wide_reduce(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let some = work_list_chunk(workgroup_id.x);
    let body = bodies[some.body];
    let is_first = params.part == WIDE_REDUCE_FIRST;
    if is_first && !first_guess_leads(some.body, body) {
        return;
    }
    if params.part == WIDE_REDUCE_LAST && some.first == 0u {
        statistics_reset(thread, some.body);
    }
    let sub = free_motion_known(substep_of(some.body, body, 0u));
    let position = select(scratch_start(body.first_vertex), state[state_row(STATE_POSITION, body.first_vertex)], is_first);
    let origin = rigid_motion_origin(position.xyz, body.first_vertex);
    var sums = mat4x4<f32>();
    var old = mat4x4<f32>();
    for (var i = thread; i < some.count; i += 128u) {
        let vertex = body.first_vertex + some.first + i;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        if is_first {
            sums += rigid_motion_sums(vertex, x, scratch_velocity(vertex).xyz, origin);
            continue;
        }
        let touching = contact_met(vertex, x, scratch_planes(vertex), body.size);
        let end = x + substep_end_ahead(vertex, x, sub);
        sums += rigid_motion_sums(vertex, end, substep_end_velocity(vertex, x, sub), origin);
        old += rigid_motion_sums_old(vertex, touching, origin);
    }
    let row = work_list_sum(workgroup_id.x);
    let total = workgroup_sums(thread, sums);
    var total_old = workgroup_sums(thread, old);
    if thread == 0u {
        if some.first == 0u {
            total_old = wide_with_origin(total_old, origin);
        }
        state_set_sums(row, total);
        state_set_sums(row + WORK_LIST_SUM_BEFORE, total_old);
    }
}
