//#use kernel/bindings.wgsl
//#use lib/pose.wgsl
// The world's colliders and frames.

fn scene_collider(index: u32) -> Collider {
    let row = frames.world.collider_row + COLLIDER_ROWS * index;
    return collider_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

const SCENE_WORLD: u32 = 0u; // the world's own frame: what it holds is given in the body's cell

// Pose of a frame a fraction t into the step, in the cell of a body.
fn scene_pose(frame: u32, t: f32, cell: vec3<i32>) -> Pose {
    if frame == SCENE_WORLD {
        return Pose(vec3<f32>(0.0), vec4<f32>(0.0, 0.0, 0.0, 1.0));
    }
    return pose_at(frames.list[frame], t, cell);
}
