// A prescribed motion through the step, of a collider or of what holds vertices. Mirrored by src/share/frame.rs.
struct Frame {
    position0: vec4<f32>, // at the start of the step [unit]; w: frame_moves
    rotation0: vec4<f32>, // at the start of the step
    position1: vec4<f32>, // at the end of the step [unit]; w: unused
    rotation1: vec4<f32>, // at the end of the step
}

// Whether it moves in the step.
fn frame_moves(frame: Frame) -> bool {
    return frame.position0.w > 0.0;
}
