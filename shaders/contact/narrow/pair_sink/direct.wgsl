//#use memory/contacts/words.wgsl
//#use lib/closest_points.wgsl
// Found pairs become candidates at once. Their indices are known: candidates are in the order of patches, primaries, and
// ranks.

fn pair_sink_load(row: u32) -> vec4<u32> {
    return contacts_load(4u * row);
}

// There is no list to allocate from.
fn pair_sink_take(count: u32) -> u32 {
    return 0u;
}

// The run with the list has recorded it already.
fn pair_sink_leave(slot: u32) {
}

// Records that a body has candidates.
fn pair_sink_note(slot: u32) {
    let word = slot * REPORT_WORDS + REPORT_CONTACT_FLAGS;
    if (atomicLoad(&report[word]) & CONTACTS_LISTED) == 0u {
        atomicOr(&report[word], CONTACTS_LISTED);
    }
}

// The distance between the features of a pair, beyond the least gap.
fn pair_sink_gap(own: u32, other: u32, kind: u32, corners: vec4<u32>) -> f32 {
    let shift = cell_between(contacts_cell(own), contacts_cell(other));
    let a = contacts_middle(corners.x);
    let d = contacts_middle(corners.w) + shift;
    let c = contacts_middle(corners.z) + shift;
    let thickness = vec4<f32>(
        contacts_thickness(corners.x), contacts_thickness(corners.y), contacts_thickness(corners.z), contacts_thickness(corners.w),
    );
    if kind == CONTACTS_EDGES {
        let displacement = closest_points_segments(a, contacts_middle(corners.y), c, d).displacement;
        return length(displacement) - contacts_gap(0.5 * (thickness.x + thickness.y) + 0.5 * (thickness.z + thickness.w));
    }
    let displacement = closest_points_triangle(a, contacts_middle(corners.y) + shift, c, d).displacement;
    return length(displacement) - contacts_gap(thickness.x + (thickness.y + thickness.z + thickness.w) / 3.0);
}

// Drops a candidate without room. Its vertices may not move so far that it would be needed, and stay where they are if one
// starts farther than that from the centre of its ball.
fn pair_sink_drop(own: u32, other: u32, kind: u32, corners: vec4<u32>) {
    let reach = 0.5 * pair_sink_gap(own, other, kind, corners);
    var bits = bitcast<u32>(max(reach, 0.0)); // nonnegative floats have the order of their bits
    for (var k = 0u; k < 4u; k++) {
        let starts = distance(contacts_position(corners[k]), contacts_middle(corners[k]));
        bits = select(bits, 0u, starts > reach);
    }
    for (var k = 0u; k < 4u; k++) {
        atomicMin(&contacts[contacts_vertex(corners[k], CONTACTS_MOTION_BOUND) + 3u], bits);
    }
    contacts_lose(own, CONTACTS_LOST);
    atomicOr(&report[other * REPORT_WORDS + REPORT_CONTACT_FLAGS], CONTACTS_LOST);
}

// Makes a candidate of a found pair: see feature_pairs_write in contact/narrow/feature_pairs.wgsl.
fn pair_sink_keep(index: u32, corners: vec4<u32>, about: vec4<u32>) {
    let row = about.w & 0xFFFFFu;
    let rank = about.w >> 20u;
    let own = arena[params.work_row + row].x;
    let kind = about.x & 0xFFu;
    let edge = bodies[own].first_edge + (about.x >> 8u);
    let primary = select(frames.contacts.point_row + corners.x, frames.contacts.edge_row + edge, kind == CONTACTS_EDGES);
    let candidate = atomicLoad(&contacts[contacts_sum(row)]) + atomicLoad(&contacts[4u * primary]) + rank;
    pair_sink_note(own);
    pair_sink_note(about.y);
    if candidate >= frames.contacts.room || rank == CONTACTS_NONE >> 20u {
        pair_sink_drop(own, about.y, kind, corners);
        return;
    }
    contacts_store(contacts_candidate(candidate), corners);
    contacts_store(contacts_candidate(candidate) + 4u, vec4<u32>(about.xyz, own));
    // The plane of the candidate has no flags yet.
    atomicStore(&contacts[4u * (frames.contacts.plane_row + CONTACTS_PLANE_ROWS * candidate) + 3u], 0u);
    for (var corner = 0u; corner < 4u; corner++) {
        atomicAdd(&contacts[contacts_vertex(corners[corner], CONTACTS_LIST) + 1u], 1u);
    }
}
