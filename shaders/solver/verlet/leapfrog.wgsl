//#use contact/door.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/velocity_stop.wgsl
//#use solver/common/attachment.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// The explicit mass-spring method: one vertex's substep, and the body's motion as a whole. Verlet in its leapfrog form: v +=
// h a(x), x += h v gives x' - 2x + x_old = h² a(x), and f32 keeps the small change. Damping acts in every substep, but needs
// the motion of the whole body. So the next kick applies it, or the end of the step. Damping once a step would excite the
// fast vibrations: near h omega = 2 the velocities of leapfrog are large and nearly cancel against the positions in the
// energy that it conserves.

// The farthest that forces may move a vertex in one substep, in lengths of its longest edge. A vertex that they would move
// farther gets this drag, in times of its velocity. Vibrations reach the limit at half the speed of sound
// (docs/decisions/0021-hit-too-hard.md).
const LEAPFROG_FARTHEST: f32 = 1.0;
const LEAPFROG_DRAG: f32 = 5.0;

// The velocity at the end of a step, after the last damping and with the momentum that the step restores.
fn leapfrog_close(
    index: u32, body: Body, vertex: u32, x: vec3<f32>, rigid: RigidMotion, give: LeapfrogReturn,
) -> vec3<f32> {
    let h = substep_h(body);
    var v = scratch_velocity(vertex).xyz;
    v -= rigid_motion_damped(x, v, body.damping * h, rigid);
    if body_is_free(body) {
        v += give.shift + cross(give.spin, x - give.centre);
    }
    return velocity_stop_of(index, v);
}

// The target of a vertex and its stiffness: see attachment_pull.
fn leapfrog_pull(body: Body, vertex: u32) -> vec4<f32> {
    if body.attachment_count == 0u {
        return vec4<f32>(0.0);
    }
    return state[state_row(STATE_TARGET, vertex)];
}

// Sets a vertex's new velocity: the old one after the damping of the last substep, plus the change by forces.
fn leapfrog_kick(body: Body, local: u32, elastic: vec4<f32>, sub: Substep, rigid: RigidMotion) {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let inverse_mass = position_of(vertex).w;
    let pull = leapfrog_pull(body, vertex);
    let old = scratch_velocity(vertex);
    let before = old.xyz + sub.h * params.gravity.xyz;
    let push = attachment_pulled(sub.h * inverse_mass * elastic.xyz, x, before, pull, sub.h, inverse_mass);
    let part = min(1.0, LEAPFROG_FARTHEST * elastic.w / max(sub.h * length(push), 1e-30));
    let drag = select(0.0, LEAPFROG_DRAG, part < 1.0 && body.damping > 0.0);
    let damping = select(body.damping * sub.h + drag, 0.0, sub.opens);
    let kept = old.xyz - rigid_motion_damped(x, old.xyz, damping, rigid);
    let kicked = kept + sub.h * params.gravity.xyz + part * push;
    scratch_set_velocity(vertex, vec4<f32>(kicked, old.w));
    if contact_near(sub.body) {
        contact_note(vertex, x, leapfrog_goal(body, vertex, x, scratch_residual(vertex) + sub.h * kicked), sub);
    }
}

// The position of a vertex after the displacement, without contact.
fn leapfrog_goal(body: Body, vertex: u32, x: vec3<f32>, displacement: vec3<f32>) -> vec3<f32> {
    let pull = leapfrog_pull(body, vertex);
    if pull.w < 0.0 { // held by its frame
        return pull.xyz;
    }
    return select(x + displacement, x, position_of(vertex).w <= 0.0);
}

// The vertex's new position. A correction by contact changes the velocity too.
fn leapfrog_drift(body: Body, local: u32, sub: Substep) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    if position_of(vertex).w <= 0.0 || leapfrog_pull(body, vertex).w < 0.0 {
        let goal = leapfrog_goal(body, vertex, x, vec3<f32>(0.0));
        scratch_set_start(vertex, vec4<f32>(x, 0.0)); // no plane acts on it
        kahan_sum_drop(vertex);
        scratch_set_velocity(vertex, vec4<f32>((goal - x) / sub.h, 1.0));
        return goal;
    }
    let v = scratch_velocity(vertex).xyz;
    var untouched = scratch_velocity(vertex).w;
    let displacement = scratch_residual(vertex) + sub.h * v;
    let wanted = x + displacement;
    let start = vec4<f32>(x, f32(contact_open(vertex, x, wanted, sub, false)));
    scratch_set_start(vertex, start);
    let pressed = contact_push(sub.body, vertex, wanted, 1.0 / (position_of(vertex).w * sub.h * sub.h));
    let p = contact_move_particle(sub.body, vertex, x, displacement + pressed, contact_bound(vertex, start));
    if !math_finite(p) || !math_finite(v) {
        position_stop(sub.body, sub.number);
        scratch_set_velocity(vertex, vec4<f32>(0.0));
        return x;
    }
    var after = v + (p - wanted) / sub.h;
    for (var round = 0u; round < select(2u, 1u, body_is_free(body)); round++) {
        after = contact_end(vertex, start, p, v, after, sub, body, select(CONTACT_RESTITUTION, CONTACT_LIFT, round == 0u));
    }
    contact_hit(vertex, p, v - sub.h * params.gravity.xyz, sub, body);
    if contact_touched(vertex) {
        untouched = 0.0;
    }
    scratch_set_velocity(vertex, vec4<f32>(after, untouched));
    return p;
}

// Clears the attachments and the contact flag of the last step.
fn leapfrog_release(body: Body, vertex: u32) {
    if body.attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    scratch_set_velocity(vertex, vec4<f32>(scratch_velocity(vertex).xyz, 1.0));
}

// A touching vertex weighs as much as this many bodies in the fit of the undamped rigid motion. So a body in contact may
// slide, roll and turn about its contacts; all other motion counts as deformation.
const LEAPFROG_GRIP: f32 = 10.0;

// The momentum of a body that nothing holds or touches. Forces come in pairs, but each is rounded by itself, and the errors
// add up over thousands of substeps. So a step restores the momentum at its start plus what gravity added.
struct LeapfrogMomentum {
    centre: vec3<f32>, // of mass
    speed: vec3<f32>,  // of the centre
    spin: vec3<f32>,   // angular momentum about the centre
}

// Velocities that a step adds to a body as a whole.
struct LeapfrogReturn {
    shift: vec3<f32>,
    spin: vec3<f32>,
    centre: vec3<f32>,
}

// One vertex's part of the sums for rigid_motion_corrected. A touching vertex weighs `grip` body masses more.
fn leapfrog_sums(body: Body, vertex: u32, x: vec3<f32>, origin: RigidMotionOrigin, grip: f32) -> mat4x4<f32> {
    let inverse_mass = position_of(vertex).w;
    if inverse_mass <= 0.0 {
        return mat4x4<f32>();
    }
    let touching = contact_lies(vertex, x, scratch_planes(vertex), body.size);
    let m = 1.0 / inverse_mass + select(0.0, grip * body.mass, touching);
    return rigid_motion_sums_of(m, x - origin.place, scratch_velocity(vertex).xyz - origin.speed);
}

// A sum above zero if contact has acted on a vertex in this step: velocity.w is 0 then.
fn leapfrog_touched(vertex: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    sums[0].w = 1.0 - scratch_velocity(vertex).w;
    return sums;
}

// The body's own centre and velocity: sums about them have the least rounding.
fn leapfrog_origin(old: LeapfrogMomentum) -> RigidMotionOrigin {
    return RigidMotionOrigin(old.centre, old.speed);
}

fn leapfrog_momentum(sums: mat4x4<f32>, origin: RigidMotionOrigin) -> LeapfrogMomentum {
    let speed = sums[0].xyz / sums[0].w;
    let centre = rigid_motion_centre(sums);
    let spin = sums[1].xyz - sums[0].w * cross(centre, speed);
    return LeapfrogMomentum(centre + origin.place, speed + origin.speed, spin);
}

// The momentum that a dispatch or a step of this length [s] restores: from the sums at its end and the momentum at its
// start. Zero if the body was touched.
fn leapfrog_return(
    sums: mat4x4<f32>, origin: RigidMotionOrigin, old: LeapfrogMomentum, restored: bool, time: f32,
) -> LeapfrogReturn {
    let now = leapfrog_momentum(sums, origin);
    let kept = select(0.0, 1.0, restored);
    let gained = time * params.gravity.xyz;
    let shift = (old.speed - now.speed) + gained;
    let spin = math_sym3_mul(rigid_motion_inverse_inertia(sums), old.spin - now.spin);
    return LeapfrogReturn(kept * shift, kept * spin, now.centre);
}

// The rigid motion that damping does not reduce.
fn leapfrog_motion(sums: mat4x4<f32>, origin: RigidMotionOrigin, free: bool) -> RigidMotion {
    let none = RigidMotionMomentum(vec3<f32>(0.0), vec3<f32>(0.0));
    return rigid_motion_corrected(sums, none, origin, 0.0, 0.0, free, false);
}

// One vertex's part of the sums over a sliding body: (Σ m v, Σ m), (Σ v relative to the surface, touching vertices), (Σ m r,
// zero).
fn leapfrog_slide_sums(body: Body, vertex: u32, x: vec3<f32>, origin: RigidMotionOrigin) -> mat4x4<f32> {
    let m = rigid_motion_mass(vertex);
    let v = scratch_velocity(vertex).xyz;
    var over = vec4<f32>(0.0);
    if m > 0.0 && contact_lies(vertex, x, scratch_planes(vertex), body.size) {
        let h = substep_h(body);
        over = vec4<f32>(v - contact_surface(vertex, x, body.size) / h, 1.0);
    }
    return mat4x4<f32>(
        vec4<f32>(m * (v - origin.speed), m), over, vec4<f32>(m * (x - origin.place), 0.0), vec4<f32>(0.0),
    );
}

// The rigid motion that damping does not reduce, of a sliding body. Damping must not take momentum along the sliding
// direction: the surface below could not take it up. A body that sticks slides slower than it deforms.
fn leapfrog_sliding(rigid: RigidMotion, sums: mat4x4<f32>, origin: RigidMotionOrigin, h: f32) -> RigidMotion {
    let mass = sums[0].w;
    let touching = sums[1].w;
    let displacement = sums[1].xyz / max(touching, 1.0);
    if touching == 0.0 || length(displacement) <= contact_rest(h) {
        return rigid; // it rests or vibrates
    }
    let centre = sums[2].xyz / mass + origin.place;
    let solid = rigid.linear + cross(rigid.angular, centre - rigid.centre);
    let missed = sums[0].xyz / mass + origin.speed - solid;
    let shift = displacement * (dot(displacement, missed) / (dot(displacement, displacement) + dot(missed, missed) + 1e-30));
    var slid = rigid;
    slid.linear += shift;
    return slid;
}
