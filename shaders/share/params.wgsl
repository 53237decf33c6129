// What a kernel knows of its dispatch and of the world: its immediates. Mirrored by src/share/params.rs.
struct Params {
    work_row: u32,      // of the dispatch: arena row of its work list
    work_count: u32,    // rows of the list
    substep: u32,
    part: u32,          // which part of its work a kernel does, such as the iteration; see the kernel
    sum_row: u32,       // first state row of sums over vertices
    rigid_row: u32,     // first state row of rigid motions
    held_later: u32,    // 1 if the method moves held vertices itself, later
    unused: u32,
    gravity: vec4<f32>, // of the step: gravity [unit/s²]; w: params_dt
    half_spaces: u32,   // colliders without bounds: the first movers
    colliders: u32,     // all colliders: the first movers
    step: u32,          // number of the step
    state_rows: u32,    // rows of one channel of the state
}

// Length of the step [s].
fn params_dt(params: Params) -> f32 {
    return params.gravity.w;
}
