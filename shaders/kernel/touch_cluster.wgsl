//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/group.wgsl
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
        let m = select(0.0, 1.0 / x.w, x.w > 0.0);
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
        let leeway = bitcast<f32>(atomicLoad(&touch_cluster_leeway));
        drift_keep(index, Drift(way, spread, centre + place, body.mass, leeway, false), turned);
    }
}

var<workgroup> touch_cluster_most: atomic<u32>;
var<workgroup> touch_cluster_leeway: atomic<u32>;
var<workgroup> touch_cluster_goes_on: u32;

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
        var best = vec4<f32>(0.0, 0.0, 0.0, -3.4e38);
        for (var direction = 0u; direction < 7u; direction++) {
            let n = drift_direction(index, other, direction);
            let gap = touch_cluster_gap_along(index, other, n, thread);
            if gap.x > best.w {
                best = vec4<f32>(n, gap.x);
            }
            if direction > 0u && gap.y > best.w {
                best = vec4<f32>(-n, gap.y);
            }
        }
        if thread == 0u {
            neighbour_set_gap(list.x + k, best);
        }
    }
}

var<workgroup> touch_cluster_levels: array<atomic<u32>, 4>;

// The gap between two bodies along a direction, from the second to the first, and against it. All threads call it.
fn touch_cluster_gap_along(first: u32, second: u32, n: vec3<f32>, thread: u32) -> vec2<f32> {
    let offset = cell_between(report_cell(first), report_cell(second));
    let place = state[state_row(STATE_POSITION, bodies[first].first_vertex)].xyz;
    if thread < 4u {
        atomicStore(&touch_cluster_levels[thread], select(0u, 0xFFFFFFFFu, thread % 2u == 0u));
    }
    workgroupBarrier();
    for (var i = thread; i < bodies[first].vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, bodies[first].first_vertex + i)].xyz;
        let level = math_ordered(vec3<f32>(dot(n, x - place))).x;
        atomicMin(&touch_cluster_levels[0], level);
        atomicMax(&touch_cluster_levels[1], level);
    }
    for (var i = thread; i < bodies[second].vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, bodies[second].first_vertex + i)].xyz + offset;
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

const TOUCH_CLUSTER_WIDTH: u32 = 256u;

// Joins bodies until none of two clusters can meet in the step. One workgroup for all bodies.
@compute @workgroup_size(TOUCH_CLUSTER_WIDTH)
fn touch_cluster_join(@builtin(local_invocation_index) thread: u32) {
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        drift_start(work_index(i));
    }
    // Bodies only join, so there are fewer rounds than bodies.
    for (var round = 0u; round < params.work_count; round++) {
        if touch_cluster_is_done(thread, 0u) {
            break;
        }
        for (var again = 0u; again < params.work_count; again++) {
            if touch_cluster_is_done(thread, 1u) {
                break;
            }
        }
        for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
            let index = work_index(i);
            if drift_root(index) == index {
                drift_set_way(index, touch_cluster_mean(index, i));
            }
        }
        storageBarrier();
        workgroupBarrier();
    }
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        drift_settle(work_index(i));
    }
}

// One pass over all bodies: it marks pairs that may meet (0), or spreads the lowest number over marked ones (1). True if
// nothing has changed. All threads call it.
fn touch_cluster_is_done(thread: u32, pass_index: u32) -> bool {
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        atomicStore(&touch_cluster_most, 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < params.work_count; i += TOUCH_CLUSTER_WIDTH) {
        let index = work_index(i);
        var changed: bool;
        if pass_index == 0u {
            changed = drift_join(index);
        } else {
            changed = drift_spread(index);
        }
        if changed {
            atomicStore(&touch_cluster_most, 1u);
        }
    }
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        touch_cluster_goes_on = atomicLoad(&touch_cluster_most);
    }
    return workgroupUniformLoad(&touch_cluster_goes_on) == 0u;
}

// The translation of a cluster: the mean of its bodies, or none where one of them stands.
fn touch_cluster_mean(root: u32, first: u32) -> vec3<f32> {
    var sum = vec4<f32>(0.0);
    var stands = false;
    var bodies_in = 0u;
    for (var i = first; i < params.work_count; i++) {
        let index = work_index(i);
        if drift_root(index) == root {
            let own = drift_of(index);
            sum += vec4<f32>(own.mass * own.way, own.mass);
            stands = stands || own.stands;
            bodies_in += 1u;
        }
    }
    if bodies_in < 2u {
        return drift_cluster_way(root);
    }
    if stands || sum.w <= 0.0 {
        return vec3<f32>(0.0);
    }
    var way = sum.xyz / sum.w;
    for (var i = first; i < params.work_count; i++) {
        if drift_root(work_index(i)) == root {
            way = drift_outside(work_index(i), way);
        }
    }
    return way;
}
