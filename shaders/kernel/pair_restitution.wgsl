//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/force/contact_impulse.wgsl
//#use memory/workgroup.wgsl
//#use contact/restitution/pair_impact.wgsl
//#use memory/statistics.wgsl
//#use memory/work_list.wgsl
// Restitution between bodies, once a step after the islands: pair_restitution_find updates the impacts of pairs of bodies
// and finds those that are over, pair_restitution_apply adds their impulses to velocities. Positions stay.

var<workgroup> pair_restitution_shift: vec4<f32>; // w: 1 if an impulse is applied
var<workgroup> pair_restitution_spin: vec3<f32>;
var<workgroup> pair_restitution_centre: vec3<f32>;

// Whether two bodies may be fast enough for an impact to begin. The speed of a kinematic surface is not known yet.
fn pair_restitution_may_begin(index: u32, other: u32, motions: PairImpactMotions) -> bool {
    let first = motions.first_start;
    let second = motions.second_start;
    let turns = length(first.spin) * bodies[index].size + length(second.spin) * bodies[other].size;
    let fastest = length(first.velocity - second.velocity) + turns;
    return second.inverse_mass <= 0.0 || fastest > rest_speed_of(params_dt(params) / f32(params.epochs));
}

// The impulse sums of this thread's contacts between two bodies, about a position in the first.
fn pair_restitution_given(index: u32, other: u32, position: vec3<f32>, thread: u32) -> mat4x4<f32> {
    let kinematic = body_is_kinematic(bodies[other]);
    let shift = cell_between(report_cell(index), report_cell(other));
    var sums = mat4x4<f32>();
    for (var k = 0u; k < 2u; k++) {
        let is_second = k == 1u;
        sums += contact_impulse_sums(
            select(index, other, is_second), select(other, index, is_second),
            select(-position, shift - position, is_second), select(1.0, -1.0, is_second), kinematic, thread,
        );
    }
    return sums;
}

// Updates the impacts of a body with the bodies near it. A workgroup a body.
@compute @workgroup_size(128)
fn pair_restitution_find(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    if !filter_is_near(index) || body_is_kinematic(bodies[index]) {
        return;
    }
    let list = body_pairs_list(index);
    let stamp = contacts[filter_body_row(index) + CONTACTS_STAMP];
    let old_list = select(vec2<u32>(0u), stamp.yz, stamp.w + 1u == params.step);
    workgroupBarrier();
    // Points are relative to a vertex, so that sums round little.
    let position = state[state_row(STATE_POSITION, bodies[index].first_vertex)].xyz;
    for (var k = 0u; k < list.y; k++) {
        let entry = list.x + k;
        let other = body_pairs_body(entry);
        let row = pair_impact_row(entry, params.step);
        var kept: PairImpact;
        kept.other = other;
        if pair_impact_first(index, other) == index && pair_impact_factor(index, other) > 0.0 {
            kept = pair_impact_last(old_list, other);
            let pair = body_pairs_find(min(index, other), max(index, other));
            let presses = pair != CONTACTS_NONE && body_pairs_marks(pair).x != 0u;
            var sums = mat4x4<f32>();
            var motions: PairImpactMotions;
            if presses || kept.approach > 0.0 {
                motions = pair_impact_motions(index, other);
            }
            if presses && (kept.approach > 0.0 || pair_restitution_may_begin(index, other, motions)) {
                sums = workgroup_sums(thread, pair_restitution_given(index, other, position, thread));
            }
            if kept.approach > 0.0 || sums[0].w > 0.0 {
                kept = pair_impact_after(kept, index, motions, sums, position);
            }
        }
        if thread == 0u {
            pair_impact_store(row, kept);
            if kept.approach > 0.0 && !kept.gives {
                atomicStore(&report[index * REPORT_WORDS + REPORT_IMPACTS], params.step + 1u);
                atomicStore(&report[other * REPORT_WORDS + REPORT_IMPACTS], params.step + 1u);
            }
        }
    }
    if thread == 0u {
        contacts[filter_body_row(index) + CONTACTS_STAMP] = vec4<u32>(stamp.x, list, params.step);
    }
}

// Sums the impulses on a body, in the order of its list.
fn pair_restitution_sum(index: u32) {
    let list = body_pairs_list(index);
    let own = pair_impact_motion(index, index, false);
    var shift = vec3<f32>(0.0);
    var spin = vec3<f32>(0.0);
    var gives = false;
    for (var k = 0u; k < list.y; k++) {
        let other = body_pairs_body(list.x + k);
        let entry = pair_impact_entry(index, list.x + k);
        if !pair_impact_gives(entry, index, other) {
            continue;
        }
        let rebound = pair_impact_load(pair_impact_row(entry, params.step));
        let is_first = rebound.other != index;
        let first_index = select(other, index, is_first);
        var first: PairImpactMotion;
        var second: PairImpactMotion;
        for (var j = 0u; j < 2u; j++) {
            let motion = pair_impact_motion(select(first_index, rebound.other, j == 1u), first_index, false);
            if j == 0u {
                first = motion;
            }
            second = pair_impact_second(rebound, motion);
        }
        let place = pair_impact_point(rebound, first, second);
        let given = select(-1.0, 1.0, is_first) * pair_impact_impulse(rebound, first_index, first, second);
        if math_finite(given) {
            shift += own.inverse_mass * given;
            spin += math_sym3_mul(own.inverse, cross(select(place.second, place.first, is_first), given));
            gives = true;
        }
    }
    pair_restitution_shift = vec4<f32>(shift, select(0.0, 1.0, gives && math_finite(spin)));
    pair_restitution_spin = spin;
    pair_restitution_centre = own.centre;
    if pair_restitution_shift.w > 0.0 {
        statistics_forget_motion(index);
    }
}

// Applies the impulses to a body. A workgroup a body.
@compute @workgroup_size(128)
fn pair_restitution_apply(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    if !filter_is_near(index) || body_is_kinematic(bodies[index]) {
        return;
    }
    statistics_clear(thread);
    if thread == 0u {
        pair_restitution_sum(index);
    }
    storageBarrier();
    let given = workgroupUniformLoad(&pair_restitution_shift);
    if given.w == 0.0 {
        return;
    }
    let body = bodies[index];
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let v = state[state_row(STATE_VELOCITY, vertex)];
        let moved = v.xyz + given.xyz + cross(pair_restitution_spin, x - pair_restitution_centre);
        state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(moved, v.w);
        statistics_add_motion(i, x, moved);
    }
    workgroupBarrier();
    statistics_merge_motion(thread, index);
}
