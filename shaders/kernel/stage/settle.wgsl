//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/press.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/union.wgsl
//#needs kernel/body
// The end of an epoch for a row: what both sides have felt, and what they agree on.

// How far a side has moved in the epoch.
fn settle_moved(corners: vec4<u32>, weights: vec4<f32>, is_edges: bool, second: bool) -> vec3<f32> {
    var moved = vec3<f32>(0.0);
    let split = select(1u, 2u, is_edges);
    for (var k = 0u; k < 4u; k++) {
        if (k >= split) == second {
            let reference = limit_floats(limit_vertex(corners[k]) + TOUCH_REF + limit_parity(params.substep)).xyz;
            moved += weights[k] * (state[state_row(STATE_POSITION, corners[k])].xyz - reference);
        }
    }
    return select(moved, -moved, second);
}

// Whether one side of a row cannot move.
fn settle_is_held(corners: vec4<u32>, is_edges: bool, second: bool) -> bool {
    var held = true;
    let split = select(1u, 2u, is_edges);
    for (var k = 0u; k < 4u; k++) {
        held = held && ((k >= split) != second || state[state_row(STATE_POSITION, corners[k])].w <= 0.0);
    }
    return held;
}

// Sets the multipliers of a row to the mean of what both sides have felt. If it presses, both bodies are told. A side that
// cannot move feels what the other one does.
fn settle_row(candidate: u32) {
    let flags = touch[frames.touch.plane_row + 2u * candidate].w;
    if (flags & TOUCH_HAS_ROW) == 0u {
        limit_set(limit_contact(candidate) + 1u, vec4<f32>(0.0));
        settle_note(candidate, vec4<f32>(0.0));
        return;
    }
    let is_edges = (flags & TOUCH_CROSSED) != 0u;
    let row = press_row(candidate);
    let corners = limit_corners(candidate);
    var first = press_force(row, settle_moved(corners, row.weights, is_edges, false));
    var second = press_force(row, settle_moved(corners, row.weights, is_edges, true));
    if settle_is_held(corners, is_edges, false) {
        first = second;
    } else if settle_is_held(corners, is_edges, true) {
        second = first;
    }
    let normal = 0.5 * (first.normal + second.normal);
    var tangential = 0.5 * (first.tangential + second.tangential);
    let most = row.friction * normal;
    let size = length(tangential);
    tangential *= select(1.0, most / size, size > most);
    limit_set(limit_contact(candidate) + 1u, vec4<f32>(tangential, normal));
    let about = limit_about(candidate);
    settle_note(candidate, params_dt(params) / f32(params.epochs) * vec4<f32>(normal * row.n + tangential, normal));
    if frames.touch.event_room > 0u && (normal > 0.0 || row.gap < 2.0 * row.radius) {
        settle_mark(about, normal > 0.0);
    }
    // Solvers of several substeps may have felt it in one of the first only.
    let reach = limit_bound(corners.x).reach + limit_bound(corners.w).reach;
    let felt = (limit_is_pressed(about.w) || limit_is_pressed(about.y)) && row.gap < row.radius + 0.5 * reach;
    if normal > 0.0 || row.gap < 2.0 * row.radius || felt {
        settle_join(about.w, about.y);
    }
}

// Adds up what a row gives in the step: (impulse on the first side, its normal part).
fn settle_note(candidate: u32, given: vec4<f32>) {
    if frames.touch.event_room == 0u {
        return;
    }
    let row = frames.touch.given_row + candidate;
    if params.substep == 0u {
        limit_set(row, given);
    } else if given.w > 0.0 {
        limit_set(row, limit_floats(row) + given);
    }
}

// Notes for events that two bodies press each other, or nearly do.
fn settle_mark(about: vec4<u32>, presses: bool) {
    let entry = neighbour_find(min(about.w, about.y), max(about.w, about.y));
    if entry != TOUCH_NONE {
        neighbour_mark(entry, presses);
    }
}

// Joins two bodies. Surfaces that a frame carries join no island: what they press stands.
fn settle_join(body: u32, other: u32) {
    if ((bodies[body].flags | bodies[other].flags) & BODY_CARRIER) == 0u {
        union_join(body, other);
    } else {
        union_note(body, UNION_STANDS);
        union_note(other, UNION_STANDS);
    }
}
