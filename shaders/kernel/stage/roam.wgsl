//#use kernel/stage/facet.wgsl
//#use kernel/stage/drift.wgsl
//#use kernel/stage/limit.wgsl
// How far a vertex may go in a frame beside the way of its cluster. Contact is looked for that far around it, so solvers
// hold it to that (docs/decisions/0033-contact.md).

// Of the way of its first guess, what a vertex of a sheet may go beyond half of it, in each direction: forces may speed it
// up or turn it. With the half it is DRIFT_ROOM.
const ROAM_ROOM: f32 = 1.0;

// The ball that a vertex of a surface stays in beside the way of its cluster. A solid that is hit swings back within the
// step, so its vertices have as much room behind them. A sheet does not, and what it slides along is near all of it: its
// ball is about the middle of the way, where it may be smaller by a third, and lists of candidates half as long. `spare`:
// how much farther it may go where its body meets no other.
fn roam_ball(slot: u32, body: Body, vertex: u32, leeway: f32, spare: f32, cluster: vec3<f32>) -> vec4<f32> {
    let x = state[state_row(STATE_POSITION, vertex)].xyz;
    if (atomicLoad(&report[slot * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_CROWDED) != 0u {
        return vec4<f32>(x, 0.0);
    }
    let share = touch_share(body.margin, leeway);
    let room = leeway + spare;
    let way = drift_way(vertex) - cluster;
    let pull = select(drift_pull(slot), 0.0, body_is_carrier(body));
    let far = drift_far(length(way), pull, cluster);
    if body.attachment_count == 0u && (body.flags & (BODY_SOLID | BODY_CARRIER)) == 0u {
        let middle = x + 0.5 * way;
        let radius = min(ROAM_ROOM * far + room, roam_room(slot, middle, share));
        if radius >= 0.5 * far {
            return vec4<f32>(middle, radius);
        }
    }
    return vec4<f32>(x, min(DRIFT_ROOM * far + room, roam_room(slot, x, share)));
}

// The room that a place has in the box that its body was looked for in, beside its contact distance: other bodies are
// outside.
fn roam_room(slot: u32, place: vec3<f32>, share: f32) -> f32 {
    let row = slot * (NEAR_WORDS / 4u);
    let low = place - bitcast<vec3<f32>>(contact[row].xyz);
    let high = bitcast<vec3<f32>>(contact[row + 1u].xyz) - place;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)) - share, 0.0);
}
