//#use lib/math.wgsl
//#use share/frame.wgsl
// A rigid pose: world from frame.
struct Pose {
    position: vec3<f32>,
    rotation: vec4<f32>,
}

// Pose of a frame a fraction t into the step.
fn pose_at(frame: Frame, t: f32) -> Pose {
    if !frame_moves(frame) {
        return Pose(frame.position1.xyz, frame.rotation1);
    }
    return Pose(
        mix(frame.position0.xyz, frame.position1.xyz, t),
        math_rotation_between(frame.rotation0, frame.rotation1, t),
    );
}

fn pose_to_world(pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return pose.position + math_rotate(pose.rotation, p);
}

fn pose_to_local(pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return math_rotate_back(pose.rotation, p - pose.position);
}

// How far a unit distance from the frame's origin moves as one rotation turns to the other: the chord of the angle. By
// the difference of the quaternions, since their product would round a small angle away.
fn pose_turn(from_rotation: vec4<f32>, to_rotation: vec4<f32>) -> f32 {
    let near = select(to_rotation, -to_rotation, dot(from_rotation, to_rotation) < 0.0);
    let apart = from_rotation - near;
    let square = dot(apart, apart);
    return 2.0 * sqrt(square * max(1.0 - 0.25 * square, 0.0));
}
