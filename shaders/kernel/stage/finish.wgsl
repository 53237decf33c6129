//#use kernel/stage/contact.wgsl
// The end of a substep: velocities, bounce, and the restored momentum of free bodies. Backward Euler with unconverged
// sweeps loses momentum; here the body's rigid motion is set back to what gravity alone makes of it.

// What sums are taken about: a place and a velocity of the body. Sums of a body that is far out or flies fast would drown
// in the rounding of what all its vertices share.
struct FinishOrigin {
    place: vec3<f32>,
    speed: vec3<f32>,
}

fn finish_origin(place: vec3<f32>, first_vertex: u32) -> FinishOrigin {
    return FinishOrigin(place, velocity[first_vertex].xyz);
}

// Sums over a body's vertices about an origin o with velocity u, all additive; four columns, so that they are reduced as
// one. Of the state after the solve, r = x - o and v = v1 - u:
//   (Σ m v, Σ m), (Σ m r × v, Σ m r.x), (Σ m (rx², ry², rz²), Σ m r.y), (Σ m (ry rz, rz rx, rx ry), Σ m r.z)
// Of the state at the start of the substep, r = x0 - o and v = v0 - u:
//   (Σ m v, touching vertices), (Σ m r × v, zero), (Σ m r, zero), zero

// A body's momentum relative to an origin: velocity of the centre, and angular momentum about the centre.
struct FinishMomentum {
    velocity: vec3<f32>,
    angular: vec3<f32>,
}

// The rigid motion taken out of and given to a body.
struct FinishRigid {
    shift: vec4<f32>,    // velocity to add [unit/s]; w: 1 if the body is free, else 0
    spin: vec4<f32>,     // angular velocity to add [rad/s]
    centre: vec4<f32>,   // centre of mass
    linear: vec4<f32>,   // velocity of the centre after the correction
    angular: vec4<f32>,  // angular velocity after the correction
}

// No correction and no motion: what a held body uses.
fn finish_still() -> FinishRigid {
    let z = vec4<f32>(0.0);
    return FinishRigid(z, z, z, z, z);
}

// Contact that acted in the substep counts even if the sweeps after it lifted the vertex off again.
fn finish_touched(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return planes > 0u && (contact_marked(vertex) || finish_touching(vertex, x, planes, size));
}

fn finish_touching(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    var touching = false;
    for (var k = 0u; k < planes; k++) {
        let plane = scratch[scratch_row(SCRATCH_PLANE + 2u * k, vertex)];
        touching = touching || dot(plane.xyz, x) - plane.w < 1e-5 * size;
    }
    return touching;
}

// One vertex's part of the sums after the solve, which gave it the velocity v1.
fn finish_sums(vertex: u32, x: vec3<f32>, v1: vec3<f32>, origin: FinishOrigin) -> mat4x4<f32> {
    return finish_sums_of(finish_mass(vertex), x - origin.place, v1 - origin.speed);
}

fn finish_sums_of(m: f32, r: vec3<f32>, v: vec3<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(m * v, m),
        vec4<f32>(m * cross(r, v), m * r.x),
        vec4<f32>(m * r * r, m * r.y),
        vec4<f32>(m * r.yzx * r.zxy, m * r.z),
    );
}

// The same of the state at the start of the substep.
fn finish_sums_old(vertex: u32, touching: bool, origin: FinishOrigin) -> mat4x4<f32> {
    let m = finish_mass(vertex);
    let r = own_start(vertex).xyz - origin.place;
    let v = own_velocity(vertex).xyz - origin.speed;
    return mat4x4<f32>(
        vec4<f32>(m * v, select(0.0, 1.0, touching)), vec4<f32>(m * cross(r, v), 0.0), vec4<f32>(m * r, 0.0), vec4<f32>(0.0),
    );
}

// Zero for a held vertex, which takes no part in momentum.
fn finish_mass(vertex: u32) -> f32 {
    let inverse = own_position(vertex).w;
    return select(0.0, 1.0 / inverse, inverse > 0.0);
}

fn finish_centre(sums: mat4x4<f32>) -> vec3<f32> {
    return vec3<f32>(sums[1].w, sums[2].w, sums[3].w) / sums[0].w;
}

fn finish_momentum_old(sums: mat4x4<f32>, old: mat4x4<f32>) -> FinishMomentum {
    let velocity = old[0].xyz / sums[0].w;
    return FinishMomentum(velocity, old[1].xyz - cross(old[2].xyz, velocity));
}

// The rigid motion after the solve; `restored` sets the momentum back to `before` and what gravity adds, which only an
// implicit method without contact needs.
fn finish_rigid(sums: mat4x4<f32>, before: FinishMomentum, origin: FinishOrigin, h: f32, free: bool, restored: bool) -> FinishRigid {
    let mass = sums[0].w;
    let centre = finish_centre(sums);
    let v1 = sums[0].xyz / mass;
    let l1 = sums[1].xyz - mass * cross(centre, v1);
    let inverse = finish_inverse_inertia(sums);
    let restore = select(0.0, 1.0, free && restored);
    let shift = restore * (before.velocity + h * params.gravity.xyz - v1);
    let lost = math_sym3_mul(inverse, before.angular - l1);
    // finish_vertex turns the body by h spin, and its angular momentum with it: what is wanted before that is turned back.
    let spin = restore * math_sym3_mul(inverse, before.angular - h * cross(lost, before.angular) - l1);
    let angular = math_sym3_mul(inverse, l1) + spin;
    return FinishRigid(
        vec4<f32>(shift, select(0.0, 1.0, free)), vec4<f32>(spin, 0.0), vec4<f32>(centre + origin.place, 0.0),
        vec4<f32>(v1 + shift + origin.speed, 0.0), vec4<f32>(angular, 0.0),
    );
}

// Inverse inertia about the centre; a touch of the trace keeps a body on one line invertible.
fn finish_inverse_inertia(sums: mat4x4<f32>) -> MathSym3 {
    let mass = sums[0].w;
    let c = finish_centre(sums);
    let d = sums[2].xyz - mass * c * c;
    let o = sums[3].xyz - mass * c.yzx * c.zxy;
    let trace = d.x + d.y + d.z;
    return math_sym3_inverse(MathSym3(vec3<f32>(trace * 1.000001) - d, -o));
}

// How much of gravity a vertex got, 0 to 1, from the change of its velocity. A tenth is taken for rounding: the clamp
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
fn finish_vertex(vertex: u32, x: vec3<f32>, sub: ContactSubstep, rigid: FinishRigid) -> vec3<f32> {
    let start = own_start(vertex);
    let body = bodies[sub.body];
    if own_stopped(sub.body) {
        own_set_velocity(vertex, vec4<f32>(0.0));
        carry_drop(vertex);
        return start.xyz;
    }
    let old = own_velocity(vertex).xyz;
    let change = rigid.shift.xyz + cross(rigid.spin.xyz, x - rigid.centre.xyz);
    var v = finish_velocity(vertex, x, sub.h) + change;
    for (var k = 0u; k < u32(start.w); k++) {
        v = finish_bounce(vertex, k, x, old, v, sub.h, body.shape.y);
    }
    v -= finish_damped(x, v, body.shape.w * sub.h, rigid);
    // Positions turn by h spin. Deformation velocities turn with them, or the turn would change the angular momentum.
    v += sub.h * cross(rigid.spin.xyz, v - rigid.linear.xyz);
    if own_position(vertex).w <= 0.0 {
        v = vec3<f32>(0.0);
    }
    let p = contact_slide(vertex, x, own_carry(vertex) + sub.h * change, start.xyz, u32(start.w));
    // Sums over the body overflow before positions do.
    if !math_finite(p) || !math_finite(v) {
        own_stop(sub.body, finish_substep(sub));
        own_set_velocity(vertex, vec4<f32>(0.0));
        carry_drop(vertex);
        return start.xyz;
    }
    own_set_velocity(vertex, vec4<f32>(v, finish_fall(v - old, sub.h)));
    return p;
}

fn finish_substep(sub: ContactSubstep) -> u32 {
    return u32(round(sub.begin * f32(bodies[sub.body].schedule.x)));
}

// The velocity at the end of a step: zero once the body is stopped, and the body is stopped if it is not finite.
fn finish_kept(body: u32, v: vec3<f32>) -> vec3<f32> {
    if !math_finite(v) {
        own_stop(body, bodies[body].schedule.x - 1u);
    }
    return select(vec3<f32>(0.0), v, math_finite(v) && !own_stopped(body));
}

// The part of a velocity that damping takes away in a time: of a free body only what deforms it.
fn finish_damped(x: vec3<f32>, v: vec3<f32>, rate_time: f32, rigid: FinishRigid) -> vec3<f32> {
    let solid = rigid.linear.xyz + cross(rigid.angular.xyz, x - rigid.centre.xyz);
    return select(v, v - solid, rigid.shift.w > 0.0) * (rate_time / (1.0 + rate_time));
}

// Newton's impact law at a plane the vertex lies on and came against faster than gravity makes it in two substeps.
fn finish_bounce(vertex: u32, slot: u32, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, h: f32, size: f32) -> vec3<f32> {
    let contact = contact_plane(vertex, slot);
    let n = contact.plane.xyz;
    let surface = dot(n, contact.slip) / h;
    let before = dot(n, old) - surface;
    let resting = 2.0 * h * length(params.gravity.xyz);
    if dot(n, x) - contact.plane.w > 1e-5 * size || before > -resting {
        return v;
    }
    let wanted = -contact_bounce(vertex, slot) * before;
    return v + n * max(wanted - (dot(n, v) - surface), 0.0);
}
