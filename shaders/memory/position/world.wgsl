//#use memory/bindings.wgsl
//#use memory/report.wgsl
//#use memory/state.wgsl
// A body whose positions and status are read and written in the world's buffers.

// The body's first vertex in the world's arrays. A kernel that calls position_at sets it first.
var<private> position_first: u32;

fn position_at(local: u32) -> vec3<f32> {
    return state[state_row(STATE_POSITION, position_first + local)].xyz;
}

fn position_set(local: u32, x: vec3<f32>) {
    let row = state_row(STATE_POSITION, position_first + local);
    state[row] = vec4<f32>(x, state[row].w);
}

fn position_of(vertex: u32) -> vec4<f32> {
    return state[state_row(STATE_POSITION, vertex)];
}

fn position_stop(body: u32, substep: u32) {
    report_stop(body, substep);
}

fn position_stopped(body: u32) -> bool {
    return report_stopped(body);
}
