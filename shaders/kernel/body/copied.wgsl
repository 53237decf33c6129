//#use kernel/bindings.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/state.wgsl
// A body whose positions are copied to workgroup memory; inverse masses and its status stay in the world's buffers.
override BODY_CAPACITY: u32 = 128u; // vertices that fit

var<workgroup> body_place: array<vec4<f32>, BODY_CAPACITY>; // w: unused

fn body_at(local: u32) -> vec3<f32> {
    return body_place[local].xyz;
}

fn body_set(local: u32, x: vec3<f32>) {
    body_place[local] = vec4<f32>(x, 0.0);
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
