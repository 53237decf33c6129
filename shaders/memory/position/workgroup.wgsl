//#use memory/bindings.wgsl
//#use memory/report.wgsl
// A body whose positions, inverse masses and status are in workgroup memory while the workgroup runs its step.
override POSITION_CAPACITY: u32 = 128u; // vertices that fit

var<workgroup> position_kept: array<vec4<f32>, POSITION_CAPACITY>; // position; w: inverse mass [1/kg]
var<workgroup> position_halted: atomic<u32>; // 1 once the body has stopped
var<private> position_first: u32; // the body's first vertex in the world's arrays

fn position_at(local: u32) -> vec3<f32> {
    return position_kept[local].xyz;
}

fn position_set(local: u32, x: vec3<f32>) {
    position_kept[local] = vec4<f32>(x, position_kept[local].w);
}

fn position_of(vertex: u32) -> vec4<f32> {
    return position_kept[vertex - position_first];
}

fn position_stop(body: u32, substep: u32) {
    report_stop(body, substep);
    atomicStore(&position_halted, 1u);
}

fn position_stopped(body: u32) -> bool {
    return atomicLoad(&position_halted) != 0u;
}
