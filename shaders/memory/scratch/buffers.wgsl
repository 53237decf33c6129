//#use memory/state.wgsl
// The scratch of a vertex, from step to step and during a substep, in the world's buffers. Workgroup memory would be slower:
// fewer bodies would fit a processor.

fn scratch_velocity(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_VELOCITY, vertex)];
}

fn scratch_set_velocity(vertex: u32, v: vec4<f32>) {
    state[state_row(STATE_VELOCITY, vertex)] = v;
}

fn scratch_inertia(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_INERTIA, vertex)];
}

fn scratch_set_inertia(vertex: u32, inertia: vec4<f32>) {
    state[state_row(STATE_INERTIA, vertex)] = inertia;
}

fn scratch_start(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_START, vertex)];
}

fn scratch_set_start(vertex: u32, start: vec4<f32>) {
    state[state_row(STATE_START, vertex)] = start;
}

// Contact planes that the vertex keeps.
fn scratch_planes(vertex: u32) -> u32 {
    return u32(scratch_start(vertex).w);
}

fn scratch_bound(vertex: u32) -> f32 {
    return state[state_row(STATE_BOUND, vertex)].x;
}

fn scratch_set_bound(vertex: u32, bound: f32) {
    state[state_row(STATE_BOUND, vertex)] = vec4<f32>(bound, 0.0, 0.0, 0.0);
}

// The part of gravity, 0 to 1, that accelerates the vertex; see sweep_fall.
fn scratch_fall(vertex: u32) -> f32 {
    return state[state_row(STATE_BOUND, vertex)].z;
}

fn scratch_set_fall(vertex: u32, fall: f32) {
    state[state_row(STATE_BOUND, vertex)].z = fall;
}

// Marks that contact has acted on the vertex since its reach was set.
fn scratch_mark(vertex: u32) {
    state[state_row(STATE_BOUND, vertex)].y = 1.0;
}

fn scratch_marked(vertex: u32) -> bool {
    return state[state_row(STATE_BOUND, vertex)].y > 0.0;
}

fn scratch_residual(vertex: u32) -> vec3<f32> {
    return state[state_row(STATE_RESIDUAL, vertex)].xyz;
}

fn scratch_set_residual(vertex: u32, residual: vec3<f32>) {
    state[state_row(STATE_RESIDUAL, vertex)] = vec4<f32>(residual, 0.0);
}

// Load and store the values that stay from step to step: here they are in place already.
fn scratch_open(vertex: u32) {}

fn scratch_close(vertex: u32) {}
