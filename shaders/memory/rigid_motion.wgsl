//#use memory/state.wgsl
//#use lib/math.wgsl
//#needs memory/position
//#needs memory/scratch
// A body's rigid motion from sums over its vertices, and the correction that restores its momentum.

// The origin of sums: a position and a velocity of the body. About the world's origin the sums of a far or fast body would
// drown in rounding.
struct RigidMotionOrigin {
    place: vec3<f32>,
    speed: vec3<f32>,
}

fn rigid_motion_origin(position: vec3<f32>, first_vertex: u32) -> RigidMotionOrigin {
    return RigidMotionOrigin(position, state[state_row(STATE_VELOCITY, first_vertex)].xyz);
}

// Sums over a body's vertices about an origin o with velocity u, as the four columns of a matrix.
// After the solve, with r = x - o and v = v1 - u:
//   (Σ m v, Σ m), (Σ m r × v, Σ m r.x), (Σ m (rx², ry², rz²), Σ m r.y), (Σ m (ry rz, rz rx, rx ry), Σ m r.z)
// At the start of the substep, with r = x0 - o and v = v0 - u:
//   (Σ m v, touching vertices), (Σ m r × v, zero), (Σ m r, zero), zero

// A body's momentum relative to an origin: velocity of the centre, and angular momentum about the centre.
struct RigidMotionMomentum {
    velocity: vec3<f32>,
    angular: vec3<f32>,
}

// Beyond this turn in a substep [rad] the solve loses so much spin that only an exact turn restores it: without it bodies
// blew up at 0.58. 5 rad/s at 60 Hz and 4 substeps is 0.02. For smaller turns, exact turns would cost bouncing cubes more
// energy.
const RIGID_MOTION_FAR: f32 = 0.25;

// The largest turn of a body in a substep [rad]. Spin beyond is lost, as an implicit step loses it; an impact may add to it
// afterwards (docs/decisions/0021-hit-too-hard.md).
const RIGID_MOTION_FARTHEST: f32 = 1.0;

// A body's rigid motion at the end of a substep, and the correction that leads to it.
struct RigidMotion {
    shift: vec3<f32>,   // velocity to add [unit/s]
    spin: vec3<f32>,    // angular velocity to add [rad/s]
    centre: vec3<f32>,  // centre of mass
    linear: vec3<f32>,  // velocity of the centre after the correction
    angular: vec3<f32>, // angular velocity after the correction
    is_free: bool,      // the body is free
    is_far: bool,       // the body turns far in a substep
    is_cut: bool,       // spin was lost to RIGID_MOTION_FARTHEST
    is_met: bool,       // contact acted on a free body, so its momentum is not restored
}

// No correction and no motion: for a held body.
fn rigid_motion_still() -> RigidMotion {
    return RigidMotion();
}

// One vertex's part of the sums after the solve; v1 is its velocity then.
fn rigid_motion_sums(vertex: u32, x: vec3<f32>, v1: vec3<f32>, origin: RigidMotionOrigin) -> mat4x4<f32> {
    return rigid_motion_sums_of(rigid_motion_mass(vertex), x - origin.place, v1 - origin.speed);
}

fn rigid_motion_sums_of(m: f32, r: vec3<f32>, v: vec3<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(m * v, m),
        vec4<f32>(m * cross(r, v), m * r.x),
        vec4<f32>(m * r * r, m * r.y),
        vec4<f32>(m * r.yzx * r.zxy, m * r.z),
    );
}

// One vertex's part of the sums at the start of the substep.
fn rigid_motion_sums_old(vertex: u32, touching: bool, origin: RigidMotionOrigin) -> mat4x4<f32> {
    return rigid_motion_sums_before(
        rigid_motion_mass(vertex), scratch_start(vertex).xyz - origin.place, scratch_velocity(vertex).xyz - origin.speed, touching,
    );
}

fn rigid_motion_sums_before(m: f32, r: vec3<f32>, v: vec3<f32>, touching: bool) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(m * v, select(0.0, 1.0, touching)),
        vec4<f32>(m * cross(r, v), 0.0),
        vec4<f32>(m * r, 0.0),
        vec4<f32>(0.0),
    );
}

// Mass of a vertex [kg]; zero if held, as held vertices have no part in momentum.
fn rigid_motion_mass(vertex: u32) -> f32 {
    let inverse = position_of(vertex).w;
    return select(0.0, 1.0 / inverse, inverse > 0.0);
}

fn rigid_motion_centre(sums: mat4x4<f32>) -> vec3<f32> {
    return vec3<f32>(sums[1].w, sums[2].w, sums[3].w) / sums[0].w;
}

fn rigid_motion_momentum_old(sums: mat4x4<f32>, old: mat4x4<f32>) -> RigidMotionMomentum {
    let velocity = old[0].xyz / sums[0].w;
    return RigidMotionMomentum(velocity, old[1].xyz - cross(old[2].xyz, velocity));
}

// The rigid motion after the solve. `restored` sets the momentum to `before` plus gravity's, which only an implicit method
// without contact needs. `h` is the time in which a change of velocity moves positions; `whole_h` is the substep.
fn rigid_motion_corrected(
    sums: mat4x4<f32>, before: RigidMotionMomentum, origin: RigidMotionOrigin, whole_h: f32, h: f32, free: bool, restored: bool,
) -> RigidMotion {
    let mass = sums[0].w;
    let centre = rigid_motion_centre(sums);
    let v1 = sums[0].xyz / mass;
    let l1 = sums[1].xyz - mass * cross(centre, v1);
    let inverse = rigid_motion_inverse_inertia(sums);
    let restore = select(0.0, 1.0, free && restored);
    let shift = restore * (before.velocity + whole_h * params.gravity.xyz - v1);
    let lost = math_sym3_mul(inverse, before.angular - l1);
    let far = h * length(math_sym3_mul(inverse, before.angular)) > RIGID_MOTION_FAR;
    // substep_end_vertex turns the body and its angular momentum by h spin, so the target is turned back first.
    let beyond = rigid_motion_beyond(-h * lost, before.angular, far);
    let given = restore * math_sym3_mul(inverse, before.angular - h * cross(lost, before.angular) + beyond - l1);
    let whole = math_sym3_mul(inverse, l1) + given;
    let excess = whole * max(1.0 - RIGID_MOTION_FARTHEST / max(h * length(whole), RIGID_MOTION_FARTHEST), 0.0);
    let spin = given - excess;
    let angular = whole - excess;
    let is_cut = any(excess != vec3<f32>(0.0));
    return RigidMotion(
        shift, spin, centre + origin.place, v1 + shift + origin.speed, angular, free, far, is_cut, free && !restored,
    );
}

// The rigid motion of the sums, without a correction.
fn rigid_motion_found(sums: mat4x4<f32>, origin: RigidMotionOrigin) -> RigidMotion {
    return rigid_motion_corrected(sums, RigidMotionMomentum(), origin, 0.0, 0.0, true, false);
}

// The displacement of r by an exact turn beyond that along the tangent (Cayley; the length of `turn` is twice the tangent of
// half the angle). Without it a body that turns far would grow. Zero if the body does not turn far.
fn rigid_motion_beyond(turn: vec3<f32>, r: vec3<f32>, far: bool) -> vec3<f32> {
    let once = cross(turn, r);
    let quarter = 0.25 * dot(turn, turn);
    return select(vec3<f32>(0.0), (0.5 * cross(turn, once) - quarter * once) / (1.0 + quarter), far);
}

fn rigid_motion_inverse_inertia(sums: mat4x4<f32>) -> MathSym3 {
    return math_sym3_inverse(rigid_motion_inertia(sums));
}

// Inertia about the centre. A little of the trace keeps that of a body on one line invertible.
fn rigid_motion_inertia(sums: mat4x4<f32>) -> MathSym3 {
    let mass = sums[0].w;
    let c = rigid_motion_centre(sums);
    let d = sums[2].xyz - mass * c * c;
    let o = sums[3].xyz - mass * c.yzx * c.zxy;
    let trace = d.x + d.y + d.z;
    return MathSym3(vec3<f32>(trace * 1.000001) - d, -o);
}

// Five rows of scratch carry a motion from one dispatch to the next.
fn rigid_motion_load(row: u32) -> RigidMotion {
    let shift = state[row];
    let spin = state[row + 1u];
    let linear = state[row + 3u];
    return RigidMotion(
        shift.xyz, spin.xyz, state[row + 2u].xyz, linear.xyz, state[row + 4u].xyz,
        shift.w > 0.0, spin.w > 0.0, linear.w > 0.0, false,
    );
}

fn rigid_motion_store(row: u32, rigid: RigidMotion) {
    state[row] = vec4<f32>(rigid.shift, select(0.0, 1.0, rigid.is_free));
    state[row + 1u] = vec4<f32>(rigid.spin, select(0.0, 1.0, rigid.is_far));
    state[row + 2u] = vec4<f32>(rigid.centre, 0.0);
    state[row + 3u] = vec4<f32>(rigid.linear, select(0.0, 1.0, rigid.is_cut));
    state[row + 4u] = vec4<f32>(rigid.angular, 0.0);
}

// The part of a velocity that damping removes: for a free body, of its deformation only.
fn rigid_motion_damped(x: vec3<f32>, v: vec3<f32>, rate_time: f32, rigid: RigidMotion) -> vec3<f32> {
    let solid = rigid.linear + cross(rigid.angular, x - rigid.centre);
    return select(v, v - solid, rigid.is_free) * (rate_time / (1.0 + rate_time));
}
