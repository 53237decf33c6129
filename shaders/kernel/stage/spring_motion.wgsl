//#use kernel/stage/finish.wgsl
// A mass-spring body's motion as a whole: what damping leaves alone, and what a step gives back; a part of stage/spring.wgsl.

// A touching vertex weighs as much as this many bodies in the rigid motion that is not damped: a body that lies on
// something may slide, roll and turn with where it touches, but what it does against that is deformation.
const SPRING_GRIP: f32 = 10.0;

// What a body has that nothing holds or touches: forces come in pairs, but each is rounded by itself, and over thousands
// of substeps the rounding adds up. So a step gives back what it began with and what gravity added.
struct SpringMomentum {
    centre: vec4<f32>, // of mass
    speed: vec4<f32>,  // of the centre
    spin: vec4<f32>,   // angular momentum about it
}

// Velocities that a body is given as a whole: what a step gives back, or an impact.
struct SpringReturn {
    shift: vec4<f32>,
    spin: vec4<f32>,
    centre: vec4<f32>,
}

// One vertex's part of the sums for a body's motion, where touching vertices weigh `grip` bodies more; finish_rigid makes
// the motion of them.
fn spring_sums(body: Body, vertex: u32, x: vec3<f32>, origin: FinishOrigin, grip: f32) -> mat4x4<f32> {
    let inverse_mass = position[vertex].w;
    if inverse_mass <= 0.0 {
        return mat4x4<f32>();
    }
    let touching = finish_touching(vertex, x, u32(own_start(vertex).w), body.shape.y);
    let m = 1.0 / inverse_mass + select(0.0, grip * body.shape.z, touching);
    return finish_sums_of(m, x - origin.place, velocity[vertex].xyz - origin.speed);
}

fn spring_given(give: SpringReturn, x: vec3<f32>) -> vec3<f32> {
    return give.shift.xyz + cross(give.spin.xyz, x - give.centre.xyz);
}

// A sum that is above zero once contact has acted on some vertex in this step: velocity.w is 0 then.
fn spring_touched(vertex: u32) -> mat4x4<f32> {
    return mat4x4<f32>(vec4<f32>(0.0, 0.0, 0.0, 1.0 - velocity[vertex].w), vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
}

// Sums about the body's own centre and speed round least.
fn spring_origin(old: SpringMomentum) -> FinishOrigin {
    return FinishOrigin(old.centre.xyz, old.speed.xyz);
}

fn spring_momentum(sums: mat4x4<f32>, origin: FinishOrigin) -> SpringMomentum {
    let speed = sums[0].xyz / sums[0].w;
    let centre = finish_centre(sums);
    let spin = sums[1].xyz - sums[0].w * cross(centre, speed);
    return SpringMomentum(
        vec4<f32>(centre + origin.place, 0.0), vec4<f32>(speed + origin.speed, 0.0), vec4<f32>(spin, 0.0),
    );
}

// From the sums at the end of a step and what the body had at its start; nothing once it was touched.
fn spring_return(sums: mat4x4<f32>, origin: FinishOrigin, old: SpringMomentum, restored: bool) -> SpringReturn {
    let now = spring_momentum(sums, origin);
    let kept = select(0.0, 1.0, restored);
    let gained = params.gravity.w * params.gravity.xyz;
    let shift = (old.speed.xyz - now.speed.xyz) + gained;
    let spin = math_sym3_mul(finish_inverse_inertia(sums), old.spin.xyz - now.spin.xyz);
    return SpringReturn(vec4<f32>(kept * shift, 0.0), vec4<f32>(kept * spin, 0.0), now.centre);
}

// The motion that damping leaves alone.
fn spring_motion(sums: mat4x4<f32>, origin: FinishOrigin, free: bool) -> FinishRigid {
    let none = FinishMomentum(vec3<f32>(0.0), vec3<f32>(0.0));
    return finish_rigid(sums, none, origin, 0.0, free, false);
}
