//#use kernel/stage/state.wgsl
// What a vertex keeps, in registers: for kernels where every thread owns one vertex at most.
var<private> own_kept_velocity: vec4<f32>;
var<private> own_kept_inertia: vec4<f32>;
var<private> own_kept_start: vec4<f32>;
var<private> own_kept_reach: f32;
var<private> own_kept_mark: bool;
var<private> own_kept_fall: f32;
var<private> own_kept_carry: vec3<f32>;

fn own_velocity(vertex: u32) -> vec4<f32> {
    return own_kept_velocity;
}

fn own_set_velocity(vertex: u32, v: vec4<f32>) {
    own_kept_velocity = v;
}

fn own_inertia(vertex: u32) -> vec4<f32> {
    return own_kept_inertia;
}

fn own_set_inertia(vertex: u32, inertia: vec4<f32>) {
    own_kept_inertia = inertia;
}

fn own_start(vertex: u32) -> vec4<f32> {
    return own_kept_start;
}

fn own_set_start(vertex: u32, start: vec4<f32>) {
    own_kept_start = start;
}

// Contact planes that the vertex keeps.
fn own_planes(vertex: u32) -> u32 {
    return u32(own_start(vertex).w);
}

fn own_reach(vertex: u32) -> f32 {
    return own_kept_reach;
}

fn own_set_reach(vertex: u32, reach: f32) {
    own_kept_reach = reach;
    own_kept_mark = false;
    own_kept_fall = 0.0;
}

fn own_fall(vertex: u32) -> f32 {
    return own_kept_fall;
}

fn own_set_fall(vertex: u32, fall: f32) {
    own_kept_fall = fall;
}

fn own_mark(vertex: u32) {
    own_kept_mark = true;
}

fn own_marked(vertex: u32) -> bool {
    return own_kept_mark;
}

fn own_carry(vertex: u32) -> vec3<f32> {
    return own_kept_carry;
}

fn own_set_carry(vertex: u32, carry: vec3<f32>) {
    own_kept_carry = carry;
}

// Fetch and store what stays from step to step.
fn own_open(vertex: u32) {
    own_kept_velocity = state[state_row(STATE_VELOCITY, vertex)];
    own_kept_carry = state[state_row(STATE_CARRY, vertex)].xyz;
}

fn own_close(vertex: u32) {
    state[state_row(STATE_VELOCITY, vertex)] = own_kept_velocity;
    state[state_row(STATE_CARRY, vertex)] = vec4<f32>(own_kept_carry, 0.0);
}
