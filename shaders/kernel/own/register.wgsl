//#use kernel/stage/state.wgsl
// What a vertex keeps, in registers: for kernels where every thread owns one vertex at most.
var<private> own_kept_velocity: vec4<f32>;
var<private> own_kept_inertia: vec4<f32>;
var<private> own_kept_start: vec4<f32>;
var<private> own_kept_reach: f32;
var<private> own_kept_mark: bool;
var<private> own_kept_fall: f32;
var<private> own_kept_carry: vec3<f32>;
// The first two contact planes and their surfaces, if OWN_PLANES is not 0.
var<private> own_kept_first: vec4<f32>;
var<private> own_kept_first_surface: vec4<f32>;
var<private> own_kept_second: vec4<f32>;
var<private> own_kept_second_surface: vec4<f32>;

override OWN_PLANES: u32 = 0u;

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

// One of them, and how far its surface goes; see confine_pack for w.
fn own_plane(vertex: u32, slot: u32) -> vec4<f32> {
    if OWN_PLANES != 0u && slot < 2u {
        return select(own_kept_second, own_kept_first, slot == 0u);
    }
    return state[state_row(STATE_PLANE + 2u * slot, vertex)];
}

fn own_surface(vertex: u32, slot: u32) -> vec4<f32> {
    if OWN_PLANES != 0u && slot < 2u {
        return select(own_kept_second_surface, own_kept_first_surface, slot == 0u);
    }
    return state[state_row(STATE_PLANE + 2u * slot, vertex) + params.state_rows];
}

// Fetches the first two planes.
fn own_keep_planes(vertex: u32, count: u32) {
    if OWN_PLANES != 0u && count > 0u {
        let row = state_row(STATE_PLANE, vertex);
        own_kept_first = state[row];
        own_kept_first_surface = state[row + params.state_rows];
        if count > 1u {
            own_kept_second = state[row + 2u * params.state_rows];
            own_kept_second_surface = state[row + 3u * params.state_rows];
        }
    }
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
