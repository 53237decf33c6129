//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/broad/set_motion.wgsl
//#use contact/broad/separation.wgsl
//#use memory/workgroup.wgsl
//#use contact/narrow/recovery.wgsl
//#use memory/work_list.wgsl
// Proximity sets: bodies that may touch in the step share one translation, and positions in contact are relative to it.
// Without it, frozen planes would brake a body that follows its neighbour (docs/decisions/0033-contact.md).
// proximity_sets_motion finds the motion of each body, proximity_sets_separation the gaps between bodies. The latter joins
// bodies that touch by their own displacements; proximity_sets_join joins, in rounds, bodies that touch by those of their
// sets.

// The motion of a body in the step. A workgroup a body.
@compute @workgroup_size(128)
fn proximity_sets_motion(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    let position = state[state_row(STATE_POSITION, body.first_vertex)].xyz;
    let surface = surface_table_of(body);
    var sums = mat4x4<f32>();
    var axes = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let m = select(select(0.0, 1.0, body_is_kinematic(body)), 1.0 / x.w, x.w > 0.0);
        let r = x.xyz - position;
        sums += mat4x4<f32>(
            vec4<f32>(m * set_motion_displacement(body.first_vertex + i), m), vec4<f32>(r, 1.0),
            vec4<f32>(surface_table_rest(surface, i), select(1.0, 0.0, x.w > 0.0)), vec4<f32>(0.0),
        );
    }
    let total = workgroup_sums(thread, sums);
    let count = total[1].w;
    let centre = total[1].xyz / count;
    let rest = total[2].xyz / count;
    let displacement = select(vec3<f32>(0.0), total[0].xyz / total[0].w, total[0].w > 0.0);
    var farthest = 0.0;
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let arm = surface_table_rest(surface, i) - rest;
        let r = x.xyz - position - centre;
        axes += mat4x4<f32>(vec4<f32>(arm.x * r, 0.0), vec4<f32>(arm.y * r, 0.0), vec4<f32>(arm.z * r, 0.0), vec4<f32>(0.0));
        if x.w > 0.0 || body_is_kinematic(body) {
            farthest = max(farthest, length(set_motion_displacement(body.first_vertex + i) - displacement));
        }
    }
    var turned = workgroup_sums(thread, axes);
    turned[0].w = total[2].w; // how many vertices are fixed
    if thread == 0u {
        atomicStore(&proximity_sets_most, 0u);
        atomicStore(&proximity_sets_slack, 0u);
    }
    workgroupBarrier();
    atomicMax(&proximity_sets_most, bitcast<u32>(farthest));
    for (var i = thread; i < surface.points; i += 128u) {
        atomicMax(&proximity_sets_slack, bitcast<u32>(surface_table_slack(surface, i) * body.scale));
    }
    workgroupBarrier();
    if thread == 0u {
        let spread = bitcast<f32>(atomicLoad(&proximity_sets_most));
        let slack = select(bitcast<f32>(atomicLoad(&proximity_sets_slack)), 0.0, body_is_kinematic(body));
        set_motion_keep(index, SetMotion(displacement, spread, centre + position, body.mass, slack, 0u), turned);
    }
    proximity_sets_start(thread, index);
}

// Every body begins as a set of its own.
fn proximity_sets_start(thread: u32, index: u32) {
    disjoint_sets_clear(index, thread, 128u, SET_MOTION_SUMS);
    proximity_sets_wait();
    if thread == 0u {
        disjoint_sets_open(index);
        set_motion_note(index);
        set_motion_bring(index);
        set_motion_resolve(index);
    }
}

var<workgroup> proximity_sets_most: atomic<u32>;
var<workgroup> proximity_sets_slack: atomic<u32>;

// The widest gap between each body and the bodies near it of a higher number, along a few directions, and the joins of the
// first round. A workgroup a body.
@compute @workgroup_size(SEPARATION_WIDTH)
fn proximity_sets_separation(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let list = body_pairs_list(index);
    let end = list.x + list.y;
    for (var first = list.x + separation_lower(thread, index, list); first < end; first += SEPARATION_MOST) {
        let count = min(end - first, SEPARATION_MOST);
        separation_measure(thread, index, first, count);
        if thread < count {
            let entry = first + thread;
            let gap = separation_widest(index, body_pairs_body(entry), thread);
            body_pairs_set_gap(entry, gap);
            if gap.w <= 0.0 && recovery_is_asked(index, body_pairs_body(entry)) {
                atomicOr(&separation_bits, 1u << thread);
            }
            if set_motion_spare(index, entry) <= 0.0 {
                disjoint_sets_join(index, body_pairs_body(entry));
            }
        }
        workgroupBarrier();
        for (var asked = atomicLoad(&separation_bits); asked != 0u; asked &= asked - 1u) {
            let entry = first + countTrailingZeros(asked);
            let other = body_pairs_body(entry);
            let inside = recovery_is_inside(index, other, thread) || recovery_is_inside(other, index, thread);
            if inside && thread == 0u {
                recovery_note(entry);
            }
        }
    }
}

const PROXIMITY_SETS_WIDTH: u32 = 256u; // threads that join bodies
const PROXIMITY_SETS_ROUNDS: u32 = 64u; // one more round joins all bodies

// Joins sets until no two of them can touch in the step. One workgroup for all bodies.
@compute @workgroup_size(PROXIMITY_SETS_WIDTH)
fn proximity_sets_join(@builtin(local_invocation_index) thread: u32) {
    // Bodies only join, so there are fewer rounds than bodies. The round after PROXIMITY_SETS_ROUNDS merges all bodies into
    // one set with zero translation. That is conservative, and bounds the GPU's time.
    for (var round = 0u; round < min(params.work_count, PROXIMITY_SETS_ROUNDS + 1u); round++) {
        if proximity_sets_is_done(thread, round) {
            break;
        }
        let is_last = round == PROXIMITY_SETS_ROUNDS;
        for (var i = thread; is_last && i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
            disjoint_sets_join(work_list_index(0u), work_list_index(i));
        }
        proximity_sets_wait();
        for (var i = thread; i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
            set_motion_gather(work_list_index(i));
        }
        proximity_sets_wait();
        for (var i = thread; i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
            set_motion_bring(work_list_index(i));
            disjoint_sets_note(set_motion_root(work_list_index(i)), select(0u, SET_MOTION_STANDS, is_last));
        }
        proximity_sets_wait();
        for (var i = thread; i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
            if set_motion_root(work_list_index(i)) == work_list_index(i) {
                set_motion_resolve(work_list_index(i));
            }
        }
        proximity_sets_wait();
        for (var i = thread; i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
            set_motion_follow(work_list_index(i));
        }
    }
}

var<workgroup> proximity_sets_changes: atomic<u32>;
var<workgroup> proximity_sets_answer: u32;

// Makes the writes of all threads visible to all.
fn proximity_sets_wait() {
    storageBarrier();
    workgroupBarrier();
}

// Joins sets that may touch; those of the first round are joined already. True if none were joined. All threads call it.
fn proximity_sets_is_done(thread: u32, round: u32) -> bool {
    if thread == 0u {
        atomicStore(&proximity_sets_changes, 0u);
    }
    proximity_sets_wait();
    for (var i = thread; i < params.work_count; i += PROXIMITY_SETS_WIDTH) {
        var joins = false;
        if round == 0u {
            joins = disjoint_sets_is_joined(work_list_index(i));
        } else {
            joins = set_motion_join(work_list_index(i));
        }
        if joins {
            atomicStore(&proximity_sets_changes, 1u);
        }
    }
    proximity_sets_wait();
    if thread == 0u {
        proximity_sets_answer = atomicLoad(&proximity_sets_changes);
    }
    return workgroupUniformLoad(&proximity_sets_answer) == 0u;
}
