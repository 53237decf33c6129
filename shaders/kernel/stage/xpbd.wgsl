//#use constraint/constraint.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// Extended position-based dynamics (Macklin, Müller, Chentanez 2016) in small steps (Macklin et al. 2019) of a sheet:
// what happens to one vertex and to one edge with the hinge on it.
//
// A vertex keeps the way that it would go without contact: the inertia's, and what each constraint adds. Its place is
// what contact makes of that way, every time anew. So friction holds a vertex against all that pulls it in the substep,
// and not only against the last constraint.
//
// own_inertia is that way, without the carry, in xyz, and the inverse mass in w, 0 if the vertex is held.

// The body's parameters in `elastic`, and its table; src/solver/sheet_table.rs writes it.
struct XpbdSheet {
    stretch: f32, // stiffness [N/m]
    bend: f32,    // [kg·unit²/s²]
    drag: f32,    // half the density of air times the coefficients [kg/unit³]
    lift: f32,
    colours: u32,
    colour_row: u32, // arena rows
    edge_row: u32,
}

fn xpbd_sheet(body: Body) -> XpbdSheet {
    let head = arena[body.colour_row];
    return XpbdSheet(
        body.elastic.x, body.elastic.y, body.elastic.z, body.elastic.w,
        head.x, body.colour_row + 1u, body.colour_row + head.y,
    );
}

// Forgets the attachments of the last step.
fn xpbd_release(vertex: u32) {
    state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
}

// The way that a vertex goes by inertia, gravity, air and a soft attachment. Reads the places and velocities of its
// neighbours and writes none. `rigid` is the motion that damping leaves alone.
fn xpbd_drive(body: Body, sheet: XpbdSheet, sub: Substep, local: u32, rigid: MotionRigid) {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let pull = state[state_row(STATE_TARGET, vertex)];
    let inverse_mass = body_position(vertex).w;
    if inverse_mass <= 0.0 || pull.w < 0.0 {
        own_set_inertia(vertex, vec4<f32>(0.0));
        if CONTACT_FACES != 0u {
            contact_note(vertex, x, select(x, pull.xyz, pull.w < 0.0), sub);
        }
        return;
    }
    let old = own_velocity(vertex).xyz;
    var v = old - finish_damped(x, old, select(body.damping * sub.h, 0.0, sub.opens), rigid);
    v += sub.h * params.gravity.xyz;
    if sheet.drag + sheet.lift > 0.0 {
        let force = xpbd_air(body, sheet, local);
        v += constraint_blown(sub.h * inverse_mass * force, body_wind(body) - old);
    }
    v += response_pulled(vec3<f32>(0.0), x + own_carry(vertex), v, pull, sub.h, inverse_mass);
    own_set_inertia(vertex, vec4<f32>(sub.h * v, inverse_mass));
    if CONTACT_FACES != 0u {
        contact_note(vertex, x, x + own_carry(vertex) + sub.h * v, sub);
    }
}

// The force of air on a vertex: a third of that on the triangles around it.
fn xpbd_air(body: Body, sheet: XpbdSheet, local: u32) -> vec3<f32> {
    let head = arena[body.face_row + local];
    var force = vec3<f32>(0.0);
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz;
        let first = body.first_vertex;
        let v = own_velocity(first + corners.x).xyz + own_velocity(first + corners.y).xyz
            + own_velocity(first + corners.z).xyz;
        let flow = body_wind(body) - v / 3.0;
        force += constraint_air(
            body_at(corners.x), body_at(corners.y), body_at(corners.z), flow, sheet.drag, sheet.lift,
        );
    }
    return force / 3.0;
}

// Finds the planes of a vertex and moves it its way. Held ones go where they are told.
fn xpbd_start(body: Body, sub: Substep, local: u32) {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let way = own_inertia(vertex);
    if way.w <= 0.0 {
        let pull = state[state_row(STATE_TARGET, vertex)];
        own_set_start(vertex, vec4<f32>(x, 0.0));
        carry_drop(vertex);
        body_set(local, select(x, pull.xyz, pull.w < 0.0));
        return;
    }
    let planes = contact_detect(vertex, x, x + own_carry(vertex) + way.xyz, sub);
    own_set_start(vertex, vec4<f32>(x, f32(planes)));
    body_set(local, xpbd_place(vertex, way.xyz));
}

// Where a vertex is after going its way within its planes and its reach. Leaves the carry as it is.
fn xpbd_place(vertex: u32, way: vec3<f32>) -> vec3<f32> {
    let start = own_start(vertex);
    let planes = u32(start.w);
    let carry = own_carry(vertex);
    let whole = carry + way;
    if planes == 0u { // the common case: only the reach binds
        let far = dot(whole, whole);
        let reach = own_reach(vertex);
        return start.xyz + whole * select(1.0, reach * inverseSqrt(far), far > reach * reach);
    }
    let p = xpbd_confined(vertex, start, whole);
    own_set_carry(vertex, carry);
    return p;
}

// The block of a particle is m/h² times the unit matrix. Contact does not depend on the factor.
fn xpbd_confined(vertex: u32, start: vec4<f32>, whole: vec3<f32>) -> vec3<f32> {
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    let planes = u32(start.w);
    return confine_move(vertex, start.xyz, whole, start.xyz, planes, unit, unit, confine_bound(vertex, planes));
}

// Adds to the way of a vertex; nothing to a held one.
fn xpbd_move(body: Body, local: u32, more: vec3<f32>) {
    let vertex = body.first_vertex + local;
    let way = own_inertia(vertex);
    if way.w > 0.0 {
        own_set_inertia(vertex, vec4<f32>(way.xyz + way.w * more, way.w));
        body_set(local, xpbd_place(vertex, way.xyz + way.w * more));
    }
}

fn xpbd_mobility(body: Body, local: u32) -> f32 {
    return own_inertia(body.first_vertex + local).w;
}

// Solves an edge and the hinge on it. `multipliers` are theirs so far in the substep; returns the new ones. The edge's
// rows: (ends a and b, the hinge's other two vertices or a twice), (rest length, factors of the stiffnesses, tangent of
// a quarter of the rest angle).
fn xpbd_edge(body: Body, sheet: XpbdSheet, h: f32, edge: u32, multipliers: vec2<f32>) -> vec2<f32> {
    let at = arena[sheet.edge_row + 2u * edge];
    let rest = bitcast<vec4<f32>>(arena[sheet.edge_row + 2u * edge + 1u]);
    var after = multipliers;
    let ends = vec4<f32>(xpbd_mobility(body, at.x), xpbd_mobility(body, at.y), 0.0, 0.0);
    let edge_row = constraint_edge(body_at(at.x), body_at(at.y), rest.x * body_scale(body));
    let pull = constraint_step(
        edge_row.value, constraint_weight(edge_row, ends), sheet.stretch * rest.y, h, after.x,
    );
    after.x += pull;
    xpbd_move(body, at.x, pull * edge_row.a);
    xpbd_move(body, at.y, pull * edge_row.b);
    if at.z == at.x || sheet.bend <= 0.0 {
        return after;
    }
    let corners = vec4<f32>(ends.xy, xpbd_mobility(body, at.z), xpbd_mobility(body, at.w));
    let hinge = constraint_hinge(body_at(at.x), body_at(at.y), body_at(at.z), body_at(at.w), rest.w);
    let turn = constraint_step(hinge.value, constraint_weight(hinge, corners), sheet.bend * rest.z, h, after.y);
    after.y += turn;
    xpbd_move(body, at.x, turn * hinge.a);
    xpbd_move(body, at.y, turn * hinge.b);
    xpbd_move(body, at.z, turn * hinge.c);
    xpbd_move(body, at.w, turn * hinge.d);
    return after;
}

// The same in an iteration. Bodies with several keep the multipliers of two edges in a row of their own, from `own_row`.
fn xpbd_solve(body: Body, sheet: XpbdSheet, h: f32, edge: u32, iteration: u32, own_row: u32) {
    let row = own_row + edge / 2u;
    var before = vec2<f32>(0.0);
    if iteration > 0u {
        before = select(state[row].xy, state[row].zw, edge % 2u == 1u);
    }
    let after = xpbd_edge(body, sheet, h, edge, before);
    if body.iterations == 1u {
        return;
    }
    if edge % 2u == 0u {
        state[row].x = after.x;
        state[row].y = after.y;
    } else {
        state[row].z = after.x;
        state[row].w = after.y;
    }
}

// The end of the substep: the place with its carry, and the velocity.
fn xpbd_finish(body: Body, sub: Substep, local: u32) {
    let vertex = body.first_vertex + local;
    let start = own_start(vertex);
    let way = own_inertia(vertex);
    var p = body_at(local);
    var v = (p - start.xyz) / sub.h;
    if way.w > 0.0 {
        let whole = own_carry(vertex) + way.xyz;
        p = xpbd_confined(vertex, start, whole);
        // Free of contact, the way is known better than the places.
        v = select((p - start.xyz) / sub.h, way.xyz / sub.h, all(p == start.xyz + whole));
        for (var k = 0u; k < u32(start.w); k++) {
            v = finish_unlifted(vertex, k, start.xyz, v, sub.h);
            v = finish_bounce(vertex, k, p, way.xyz / sub.h, v, sub.h, body);
        }
    }
    if body_stopped(sub.body) || !math_finite(p) || !math_finite(v) {
        body_stop(sub.body, sub.number);
        own_set_velocity(vertex, vec4<f32>(0.0));
        carry_drop(vertex);
        body_set(local, start.xyz);
        return;
    }
    own_set_velocity(vertex, vec4<f32>(v, 1.0));
    body_set(local, p);
}

// The velocity at the end of a step, after the last share of damping.
fn xpbd_close(index: u32, body: Body, local: u32, rigid: MotionRigid) -> vec3<f32> {
    let v = own_velocity(body.first_vertex + local).xyz;
    return finish_kept(index, v - finish_damped(body_at(local), v, body.damping * substep_h(body), rigid));
}

// One vertex's part of the sums for the motion that damping leaves alone.
fn xpbd_sums(body: Body, local: u32, origin: MotionOrigin) -> mat4x4<f32> {
    let vertex = body.first_vertex + local;
    return motion_sums(vertex, body_at(local), own_velocity(vertex).xyz, origin);
}

fn xpbd_rigid(sums: mat4x4<f32>, origin: MotionOrigin) -> MotionRigid {
    let none = MotionMomentum(vec3<f32>(0.0), vec3<f32>(0.0));
    return motion_rigid(sums, none, origin, 0.0, true, false);
}
