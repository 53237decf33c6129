//#use kernel/stage/finish.wgsl
// Restitution of a whole body (Poisson's hypothesis): what contact did to the body's motion in the substep of an impact is
// done once more, times the restitution. The vertices' own law (finish_bounce) is not enough for a stiff body: its
// vibrations are faster than a substep, so that by the end of it the whole body has stopped, not only where it touches.

// The velocity of the surface that a vertex struck in this substep, and 1 plus the restitution there; zero if it struck
// none, or one that does not throw back.
fn impact_struck(vertex: u32, x: vec3<f32>, h: f32, size: f32) -> vec4<f32> {
    let planes = u32(own_start(vertex).w);
    for (var k = 0u; k < planes; k++) {
        let contact = contact_plane(vertex, k);
        let bounce = contact_bounce(vertex, k);
        let before = finish_before(contact, own_velocity(vertex).xyz, x, h, size);
        if bounce > 0.0 && before < 0.0 {
            return vec4<f32>(contact.slip / h, 1.0 + bounce);
        }
    }
    return vec4<f32>(0.0);
}

// Adds to a rigid motion what an impact gives the body, from the sums after the solve and at the start of the substep. Never
// more than turns the approach round, and nothing to a body that elasticity throws back faster.
fn impact_rigid(rigid: FinishRigid, sums: mat4x4<f32>, old: mat4x4<f32>, origin: FinishOrigin, h: f32) -> FinishRigid {
    if old[2].w <= 0.0 {
        return rigid;
    }
    let restitution = old[1].w / old[2].w;
    let surface = old[3].xyz / old[2].w - origin.speed;
    let before = finish_momentum_old(sums, old);
    let free = before.velocity + h * params.gravity.xyz;
    let after = sums[0].xyz / sums[0].w;
    let change = after - free;
    let size = length(change);
    if size <= 0.0 {
        return rigid;
    }
    let approach = dot(change, free - surface) / size;
    let left = dot(change, after - surface) / size;
    let more = min(restitution * size, -restitution * approach - left);
    let share = max(more, 0.0) / size;
    let gained = sums[1].xyz - cross(finish_centre(sums), sums[0].xyz) - before.angular;
    var out = rigid;
    let shift = vec4<f32>(share * change, 0.0);
    let spin = vec4<f32>(share * math_sym3_mul(finish_inverse_inertia(sums), gained), 0.0);
    out.shift += shift;
    out.spin += spin;
    out.linear += shift;
    out.angular += spin;
    return out;
}
