//#use kernel/stage/facet.wgsl
//#use kernel/stage/neighbour.wgsl
// What the rows of a pair of bodies gave in a step, and where. stage/settle.wgsl has noted it by candidate.

// What the candidates of a list give, as seen from the first body of a pair, whose cell is `shift` away: (impulse on it,
// its normal part), (point, both times the normal part), normal, (what a carrier moves at there, times the normal part; what rows still press at
// the end of the step). `carried`: one of the two is a carrier.
fn given_list(list: vec4<u32>, other: u32, shift: vec3<f32>, side: f32, carried: bool) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var c = list.x; c < list.x + list.y; c++) {
        let about = limit_about(c);
        let given = limit_floats(frames.touch.given_row + c);
        if about.y != other || given.w <= 0.0 {
            continue;
        }
        let corners = limit_corners(c);
        let weights = limit_floats(limit_contact(c) + TOUCH_WEIGHTS);
        var point = state[state_row(STATE_POSITION, corners.x)].xyz;
        if limit_kind(about) == TOUCH_EDGES {
            point = weights.x * point + weights.y * state[state_row(STATE_POSITION, corners.y)].xyz;
        }
        let n = side * limit_floats(limit_contact(c)).xyz;
        let pressed = limit_floats(limit_contact(c) + 1u).w;
        var surface = vec3<f32>(0.0);
        if carried {
            surface = given.w * given_surface(corners, weights);
        }
        sums += mat4x4<f32>(
            vec4<f32>(side * given.xyz, given.w), given.w * vec4<f32>(point + shift, 1.0),
            vec4<f32>(given.w * n, 0.0), vec4<f32>(surface, pressed),
        );
    }
    return sums;
}

// The velocity of a carrier at a contact: its corners are those without mass.
fn given_surface(corners: vec4<u32>, weights: vec4<f32>) -> vec3<f32> {
    var velocity = vec3<f32>(0.0);
    for (var k = 0u; k < 4u; k++) {
        if state[state_row(STATE_POSITION, corners[k])].w <= 0.0 {
            velocity += weights[k] * state[state_row(STATE_VELOCITY, corners[k])].xyz;
        }
    }
    return velocity;
}

// What a body's points and edges, shared out among threads, give in a pair.
fn given_sums(index: u32, other: u32, shift: vec3<f32>, side: f32, carried: bool, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    let surface = facet_of(body);
    var sums = mat4x4<f32>();
    for (var i = thread; i < surface.points; i += 128u) {
        let vertex = body.first_vertex + facet_point(surface, i);
        sums += given_list(touch[frames.touch.point_row + vertex], other, shift, side, carried);
    }
    for (var i = thread; i < surface.edges; i += 128u) {
        sums += given_list(touch[frames.touch.edge_row + body.first_edge + i], other, shift, side, carried);
    }
    return sums;
}
