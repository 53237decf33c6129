//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/gap.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/recover.wgsl
//#use kernel/stage/work.wgsl
// Clusters: bodies that may touch in the step share one translation, and everything between them is measured against it.
// Without it, frozen planes would brake whatever follows its neighbour (docs/decisions/0033-contact.md). touch_cluster_drift finds
// how each body moves, touch_cluster_gap how far bodies are apart, and joins those that meet by their own ways; what meets by
// the ways of clusters, touch_cluster_join joins in rounds.

// How a body moves in the step. A workgroup a body.
@compute @workgroup_size(128)
fn touch_cluster_drift(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    let place = state[state_row(STATE_POSITION, body.first_vertex)].xyz;
    let surface = facet_of(body);
    var sums = mat4x4<f32>();
    var axes = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let m = select(select(0.0, 1.0, body_is_carrier(body)), 1.0 / x.w, x.w > 0.0);
        let r = x.xyz - place;
        sums += mat4x4<f32>(
            vec4<f32>(m * drift_way(body.first_vertex + i), m), vec4<f32>(r, 1.0),
            vec4<f32>(facet_rest(surface, i), 0.0), vec4<f32>(0.0),
        );
    }
    let total = group_sums(thread, sums);
    let count = total[1].w;
    let centre = total[1].xyz / count;
    let rest = total[2].xyz / count;
    let way = select(vec3<f32>(0.0), total[0].xyz / total[0].w, total[0].w > 0.0);
    var farthest = 0.0;
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let arm = facet_rest(surface, i) - rest;
        let r = x.xyz - place - centre;
        axes += mat4x4<f32>(vec4<f32>(arm.x * r, 0.0), vec4<f32>(arm.y * r, 0.0), vec4<f32>(arm.z * r, 0.0), vec4<f32>(0.0));
        if x.w > 0.0 || body_is_carrier(body) {
            farthest = max(farthest, length(drift_way(body.first_vertex + i) - way));
        }
    }
    let turned = group_sums(thread, axes);
    if thread == 0u {
        atomicStore(&touch_cluster_most, 0u);
        atomicStore(&touch_cluster_leeway, 0u);
    }
    workgroupBarrier();
    atomicMax(&touch_cluster_most, bitcast<u32>(farthest));
    for (var i = thread; i < surface.points; i += 128u) {
        atomicMax(&touch_cluster_leeway, bitcast<u32>(facet_leeway(surface, i) * body.scale));
    }
    workgroupBarrier();
    if thread == 0u {
        let spread = bitcast<f32>(atomicLoad(&touch_cluster_most));
        let leeway = select(bitcast<f32>(atomicLoad(&touch_cluster_leeway)), 0.0, body_is_carrier(body));
        drift_keep(index, Drift(way, spread, centre + place, body.mass, leeway, 0.0, 0u), turned);
    }
    touch_cluster_start(thread, index);
}

// Every body begins as a cluster of its own.
fn touch_cluster_start(thread: u32, index: u32) {
    union_clear(index, thread, 128u, DRIFT_SUMS);
    touch_cluster_wait();
    if thread == 0u {
        union_open(index);
        drift_note(index);
        drift_bring(index);
        drift_resolve(index);
    }
}

var<workgroup> touch_cluster_most: atomic<u32>;
var<workgroup> touch_cluster_leeway: atomic<u32>;

// The widest gap between each body and those near it of a higher number, along a few directions, and who joins whom in the
// first round. A workgroup a body.
@compute @workgroup_size(GAP_WIDTH)
fn touch_cluster_gap(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let list = neighbour_list(index);
    let end = list.x + list.y;
    for (var first = list.x + gap_lower(thread, index, list); first < end; first += GAP_MOST) {
        let count = min(end - first, GAP_MOST);
        gap_measure(thread, index, first, count);
        if thread < count {
            let entry = first + thread;
            let gap = gap_widest(index, neighbour_body(entry), thread);
            neighbour_set_gap(entry, gap);
            if gap.w <= 0.0 && recover_is_asked(index, neighbour_body(entry)) {
                atomicOr(&gap_bits, 1u << thread);
            }
            if drift_spare(index, entry) <= 0.0 {
                union_join(index, neighbour_body(entry));
            }
        }
        workgroupBarrier();
        for (var asked = atomicLoad(&gap_bits); asked != 0u; asked &= asked - 1u) {
            let entry = first + countTrailingZeros(asked);
            let other = neighbour_body(entry);
            let inside = recover_is_inside(index, other, thread) || recover_is_inside(other, index, thread);
            if inside && thread == 0u {
                recover_note(entry);
            }
        }
    }
}

const TOUCH_CLUSTER_WIDTH: u32 = 256u; // threads that join bodies
const TOUCH_CLUSTER_ROUNDS: u32 = 64u; // after which one more joins all bodies

// Joins bodies until none of two clusters can meet in the step. One workgroup for all bodies.
@compute @workgroup_size(TOUCH_CLUSTER_WIDTH)
fn touch_cluster_join(@builtin(local_invocation_index) thread: u32) {
    // Bodies only join, so there are fewer rounds than bodies. In the last one all become one cluster, which stands: none is
    // apart from another by mistake, and a crowd that drives on and on does not hold up the GPU.
    for (var round = 0u; round < min(params.work_count, TOUCH_CLUSTER_ROUNDS + 1u); round++) {
        if touch_cluster_is_done(thread, round) {
            break;
        }
        let is_last = round == TOUCH_CLUSTER_ROUNDS;
        for (var i = thread; is_last && i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            union_join(work_index(0u), work_index(i));
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_gather(work_index(i));
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_bring(work_index(i));
            union_note(drift_root(work_index(i)), select(0u, DRIFT_STANDS, is_last));
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            if drift_root(work_index(i)) == work_index(i) {
                drift_resolve(work_index(i));
            }
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_follow(work_index(i));
        }
    }
}

var<workgroup> touch_cluster_changes: atomic<u32>;
var<workgroup> touch_cluster_answer: u32;

// Makes what all threads have written visible to all.
fn touch_cluster_wait() {
    storageBarrier();
    workgroupBarrier();
}

// Joins clusters that may meet; those of the first round are joined already. True if there are none. All threads call it.
fn touch_cluster_is_done(thread: u32, round: u32) -> bool {
    if thread == 0u {
        atomicStore(&touch_cluster_changes, 0u);
    }
    touch_cluster_wait();
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        var joins = false;
        if round == 0u {
            joins = union_is_joined(work_index(i));
        } else {
            joins = drift_join(work_index(i));
        }
        if joins {
            atomicStore(&touch_cluster_changes, 1u);
        }
    }
    touch_cluster_wait();
    if thread == 0u {
        touch_cluster_answer = atomicLoad(&touch_cluster_changes);
    }
    return workgroupUniformLoad(&touch_cluster_answer) == 0u;
}
