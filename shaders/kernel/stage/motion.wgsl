//#use kernel/bindings.wgsl
//#use lib/math.wgsl
//#needs kernel/body
//#needs kernel/own
// A body's rigid motion from sums over its vertices, and what sets its momentum back.

// What sums are taken about: a place and a velocity of the body. Sums of a body that is far out or flies fast would drown
// in the rounding of what all its vertices share.
struct MotionOrigin {
    place: vec3<f32>,
    speed: vec3<f32>,
}

fn motion_origin(place: vec3<f32>, first_vertex: u32) -> MotionOrigin {
    return MotionOrigin(place, velocity[first_vertex].xyz);
}

// Sums over a body's vertices about an origin o with velocity u, all additive; four columns, so that they are reduced as
// one. Of the state after the solve, r = x - o and v = v1 - u:
//   (Σ m v, Σ m), (Σ m r × v, Σ m r.x), (Σ m (rx², ry², rz²), Σ m r.y), (Σ m (ry rz, rz rx, rx ry), Σ m r.z)
// Of the state at the start of the substep, r = x0 - o and v = v0 - u:
//   (Σ m v, touching vertices), (Σ m r × v, zero), (Σ m r, zero), zero

// A body's momentum relative to an origin: velocity of the centre, and angular momentum about the centre.
struct MotionMomentum {
    velocity: vec3<f32>,
    angular: vec3<f32>,
}

// A substep that turns a body by more [rad] loses so much of its spin that what gives it back must be an exact turn. One of 5 rad/s
// turns by 0.02 at 60 Hz and 4 substeps; at 0.58 bodies blew up without. Exact turns everywhere cost cubes that bounce more energy, for a reason that is not known.
const MOTION_FAR: f32 = 0.25;

// The farthest that a substep leaves a body turning by [rad]; spin beyond is lost, as an implicit step loses it, before an impact adds its own (docs/decisions/0021-hit-too-hard.md).
const MOTION_FARTHEST: f32 = 1.0;

// The rigid motion taken out of and given to a body.
struct MotionRigid {
    shift: vec4<f32>,    // velocity to add [unit/s]; w: 1 if the body is free, else 0
    spin: vec4<f32>,     // angular velocity to add [rad/s]; w: 1 if the body turns far in a substep, else 0
    centre: vec4<f32>,   // centre of mass
    linear: vec4<f32>,   // velocity of the centre after the correction; w: 1 if spin was lost to MOTION_FARTHEST, else 0
    angular: vec4<f32>,  // angular velocity after the correction
}

// No correction and no motion: what a held body uses.
fn motion_still() -> MotionRigid {
    let z = vec4<f32>(0.0);
    return MotionRigid(z, z, z, z, z);
}

// One vertex's part of the sums after the solve, which gave it the velocity v1.
fn motion_sums(vertex: u32, x: vec3<f32>, v1: vec3<f32>, origin: MotionOrigin) -> mat4x4<f32> {
    return motion_sums_of(motion_mass(vertex), x - origin.place, v1 - origin.speed);
}

fn motion_sums_of(m: f32, r: vec3<f32>, v: vec3<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(m * v, m),
        vec4<f32>(m * cross(r, v), m * r.x),
        vec4<f32>(m * r * r, m * r.y),
        vec4<f32>(m * r.yzx * r.zxy, m * r.z),
    );
}

// The same of the state at the start of the substep.
fn motion_sums_old(vertex: u32, touching: bool, origin: MotionOrigin) -> mat4x4<f32> {
    return motion_sums_before(
        motion_mass(vertex), own_start(vertex).xyz - origin.place, own_velocity(vertex).xyz - origin.speed, touching,
    );
}

fn motion_sums_before(m: f32, r: vec3<f32>, v: vec3<f32>, touching: bool) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(m * v, select(0.0, 1.0, touching)), vec4<f32>(m * cross(r, v), 0.0), vec4<f32>(m * r, 0.0), vec4<f32>(0.0),
    );
}

// Zero for a held vertex, which takes no part in momentum.
fn motion_mass(vertex: u32) -> f32 {
    let inverse = body_position(vertex).w;
    return select(0.0, 1.0 / inverse, inverse > 0.0);
}

fn motion_centre(sums: mat4x4<f32>) -> vec3<f32> {
    return vec3<f32>(sums[1].w, sums[2].w, sums[3].w) / sums[0].w;
}

fn motion_momentum_old(sums: mat4x4<f32>, old: mat4x4<f32>) -> MotionMomentum {
    let velocity = old[0].xyz / sums[0].w;
    return MotionMomentum(velocity, old[1].xyz - cross(old[2].xyz, velocity));
}

// The rigid motion after the solve; `restored` sets the momentum back to `before` and what gravity adds, which only an
// implicit method without contact needs.
fn motion_rigid(sums: mat4x4<f32>, before: MotionMomentum, origin: MotionOrigin, h: f32, free: bool, restored: bool) -> MotionRigid {
    let mass = sums[0].w;
    let centre = motion_centre(sums);
    let v1 = sums[0].xyz / mass;
    let l1 = sums[1].xyz - mass * cross(centre, v1);
    let inverse = motion_inverse_inertia(sums);
    let restore = select(0.0, 1.0, free && restored);
    let shift = restore * (before.velocity + h * params.gravity.xyz - v1);
    let lost = math_sym3_mul(inverse, before.angular - l1);
    let far = h * length(math_sym3_mul(inverse, before.angular)) > MOTION_FAR;
    // finish_vertex turns the body by h spin, and its angular momentum with it: what is wanted before that is turned back.
    let beyond = motion_beyond(-h * lost, before.angular, far);
    let given = restore * math_sym3_mul(inverse, before.angular - h * cross(lost, before.angular) + beyond - l1);
    let whole = math_sym3_mul(inverse, l1) + given;
    let excess = whole * max(1.0 - MOTION_FARTHEST / max(h * length(whole), MOTION_FARTHEST), 0.0);
    let spin = given - excess;
    let angular = whole - excess;
    let is_cut = select(0.0, 1.0, any(excess != vec3<f32>(0.0)));
    return MotionRigid(
        vec4<f32>(shift, select(0.0, 1.0, free)), vec4<f32>(spin, select(0.0, 1.0, far)), vec4<f32>(centre + origin.place, 0.0),
        vec4<f32>(v1 + shift + origin.speed, is_cut), vec4<f32>(angular, 0.0),
    );
}

// What a vector that is turned about this one moves beyond its way along the tangent, where a body turns far, so that it does not get
// longer (Cayley; `turn` is twice the tangent of half the angle), or the body would grow until it is torn.
fn motion_beyond(turn: vec3<f32>, r: vec3<f32>, far: bool) -> vec3<f32> {
    let once = cross(turn, r);
    let quarter = 0.25 * dot(turn, turn);
    return select(vec3<f32>(0.0), (0.5 * cross(turn, once) - quarter * once) / (1.0 + quarter), far);
}

fn motion_inverse_inertia(sums: mat4x4<f32>) -> MathSym3 {
    return math_sym3_inverse(motion_inertia(sums));
}

// Inertia about the centre; a touch of the trace keeps a body on one line invertible.
fn motion_inertia(sums: mat4x4<f32>) -> MathSym3 {
    let mass = sums[0].w;
    let c = motion_centre(sums);
    let d = sums[2].xyz - mass * c * c;
    let o = sums[3].xyz - mass * c.yzx * c.zxy;
    let trace = d.x + d.y + d.z;
    return MathSym3(vec3<f32>(trace * 1.000001) - d, -o);
}

// A motion that travels from one dispatch to the next, in five rows of scratch.
fn motion_load(row: u32) -> MotionRigid {
    return MotionRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}

fn motion_store(row: u32, rigid: MotionRigid) {
    scratch[row] = rigid.shift;
    scratch[row + 1u] = rigid.spin;
    scratch[row + 2u] = rigid.centre;
    scratch[row + 3u] = rigid.linear;
    scratch[row + 4u] = rigid.angular;
}
