//#use contact/door.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// The end of a substep: velocities, bounce, and the momentum of free bodies. Backward Euler with unconverged sweeps loses
// momentum. So the body's rigid motion is reset to the one under gravity alone.

// The part of gravity, 0 to 1, that accelerated a vertex, from the change of its velocity. sweep_fall has the other half of
// the rule, see docs/decisions/0008-how-much-gravity-is-guessed.md. A tenth counts as rounding: else the clamp at zero would
// turn the jitter of a stiff body at rest into a steady downward guess, and the body would sag too far.
fn substep_end_fall(change: vec3<f32>, h: f32) -> f32 {
    let g = params.gravity.xyz;
    let part = dot(change, g) / (max(dot(g, g), 1e-30) * h);
    return clamp((part - 0.1) / 0.8, 0.0, 1.0);
}

// The part of the substep that a vertex has completed after the solve. A vertex that contact has stopped moves no further.
fn substep_end_theta(vertex: u32, sub: Substep) -> f32 {
    return select(sub.theta, 1.0, contact_touched(vertex));
}

// The velocity after the solve: inertia's, plus the displacement from inertia's position. This form does not round to the
// resolution of the coordinates.
fn substep_end_velocity(vertex: u32, x: vec3<f32>, sub: Substep) -> vec3<f32> {
    let inertia = scratch_inertia(vertex);
    let start = scratch_start(vertex);
    let displacement = (x - start.xyz) + scratch_residual(vertex);
    let h = sub.theta_h;
    if inertia.w < 0.0 {
        return displacement / h;
    }
    let change = h * params.gravity.xyz + (displacement - inertia.xyz) / h;
    return scratch_velocity(vertex).xyz + change / substep_end_theta(vertex, sub);
}

// The displacement left after the solve, which took forces at the part theta of the substep.
fn substep_end_ahead(vertex: u32, x: vec3<f32>, sub: Substep) -> vec3<f32> {
    if sub.theta == 1.0 {
        return vec3<f32>(0.0);
    }
    let inertia = scratch_inertia(vertex);
    if inertia.w < 0.0 {
        return inertia.xyz - x; // its held position
    }
    // The residual at the start of the substep is not part of its motion.
    let h = sub.theta_h;
    let residual = inertia.xyz - h * (scratch_velocity(vertex).xyz + h * params.gravity.xyz);
    let displacement = (x - scratch_start(vertex).xyz) + (scratch_residual(vertex) - residual);
    return displacement * (1.0 / substep_end_theta(vertex, sub) - 1.0);
}

// Writes the vertex's state at the end of the substep and returns its position.
fn substep_end_vertex(vertex: u32, x: vec3<f32>, sub: Substep, rigid: RigidMotion) -> vec3<f32> {
    let start = scratch_start(vertex);
    let body = bodies[sub.body];
    if position_stopped(sub.body) {
        scratch_set_velocity(vertex, vec4<f32>(0.0));
        kahan_sum_drop(vertex);
        return start.xyz;
    }
    let old = scratch_velocity(vertex).xyz;
    contact_hit(vertex, x, old, sub, body);
    let ahead = substep_end_ahead(vertex, x, sub);
    let h = sub.theta_h; // the time in which the lost velocity acts on positions
    let arm = x + ahead - rigid.centre;
    let change = rigid.shift + cross(rigid.spin, arm);
    var v = substep_end_velocity(vertex, x, sub) + change;
    // A body with push-out keeps the velocity of all its vertices: stopping some alone would strain it.
    if !body_is_pushed(body) {
        v = contact_end(vertex, start, x, old, v, sub, body, CONTACT_STOP);
    }
    v -= rigid_motion_damped(x + ahead, v, body.damping * sub.h, rigid);
    // Positions turn by h spin. Deformation velocities turn with them, or the angular momentum would change.
    let far = rigid.is_far;
    let loose = v - rigid.linear;
    v += h * cross(rigid.spin, loose) + rigid_motion_beyond(h * rigid.spin, loose, far);
    if position_of(vertex).w <= 0.0 {
        v = vec3<f32>(0.0);
    }
    let displacement = scratch_residual(vertex) + ahead + h * change + rigid_motion_beyond(h * rigid.spin, arm, far);
    let p = contact_slide(vertex, x, displacement, contact_bound(vertex, start));
    // Sums over the body overflow before positions do.
    if !math_finite(p) || !math_finite(v) {
        position_stop(sub.body, sub.number);
        scratch_set_velocity(vertex, vec4<f32>(0.0));
        kahan_sum_drop(vertex);
        return start.xyz;
    }
    scratch_set_velocity(vertex, vec4<f32>(v, min(scratch_fall(vertex), substep_end_fall(v - old, sub.h))));
    return p;
}
