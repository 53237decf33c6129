//#use kernel/stage/hit.wgsl
//#use kernel/stage/motion.wgsl
//#use kernel/stage/substep.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/tally.wgsl
//#needs kernel/body
//#needs kernel/own
// The end of a substep: velocities, bounce, and the momentum of free bodies. Backward Euler with unconverged sweeps
// loses momentum. Here the body's rigid motion is set back to what gravity alone makes of it.

// Whether contact acted on the vertex, even if later sweeps lifted it off again.
fn finish_touched(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return planes > 0u && (own_marked(vertex) || finish_touching(vertex, x, planes, size));
}

fn finish_touching(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return finish_least(vertex, x, planes) < 1e-5 * size;
}

// The least distance to the planes of colliders that a vertex keeps.
fn finish_least(vertex: u32, x: vec3<f32>, planes: u32) -> f32 {
    var least = 3.4e38;
    for (var k = 0u; k < planes; k++) {
        let plane = state[state_row(STATE_PLANE + 2u * k, vertex)];
        least = min(least, dot(plane.xyz, x) - plane.w);
    }
    return least;
}

// How a vertex stands at the end of a step: beside the planes of colliders that it keeps, and between other bodies.
fn finish_place(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> TallyPlace {
    let least = finish_least(vertex, x, planes);
    return TallyPlace(least < 1e-5 * size, least < -1e-3 * size, finish_clamped(vertex, x));
}

fn finish_clamped(vertex: u32, x: vec3<f32>) -> bool {
    if LIMIT_WANTED == 0u || body_position(vertex).w <= 0.0 {
        return false; // nothing, or a held vertex, which has no bounds
    }
    return limit_stops(limit_bound(vertex), x);
}

// The part of gravity, 0 to 1, that a vertex got, from the change of its velocity. sweep_fall has the other half of
// the rule, see docs/decisions/0008-how-much-gravity-is-guessed.md. A tenth counts as rounding: else the clamp at
// zero would turn the jitter of a stiff body at rest into a steady downward guess, and the body would sag too far.
fn finish_fall(change: vec3<f32>, h: f32) -> f32 {
    let g = params.gravity.xyz;
    let part = dot(change, g) / (max(dot(g, g), 1e-30) * h);
    return clamp((part - 0.1) / 0.8, 0.0, 1.0);
}

// The part of the substep at whose end a vertex stands after the solve. One that contact has stopped goes no further.
fn finish_theta(vertex: u32, sub: Substep) -> f32 {
    return select(sub.theta, 1.0, confine_touched(vertex));
}

// The velocity after the solve: what inertia alone gives, plus how far the solve moved the vertex from there. This
// form rounds nothing to the resolution of the coordinates.
fn finish_velocity(vertex: u32, x: vec3<f32>, sub: Substep) -> vec3<f32> {
    let inertia = own_inertia(vertex);
    let start = own_start(vertex);
    let way = (x - start.xyz) + own_carry(vertex);
    let h = sub.theta_h;
    if inertia.w < 0.0 {
        return way / h;
    }
    let change = h * params.gravity.xyz + (way - inertia.xyz) / h;
    return own_velocity(vertex).xyz + change / finish_theta(vertex, sub);
}

// How far a vertex still has to go: forces were taken at the part theta of its way.
fn finish_ahead(vertex: u32, x: vec3<f32>, sub: Substep) -> vec3<f32> {
    if sub.theta == 1.0 {
        return vec3<f32>(0.0);
    }
    let inertia = own_inertia(vertex);
    if inertia.w < 0.0 {
        return inertia.xyz - x; // where it is held
    }
    // The carry that the substep began with is not part of its motion.
    let h = sub.theta_h;
    let carried = inertia.xyz - h * (own_velocity(vertex).xyz + h * params.gravity.xyz);
    let way = (x - own_start(vertex).xyz) + (own_carry(vertex) - carried);
    return way * (1.0 / finish_theta(vertex, sub) - 1.0);
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
    hit_note(vertex, x, old, sub, body);
    let ahead = finish_ahead(vertex, x, sub);
    let h = sub.theta_h; // in which what the solve lost moved it
    let arm = x + ahead - rigid.centre;
    let change = rigid.shift + cross(rigid.spin, arm);
    var v = finish_velocity(vertex, x, sub) + change;
    let planes = u32(start.w);
    // What is pushed out goes on with all its vertices: were they stopped alone, the body's own speed would strain it.
    for (var k = 0u; k < planes && !body_is_pushed(body); k++) {
        v = finish_bounce(vertex, k, x, old, v, sub.h, body);
    }
    v -= finish_damped(x + ahead, v, body.damping * sub.h, rigid);
    // Positions turn by h spin. Deformation velocities turn with them, or the angular momentum would change.
    let far = rigid.is_far;
    let loose = v - rigid.linear;
    v += h * cross(rigid.spin, loose) + motion_beyond(h * rigid.spin, loose, far);
    if body_position(vertex).w <= 0.0 {
        v = vec3<f32>(0.0);
    }
    let way = own_carry(vertex) + ahead + h * change + motion_beyond(h * rigid.spin, arm, far);
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

// The velocity at the end of a step. The body stops if it is not finite, and a stopped body has none.
fn finish_kept(body: u32, v: vec3<f32>) -> vec3<f32> {
    if !math_finite(v) {
        body_stop(body, bodies[body].substeps - 1u);
    }
    return select(vec3<f32>(0.0), v, math_finite(v) && !body_stopped(body));
}

// The part of a velocity that damping takes. Of a free body it takes only what deforms the body.
fn finish_damped(x: vec3<f32>, v: vec3<f32>, rate_time: f32, rigid: MotionRigid) -> vec3<f32> {
    let solid = rigid.linear + cross(rigid.angular, x - rigid.centre);
    return select(v, v - solid, rigid.is_free) * (rate_time / (1.0 + rate_time));
}

// A vertex that came against a plane and lies on it does not go on into it. A held body has no rigid motion of its
// own to bounce with, so its vertices bounce by themselves.
fn finish_bounce(vertex: u32, slot: u32, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, h: f32, body: Body) -> vec3<f32> {
    let contact = confine_plane(vertex, slot);
    let n = contact.plane.xyz;
    let surface = dot(n, contact.slip) / h;
    let before = dot(n, old) - surface;
    if dot(n, x) - contact.plane.w > 1e-5 * body.size || before > -hit_rest(h) {
        return v;
    }
    var wanted = 0.0;
    if !body_is_free(body) {
        wanted = -confine_bounce(vertex, slot) * before;
    }
    return v + n * max(wanted - (dot(n, v) - surface), 0.0);
}

// The velocity without what lifted the vertex out of a plane that it began behind. Planes of faces turn as the other
// corners move. In a substep of a millisecond a lift by a rounding error would be a kick, and the body would never
// rest.
fn finish_unlifted(vertex: u32, slot: u32, x: vec3<f32>, v: vec3<f32>, h: f32) -> vec3<f32> {
    let contact = confine_plane(vertex, slot);
    let n = contact.plane.xyz;
    let lift = max(contact.plane.w - dot(n, x + contact.slip), 0.0) / h;
    return v - n * min(lift, max(dot(n, v) - dot(n, contact.slip) / h, 0.0));
}
