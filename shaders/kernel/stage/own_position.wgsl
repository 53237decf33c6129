//#use kernel/stage/own.wgsl
// Positions, inverse masses and what has stopped, where the world has them.

fn own_position(vertex: u32) -> vec4<f32> {
    return position[vertex];
}

fn own_stop(body: u32, substep: u32) {
    report_stop(body, substep);
}

fn own_stopped(body: u32) -> bool {
    return report_stopped(body);
}
