//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/given.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/rebound.wgsl
//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl
// Restitution between bodies, once a step after the islands: rebound_find keeps the impacts of each pair of bodies and finds
// those that are over, rebound_apply gives their impulses to velocities. Positions stay.

var<workgroup> rebound_shift: vec4<f32>; // w: 1 if it and the spin are not zero
var<workgroup> rebound_spin: vec3<f32>;
var<workgroup> rebound_centre: vec3<f32>;

// Whether two bodies may come fast enough for an impact to begin. Of a carrier's surface the speed is not known yet.
fn rebound_may_begin(index: u32, other: u32) -> bool {
    let first = rebound_motion(index, index, true);
    let second = rebound_motion(other, index, true);
    let turns = length(first.spin) * bodies[index].size + length(second.spin) * bodies[other].size;
    let fastest = length(first.velocity - second.velocity) + turns;
    return second.inverse_mass <= 0.0 || fastest > hit_rest(params_dt(params) / f32(params.epochs));
}

// A workgroup a body.
@compute @workgroup_size(128)
fn rebound_find(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    if !limit_is_near(index) || body_is_carrier(bodies[index]) {
        return;
    }
    let list = neighbour_list(index);
    let stamp = touch[limit_body(index) + TOUCH_STAMP];
    let old_list = select(vec2<u32>(0u), stamp.yz, stamp.w + 1u == params.step);
    workgroupBarrier();
    // Points are seen from a vertex, so that sums round little.
    let place = state[state_row(STATE_POSITION, bodies[index].first_vertex)].xyz;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        let other = neighbour_body(entry);
        let row = rebound_row(entry, params.step);
        var kept: Rebound;
        kept.other = other;
        if rebound_first(index, other) == index && rebound_factor(index, other) > 0.0 {
            kept = rebound_last(old_list, other);
            let pair = neighbour_find(min(index, other), max(index, other));
            let presses = pair != TOUCH_NONE && neighbour_marks(pair).x != 0u;
            var sums = mat4x4<f32>();
            if presses && (kept.approach > 0.0 || rebound_may_begin(index, other)) {
                let carried = body_is_carrier(bodies[other]);
                let shift = cell_between(report_cell(index), report_cell(other));
                sums = given_sums(index, other, -place, 1.0, carried, thread);
                sums += given_sums(other, index, shift - place, -1.0, carried, thread);
                sums = group_sums(thread, sums);
            }
            if kept.approach > 0.0 || sums[0].w > 0.0 {
                kept = rebound_after(kept, index, sums, place);
            }
        }
        if thread == 0u {
            rebound_store(row, kept);
            if kept.approach > 0.0 && !kept.gives {
                atomicStore(&report[index * REPORT_WORDS + REPORT_IMPACTS], params.step + 1u);
                atomicStore(&report[other * REPORT_WORDS + REPORT_IMPACTS], params.step + 1u);
            }
        }
    }
    if thread == 0u {
        touch[limit_body(index) + TOUCH_STAMP] = vec4<u32>(stamp.x, list, params.step);
    }
}

// Adds up what impacts give a body, in the order of its list.
fn rebound_sum(index: u32) {
    let list = neighbour_list(index);
    let own = rebound_motion(index, index, false);
    var shift = vec3<f32>(0.0);
    var spin = vec3<f32>(0.0);
    var gives = false;
    for (var k = 0u; k < list.y; k++) {
        let other = neighbour_body(list.x + k);
        let entry = rebound_entry(index, list.x + k);
        if !rebound_gives(entry, index, other) {
            continue;
        }
        let rebound = rebound_load(rebound_row(entry, params.step));
        let is_first = rebound.other != index;
        let first_index = select(other, index, is_first);
        let first = rebound_motion(first_index, first_index, false);
        let second = rebound_second(rebound, first_index, false);
        let place = rebound_place(rebound, first, second);
        let given = select(-1.0, 1.0, is_first) * rebound_impulse(rebound, first_index, first, second);
        if math_finite(given) {
            shift += own.inverse_mass * given;
            spin += math_sym3_mul(own.inverse, cross(select(place.second, place.first, is_first), given));
            gives = true;
        }
    }
    rebound_shift = vec4<f32>(shift, select(0.0, 1.0, gives && math_finite(spin)));
    rebound_spin = spin;
    rebound_centre = own.centre;
    if rebound_shift.w > 0.0 {
        tally_forget_motion(index);
    }
}

// A workgroup a body.
@compute @workgroup_size(128)
fn rebound_apply(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    if !limit_is_near(index) || body_is_carrier(bodies[index]) {
        return;
    }
    tally_clear(thread);
    if thread == 0u {
        rebound_sum(index);
    }
    storageBarrier();
    let given = workgroupUniformLoad(&rebound_shift);
    if given.w == 0.0 {
        return;
    }
    let body = bodies[index];
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let v = state[state_row(STATE_VELOCITY, vertex)];
        let moved = v.xyz + given.xyz + cross(rebound_spin, x - rebound_centre);
        state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(moved, v.w);
        tally_add_motion(i, x, moved);
    }
    workgroupBarrier();
    tally_merge_motion(thread, index);
}
