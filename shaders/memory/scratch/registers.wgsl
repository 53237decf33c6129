//#use memory/state.wgsl
// The scratch of a vertex in registers: for kernels where every thread owns one vertex at most.
var<private> scratch_kept_velocity: vec4<f32>;
var<private> scratch_kept_inertia: vec4<f32>;
var<private> scratch_kept_start: vec4<f32>;
var<private> scratch_kept_bound: f32;
var<private> scratch_kept_mark: bool;
var<private> scratch_kept_fall: f32;
var<private> scratch_kept_residual: vec3<f32>;

fn scratch_velocity(vertex: u32) -> vec4<f32> {
    return scratch_kept_velocity;
}

fn scratch_set_velocity(vertex: u32, v: vec4<f32>) {
    scratch_kept_velocity = v;
}

fn scratch_inertia(vertex: u32) -> vec4<f32> {
    return scratch_kept_inertia;
}

fn scratch_set_inertia(vertex: u32, inertia: vec4<f32>) {
    scratch_kept_inertia = inertia;
}

fn scratch_start(vertex: u32) -> vec4<f32> {
    return scratch_kept_start;
}

fn scratch_set_start(vertex: u32, start: vec4<f32>) {
    scratch_kept_start = start;
}

// Contact planes that the vertex keeps.
fn scratch_planes(vertex: u32) -> u32 {
    return u32(scratch_start(vertex).w);
}

fn scratch_bound(vertex: u32) -> f32 {
    return scratch_kept_bound;
}

fn scratch_set_bound(vertex: u32, bound: f32) {
    scratch_kept_bound = bound;
    scratch_kept_mark = false;
    scratch_kept_fall = 0.0;
}

fn scratch_fall(vertex: u32) -> f32 {
    return scratch_kept_fall;
}

fn scratch_set_fall(vertex: u32, fall: f32) {
    scratch_kept_fall = fall;
}

fn scratch_mark(vertex: u32) {
    scratch_kept_mark = true;
}

fn scratch_marked(vertex: u32) -> bool {
    return scratch_kept_mark;
}

fn scratch_residual(vertex: u32) -> vec3<f32> {
    return scratch_kept_residual;
}

fn scratch_set_residual(vertex: u32, residual: vec3<f32>) {
    scratch_kept_residual = residual;
}

// Load and store the values that stay from step to step.
fn scratch_open(vertex: u32) {
    scratch_kept_velocity = state[state_row(STATE_VELOCITY, vertex)];
    scratch_kept_residual = state[state_row(STATE_RESIDUAL, vertex)].xyz;
}

fn scratch_close(vertex: u32) {
    state[state_row(STATE_VELOCITY, vertex)] = scratch_kept_velocity;
    state[state_row(STATE_RESIDUAL, vertex)] = vec4<f32>(scratch_kept_residual, 0.0);
}
