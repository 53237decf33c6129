//#use memory/bindings.wgsl
//#use memory/report.wgsl
//#use memory/state.wgsl
// A body whose positions are copied to workgroup memory; inverse masses and its status stay in the world's buffers.
override POSITION_CAPACITY: u32 = 128u; // vertices that fit

var<workgroup> position_kept: array<vec4<f32>, POSITION_CAPACITY>; // w: unused

fn position_at(local: u32) -> vec3<f32> {
    return position_kept[local].xyz;
}

fn position_set(local: u32, x: vec3<f32>) {
    position_kept[local] = vec4<f32>(x, 0.0);
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
