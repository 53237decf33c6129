//#use kernel/bindings.wgsl
// A vertex's position (w: inverse mass) and what it keeps during a substep, in the world's buffers. Kernels that own a whole body keep it in workgroup memory instead.

fn own_position(vertex: u32) -> vec4<f32> {
    return position[vertex];
}

fn own_inertia(vertex: u32) -> vec4<f32> {
    return scratch[scratch_row(SCRATCH_INERTIA, vertex)];
}

fn own_set_inertia(vertex: u32, inertia: vec4<f32>) {
    scratch[scratch_row(SCRATCH_INERTIA, vertex)] = inertia;
}

fn own_start(vertex: u32) -> vec4<f32> {
    return scratch[scratch_row(SCRATCH_START, vertex)];
}

fn own_set_start(vertex: u32, start: vec4<f32>) {
    scratch[scratch_row(SCRATCH_START, vertex)] = start;
}

fn own_carry(vertex: u32) -> vec3<f32> {
    return scratch[scratch_row(SCRATCH_CARRY, vertex)].xyz;
}

fn own_set_carry(vertex: u32, carry: vec3<f32>) {
    scratch[scratch_row(SCRATCH_CARRY, vertex)] = vec4<f32>(carry, 0.0);
}
