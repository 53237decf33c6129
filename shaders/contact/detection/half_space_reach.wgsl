//#use collider/collider.wgsl
//#use contact/detection/collider_mask.wgsl
//#use lib/pose.wgsl
//#use memory/report.wgsl
// The half-spaces that a body may touch in the step, by the bounds that its last step reported.

// A body's bounds are grown by this part of its size: elastic motion may add that much in a step.
const HALF_SPACE_REACH_MARGIN: f32 = 0.02;

const HALF_SPACE_REACH_NONE: u32 = 0u;  // none
const HALF_SPACE_REACH_REST: u32 = 1u; // some, all of which rest
const HALF_SPACE_REACH_MOTION: u32 = 2u; // one that moves, runs or bounces

fn half_space_reach_of(index: u32) -> u32 {
    let body = bodies[index];
    var found = HALF_SPACE_REACH_NONE;
    let half_spaces = frames.world.half_spaces;
    for (var k = 0u; k < half_spaces; k++) {
        let collider = scene_collider(k);
        if half_space_reach_is_met(index, body, k, collider) {
            let bounces = max(collider.restitution, body.restitution) > 0.0;
            if bounces || frame_moves(frames.list[collider.frame]) || any(collider.surface.xyz != vec3<f32>(0.0)) {
                return HALF_SPACE_REACH_MOTION;
            }
            found = HALF_SPACE_REACH_REST;
        }
    }
    return found;
}

// Whether a body may touch a half-space in the step.
fn half_space_reach_is_met(index: u32, body: Body, half_space: u32, collider: Collider) -> bool {
    if !collider_mask_meets(half_space, collider, body) {
        return false;
    }
    let word = index * REPORT_WORDS;
    let low = report_point(word + REPORT_LOW);
    let high = report_point(word + REPORT_HIGH);
    let dt = params_dt(params);
    let speed = bitcast<f32>(atomicLoad(&report[word + REPORT_SPEED]));
    let reach = dt * (2.0 * speed + dt * length(params.gravity.xyz)) + HALF_SPACE_REACH_MARGIN * body.size;
    return half_space_reach_gap(collider, report_bounds_cell(index), low, high) < reach;
}

// The distance of a half-space from a box, at the start or the end of the step.
fn half_space_reach_gap(collider: Collider, cell: vec3<i32>, low: vec3<f32>, high: vec3<f32>) -> f32 {
    let frame = frames.list[collider.frame];
    var gap = 3.4e38;
    for (var end = 0u; end < 2u; end++) {
        let pose = pose_of_plane(frame, f32(end), cell);
        for (var corner = 0u; corner < 8u; corner++) {
            let far = vec3<bool>((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
            let local = pose_to_local(pose, select(low, high, far));
            gap = min(gap, collider_distance_unbounded(local).w);
        }
    }
    return gap;
}
