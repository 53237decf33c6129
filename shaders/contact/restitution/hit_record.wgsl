//#use contact/filter/collider_projection.wgsl
//#use contact/restitution/rest_speed.wgsl
//#use memory/state.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// The hits of the vertices of a body that bounces, recorded at the end of each substep. kernel/restitution.wgsl reads them
// at the end of the step.

// The speed at which a vertex hit a plane with restitution; zero if it did not. `old`: its velocity at the start of the
// substep. A vertex has hit if it lies on the plane at x, or would have crossed it.
fn hit_record_speed(
    vertex: u32, contact: ResponsePlane, bounce: f32, x: vec3<f32>, old: vec3<f32>, h: f32, size: f32,
) -> f32 {
    let n = contact.plane.xyz;
    let approach = dot(n, contact.slip) / h - dot(n, old);
    let end = scratch_start(vertex).xyz + h * (old + h * params.gravity.xyz);
    let met = min(dot(n, x), dot(n, end)) - contact.plane.w < 1e-5 * size;
    return select(0.0, approach, met && approach > rest_speed_of(h) && bounce > 0.0);
}

// Records the fastest hit of a vertex in the step, the time it last touched something, and its velocity before the last
// substep.
fn hit_record_note(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {
    if !body_bounces(body) {
        return;
    }
    let planes = scratch_planes(vertex);
    let row = state_row(STATE_HIT, vertex);
    var touches = collider_projection_touched(vertex);
    for (var k = 0u; k < planes; k++) {
        let contact = collider_projection_plane(vertex, k);
        let bounce = collider_projection_bounce(vertex, k);
        touches = touches || dot(contact.plane.xyz, x) - contact.plane.w < 1e-5 * body.size;
        let speed = hit_record_speed(vertex, contact, bounce, x, old, sub.h, body.size);
        if speed > length(state[row].xyz) {
            state[row] = vec4<f32>(speed * contact.plane.xyz, bounce);
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
