//#use kernel/stage/impact.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// The end of a substep: velocities, bounce, and the restored momentum of free bodies. Backward Euler with unconverged
// sweeps loses momentum; here the body's rigid motion is set back to what gravity alone makes of it.

// Contact that acted in the substep counts even if the sweeps after it lifted the vertex off again.
fn finish_touched(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return planes > 0u && (own_marked(vertex) || finish_touching(vertex, x, planes, size));
}

fn finish_touching(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    var touching = false;
    for (var k = 0u; k < planes; k++) {
        let plane = scratch[scratch_row(SCRATCH_PLANE + 2u * k, vertex)];
        touching = touching || dot(plane.xyz, x) - plane.w < 1e-5 * size;
    }
    return touching;
}

// How much of gravity a vertex got, 0 to 1, from the change of its velocity; sweep_fall has the other half of the rule, see
// docs/decisions/0008-how-much-gravity-is-guessed.md. A tenth is taken for rounding: the clamp
// at zero would turn the jitter of a stiff body at rest into a steady downward guess, and the body would sag too far.
fn finish_fall(change: vec3<f32>, h: f32) -> f32 {
    let g = params.gravity.xyz;
    let part = dot(change, g) / (max(dot(g, g), 1e-30) * h);
    return clamp((part - 0.1) / 0.8, 0.0, 1.0);
}

// The velocity after the solve: what inertia alone gives, plus how far the solve moved the vertex from there. In this
// form nothing is rounded to the resolution of the coordinates.
fn finish_velocity(vertex: u32, x: vec3<f32>, h: f32) -> vec3<f32> {
    let inertia = own_inertia(vertex);
    let start = own_start(vertex);
    let way = (x - start.xyz) + own_carry(vertex);
    if inertia.w < 0.0 {
        return way / h;
    }
    return own_velocity(vertex).xyz + h * params.gravity.xyz + (way - inertia.xyz) / h;
}

// Writes the vertex's state at the end of the substep and returns its position.
fn finish_vertex(vertex: u32, x: vec3<f32>, sub: Substep, rigid: MotionRigid) -> vec3<f32> {
    let start = own_start(vertex);
    let body = bodies[sub.body];
    if body_stopped(sub.body) {
        own_set_velocity(vertex, vec4<f32>(0.0));
        carry_drop(vertex);
        return start.xyz;
    }
    let old = own_velocity(vertex).xyz;
    let arm = x - rigid.centre.xyz;
    let change = rigid.shift.xyz + cross(rigid.spin.xyz, arm);
    var v = finish_velocity(vertex, x, sub.h) + change;
    let planes = u32(start.w);
    for (var k = 0u; k < planes; k++) {
        v = finish_bounce(vertex, k, x, old, v, sub.h, body);
    }
    v -= finish_damped(x, v, body.shape.w * sub.h, rigid);
    // Positions turn by h spin. Deformation velocities turn with them, or the turn would change the angular momentum.
    let far = rigid.spin.w > 0.0;
    let loose = v - rigid.linear.xyz;
    v += sub.h * cross(rigid.spin.xyz, loose) + motion_beyond(sub.h * rigid.spin.xyz, loose, far);
    if body_position(vertex).w <= 0.0 {
        v = vec3<f32>(0.0);
    }
    let way = own_carry(vertex) + sub.h * change + motion_beyond(sub.h * rigid.spin.xyz, arm, far);
    let p = confine_slide(vertex, x, way, start.xyz, planes);
    // Sums over the body overflow before positions do.
    if !math_finite(p) || !math_finite(v) {
        body_stop(sub.body, sub.number);
        own_set_velocity(vertex, vec4<f32>(0.0));
        carry_drop(vertex);
        return start.xyz;
    }
    own_set_velocity(vertex, vec4<f32>(v, min(own_fall(vertex), finish_fall(v - old, sub.h))));
    return p;
}

// The velocity at the end of a step: zero once the body is stopped, and the body is stopped if it is not finite.
fn finish_kept(body: u32, v: vec3<f32>) -> vec3<f32> {
    if !math_finite(v) {
        body_stop(body, bodies[body].schedule.x - 1u);
    }
    return select(vec3<f32>(0.0), v, math_finite(v) && !body_stopped(body));
}

// The part of a velocity that damping takes away in a time: of a free body only what deforms it.
fn finish_damped(x: vec3<f32>, v: vec3<f32>, rate_time: f32, rigid: MotionRigid) -> vec3<f32> {
    let solid = rigid.linear.xyz + cross(rigid.angular.xyz, x - rigid.centre.xyz);
    return select(v, v - solid, rigid.shift.w > 0.0) * (rate_time / (1.0 + rate_time));
}

// A vertex that came against a plane and lies on it does not go on into it. One of a held body, which has no rigid motion
// of its own to bounce with, bounces by itself.
fn finish_bounce(vertex: u32, slot: u32, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, h: f32, body: Body) -> vec3<f32> {
    let contact = confine_plane(vertex, slot);
    let n = contact.plane.xyz;
    let surface = dot(n, contact.slip) / h;
    let before = dot(n, old) - surface;
    if dot(n, x) - contact.plane.w > 1e-5 * body.shape.y || before > -impact_rest(h) {
        return v;
    }
    var wanted = 0.0;
    if IMPACT_WANTED != 0u && (body.schedule.w & BODY_FREE) == 0u {
        wanted = -confine_bounce(vertex, slot) * before;
    }
    return v + n * max(wanted - (dot(n, v) - surface), 0.0);
}

// Gives a body what its impact gives it.
fn finish_struck(rigid: MotionRigid, end: ImpactEnd) -> MotionRigid {
    return MotionRigid(
        rigid.shift + vec4<f32>(end.shift, 0.0), rigid.spin + vec4<f32>(end.spin, 0.0), rigid.centre,
        rigid.linear + vec4<f32>(end.shift, 0.0), rigid.angular + vec4<f32>(end.spin, 0.0),
    );
}
