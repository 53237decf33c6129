//#use memory/bindings.wgsl
//#use lib/pose.wgsl
// Poses of frames.

const FRAME_POSE_WORLD: u32 = 0u; // the world's own frame: its anchors are in the body's cell

// Pose of a frame a fraction t into the step, in the cell of a body.
fn frame_pose_of(frame: u32, t: f32, cell: vec3<i32>) -> Pose {
    if frame == FRAME_POSE_WORLD {
        return Pose(vec3<f32>(0.0), vec4<f32>(0.0, 0.0, 0.0, 1.0));
    }
    return pose_at(frames.list[frame], t, cell);
}
