// Something with a prescribed motion: a collider, or (shape 0) a frame that carries attachments.
// Mirrored by src/share/mover.rs.
struct Mover {
    position0: vec4<f32>, // position at the start of the step [unit]; w: friction
    rotation0: vec4<f32>, // rotation at the start of the step
    position1: vec4<f32>, // position at the end of the step [unit]; w: restitution
    rotation1: vec4<f32>, // rotation at the end of the step
    size: vec4<f32>,      // see the collider's file [unit]; w: bounding radius [unit], negative if unbounded
    filters: vec4<u32>,    // shape, layers, mask, 1 if it moves in the step
}

// A vertex held by a frame or at a point; where is in its SCRATCH_ANCHOR. The same rows carry the commands of
// kernel/edit.wgsl. Mirrored by src/share/mover.rs.
struct MoverAttachment {
    anchor: vec4<f32>, // xyz: unused, or a command's vector; w: stiffness [N/m], 0 is rigid
    link: vec4<u32>,   // vertex, mover, body, a command's kind
}
