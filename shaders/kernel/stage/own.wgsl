//#use kernel/bindings.wgsl
// What a vertex keeps during a substep. (Keeping it in workgroup memory was slower on an H200: fewer bodies fit a
// processor.) Its position is where the including kernel says:  fn own_position(vertex: u32) -> vec4<f32>.

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
