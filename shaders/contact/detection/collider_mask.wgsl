//#use contact/detection/scene.wgsl
// The filter of colliders that a body may touch.

// Whether a body touches the collider with this number.
fn collider_mask_meets(number: u32, collider: Collider, body: Body) -> bool {
    let meets = (collider.layers & body.mask) != 0u && (collider.mask & body.layers) != 0u;
    if body.ignored_count > 0u {
        return meets && !collider_mask_ignores(body, number);
    }
    return meets;
}

fn collider_mask_ignores(body: Body, number: u32) -> bool {
    for (var k = 0u; k < body.ignored_count; k++) {
        if arena[body.ignored_row + k / 4u][k % 4u] == number {
            return true;
        }
    }
    return false;
}
