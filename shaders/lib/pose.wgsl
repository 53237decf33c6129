//#use lib/cell.wgsl
//#use lib/math.wgsl
//#use share/frame.wgsl
// A rigid pose: from a frame to the world, relative to the corner of a cell.
struct Pose {
    position: vec3<f32>,
    rotation: vec4<f32>,
}

// Pose of a frame a fraction t into the step, in a cell.
fn pose_at(frame: Frame, t: f32, cell: vec3<i32>) -> Pose {
    let end = frame.position1.xyz + cell_between(cell, frame.cell1.xyz);
    if !frame_moves(frame) {
        return Pose(end, frame.rotation1);
    }
    let start = frame.position0.xyz + cell_between(cell, frame.cell0.xyz);
    return Pose(mix(start, end, t), math_rotation_between(frame.rotation0, frame.rotation1, t));
}

// Pose of a half-space. At rest its position is the point of the plane nearest to the cell's corner, since the vector to a
// far point of the plane would round.
fn pose_of_plane(frame: Frame, t: f32, cell: vec3<i32>) -> Pose {
    let pose = pose_at(frame, t, cell);
    if frame_moves(frame) || all(frame.cell1.xyz == cell) {
        return pose;
    }
    let up = math_rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
    let along = cell_along(frame.up1.xyz, cell, frame.cell1.xyz) + dot(up, frame.position1.xyz);
    return Pose(along * up, pose.rotation);
}

fn pose_to_world(pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return pose.position + math_rotate(pose.rotation, p);
}

fn pose_to_local(pose: Pose, p: vec3<f32>) -> vec3<f32> {
    return math_rotate_back(pose.rotation, p - pose.position);
}

// The distance between two rotations of a point at unit distance from the frame's origin: the chord of the angle. It is
// computed from the difference of the quaternions, since their product would round a small angle to zero.
fn pose_turn(from_rotation: vec4<f32>, to_rotation: vec4<f32>) -> f32 {
    let near = select(to_rotation, -to_rotation, dot(from_rotation, to_rotation) < 0.0);
    let apart = from_rotation - near;
    let square = dot(apart, apart);
    return 2.0 * sqrt(square * max(1.0 - 0.25 * square, 0.0));
}
