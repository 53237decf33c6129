//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/carried.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/recover.wgsl
//#use kernel/stage/work.wgsl
// Clusters: bodies that may touch in the step share one translation, and everything between them is measured against it.
// Without it, frozen planes would brake whatever follows its neighbour (docs/decisions/0033-contact.md). touch_cluster_drift finds
// how each body moves, touch_cluster_gap how far bodies are apart, touch_cluster_join joins them.

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
}

var<workgroup> touch_cluster_most: atomic<u32>;
var<workgroup> touch_cluster_leeway: atomic<u32>;

// The widest gap between each body and those near it of a higher number, along a few directions. A workgroup a body.
@compute @workgroup_size(128)
fn touch_cluster_gap(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let list = neighbour_list(index);
    for (var k = 0u; k < list.y; k++) {
        let other = neighbour_body(list.x + k);
        if other <= index {
            continue;
        }
        var best = vec4<f32>(0.0, 0.0, 0.0, -1e38);
        for (var direction = 0u; direction < 7u; direction++) {
            let n = drift_direction(index, other, direction);
            let gap = touch_cluster_gap_along(index, other, n, thread);
            if recover_is_wider(vec4<f32>(n, gap.x), best) {
                best = vec4<f32>(n, gap.x);
            }
            if direction > 0u && recover_is_wider(vec4<f32>(-n, gap.y), best) {
                best = vec4<f32>(-n, gap.y);
            }
        }
        if thread == 0u {
            neighbour_set_gap(list.x + k, best);
        }
        if best.w <= 0.0 && recover_is_asked(index, other) {
            let inside = recover_is_inside(index, other, thread) || recover_is_inside(other, index, thread);
            if inside && thread == 0u {
                recover_note(list.x + k);
            }
        }
    }
}

var<workgroup> touch_cluster_levels: array<atomic<u32>, 4>;

// A surface that a frame carries is measured along seven directions for each body near it. One of more vertices counts by
// the corners of its box: its gap is never wider for it, and along its own axes the same.
const TOUCH_CLUSTER_MOST: u32 = 256u;

fn touch_cluster_is_boxed(body: Body) -> bool {
    return body_is_carrier(body) && body.vertex_count > TOUCH_CLUSTER_MOST;
}

// Points that hold a body between them.
fn touch_cluster_points(index: u32) -> u32 {
    return select(bodies[index].vertex_count, 8u, touch_cluster_is_boxed(bodies[index]));
}

fn touch_cluster_point(index: u32, number: u32) -> vec3<f32> {
    if touch_cluster_is_boxed(bodies[index]) {
        return carried_place(index, number);
    }
    return state[state_row(STATE_POSITION, bodies[index].first_vertex + number)].xyz;
}

// The gap between two bodies along a direction, from the second to the first, and against it. All threads call it.
fn touch_cluster_gap_along(first: u32, second: u32, n: vec3<f32>, thread: u32) -> vec2<f32> {
    let offset = cell_between(report_cell(first), report_cell(second));
    let place = state[state_row(STATE_POSITION, bodies[first].first_vertex)].xyz;
    if thread < 4u {
        atomicStore(&touch_cluster_levels[thread], select(0u, 0xFFFFFFFFu, thread % 2u == 0u));
    }
    workgroupBarrier();
    for (var i = thread; i < touch_cluster_points(first); i += 128u) {
        let x = touch_cluster_point(first, i);
        let level = math_ordered(vec3<f32>(dot(n, x - place))).x;
        atomicMin(&touch_cluster_levels[0], level);
        atomicMax(&touch_cluster_levels[1], level);
    }
    for (var i = thread; i < touch_cluster_points(second); i += 128u) {
        let x = touch_cluster_point(second, i) + offset;
        let level = math_ordered(vec3<f32>(dot(n, x - place))).x;
        atomicMin(&touch_cluster_levels[2], level);
        atomicMax(&touch_cluster_levels[3], level);
    }
    workgroupBarrier();
    let low = math_from_ordered(vec3<u32>(
        atomicLoad(&touch_cluster_levels[0]), atomicLoad(&touch_cluster_levels[2]), 0u,
    ));
    let high = math_from_ordered(vec3<u32>(
        atomicLoad(&touch_cluster_levels[1]), atomicLoad(&touch_cluster_levels[3]), 0u,
    ));
    workgroupBarrier();
    return vec2<f32>(low.x - high.y, low.y - high.x);
}

const TOUCH_CLUSTER_WIDTH: u32 = 256u; // threads that join bodies

// Joins bodies until none of two clusters can meet in the step. One workgroup for all bodies.
@compute @workgroup_size(TOUCH_CLUSTER_WIDTH)
fn touch_cluster_join(@builtin(local_invocation_index) thread: u32) {
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        drift_start(work_index(i));
    }
    // Bodies only join, so there are fewer rounds than bodies.
    for (var round = 0u; round < params.work_count; round++) {
        if touch_cluster_is_done(thread) {
            break;
        }
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_gather(work_index(i));
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_bring(work_index(i));
        }
        touch_cluster_wait();
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            drift_resolve(work_index(i));
        }
    }
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        drift_settle(work_index(i));
    }
}

var<workgroup> touch_cluster_changes: atomic<u32>;
var<workgroup> touch_cluster_answer: u32;

// Makes what all threads have written visible to all.
fn touch_cluster_wait() {
    storageBarrier();
    workgroupBarrier();
}

// Joins clusters that may meet. True if there are none. All threads call it.
fn touch_cluster_is_done(thread: u32) -> bool {
    if thread == 0u {
        atomicStore(&touch_cluster_changes, 0u);
    }
    touch_cluster_wait();
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        if drift_join(work_index(i)) {
            atomicStore(&touch_cluster_changes, 1u);
        }
    }
    touch_cluster_wait();
    if thread == 0u {
        touch_cluster_answer = atomicLoad(&touch_cluster_changes);
    }
    return workgroupUniformLoad(&touch_cluster_answer) == 0u;
}
