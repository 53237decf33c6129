// Something with a prescribed motion: a collider, or (shape 0) a frame that carries attachments.
// Mirrored by src/share/mover.rs.
struct Mover {
    position0: vec4<f32>, // position at the start of the step [unit]; w: mover_friction
    rotation0: vec4<f32>, // rotation at the start of the step
    position1: vec4<f32>, // position at the end of the step [unit]; w: mover_restitution
    rotation1: vec4<f32>, // rotation at the end of the step
    size: vec4<f32>,      // see the collider's file [unit]; w: mover_radius
    shape: u32,
    layers: u32,
    mask: u32,
    moves: u32,           // 1 if it moves in the step
}

fn mover_friction(mover: Mover) -> f32 {
    return mover.position0.w;
}

fn mover_restitution(mover: Mover) -> f32 {
    return mover.position1.w;
}

// Bounding radius [unit]; negative if it has no bounds.
fn mover_radius(mover: Mover) -> f32 {
    return mover.size.w;
}
