//#use kernel/bindings.wgsl
//#use kernel/stage/report.wgsl
// A body whose positions, inverse masses and status are in workgroup memory while the workgroup runs its step.
override BODY_CAPACITY: u32 = 128u; // vertices that fit

var<workgroup> body_place: array<vec4<f32>, BODY_CAPACITY>; // position; w: inverse mass [1/kg]
var<workgroup> body_halted: atomic<u32>; // 1 once the body has stopped
var<private> body_first: u32; // the body's first vertex in the world's arrays

fn body_at(local: u32) -> vec3<f32> {
    return body_place[local].xyz;
}

fn body_set(local: u32, x: vec3<f32>) {
    body_place[local] = vec4<f32>(x, body_place[local].w);
}

fn body_position(vertex: u32) -> vec4<f32> {
    return body_place[vertex - body_first];
}

fn body_stop(body: u32, substep: u32) {
    report_stop(body, substep);
    atomicStore(&body_halted, 1u);
}

fn body_stopped(body: u32) -> bool {
    return atomicLoad(&body_halted) != 0u;
}
