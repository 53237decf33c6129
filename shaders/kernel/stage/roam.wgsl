//#use kernel/stage/state.wgsl
//#use kernel/stage/substep.wgsl
//#use kernel/stage/touch.wgsl
// How far a vertex may go in a frame beside the way of its cluster. Contact is looked for that far around it, so solvers
// hold it to that (scheme R, pass F4).

// A vertex gets room for twice the way of its first guess, and for this part of the mean edge around it.
const ROAM_LEEWAY: f32 = 0.1;
const ROAM_FREE: f32 = 3.4e38; // of a vertex that no triangle has: nothing holds it

// Where the first guess takes a vertex in the frame, as begin.wgsl finds it.
fn roam_way(vertex: u32, body: Body) -> vec3<f32> {
    let v = state[state_row(STATE_VELOCITY, vertex)];
    let is_fixed = state[state_row(STATE_POSITION, vertex)].w <= 0.0;
    let way = params_dt(params) * (v.xyz + clamp(v.w, 0.0, 1.0) * substep_h(body) * params.gravity.xyz);
    return select(way, vec3<f32>(0.0), is_fixed);
}

// How far frames may take what they hold of the body.
fn roam_pull(slot: u32) -> f32 {
    return bitcast<f32>(contact[(slot * NEAR_WORDS + NEAR_PULL) / 4u][NEAR_PULL % 4u]);
}

// How far a vertex of a surface may go beside `cluster`, the way of its cluster. `edge`: mean length around it.
fn roam_reach(slot: u32, body: Body, vertex: u32, edge: f32, cluster: vec3<f32>) -> f32 {
    var way = distance(roam_way(vertex, body), cluster);
    if body.attachment_count > 0u {
        way = max(way, roam_pull(slot) + length(cluster));
    }
    return min(2.0 * way + ROAM_LEEWAY * edge, roam_room(slot, vertex, edge));
}

// The room that a vertex has in the box that its body was looked for in: other bodies are outside.
fn roam_room(slot: u32, vertex: u32, edge: f32) -> f32 {
    let row = slot * (NEAR_WORDS / 4u);
    if contact[row + NEAR_NEIGHBOURS / 4u][NEAR_NEIGHBOURS % 4u] == NEAR_ALL {
        return ROAM_FREE;
    }
    let p = state[state_row(STATE_POSITION, vertex)].xyz;
    let low = p - bitcast<vec3<f32>>(contact[row].xyz);
    let high = bitcast<vec3<f32>>(contact[row + 1u].xyz) - p;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)) - touch_share(edge), 0.0);
}
