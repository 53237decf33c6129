//#use kernel/stage/state.wgsl
// What a vertex keeps from step to step and during a substep, in the world's buffers. Workgroup memory would be slower:
// fewer bodies would fit a processor.

fn own_velocity(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_VELOCITY, vertex)];
}

fn own_set_velocity(vertex: u32, v: vec4<f32>) {
    state[state_row(STATE_VELOCITY, vertex)] = v;
}

fn own_inertia(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_INERTIA, vertex)];
}

fn own_set_inertia(vertex: u32, inertia: vec4<f32>) {
    state[state_row(STATE_INERTIA, vertex)] = inertia;
}

fn own_start(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_START, vertex)];
}

fn own_set_start(vertex: u32, start: vec4<f32>) {
    state[state_row(STATE_START, vertex)] = start;
}

// Contact planes that the vertex keeps.
fn own_planes(vertex: u32) -> u32 {
    return u32(own_start(vertex).w);
}

fn own_reach(vertex: u32) -> f32 {
    return state[state_row(STATE_REACH, vertex)].x;
}

fn own_set_reach(vertex: u32, reach: f32) {
    state[state_row(STATE_REACH, vertex)] = vec4<f32>(reach, 0.0, 0.0, 0.0);
}

// The part of gravity, 0 to 1, that the vertex got; see sweep_fall.
fn own_fall(vertex: u32) -> f32 {
    return state[state_row(STATE_REACH, vertex)].z;
}

fn own_set_fall(vertex: u32, fall: f32) {
    state[state_row(STATE_REACH, vertex)].z = fall;
}

// Marks that contact has acted on the vertex since its reach was set.
fn own_mark(vertex: u32) {
    state[state_row(STATE_REACH, vertex)].y = 1.0;
}

fn own_marked(vertex: u32) -> bool {
    return state[state_row(STATE_REACH, vertex)].y > 0.0;
}

fn own_carry(vertex: u32) -> vec3<f32> {
    return state[state_row(STATE_CARRY, vertex)].xyz;
}

fn own_set_carry(vertex: u32, carry: vec3<f32>) {
    state[state_row(STATE_CARRY, vertex)] = vec4<f32>(carry, 0.0);
}

// Fetch and store what stays from step to step: here it is in place already.
fn own_open(vertex: u32) {}

fn own_close(vertex: u32) {}
