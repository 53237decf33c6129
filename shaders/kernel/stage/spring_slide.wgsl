//#use kernel/stage/spring.wgsl
// Damping of a mass-spring body that slides on something.

// One vertex's part of the sums over a body that slides: (Σ m v, Σ m), (Σ v over what it touches, touching vertices),
// (Σ m r, zero).
fn spring_slide_sums(body: Body, vertex: u32, x: vec3<f32>, origin: FinishOrigin) -> mat4x4<f32> {
    let m = finish_mass(vertex);
    let v = velocity[vertex].xyz;
    var over = vec4<f32>(0.0);
    if m > 0.0 && finish_touching(vertex, x, u32(own_start(vertex).w), body.shape.y) {
        let h = params.gravity.w / f32(body.schedule.x);
        over = vec4<f32>(v - spring_surface(vertex, x, body.shape.y) / h, 1.0);
    }
    return mat4x4<f32>(vec4<f32>(m * (v - origin.speed), m), over, vec4<f32>(m * (x - origin.place), 0.0), vec4<f32>(0.0));
}

// How far the surface that a vertex touches moves in the substep.
fn spring_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    var slip = vec3<f32>(0.0);
    for (var k = 0u; k < u32(own_start(vertex).w); k++) {
        let contact = contact_plane(vertex, k);
        if dot(contact.plane.xyz, x) - contact.plane.w < 1e-5 * size {
            slip = contact.slip;
        }
    }
    return slip;
}

// The motion that damping leaves alone, of a body that slides on something: along its way damping must not take momentum,
// since what the body lies on could not take it. One that sticks slides slower than it deforms.
fn spring_sliding(rigid: FinishRigid, sums: mat4x4<f32>, origin: FinishOrigin, h: f32) -> FinishRigid {
    let mass = sums[0].w;
    let touching = sums[1].w;
    let way = sums[1].xyz / max(touching, 1.0);
    if touching == 0.0 || length(way) <= impact_rest(h) {
        return rigid; // it lies still, or shakes
    }
    let centre = sums[2].xyz / mass + origin.place;
    let solid = rigid.linear.xyz + cross(rigid.angular.xyz, centre - rigid.centre.xyz);
    let missed = sums[0].xyz / mass + origin.speed - solid;
    let shift = way * (dot(way, missed) / (dot(way, way) + dot(missed, missed) + 1e-30));
    return FinishRigid(rigid.shift, rigid.spin, rigid.centre, rigid.linear + vec4<f32>(shift, 0.0), rigid.angular);
}
