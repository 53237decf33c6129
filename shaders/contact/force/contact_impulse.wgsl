//#use contact/narrow/surface_table.wgsl
//#use contact/broad/body_pairs.wgsl
// The impulse of the contacts of a pair of bodies in a step, and its point. contact/force/multiplier_update.wgsl stores the
// impulse of each candidate.

// Sums over the candidates of a list, as seen from the first body of a pair, whose cell is `shift` away. With P the normal
// part of a candidate's impulse, the columns are (impulse, P), P (point, 1), P (normal, 0), and P times the velocity of a
// kinematic surface with the normal force at the end of the step. `kinematic`: one of the two bodies is such a surface.
fn contact_impulse_list(list: vec4<u32>, other: u32, shift: vec3<f32>, side: f32, kinematic: bool) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var c = list.x; c < list.x + list.y; c++) {
        let about = filter_candidate(c);
        let given = contacts_load(frames.contacts.given_row + c);
        if about.y != other || given.w <= 0.0 {
            continue;
        }
        let corners = filter_corners(c);
        let weights = contacts_load(filter_force_row(c) + CONTACTS_WEIGHTS);
        var point = state[state_row(STATE_POSITION, corners.x)].xyz;
        if filter_kind(about) == CONTACTS_EDGES {
            point = weights.x * point + weights.y * state[state_row(STATE_POSITION, corners.y)].xyz;
        }
        let n = side * contacts_load(filter_force_row(c)).xyz;
        let pressed = contacts_load(filter_force_row(c) + 1u).w;
        var surface = vec3<f32>(0.0);
        if kinematic {
            surface = given.w * contact_impulse_surface(corners, weights);
        }
        sums += mat4x4<f32>(
            vec4<f32>(side * given.xyz, given.w), given.w * vec4<f32>(point + shift, 1.0),
            vec4<f32>(given.w * n, 0.0), vec4<f32>(surface, pressed),
        );
    }
    return sums;
}

// The velocity of a kinematic surface at a contact: its corners are those without mass.
fn contact_impulse_surface(corners: vec4<u32>, weights: vec4<f32>) -> vec3<f32> {
    var velocity = vec3<f32>(0.0);
    for (var k = 0u; k < 4u; k++) {
        if state[state_row(STATE_POSITION, corners[k])].w <= 0.0 {
            velocity += weights[k] * state[state_row(STATE_VELOCITY, corners[k])].xyz;
        }
    }
    return velocity;
}

// The impulse sums over a body's points and edges, a part of them for each thread.
fn contact_impulse_sums(index: u32, other: u32, shift: vec3<f32>, side: f32, kinematic: bool, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    let surface = surface_table_of(body);
    var sums = mat4x4<f32>();
    for (var i = thread; i < surface.points; i += 128u) {
        let vertex = body.first_vertex + surface_table_point(surface, i);
        sums += contact_impulse_list(contacts[frames.contacts.point_row + vertex], other, shift, side, kinematic);
    }
    for (var i = thread; i < surface.edges; i += 128u) {
        sums += contact_impulse_list(contacts[frames.contacts.edge_row + body.first_edge + i], other, shift, side, kinematic);
    }
    return sums;
}
