// The immediates of a kernel: its dispatch and the world. Mirrored by src/share/params.rs.
struct Params {
    work_row: u32,      // of the dispatch: arena row of its work list
    work_count: u32,    // rows of the list
    substep: u32,       // of the plan in a wide kernel, first epoch of a resident one, the epoch of a contact kernel
    part: u32,          // part of the kernel's work, such as the iteration; see the kernel
    sum_row: u32,       // first state row of sums over vertices
    rigid_row: u32,     // first state row of rigid motions
    epochs: u32,        // epochs of the step: at the start of each all bodies are at one instant
    substeps: u32,      // of an epoch of the body with the most
    gravity: vec4<f32>, // of the step: gravity [unit/s²]; w: params_dt
    zero: u32,          // zero, which no compiler may know: see memory/kahan_sum.wgsl
    unused: u32,
    step: u32,       // number of the step
    state_rows: u32, // rows of one channel of the state
}

// Length of the step [s].
fn params_dt(params: Params) -> f32 {
    return params.gravity.w;
}
