//#use kernel/detect.wgsl
//#use lib/closest.wgsl
// Makes candidates of what the narrow phase has found, a thread each. They are in the order of patches, primaries, and what
// these have found, so the order in which they were found does not matter.

// Notes that a body has candidates.
fn touch_write_note(slot: u32) {
    let word = slot * REPORT_WORDS + REPORT_TOUCH;
    if (atomicLoad(&report[word]) & TOUCH_LISTED) == 0u {
        atomicOr(&report[word], TOUCH_LISTED);
    }
}

// How far the features of a pair are apart, beyond the least gap.
fn touch_write_gap(own: u32, other: u32, kind: u32, corners: vec4<u32>) -> f32 {
    let shift = cell_between(detect_cell(own), detect_cell(other));
    let a = detect_middle(corners.x);
    let d = detect_middle(corners.w) + shift;
    let c = detect_middle(corners.z) + shift;
    let share = vec4<f32>(
        detect_share(corners.x), detect_share(corners.y), detect_share(corners.z), detect_share(corners.w),
    );
    if kind == TOUCH_EDGES {
        let way = closest_segments(a, detect_middle(corners.y), c, d).way;
        return length(way) - touch_gap(0.5 * (share.x + share.y) + 0.5 * (share.z + share.w));
    }
    let way = closest_triangle(a, detect_middle(corners.y) + shift, c, d).way;
    return length(way) - touch_gap(share.x + (share.y + share.z + share.w) / 3.0);
}

// A candidate that finds no room: its vertices may not go so far that it would be needed, and stay where they are if one
// starts farther from its middle.
fn touch_write_drop(own: u32, other: u32, kind: u32, corners: vec4<u32>) {
    let reach = 0.5 * touch_write_gap(own, other, kind, corners);
    var bits = bitcast<u32>(max(reach, 0.0)); // in the order of the numbers
    for (var k = 0u; k < 4u; k++) {
        let starts = distance(detect_place(corners[k]), detect_middle(corners[k]));
        bits = select(bits, 0u, starts > reach);
    }
    for (var k = 0u; k < 4u; k++) {
        atomicMin(&touch[detect_vertex(corners[k], TOUCH_FRAME) + 3u], bits);
    }
    detect_lose(own, TOUCH_LOST);
    atomicOr(&report[other * REPORT_WORDS + REPORT_TOUCH], TOUCH_LOST);
}

// Makes a candidate of what is at a place of the list.
fn touch_write_one(place: u32) {
    let word = 4u * (frames.touch.found_row + TOUCH_CANDIDATE_ROWS * place);
    let corners = detect_load(word);
    let about = detect_load(word + 4u);
    let row = about.w & 0xFFFFFu;
    let rank = about.w >> 20u;
    let own = arena[params.work_row + row].x;
    let kind = about.x & 0xFFu;
    let edge = bodies[own].first_edge + (about.x >> 8u);
    let primary = select(frames.touch.point_row + corners.x, frames.touch.edge_row + edge, kind == TOUCH_EDGES);
    let candidate = atomicLoad(&touch[detect_sum(row)]) + atomicLoad(&touch[4u * primary]) + rank;
    touch_write_note(own);
    touch_write_note(about.y);
    if candidate >= frames.touch.room || rank == TOUCH_NONE >> 20u {
        touch_write_drop(own, about.y, kind, corners);
        return;
    }
    detect_store(detect_candidate(candidate), corners);
    detect_store(detect_candidate(candidate) + 4u, vec4<u32>(about.xyz, own));
    // Its planes have no flags yet.
    atomicStore(&touch[4u * (frames.touch.plane_row + TOUCH_PLANE_ROWS * candidate) + 3u], 0u);
    for (var corner = 0u; corner < 4u; corner++) {
        atomicAdd(&touch[detect_vertex(corners[corner], TOUCH_LIST) + 1u], 1u);
    }
}

// Where so much is found that the list has no room, bodies that have others near them stay where they are.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_write(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let found = detect_found();
    if found > frames.touch.found_room {
        let slot = arena[params.work_row + group.x].x;
        if thread == 0u && detect_near(slot * NEAR_WORDS + NEAR_BODIES) > 0u {
            detect_lose(slot, TOUCH_LOST | TOUCH_FULL);
        }
        return;
    }
    for (var place = DETECT_WIDTH * group.x + thread; place < found; place += DETECT_WIDTH * groups.x) {
        touch_write_one(place);
    }
}
