//#use kernel/stage/confine.wgsl
//#use kernel/stage/state.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// What hit the vertices of a body that bounces, noted where a solver ends a substep. kernel/restitution.wgsl reads it at
// the end of the step.

// Slower than this is rest [unit/s]: what gravity adds in two substeps.
fn hit_rest(h: f32) -> f32 {
    return 2.0 * h * length(params.gravity.xyz);
}

// The speed at which a vertex hit a plane that has restitution; zero if it did not. `old` is its velocity at the start
// of the substep. It hit if it lies on the plane at x, or was on its way through it.
fn hit_speed(vertex: u32, slot: u32, x: vec3<f32>, old: vec3<f32>, h: f32, size: f32) -> f32 {
    let contact = confine_plane(vertex, slot);
    let n = contact.plane.xyz;
    let approach = dot(n, contact.slip) / h - dot(n, old);
    let end = own_start(vertex).xyz + h * (old + h * params.gravity.xyz);
    let met = min(dot(n, x), dot(n, end)) - contact.plane.w < 1e-5 * size;
    return select(0.0, approach, met && approach > hit_rest(h) && confine_bounce(vertex, slot) > 0.0);
}

// Notes the fastest hit of a vertex in the step, when it last touched something, and its velocity before the last
// substep.
fn hit_note(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {
    if !body_bounces(body) {
        return;
    }
    let planes = own_planes(vertex);
    let row = state_row(STATE_HIT, vertex);
    var touches = confine_touched(vertex);
    for (var k = 0u; k < planes; k++) {
        let plane = confine_plane(vertex, k).plane;
        touches = touches || dot(plane.xyz, x) - plane.w < 1e-5 * body.size;
        let speed = hit_speed(vertex, k, x, old, sub.h, body.size);
        if speed > length(state[row].xyz) {
            let contact = confine_plane(vertex, k);
            state[row] = vec4<f32>(speed * contact.plane.xyz, confine_bounce(vertex, k));
            state[row + params.state_rows] = vec4<f32>(contact.slip / sub.h, f32(sub.number) * sub.h);
        }
    }
    let before = state_row(STATE_BEFORE, vertex);
    if touches {
        state[before].w = f32(sub.number + 1u) * sub.h;
    }
    if sub.number + 1u == body.substeps {
        state[before] = vec4<f32>(old, state[before].w);
    }
}
