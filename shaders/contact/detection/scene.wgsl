//#use memory/bindings.wgsl
//#use lib/pose.wgsl
// The world's colliders.

fn scene_collider(index: u32) -> Collider {
    let row = frames.world.collider_row + COLLIDER_ROWS * index;
    return collider_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}
