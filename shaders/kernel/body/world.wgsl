//#use kernel/bindings.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/state.wgsl
// A body whose positions and status are read and written in the world's buffers.

// The body's first vertex in the world's arrays. A kernel that calls body_at sets it first.
var<private> body_first: u32;

fn body_at(local: u32) -> vec3<f32> {
    return state[state_row(STATE_POSITION, body_first + local)].xyz;
}

fn body_set(local: u32, x: vec3<f32>) {
    let row = state_row(STATE_POSITION, body_first + local);
    state[row] = vec4<f32>(x, state[row].w);
}

fn body_position(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_POSITION, vertex)];
}

fn body_stop(body: u32, substep: u32) {
    report_stop(body, substep);
}

fn body_stopped(body: u32) -> bool {
    return report_stopped(body);
}
