//#use kernel/stage/begin.wgsl
//#use kernel/stage/finish.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/press.wgsl
//#use kernel/stage/sheet.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// Extended position-based dynamics (Macklin, Müller, Chentanez 2016) in small steps (Macklin et al. 2019) of a sheet:
// what happens to one vertex and to one edge with the hinge on it.
//
// A vertex keeps the way that it would go without contact: the inertia's, and what each constraint adds. Its place is
// what contact makes of that way, every time anew: its first plane in sweeps, all of them at the end. So friction holds
// a vertex against all that pulls it in the substep, and not only against the last constraint.
//
// own_inertia is that way, without the carry, in xyz, and the inverse mass in w, 0 if the vertex is held.
//
// One sweep from nothing leaves a constraint too soft at rest: each substep it must build up its force anew, and gets
// there in part only. So the way begins with the constraint's force at the start of the substep, or as much of it as one
// substep bears, and the sweep corrects it.

// Forgets the attachments of the last step.
fn xpbd_release(vertex: u32) {
    state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
}

// The way that a vertex goes by inertia, gravity, air and a soft attachment. Reads the places and velocities of its
// neighbours and writes none. `rigid` is the motion that damping leaves alone.
fn xpbd_drive(body: Body, sheet: Sheet, sub: Substep, local: u32, rigid: MotionRigid) {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let pull = state[state_row(STATE_TARGET, vertex)];
    let inverse_mass = body_position(vertex).w;
    let load = xpbd_load(body, sheet, sub.h, local);
    if inverse_mass <= 0.0 || pull.w < 0.0 {
        own_set_inertia(vertex, vec4<f32>(0.0));
        if contact_is_near(sub.body) {
            contact_note(vertex, x, select(x, pull.xyz, pull.w < 0.0), sub);
        }
        return;
    }
    let old = own_velocity(vertex).xyz;
    var v = old - finish_damped(x, old, select(body.damping * sub.h, 0.0, sub.opens), rigid);
    v += sub.h * params.gravity.xyz;
    if sheet.drag + sheet.lift > 0.0 {
        let force = xpbd_air(body, sheet, local);
        v += constraint_blown(sub.h * inverse_mass * force, frames.world.wind.xyz - old);
    }
    v += inverse_mass / sub.h * load;
    v += response_pulled(vec3<f32>(0.0), x + own_carry(vertex), v, pull, sub.h, inverse_mass);
    own_set_inertia(vertex, vec4<f32>(sub.h * v, inverse_mass));
    if contact_is_near(sub.body) {
        contact_note(vertex, x, x + own_carry(vertex) + sub.h * v, sub);
    }
}

// The force of air on a vertex: a third of that on the triangles around it.
fn xpbd_air(body: Body, sheet: Sheet, local: u32) -> vec3<f32> {
    let head = arena[body.face_row + local];
    var force = vec3<f32>(0.0);
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz;
        let first = body.first_vertex;
        let v = own_velocity(first + corners.x).xyz + own_velocity(first + corners.y).xyz
            + own_velocity(first + corners.z).xyz;
        let flow = frames.world.wind.xyz - v / 3.0;
        force += constraint_air(
            body_at(corners.x), body_at(corners.y), body_at(corners.z), flow, sheet.drag, sheet.lift,
        );
    }
    return force / 3.0;
}

// What the constraints around a vertex load it with at the start of a substep: Σ multiplier ∇C. The first end of an edge
// keeps the multipliers, with which the sweep goes on.
fn xpbd_load(body: Body, sheet: Sheet, h: f32, local: u32) -> vec3<f32> {
    let head = arena[sheet.around_row + local];
    var load = vec3<f32>(0.0);
    for (var k = 0u; k < head.y; k++) {
        let entry = arena[sheet.around_row + head.x + k / 4u][k % 4u];
        let rows = sheet_edge(body, sheet, entry / 4u);
        let w = xpbd_free(body, rows.at);
        var multipliers = vec2<f32>(xpbd_bearable(rows.edge, rows.stretch, h, w), 0.0);
        if rows.bend > 0.0 {
            let hinge = sheet_hinge(body, rows);
            multipliers.y = xpbd_bearable(hinge, rows.bend, h, w);
            load += multipliers.y * sheet_gradient(hinge, entry % 4u);
        }
        load += multipliers.x * sheet_gradient(rows.edge, entry % 4u);
        if entry % 4u == 0u {
            sheet_keep(sheet, entry / 4u, multipliers);
        }
    }
    return load;
}

// The multiplier of a constraint's whole force, or of as much as one substep bears: with k h² Σ w |∇C|² above 1 the sweep
// could not take back what is too much.
fn xpbd_bearable(row: ConstraintRow, stiffness: f32, h: f32, w: vec4<f32>) -> f32 {
    let give = stiffness * h * h;
    return -row.value * give / max(1.0, give * constraint_weight(row, w));
}

// Inverse masses of four vertices before the substep; zero if held.
fn xpbd_free(body: Body, at: vec4<u32>) -> vec4<f32> {
    var w: vec4<f32>;
    for (var k = 0u; k < 4u; k++) {
        let vertex = body.first_vertex + at[k];
        w[k] = select(body_position(vertex).w, 0.0, state[state_row(STATE_TARGET, vertex)].w < 0.0);
    }
    return w;
}

// Finds the planes of a vertex and moves it its way. Held ones go where they are told.
fn xpbd_start(body: Body, sub: Substep, local: u32) {
    let vertex = body.first_vertex + local;
    limit_begin(vertex, sub);
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
    body_set(local, xpbd_place(vertex, xpbd_vertex(vertex)));
}

// What a vertex brings to the rows of an edge. All four of a hinge are fetched before any of them is written, so that the
// reads overlap.
struct XpbdVertex {
    way: vec4<f32>, // own_inertia
    start: vec4<f32>,
    carry: vec3<f32>,
    bound: ConfineBound,
}

fn xpbd_vertex(vertex: u32) -> XpbdVertex {
    let start = own_start(vertex);
    return XpbdVertex(own_inertia(vertex), start, own_carry(vertex), confine_bound(vertex, u32(start.w)));
}

// Where a vertex is after going its way within its reach and its first plane. The end of the substep takes all of its
// planes: each one more that every edge asked for would cost a wait.
fn xpbd_place(vertex: u32, own: XpbdVertex) -> vec3<f32> {
    let start = own.start.xyz;
    let whole = own.carry + own.way.xyz;
    let far = dot(whole, whole);
    let reach = own.bound.reach;
    let wanted = start + whole * select(1.0, reach * inverseSqrt(far), far > reach * reach);
    if own.start.w == 0.0 {
        return wanted;
    }
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0)); // see xpbd_confined
    let p = response_push(wanted, start, unit, unit, own.bound.first);
    if any(p != wanted) {
        own_mark(vertex);
    }
    return p;
}

fn xpbd_confined(vertex: u32, start: vec4<f32>, whole: vec3<f32>) -> vec3<f32> {
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0)); // m/h² of it is a particle's block: contact needs no factor
    let planes = u32(start.w);
    return confine_move(vertex, start.xyz, whole, start.xyz, planes, unit, unit, confine_bound(vertex, planes));
}

// Moves a vertex that is not held by a load.
fn xpbd_move(body: Body, local: u32, given: XpbdVertex, load: vec3<f32>) {
    if given.way.w > 0.0 {
        let vertex = body.first_vertex + local;
        var own = given;
        own.way = vec4<f32>(own.way.xyz + own.way.w * load, own.way.w);
        own_set_inertia(vertex, own.way);
        body_set(local, xpbd_place(vertex, own));
    }
}

// Solves an edge, then the hinge on it, and moves their vertices by what both give.
fn xpbd_solve(body: Body, sheet: Sheet, h: f32, edge: u32) {
    var multipliers = sheet_kept(sheet, edge);
    let rows = sheet_edge(body, sheet, edge);
    let at = rows.at;
    let first = body.first_vertex;
    let a = xpbd_vertex(first + at.x);
    let b = xpbd_vertex(first + at.y);
    let c = xpbd_vertex(first + at.z);
    let d = xpbd_vertex(first + at.w);
    let ends = vec4<f32>(a.way.w, b.way.w, 0.0, 0.0);
    let pull = constraint_step(rows.edge.value, constraint_weight(rows.edge, ends), rows.stretch, h, multipliers.x);
    multipliers.x += pull;
    var load_a = pull * rows.edge.a;
    var load_b = pull * rows.edge.b;
    if rows.bend > 0.0 {
        let w = vec4<f32>(ends.xy, c.way.w, d.way.w);
        let hinge = constraint_hinge(
            body_at(at.x) + w.x * load_a, body_at(at.y) + w.y * load_b, body_at(at.z), body_at(at.w), rows.turn,
        );
        let turn = constraint_step(hinge.value, constraint_weight(hinge, w), rows.bend, h, multipliers.y);
        multipliers.y += turn;
        load_a += turn * hinge.a;
        load_b += turn * hinge.b;
        xpbd_move(body, at.z, c, turn * hinge.c);
        xpbd_move(body, at.w, d, turn * hinge.d);
    }
    xpbd_move(body, at.x, a, load_a);
    xpbd_move(body, at.y, b, load_b);
    if body.iterations > 1u {
        sheet_keep(sheet, edge, multipliers);
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
        let pressed = press_particle(sub.body, vertex, start.xyz + whole, 1.0 / (way.w * sub.h * sub.h));
        p = xpbd_confined(vertex, start, whole + pressed);
        limit_note(sub.body);
        // Free of contact, the way is known better than the places.
        v = select((p - start.xyz) / sub.h, way.xyz / sub.h, all(p == start.xyz + whole));
        for (var k = 0u; k < u32(start.w); k++) {
            v = finish_unlifted(vertex, k, start.xyz, v, sub.h);
            v = finish_bounce(vertex, k, p, way.xyz / sub.h, v, sub.h, body);
        }
        hit_note(vertex, p, own_velocity(vertex).xyz, sub, body);
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

// The velocity at the end of a dispatch, after the last share of damping. `ends`: the step ends too.
fn xpbd_close(index: u32, body: Body, local: u32, rigid: MotionRigid, ends: bool) -> vec3<f32> {
    let x = body_at(local);
    let v = own_velocity(body.first_vertex + local).xyz;
    let damped = v - finish_damped(x, v, body.damping * substep_h(body), rigid);
    return finish_kept(index, select(damped, xpbd_rubbed(x, damped, rigid), ends && xpbd_rests(index, body)));
}

// Air lets a slow sheet swing on for minutes. What stops a real one is dry friction between its yarns, which does not fade
// with speed: so much of gravity stands against motion of a sheet beside its rigid motion.
const XPBD_RUB: f32 = 0.005;

// Whether a sheet may come to rest: it is held, or something touches it. In free flight it keeps its momentum.
fn xpbd_rests(index: u32, body: Body) -> bool {
    return !body_is_free(body) || report_touching(index) || limit_is_pressed(index);
}

// A velocity after a step of that friction.
fn xpbd_rubbed(x: vec3<f32>, v: vec3<f32>, rigid: MotionRigid) -> vec3<f32> {
    let solid = select(vec3<f32>(0.0), rigid.linear + cross(rigid.angular, x - rigid.centre), rigid.is_free);
    let loose = v - solid;
    let most = XPBD_RUB * length(params.gravity.xyz) * params_dt(params);
    return v - loose * min(most / max(length(loose), 1e-30), 1.0);
}

// One vertex's part of the sums for the motion that damping leaves alone.
fn xpbd_sums(body: Body, local: u32, origin: MotionOrigin) -> mat4x4<f32> {
    let vertex = body.first_vertex + local;
    return motion_sums(vertex, body_at(local), own_velocity(vertex).xyz, origin);
}

fn xpbd_rigid(sums: mat4x4<f32>, origin: MotionOrigin) -> MotionRigid {
    return motion_rigid(sums, MotionMomentum(), origin, 0.0, 0.0, true, false);
}
