// A prescribed motion through the step, of a collider or of held vertices. Mirrored by src/share/frame.rs.
struct Frame {
    position0: vec4<f32>, // at the start of the step, from the corner of cell0 [unit]; w: frame_moves
    rotation0: vec4<f32>, // at the start of the step
    cell0: vec4<i32>,     // w: unused
    position1: vec4<f32>, // at the end of the step, from the corner of cell1 [unit]; w: frame_rests
    rotation1: vec4<f32>, // at the end of the step
    cell1: vec4<i32>,     // w: unused
    up1: vec4<i32>,       // its y axis at the end of the step, in units of 2^-30; w: unused
}

// Whether a frame moves in the step.
fn frame_moves(frame: Frame) -> bool {
    return frame.position0.w > 0.0;
}

// Whether a frame moved neither in the last step nor moves in this one: its surface stays as it is.
fn frame_rests(frame: Frame) -> bool {
    return frame.position1.w > 0.0;
}
