//#use kernel/bindings.wgsl
//#use lib/pose.wgsl
// The world's colliders and frames.

fn scene_collider(index: u32) -> Collider {
    let row = frames.world.collider_row + COLLIDER_ROWS * index;
    return collider_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

// Pose of a frame a fraction t into the step.
fn scene_pose(frame: u32, t: f32) -> Pose {
    return pose_at(frames.list[frame], t);
}
