//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use memory/workgroup.wgsl
//#use contact/restitution/body_impact.wgsl
//#use memory/substep.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
// Restitution of free bodies, once a step, the same for all solvers and executors. restitution_sum and restitution_body
// compute the motion of bodies at the start of the step, and at its end their hits and the change of velocity by an impact.
// restitution_apply adds the change to velocities. Positions stay.

// params.part: the time of the sums.
const RESTITUTION_START: u32 = 0u; // before the first substep
const RESTITUTION_END: u32 = 1u;   // after the last substep

// Rows that a body stores from dispatch to dispatch.
const RESTITUTION_MOTION: u32 = 0u; // three rows: its motion at the start of the step; w of the first: 1 if it touched
const RESTITUTION_GIVE: u32 = 3u;   // three rows: shift, spin and centre; w of the first: 1 if they are to be applied

var<workgroup> restitution_last: atomic<u32>; // latest time at which a vertex touched something in the step [s], as bits
var<workgroup> restitution_given: vec4<f32>; // first row of a body's change

fn restitution_row(item: u32, row: u32) -> u32 {
    return params.rigid_row + STATE_BODY_ROWS * item + row;
}

// Sums over one chunk, about the body's first vertex: its motion, that before the last substep, and its hits.
@compute @workgroup_size(128)
fn restitution_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let first = bodies[chunk.body].first_vertex;
    let origin = rigid_motion_origin(state[state_row(STATE_POSITION, first)].xyz, first);
    var sums = mat4x4<f32>();
    var before = mat4x4<f32>();
    var hits = mat4x4<f32>();
    var touched = 0.0;
    if thread == 0u {
        atomicStore(&restitution_last, 0u);
    }
    if thread < chunk.count {
        let vertex = first + chunk.first + thread;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        sums = rigid_motion_sums(vertex, x, state[state_row(STATE_VELOCITY, vertex)].xyz, origin);
        if params.part == RESTITUTION_END {
            let old = state[state_row(STATE_BEFORE, vertex)];
            before = rigid_motion_sums(vertex, x, old.xyz, origin);
            touched = old.w;
            hits = body_impact_sums(vertex, x, origin.place);
        }
    }
    let row = work_list_sum(workgroup_id.x);
    let total = workgroup_sums(thread, sums);
    if thread == 0u {
        state_set_sums(row, total);
    }
    if params.part == RESTITUTION_END {
        atomicMax(&restitution_last, bitcast<u32>(touched)); // not negative: floats have the order of their bits
        let total_before = workgroup_sums(thread, before);
        var total_hits = workgroup_sums(thread, hits);
        if thread == 0u {
            total_hits[3].w = bitcast<f32>(atomicLoad(&restitution_last));
            state_set_sums(row + WORK_LIST_SUM_BEFORE, total_before);
            state_set_sums(row + WORK_LIST_SUM_HITS, total_hits);
        }
    }
}

// Sums the chunks of one body.
@compute @workgroup_size(128)
fn restitution_body(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let item = work_list_item(workgroup_id.x);
    var sums = mat4x4<f32>();
    var before = mat4x4<f32>();
    var hits = mat4x4<f32>();
    for (var k = thread; k < item.sums; k += 128u) {
        let row = work_list_sum(item.first_sum + k);
        sums += state_sums(row);
        if params.part == RESTITUTION_END {
            before += state_sums(row + WORK_LIST_SUM_BEFORE);
            hits += state_sums(row + WORK_LIST_SUM_HITS);
        }
    }
    if thread == 0u {
        atomicStore(&restitution_last, 0u);
    }
    let total = workgroup_sums(thread, sums);
    if params.part == RESTITUTION_END {
        for (var k = thread; k < item.sums; k += 128u) {
            let last = state[work_list_sum(item.first_sum + k) + WORK_LIST_SUM_HITS + 3u].w;
            atomicMax(&restitution_last, bitcast<u32>(last));
        }
        before = workgroup_sums(thread, before);
        hits = workgroup_sums(thread, hits);
    }
    if thread != 0u {
        return;
    }
    let first = bodies[item.body].first_vertex;
    let origin = rigid_motion_origin(state[state_row(STATE_POSITION, first)].xyz, first);
    let motion = body_impact_motion(total, origin);
    if params.part == RESTITUTION_START {
        restitution_keep(workgroup_id.x, motion, report_touching(item.body));
    } else {
        hits[3].w = bitcast<f32>(atomicLoad(&restitution_last));
        restitution_end(workgroup_id.x, item.body, total, motion, body_impact_motion(before, origin), hits, origin.place);
    }
}

fn restitution_keep(item: u32, motion: BodyImpactMotion, touches: bool) {
    let row = restitution_row(item, RESTITUTION_MOTION);
    state[row] = vec4<f32>(motion.centre, select(0.0, 1.0, touches));
    state[row + 1u] = vec4<f32>(motion.velocity, 0.0);
    state[row + 2u] = vec4<f32>(motion.momentum, 0.0);
}

// The change of a body's velocity by an impact at the end of the step.
fn restitution_end(
    item: u32, index: u32, sums: mat4x4<f32>, motion: BodyImpactMotion, before: BodyImpactMotion, hits: mat4x4<f32>,
    position: vec3<f32>,
) {
    let row = restitution_row(item, RESTITUTION_GIVE);
    state[row] = vec4<f32>(0.0);
    var old = body_impact_load(index);
    if report_stopped(index) || (old.weight == 0.0 && hits[0].w == 0.0) {
        return;
    }
    let from_row = restitution_row(item, RESTITUTION_MOTION);
    let start = BodyImpactMotion(state[from_row].xyz, state[from_row + 1u].xyz, state[from_row + 2u].xyz);
    let weight = sums[0].w * params.gravity.xyz;
    old.energy -= dot(weight, start.centre); // between steps relative to the centre, since the body's cell may change
    let body = BodyImpactBody(
        sums[0].w, rigid_motion_inverse_inertia(sums), start, before, motion, state[from_row].w > 0.0, hits[3].w,
        substep_h(bodies[index]),
    );
    var end = body_impact_resolve(body_impact_add(old, hits, body, position), body, params_dt(params));
    end.kept.energy += select(0.0, dot(weight, motion.centre), end.kept.weight > 0.0);
    body_impact_store(index, end.kept);
    if any(end.shift != vec3<f32>(0.0)) && math_finite(end.shift) && math_finite(end.spin) {
        state[row] = vec4<f32>(end.shift, 1.0);
        state[row + 1u] = vec4<f32>(end.spin, 0.0);
        state[row + 2u] = vec4<f32>(motion.centre, 0.0);
        statistics_forget_motion(index);
    }
}

// Applies the impact to the velocities of one chunk, reports them again, and clears the recorded hits.
@compute @workgroup_size(128)
fn restitution_apply(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let row = restitution_row(chunk.item, RESTITUTION_GIVE);
    if thread == 0u {
        restitution_given = state[row];
    }
    let give = workgroupUniformLoad(&restitution_given);
    let vertex = bodies[chunk.body].first_vertex + chunk.first + thread;
    if thread < chunk.count {
        state[state_row(STATE_HIT, vertex)] = vec4<f32>(0.0);
        state[state_row(STATE_BEFORE, vertex)].w = 0.0;
    }
    if give.w == 0.0 {
        return;
    }
    statistics_clear(thread);
    workgroupBarrier();
    if thread < chunk.count {
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let v = state[state_row(STATE_VELOCITY, vertex)];
        let given = v.xyz + give.xyz + cross(state[row + 1u].xyz, x - state[row + 2u].xyz);
        state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(given, v.w);
        statistics_add_motion(chunk.first + thread, x, given);
    }
    workgroupBarrier();
    statistics_merge_motion(thread, chunk.body);
}
