//#use kernel/detect.wgsl
//#use lib/closest.wgsl
// What a patch finds becomes candidates at once. Their places are known: they are in the order of patches, primaries, and
// what these have found.

fn sifting_load(row: u32) -> vec4<u32> {
    return detect_load(4u * row);
}

// There is no list.
fn sifting_take(count: u32) -> u32 {
    return 0u;
}

// It is noted already.
fn sifting_leave(slot: u32) {
}

// Notes that a body has candidates.
fn sifting_note(slot: u32) {
    let word = slot * REPORT_WORDS + REPORT_TOUCH;
    if (atomicLoad(&report[word]) & TOUCH_LISTED) == 0u {
        atomicOr(&report[word], TOUCH_LISTED);
    }
}

// How far the features of a pair are apart, beyond the least gap.
fn sifting_gap(own: u32, other: u32, kind: u32, corners: vec4<u32>) -> f32 {
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
fn sifting_drop(own: u32, other: u32, kind: u32, corners: vec4<u32>) {
    let reach = 0.5 * sifting_gap(own, other, kind, corners);
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

// Makes a candidate of what is found: see sift_write in kernel/stage/sift.wgsl.
fn sifting_keep(place: u32, corners: vec4<u32>, about: vec4<u32>) {
    let row = about.w & 0xFFFFFu;
    let rank = about.w >> 20u;
    let own = arena[params.work_row + row].x;
    let kind = about.x & 0xFFu;
    let edge = bodies[own].first_edge + (about.x >> 8u);
    let primary = select(frames.touch.point_row + corners.x, frames.touch.edge_row + edge, kind == TOUCH_EDGES);
    let candidate = atomicLoad(&touch[detect_sum(row)]) + atomicLoad(&touch[4u * primary]) + rank;
    sifting_note(own);
    sifting_note(about.y);
    if candidate >= frames.touch.room || rank == TOUCH_NONE >> 20u {
        sifting_drop(own, about.y, kind, corners);
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
