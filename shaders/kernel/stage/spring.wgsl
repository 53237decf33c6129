//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/row.wgsl
//#use kernel/stage/spring_motion.wgsl
//#use material/mass_spring.wgsl
// One vertex of the explicit mass-spring method. The kernel that includes this file says where positions are:
//   fn at(vertex: u32) -> vec3<f32>   for a vertex index of the body.
// Verlet in its leapfrog form: v += h a(x), x += h v gives x' - 2x + x_old = h² a(x), and f32 keeps the small change.
// Damping takes a part of the velocity half a step before, in every substep: a substep's share is taken by the next kick or
// by the end of the step, when the whole body's motion is known. Once a step it would feed the fast vibrations: near
// h omega = 2 the velocities of leapfrog are large and nearly cancel against the positions in the energy it keeps.

// How far forces, those of soft attachments among them, may send a vertex in one substep, in lengths of its longest edge, and how many
// times the velocity that is left damping takes where they would send it further: from vibrations of half the speed of sound on
// (docs/decisions/0021-hit-too-hard.md).
const SPRING_FARTHEST: f32 = 1.0;
const SPRING_DRAG: f32 = 5.0;

// The velocity at the end of a step: less the last share of damping, plus what the last impact and the step give.
fn spring_close(index: u32, body: Body, vertex: u32, x: vec3<f32>, rigid: FinishRigid, bounce: SpringReturn, give: SpringReturn) -> vec3<f32> {
    let h = params.gravity.w / f32(body.schedule.x);
    var v = velocity[vertex].xyz;
    v -= finish_damped(x, v, body.shape.w * h, rigid);
    if (body.schedule.w & BODY_FREE) != 0u {
        v += spring_given(bounce, x) + spring_given(give, x);
    }
    return finish_kept(index, v);
}

// Gathers the forces on one vertex [N]; w: the rest length of its longest edge [unit].
fn spring_force(body: Body, lane: RowLane) -> vec4<f32> {
    let x = at(lane.vertex);
    var force = vec3<f32>(0.0);
    var longest = 0.0;
    for (var r = 0u; r < lane.edges; r++) {
        let record = arena[lane.first_edge + 32u * r];
        let stiffness = bitcast<f32>(record.y) * body.elastic.x;
        let rest = bitcast<f32>(record.z) * body.elastic.z;
        longest = max(longest, rest);
        force += mass_spring_spring(x, at(record.x), stiffness, rest);
    }
    for (var r = 0u; r < lane.tets; r++) {
        let tet = row_tet(arena[lane.first_tet + 32u * r]);
        force += mass_spring_volume(
            x, at(tet.corners.x), at(tet.corners.y), at(tet.corners.z),
            tet.inverse_6v * body.shape.x, tet.factor * body.elastic.y,
        );
    }
    return vec4<f32>(force, longest);
}

// The vertex's new velocity from the forces on it, once damping and impact of the substep before have had their share.
fn spring_kick(body: Body, lane: RowLane, sub: ContactSubstep, rigid: FinishRigid, bounce: SpringReturn, substep: u32) {
    let vertex = body.range.x + lane.vertex;
    let x = at(lane.vertex);
    let inverse_mass = position[vertex].w;
    let pull = scratch[scratch_row(SCRATCH_TARGET, vertex)];
    let elastic = spring_force(body, lane);
    let force = elastic.xyz + max(pull.w, 0.0) * (pull.xyz - x);
    let push = sub.h * inverse_mass * force;
    let part = min(1.0, SPRING_FARTHEST * elastic.w / max(sub.h * length(push), 1e-30));
    let old = velocity[vertex];
    let drag = select(0.0, SPRING_DRAG, part < 1.0 && body.shape.w > 0.0);
    let damping = select(body.shape.w * sub.h + drag, 0.0, substep == 0u);
    var kept = old.xyz - finish_damped(x, old.xyz, damping, rigid);
    if BOUNCE_WANTED != 0u && inverse_mass > 0.0 {
        kept += spring_given(bounce, x);
    }
    let kicked = kept + sub.h * params.gravity.xyz + part * push;
    velocity[vertex] = vec4<f32>(kicked, old.w);
    if FACE_WANTED != 0u {
        face_note(vertex, x, spring_goal(vertex, x, own_carry(vertex) + sub.h * kicked), sub);
    }
}

// Where a vertex goes that nothing is in the way of.
fn spring_goal(vertex: u32, x: vec3<f32>, way: vec3<f32>) -> vec3<f32> {
    let pull = scratch[scratch_row(SCRATCH_TARGET, vertex)];
    if pull.w < 0.0 { // an inverse mass of 0 holds it where its frame is
        return pull.xyz;
    }
    return select(x + way, x, position[vertex].w <= 0.0);
}

// The vertex's new position; contact changes the velocity by what it changed the position.
fn spring_drift(body_index: u32, local: u32, sub: ContactSubstep, substep: u32) -> vec3<f32> {
    let body = bodies[body_index];
    let vertex = body.range.x + local;
    let x = at(local);
    let pull = scratch[scratch_row(SCRATCH_TARGET, vertex)];
    if position[vertex].w <= 0.0 || pull.w < 0.0 {
        let goal = spring_goal(vertex, x, vec3<f32>(0.0));
        own_set_start(vertex, vec4<f32>(x, 0.0)); // it touches nothing
        carry_drop(vertex);
        velocity[vertex] = vec4<f32>((goal - x) / sub.h, 1.0);
        return goal;
    }
    let v = velocity[vertex].xyz;
    var untouched = velocity[vertex].w;
    let way = own_carry(vertex) + sub.h * v;
    let wanted = x + way;
    let planes = contact_detect(vertex, x, wanted, sub);
    own_set_start(vertex, vec4<f32>(x, f32(planes)));
    // The block of a free particle is m/h² times the unit matrix; its size matters to nobody.
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    let p = contact_move(vertex, x, way, x, planes, unit, unit, contact_bound(vertex, planes));
    if !math_finite(p) || !math_finite(v) {
        own_stop(body_index, substep);
        velocity[vertex] = vec4<f32>(0.0);
        return x;
    }
    var after = v + (p - wanted) / sub.h;
    for (var k = 0u; k < planes; k++) {
        after = spring_unlifted(vertex, k, x, after, sub.h);
    }
    if BOUNCE_WANTED != 0u && planes > 0u {
        own_set_inertia(vertex, vec4<f32>(v, 0.0));
        for (var k = 0u; k < planes && (body.schedule.w & BODY_FREE) == 0u; k++) {
            after = finish_bounce(vertex, k, p, v, after, sub.h, body);
        }
    }
    if planes > 0u && contact_marked(vertex) {
        untouched = 0.0;
    }
    velocity[vertex] = vec4<f32>(after, untouched);
    return p;
}

// The velocity without what lifted the vertex out of a plane that it began inside of: planes of faces turn as the other
// corners move, and a lift by a rounding in a substep of a millisecond would be a kick that never lets a body rest.
fn spring_unlifted(vertex: u32, slot: u32, x: vec3<f32>, v: vec3<f32>, h: f32) -> vec3<f32> {
    let contact = contact_plane(vertex, slot);
    let n = contact.plane.xyz;
    let lift = max(contact.plane.w - dot(n, x + contact.slip), 0.0) / h;
    return v - n * min(lift, max(dot(n, v) - dot(n, contact.slip) / h, 0.0));
}

// Forgets the attachments and the contacts of the last step.
fn spring_release(vertex: u32) {
    scratch[scratch_row(SCRATCH_TARGET, vertex)] = vec4<f32>(0.0);
    velocity[vertex].w = 1.0;
}
