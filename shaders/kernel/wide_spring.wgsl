//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/verlet/elastic_force.wgsl
//#use memory/workgroup.wgsl
//#use solver/verlet/leapfrog.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// Wide executor of the mass-spring method: all large bodies share each dispatch. A substep is wide_spring_kick, which
// takes forces from the old positions, and wide_spring_drift, which moves the vertices.

// Rows that a body stores from dispatch to dispatch: STATE_BODY_ROWS of scratch. The first five are the motion that is not
// damped.
const WIDE_SPRING_OLD: u32 = 5u;  // three rows: the momentum at the start of the step
const WIDE_SPRING_GIVE: u32 = 8u; // three rows: the change that the step gives back

// params.part: the time of the sums.
const WIDE_SPRING_FIRST: u32 = 0u;   // at the start of a step, about the first vertex
const WIDE_SPRING_START: u32 = 1u;   // at the start of a step, about the origin from WIDE_SPRING_FIRST, as all others
const WIDE_SPRING_DAMPING: u32 = 2u; // after a substep
const WIDE_SPRING_END: u32 = 3u;     // at the end of a step

fn wide_spring_row(index: u32) -> u32 {
    return params.rigid_row + STATE_BODY_ROWS * index;
}

// The motion that is not damped. A body without damping has none.
fn wide_spring_undamped(body: Body, index: u32) -> RigidMotion {
    if body.damping <= 0.0 || params.substep == 0u || !body_is_free(body) {
        return rigid_motion_still();
    }
    return rigid_motion_load(wide_spring_row(index));
}

fn wide_spring_given(index: u32) -> LeapfrogReturn {
    let first = wide_spring_row(index) + WIDE_SPRING_GIVE;
    return LeapfrogReturn(state[first].xyz, state[first + 1u].xyz, state[first + 2u].xyz);
}

fn wide_spring_give(index: u32, give: LeapfrogReturn) {
    let first = wide_spring_row(index) + WIDE_SPRING_GIVE;
    state[first] = vec4<f32>(give.shift, 0.0);
    state[first + 1u] = vec4<f32>(give.spin, 0.0);
    state[first + 2u] = vec4<f32>(give.centre, 0.0);
}

fn wide_spring_old(index: u32) -> LeapfrogMomentum {
    let row = wide_spring_row(index) + WIDE_SPRING_OLD;
    return LeapfrogMomentum(state[row].xyz, state[row + 1u].xyz, state[row + 2u].xyz);
}

@compute @workgroup_size(128)
fn wide_spring_open(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    if thread < chunk.count {
        let body = bodies[chunk.body];
        leapfrog_release(body, body.first_vertex + chunk.first + thread);
    }
}

@compute @workgroup_size(64)
fn wide_spring_kick(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x / 32u;
    if row >= params.work_count {
        return;
    }
    let work = work_list_slice(row);
    let body = bodies[work.body];
    let lane = record_lane(body, work.slice, id.x % 32u);
    let number = substep_at(body, params.substep);
    if number == SUBSTEP_NONE || !lane.alive || report_stopped(work.body) {
        return;
    }
    position_first = body.first_vertex;
    let sub = substep_of(work.body, body, number);
    let elastic = elastic_force_force(body, lane);
    leapfrog_kick(body, lane.vertex, elastic, sub, wide_spring_undamped(body, work.item));
}

@compute @workgroup_size(128)
fn wide_spring_drift(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    let number = substep_at(body, params.substep);
    if thread >= chunk.count || number == SUBSTEP_NONE || report_stopped(chunk.body) {
        return;
    }
    position_first = body.first_vertex;
    let local = chunk.first + thread;
    let x = leapfrog_drift(body, local, substep_of(chunk.body, body, number));
    state[state_row(STATE_POSITION, position_first + local)] = vec4<f32>(x, state[state_row(STATE_POSITION, position_first + local)].w);
}

fn wide_spring_origin(body: Body, index: u32) -> RigidMotionOrigin {
    if params.part == WIDE_SPRING_FIRST {
        return rigid_motion_origin(state[state_row(STATE_POSITION, body.first_vertex)].xyz, body.first_vertex);
    }
    return leapfrog_origin(wide_spring_old(index));
}

// Sums of one chunk for the motion of its body.
@compute @workgroup_size(128)
fn wide_spring_reduce(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    let grip = select(0.0, LEAPFROG_GRIP, params.part == WIDE_SPRING_DAMPING);
    var sums = mat4x4<f32>();
    var second = mat4x4<f32>();
    if thread < chunk.count {
        let vertex = body.first_vertex + chunk.first + thread;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let origin = wide_spring_origin(body, chunk.item);
        sums = leapfrog_sums(body, vertex, x, origin, grip);
        if params.part == WIDE_SPRING_DAMPING {
            second = leapfrog_slide_sums(body, vertex, x, origin);
        } else {
            second = leapfrog_touched(vertex);
        }
    }
    let row = work_list_sum(workgroup_id.x);
    let total = workgroup_sums(thread, sums);
    let total_second = workgroup_sums(thread, second);
    if thread == 0u {
        state_set_sums(row, total);
        state_set_sums(row + WORK_LIST_SUM_BEFORE, total_second);
    }
}

// The motion of one body from the sums of its chunks.
@compute @workgroup_size(128)
fn wide_spring_resolve(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = work_list_item(workgroup_id.x);
    let body = bodies[item.body];
    var sums = mat4x4<f32>();
    var second = mat4x4<f32>();
    for (var k = thread; k < item.sums; k += 128u) {
        let row = work_list_sum(item.first_sum + k);
        sums += state_sums(row);
        second += state_sums(row + WORK_LIST_SUM_BEFORE);
    }
    let total = workgroup_sums(thread, sums);
    let total_second = workgroup_sums(thread, second);
    if thread != 0u {
        return;
    }
    let free = body_is_free(body);
    let origin = wide_spring_origin(body, workgroup_id.x);
    let row = wide_spring_row(workgroup_id.x);
    if params.part == WIDE_SPRING_DAMPING {
        let h = substep_h(body);
        rigid_motion_store(row, leapfrog_sliding(leapfrog_motion(total, origin, free), total_second, origin, h));
    } else if params.part == WIDE_SPRING_END {
        let old = wide_spring_old(workgroup_id.x);
        let untouched = total_second[0].w == 0.0 && !contact_listed(item.body);
        wide_spring_give(workgroup_id.x, leapfrog_return(total, origin, old, free && untouched, params_dt(params)));
    } else {
        let old = leapfrog_momentum(total, origin);
        state[row + WIDE_SPRING_OLD] = vec4<f32>(old.centre, 0.0);
        state[row + WIDE_SPRING_OLD + 1u] = vec4<f32>(old.speed, 0.0);
        state[row + WIDE_SPRING_OLD + 2u] = vec4<f32>(old.spin, 0.0);
    }
}

// Ends the step, and reports on the vertices of one chunk.
@compute @workgroup_size(128)
fn wide_spring_close(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    statistics_clear(thread);
    workgroupBarrier();
    if thread < chunk.count {
        let vertex = body.first_vertex + chunk.first + thread;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let rigid = wide_spring_undamped(body, chunk.item);
        let v = leapfrog_close(chunk.body, body, vertex, x, rigid, wide_spring_given(chunk.item));
        state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(v, 1.0);
        let place = contact_place(vertex, x, scratch_planes(vertex), body.size);
        statistics_add(chunk.first + thread, x, v, place);
    }
    workgroupBarrier();
    statistics_merge(thread, chunk.body);
}
