//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/row.wgsl
//#use material/mass_spring.wgsl
// One vertex of the explicit mass-spring method. The kernel that includes this file says where positions are:
//   fn at(vertex: u32) -> vec3<f32>   for a vertex index of the body.
// Verlet in its leapfrog form: v += h a(x), x += h v gives x' - 2x + x_old = h² a(x), and f32 keeps the small change.

// Gathers the forces on one vertex [N].
fn spring_force(body: Body, lane: RowLane) -> vec3<f32> {
    let x = at(lane.vertex);
    var force = vec3<f32>(0.0);
    for (var r = 0u; r < lane.edges; r++) {
        let record = arena[lane.first_edge + 32u * r];
        let stiffness = bitcast<f32>(record.y) * body.elastic.x;
        force += mass_spring_spring(x, at(record.x), stiffness, bitcast<f32>(record.z) * body.elastic.z);
    }
    for (var r = 0u; r < lane.tets; r++) {
        let tet = row_tet(arena[lane.first_tet + 32u * r]);
        force += mass_spring_volume(
            x, at(tet.corners.x), at(tet.corners.y), at(tet.corners.z),
            tet.inverse_6v * body.shape.x, tet.factor * body.elastic.y,
        );
    }
    return force;
}

// The vertex's new velocity from the forces on it.
fn spring_kick(body: Body, lane: RowLane, sub: ContactSubstep) {
    let vertex = body.range.x + lane.vertex;
    let inverse_mass = position[vertex].w;
    let pull = scratch[scratch_row(SCRATCH_TARGET, vertex)];
    let force = spring_force(body, lane) + pull.w * (pull.xyz - at(lane.vertex));
    let v = velocity[vertex];
    let kicked = v.xyz + sub.h * (params.gravity.xyz + inverse_mass * force);
    velocity[vertex] = vec4<f32>(kicked, v.w);
    if FACE_WANTED != 0u {
        let x = at(lane.vertex);
        face_note(vertex, x, spring_goal(vertex, x, own_carry(vertex) + sub.h * kicked), sub);
    }
}

// Where a vertex goes that nothing is in the way of.
fn spring_goal(vertex: u32, x: vec3<f32>, way: vec3<f32>) -> vec3<f32> {
    let inertia = own_inertia(vertex);
    if position[vertex].w <= 0.0 {
        return x;
    }
    return select(x + way, inertia.xyz, inertia.w < 0.0);
}

// The vertex's new position; contact changes the velocity by what it changed the position.
fn spring_drift(body_index: u32, local: u32, sub: ContactSubstep, substep: u32) -> vec3<f32> {
    let body = bodies[body_index];
    let vertex = body.range.x + local;
    let x = at(local);
    let inertia = own_inertia(vertex);
    if position[vertex].w <= 0.0 || inertia.w < 0.0 {
        let goal = spring_goal(vertex, x, vec3<f32>(0.0));
        velocity[vertex] = vec4<f32>((goal - x) / sub.h, 1.0);
        return goal;
    }
    let v = velocity[vertex].xyz;
    let way = own_carry(vertex) + sub.h * v;
    let wanted = x + way;
    let planes = contact_detect(vertex, x, wanted, sub);
    own_set_start(vertex, vec4<f32>(x, f32(planes)));
    let softness = sub.h * sub.h * position[vertex].w;
    let p = contact_move(vertex, x, way, x, planes, MathSym3(vec3<f32>(softness), vec3<f32>(0.0)));
    if !math_finite(p) || !math_finite(v) {
        report_stop(body_index, substep);
        velocity[vertex] = vec4<f32>(0.0);
        return x;
    }
    var after = v + (p - wanted) / sub.h;
    for (var k = 0u; k < planes; k++) {
        after = finish_bounce(vertex, k, p, v, after, sub.h, body.shape.y);
    }
    velocity[vertex] = vec4<f32>(after, 1.0);
    return p;
}

// Forgets the attachments of the last step.
fn spring_release(vertex: u32) {
    scratch[scratch_row(SCRATCH_TARGET, vertex)] = vec4<f32>(0.0);
    own_set_inertia(vertex, vec4<f32>(0.0));
}
