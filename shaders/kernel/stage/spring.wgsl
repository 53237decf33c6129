//#use kernel/stage/limit.wgsl
//#use kernel/stage/press.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// The explicit mass-spring method: one vertex's substep, and the body's motion as a whole.
// Verlet in its leapfrog form: v += h a(x), x += h v gives x' - 2x + x_old = h² a(x), and f32 keeps the small change.
// Damping acts in every substep. Its share is taken by the next kick, or by the end of the step, because it needs the
// motion of the whole body. Damping once a step would feed the fast vibrations: near h omega = 2 the velocities of
// leapfrog are large and nearly cancel against the positions in the energy that it keeps.

// How far forces may send a vertex in one substep, in lengths of its longest edge; and the drag, in times of the
// velocity, where they would send it further. Vibrations reach it at half the speed of sound
// (docs/decisions/0021-hit-too-hard.md).
const SPRING_FARTHEST: f32 = 1.0;
const SPRING_DRAG: f32 = 5.0;

// The velocity at the end of a step: without the last share of damping, with what the step gives back.
fn spring_close(
    index: u32, body: Body, vertex: u32, x: vec3<f32>, rigid: MotionRigid, give: SpringReturn,
) -> vec3<f32> {
    let h = substep_h(body);
    var v = own_velocity(vertex).xyz;
    v -= finish_damped(x, v, body.damping * h, rigid);
    if body_is_free(body) {
        v += give.shift + cross(give.spin, x - give.centre);
    }
    return finish_kept(index, v);
}

// What pulls a vertex: see begin_attachment.
fn spring_pull(body: Body, vertex: u32) -> vec4<f32> {
    if body.attachment_count == 0u {
        return vec4<f32>(0.0);
    }
    return state[state_row(STATE_TARGET, vertex)];
}

// Gives a vertex its new velocity: the old one after damping of the substep before, and what the forces add.
fn spring_kick(body: Body, local: u32, elastic: vec4<f32>, sub: Substep, rigid: MotionRigid) {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let inverse_mass = body_position(vertex).w;
    let pull = spring_pull(body, vertex);
    let old = own_velocity(vertex);
    let before = old.xyz + sub.h * params.gravity.xyz;
    let push = response_pulled(sub.h * inverse_mass * elastic.xyz, x, before, pull, sub.h, inverse_mass);
    let part = min(1.0, SPRING_FARTHEST * elastic.w / max(sub.h * length(push), 1e-30));
    let drag = select(0.0, SPRING_DRAG, part < 1.0 && body.damping > 0.0);
    let damping = select(body.damping * sub.h + drag, 0.0, sub.opens);
    let kept = old.xyz - finish_damped(x, old.xyz, damping, rigid);
    let kicked = kept + sub.h * params.gravity.xyz + part * push;
    own_set_velocity(vertex, vec4<f32>(kicked, old.w));
    if contact_is_near(sub.body) {
        contact_note(vertex, x, spring_goal(body, vertex, x, own_carry(vertex) + sub.h * kicked), sub);
    }
}

// Where a vertex goes if nothing is in its way.
fn spring_goal(body: Body, vertex: u32, x: vec3<f32>, way: vec3<f32>) -> vec3<f32> {
    let pull = spring_pull(body, vertex);
    if pull.w < 0.0 { // held by its frame
        return pull.xyz;
    }
    return select(x + way, x, body_position(vertex).w <= 0.0);
}

// The vertex's new position. What contact changes of it changes the velocity too.
fn spring_drift(body: Body, local: u32, sub: Substep) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    if body_position(vertex).w <= 0.0 || spring_pull(body, vertex).w < 0.0 {
        let goal = spring_goal(body, vertex, x, vec3<f32>(0.0));
        own_set_start(vertex, vec4<f32>(x, 0.0)); // it touches nothing
        carry_drop(vertex);
        own_set_velocity(vertex, vec4<f32>((goal - x) / sub.h, 1.0));
        return goal;
    }
    let v = own_velocity(vertex).xyz;
    var untouched = own_velocity(vertex).w;
    let way = own_carry(vertex) + sub.h * v;
    let wanted = x + way;
    let planes = contact_detect(vertex, x, wanted, sub);
    own_set_start(vertex, vec4<f32>(x, f32(planes)));
    limit_begin(vertex, sub);
    let pressed = press_particle(sub.body, vertex, wanted, 1.0 / (body_position(vertex).w * sub.h * sub.h));
    // The block of a free particle is m/h² times the unit matrix. Contact does not depend on the factor.
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    let p = confine_move(vertex, x, way + pressed, x, planes, unit, unit, confine_bound(vertex, planes));
    limit_note(sub.body);
    if !math_finite(p) || !math_finite(v) {
        body_stop(sub.body, sub.number);
        own_set_velocity(vertex, vec4<f32>(0.0));
        return x;
    }
    var after = v + (p - wanted) / sub.h;
    for (var k = 0u; k < planes; k++) {
        after = finish_unlifted(vertex, k, x, after, sub.h);
    }
    for (var k = 0u; k < planes && !body_is_free(body); k++) {
        if confine_bounce(vertex, k) > 0.0 {
            after = finish_bounce(vertex, k, p, v, after, sub.h, body);
        }
    }
    hit_note(vertex, p, v - sub.h * params.gravity.xyz, sub, body);
    if planes > 0u && own_marked(vertex) {
        untouched = 0.0;
    }
    own_set_velocity(vertex, vec4<f32>(after, untouched));
    return p;
}

// Forgets the attachments and the contacts of the last step.
fn spring_release(body: Body, vertex: u32) {
    if body.attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    own_set_velocity(vertex, vec4<f32>(own_velocity(vertex).xyz, 1.0));
}

// In the rigid motion that is not damped, a touching vertex weighs as much as this many bodies. So a body that lies on
// something may slide, roll and turn about where it touches; all other motion is deformation.
const SPRING_GRIP: f32 = 10.0;

// The momentum of a body that nothing holds or touches. Forces come in pairs, but each is rounded by itself, and over
// thousands of substeps the rounding adds up. So a step restores what it began with and what gravity added.
struct SpringMomentum {
    centre: vec3<f32>, // of mass
    speed: vec3<f32>,  // of the centre
    spin: vec3<f32>,   // angular momentum about it
}

// Velocities that a step gives to a body as a whole.
struct SpringReturn {
    shift: vec3<f32>,
    spin: vec3<f32>,
    centre: vec3<f32>,
}

// One vertex's part of the sums for motion_rigid. A touching vertex weighs `grip` bodies more.
fn spring_sums(body: Body, vertex: u32, x: vec3<f32>, origin: MotionOrigin, grip: f32) -> mat4x4<f32> {
    let inverse_mass = body_position(vertex).w;
    if inverse_mass <= 0.0 {
        return mat4x4<f32>();
    }
    let touching = finish_touching(vertex, x, own_planes(vertex), body.size);
    let m = 1.0 / inverse_mass + select(0.0, grip * body.mass, touching);
    return motion_sums_of(m, x - origin.place, own_velocity(vertex).xyz - origin.speed);
}

// A sum that is above zero if contact has acted on a vertex in this step: velocity.w is 0 then.
fn spring_touched(vertex: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    sums[0].w = 1.0 - own_velocity(vertex).w;
    return sums;
}

// The body's own centre and speed: sums about them round least.
fn spring_origin(old: SpringMomentum) -> MotionOrigin {
    return MotionOrigin(old.centre, old.speed);
}

fn spring_momentum(sums: mat4x4<f32>, origin: MotionOrigin) -> SpringMomentum {
    let speed = sums[0].xyz / sums[0].w;
    let centre = motion_centre(sums);
    let spin = sums[1].xyz - sums[0].w * cross(centre, speed);
    return SpringMomentum(centre + origin.place, speed + origin.speed, spin);
}

// What a dispatch or a step of this length [s] gives back: from the sums at its end and the momentum at its start.
// Nothing once the body was touched.
fn spring_return(
    sums: mat4x4<f32>, origin: MotionOrigin, old: SpringMomentum, restored: bool, time: f32,
) -> SpringReturn {
    let now = spring_momentum(sums, origin);
    let kept = select(0.0, 1.0, restored);
    let gained = time * params.gravity.xyz;
    let shift = (old.speed - now.speed) + gained;
    let spin = math_sym3_mul(motion_inverse_inertia(sums), old.spin - now.spin);
    return SpringReturn(kept * shift, kept * spin, now.centre);
}

// The motion that damping leaves alone.
fn spring_motion(sums: mat4x4<f32>, origin: MotionOrigin, free: bool) -> MotionRigid {
    let none = MotionMomentum(vec3<f32>(0.0), vec3<f32>(0.0));
    return motion_rigid(sums, none, origin, 0.0, 0.0, free, false);
}

// One vertex's part of the sums over a body that slides: (Σ m v, Σ m), (Σ v over what it touches, touching vertices),
// (Σ m r, zero).
fn spring_slide_sums(body: Body, vertex: u32, x: vec3<f32>, origin: MotionOrigin) -> mat4x4<f32> {
    let m = motion_mass(vertex);
    let v = own_velocity(vertex).xyz;
    var over = vec4<f32>(0.0);
    if m > 0.0 && finish_touching(vertex, x, own_planes(vertex), body.size) {
        let h = substep_h(body);
        over = vec4<f32>(v - spring_surface(vertex, x, body.size) / h, 1.0);
    }
    return mat4x4<f32>(
        vec4<f32>(m * (v - origin.speed), m), over, vec4<f32>(m * (x - origin.place), 0.0), vec4<f32>(0.0),
    );
}

// How far the surface that a vertex touches moves in the substep.
fn spring_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    var slip = vec3<f32>(0.0);
    let planes = own_planes(vertex);
    for (var k = 0u; k < planes; k++) {
        let contact = confine_plane(vertex, k);
        if dot(contact.plane.xyz, x) - contact.plane.w < 1e-5 * size {
            slip = contact.slip;
        }
    }
    return slip;
}

// The motion that damping leaves alone, of a body that slides on something. Damping must not take momentum along its
// way, since what the body lies on could not take it. A body that sticks slides slower than it deforms.
fn spring_sliding(rigid: MotionRigid, sums: mat4x4<f32>, origin: MotionOrigin, h: f32) -> MotionRigid {
    let mass = sums[0].w;
    let touching = sums[1].w;
    let way = sums[1].xyz / max(touching, 1.0);
    if touching == 0.0 || length(way) <= hit_rest(h) {
        return rigid; // it lies still or shakes
    }
    let centre = sums[2].xyz / mass + origin.place;
    let solid = rigid.linear + cross(rigid.angular, centre - rigid.centre);
    let missed = sums[0].xyz / mass + origin.speed - solid;
    let shift = way * (dot(way, missed) / (dot(way, way) + dot(missed, missed) + 1e-30));
    var slid = rigid;
    slid.linear += shift;
    return slid;
}
