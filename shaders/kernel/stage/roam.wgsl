//#use kernel/stage/facet.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/limit.wgsl
// How far a vertex may go in a frame beside the way of its cluster. Contact is looked for that far around it, so solvers
// hold it to that (docs/decisions/0033-contact.md).

// How far frames may take what they hold of the body.
fn roam_pull(slot: u32) -> f32 {
    return bitcast<f32>(contact[(slot * NEAR_WORDS + NEAR_PULL) / 4u][NEAR_PULL % 4u]);
}

// How far a vertex of a surface may go beside the way of its cluster: DRIFT_ROOM ways of its first guess, and the leeway.
fn roam_reach(slot: u32, body: Body, vertex: u32, leeway: f32, cluster: vec3<f32>) -> f32 {
    if (atomicLoad(&report[slot * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_CROWDED) != 0u {
        return 0.0;
    }
    var way = distance(drift_way(vertex), cluster);
    if body.attachment_count > 0u {
        way = max(way, roam_pull(slot) + length(cluster));
    }
    return min(DRIFT_ROOM * way + leeway, roam_room(slot, vertex, touch_share(body.margin, leeway)));
}

// The room that a vertex has in the box that its body was looked for in, beside its contact distance: other bodies are
// outside.
fn roam_room(slot: u32, vertex: u32, share: f32) -> f32 {
    let row = slot * (NEAR_WORDS / 4u);
    let p = state[state_row(STATE_POSITION, vertex)].xyz;
    let low = p - bitcast<vec3<f32>>(contact[row].xyz);
    let high = bitcast<vec3<f32>>(contact[row + 1u].xyz) - p;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)) - share, 0.0);
}
