//#use memory/rigid_motion.wgsl
//#use memory/velocity_stop.wgsl
//#use solver/common/attachment.wgsl
//#use contact/door.wgsl
//#use element/element.wgsl
//#use memory/element_group.wgsl
//#use memory/substep.wgsl
//#use memory/body_sum.wgsl
//#needs memory/position
//#needs memory/scratch
// Extended position-based dynamics (Macklin, Müller, Chentanez 2016) in small steps (Macklin et al. 2019): the functions
// that an executor calls for one vertex or one element.
//
// A vertex keeps its displacement without contact: that of inertia plus that of each element. Its position is this
// displacement projected to contact, anew each time: to the first plane in iterations, to all planes at the end. So friction
// opposes all forces on a vertex in the substep, and not only the last element's.
//
// scratch_inertia holds this displacement, without the residual, in xyz, and the inverse mass in w, 0 if the vertex is held.
//
// One iteration from zero multipliers leaves an element too soft at rest: each substep would have to build up its force
// anew. So the displacement begins with the element's force at the start of the substep, clamped to what one substep can
// solve, and the iterations correct it.

// Half the density of air times the coefficients of drag and lift [kg/unit³].
fn xpbd_drag(body: Body) -> f32 {
    return body.constants[0].x;
}

fn xpbd_lift(body: Body) -> f32 {
    return body.constants[0].y;
}

// Once a dispatch: clears the attachments of the last step.
fn solver_open(body: Body, local: u32) {
    state[state_row(STATE_TARGET, body.first_vertex + local)] = vec4<f32>(0.0);
}

// Stores the displacement of a vertex by inertia, gravity, air, a soft attachment and the initial load of its elements.
// Reads the positions and velocities of its neighbours and writes none. Damping does not reduce the motion `rigid`.
fn solver_begin(body: Body, sub: Substep, local: u32, rigid: RigidMotion) {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let pull = state[state_row(STATE_TARGET, vertex)];
    let inverse_mass = position_of(vertex).w;
    let load = xpbd_load(body, sub.h, local);
    var goal = select(x, pull.xyz, pull.w < 0.0);
    if inverse_mass <= 0.0 || pull.w < 0.0 {
        scratch_set_inertia(vertex, vec4<f32>(0.0));
    } else {
        let old = scratch_velocity(vertex).xyz;
        var v = old - rigid_motion_damped(x, old, select(body.damping * sub.h, 0.0, sub.opens), rigid);
        v += sub.h * params.gravity.xyz;
        if xpbd_drag(body) + xpbd_lift(body) > 0.0 {
            let force = xpbd_air(body, local);
            v += element_blown(sub.h * inverse_mass * force, frames.world.wind.xyz - old);
        }
        v += inverse_mass / sub.h * load;
        v += attachment_pulled(vec3<f32>(0.0), x + scratch_residual(vertex), v, pull, sub.h, inverse_mass);
        scratch_set_inertia(vertex, vec4<f32>(sub.h * v, inverse_mass));
        goal = x + scratch_residual(vertex) + sub.h * v;
    }
    if contact_near(sub.body) {
        contact_note(vertex, x, goal, sub);
    }
}

// The initial load of the elements around a vertex in a substep: Σ multiplier ∇C. The first corner of each element stores
// its multipliers, from which the iterations continue.
fn xpbd_load(body: Body, h: f32, local: u32) -> vec3<f32> {
    let around = element_group_around(body, local);
    var load = vec3<f32>(0.0);
    var group = ElementGroup();
    var known = 0xFFFFFFFFu;
    for (var k = 0u; k < around.y; k++) {
        let entry = element_group_entry(around.x, k);
        if entry.group != known {
            group = element_group_of(body, entry.group);
            known = entry.group;
        }
        let element = element_group_element(group, entry.element);
        let w = xpbd_free(body, element.corners);
        let start = element_open(group.kind, element, xpbd_corners(element), w, h, entry.corner, load);
        load = start.load;
        if entry.corner == 0u {
            element_group_keep(group, entry.element, start.multipliers);
        }
    }
    if element_has_sums() && element_group_sum(body) != 0u {
        load += body_sum_start(body, local, h * h);
    }
    return load;
}

fn xpbd_corners(element: Element) -> mat4x3<f32> {
    let at = element.corners;
    return mat4x3<f32>(position_at(at.x), position_at(at.y), position_at(at.z), position_at(at.w));
}

// Inverse masses of four vertices before the substep; zero if held.
fn xpbd_free(body: Body, at: vec4<u32>) -> vec4<f32> {
    var w: vec4<f32>;
    for (var k = 0u; k < 4u; k++) {
        let vertex = body.first_vertex + at[k];
        w[k] = select(position_of(vertex).w, 0.0, state[state_row(STATE_TARGET, vertex)].w < 0.0);
    }
    return w;
}

// The force of air on a vertex: a third of that on the triangles around it.
fn xpbd_air(body: Body, local: u32) -> vec3<f32> {
    let head = arena[body.face_row + local];
    var force = vec3<f32>(0.0);
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz;
        let first = body.first_vertex;
        let v = scratch_velocity(first + corners.x).xyz + scratch_velocity(first + corners.y).xyz
            + scratch_velocity(first + corners.z).xyz;
        let flow = frames.world.wind.xyz - v / 3.0;
        force += element_air(
            position_at(corners.x), position_at(corners.y), position_at(corners.z), flow, xpbd_drag(body), xpbd_lift(body),
        );
    }
    return force / 3.0;
}

// Finds the planes of a vertex and moves it for the first time. A held vertex moves to its target.
fn solver_start(body: Body, sub: Substep, local: u32) {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let displacement = scratch_inertia(vertex);
    let is_held = displacement.w <= 0.0;
    let planes = contact_open(vertex, x, x + scratch_residual(vertex) + displacement.xyz, sub, is_held);
    if is_held {
        let pull = state[state_row(STATE_TARGET, vertex)];
        scratch_set_start(vertex, vec4<f32>(x, 0.0));
        kahan_sum_drop(vertex);
        position_set(local, select(x, pull.xyz, pull.w < 0.0));
        return;
    }
    scratch_set_start(vertex, vec4<f32>(x, f32(planes)));
    position_set(local, xpbd_position(vertex, xpbd_vertex(vertex)));
}

// The values of a vertex for an element. All corners are loaded before any of them is stored, so that the reads overlap.
struct XpbdVertex {
    displacement: vec4<f32>, // scratch_inertia
    residual: vec3<f32>,
    bound: ContactBound,
}

fn xpbd_vertex(vertex: u32) -> XpbdVertex {
    return XpbdVertex(scratch_inertia(vertex), scratch_residual(vertex), contact_bound(vertex, scratch_start(vertex)));
}

// The position of a vertex after its displacement, within its bound and its first plane. The end of the substep uses all
// planes: each further plane here would cost every element a wait.
fn xpbd_position(vertex: u32, own: XpbdVertex) -> vec3<f32> {
    return contact_first(vertex, own.residual + own.displacement.xyz, own.bound);
}

// Moves a vertex by a load, unless it is held.
fn xpbd_move(body: Body, local: u32, given: XpbdVertex, load: vec3<f32>) {
    if given.displacement.w > 0.0 {
        let vertex = body.first_vertex + local;
        var own = given;
        own.displacement = vec4<f32>(own.displacement.xyz + own.displacement.w * load, own.displacement.w);
        scratch_set_inertia(vertex, own.displacement);
        position_set(local, xpbd_position(vertex, own));
    }
}

// Solves one item of a step: an element or a vertex.
fn solver_item(body: Body, sub: Substep, step: ElementGroupStep, item: u32) {
    if element_has_vertices() && step.what == ELEMENT_GROUP_VERTICES {
        xpbd_limit(body, step.group, item);
        return;
    }
    if element_has_sums() && step.what == ELEMENT_GROUP_VERTICES {
        xpbd_move(body, item, xpbd_vertex(body.first_vertex + item), body_sum_load(step.group, item));
        return;
    }
    xpbd_solve(body, sub.h, step.group, item);
}

// Solves an element and moves its vertices by its load.
fn xpbd_solve(body: Body, h: f32, group: ElementGroup, number: u32) {
    let multipliers = element_group_multipliers(group, number);
    let element = element_group_element(group, number);
    let at = element.corners;
    let first = body.first_vertex;
    let a = xpbd_vertex(first + at.x);
    let b = xpbd_vertex(first + at.y);
    let c = xpbd_vertex(first + at.z);
    let d = xpbd_vertex(first + at.w);
    let w = vec4<f32>(a.displacement.w, b.displacement.w, c.displacement.w, d.displacement.w);
    let load = element_relax(group.kind, element, xpbd_corners(element), w, h, multipliers);
    if at.z != at.x {
        xpbd_move(body, at.z, c, load.c);
    }
    if at.w != at.x {
        xpbd_move(body, at.w, d, load.d);
    }
    xpbd_move(body, at.x, a, load.a);
    xpbd_move(body, at.y, b, load.b);
    if body.iterations > 1u {
        element_group_keep(group, number, load.multipliers);
    }
}

// Most rounds of a vertex through its limits: satisfying one may violate another. Two limits that pull almost against each
// other, as on the middle of a taut sheet, leave .85 of the excess in a round.
const XPBD_ROUNDS: u32 = 32u;

// Projects a vertex to its limits.
fn xpbd_limit(body: Body, group: ElementGroup, local: u32) {
    let own = xpbd_vertex(body.first_vertex + local);
    if own.displacement.w <= 0.0 {
        return;
    }
    let start = position_at(local);
    let rows = element_group_limits(group);
    var x = start;
    for (var round = 0u; round < XPBD_ROUNDS; round++) {
        let before = x;
        for (var k = 0u; k < rows; k++) {
            let limit = element_group_limit(body, group, local, k);
            x = element_within(group.kind, x, position_at(limit.x), bitcast<f32>(limit.y));
            x = element_within(group.kind, x, position_at(limit.z), bitcast<f32>(limit.w));
        }
        if all(x == before) {
            break;
        }
    }
    if any(x != start) {
        xpbd_move(body, local, own, (x - start) / own.displacement.w);
    }
}

// A vertex's part of a sum.
fn solver_part(body: Body, step: ElementGroupStep, local: u32) -> vec4<f32> {
    return body_sum_part(body, step.group, local);
}

// One thread applies the total of a sum.
fn solver_total(body: Body, sub: Substep, step: ElementGroupStep, total: vec4<f32>) {
    body_sum_total(body, sub, step.group, total);
}

// The end of the substep: the position with its residual, and the velocity.
fn solver_end(body: Body, sub: Substep, local: u32) {
    let vertex = body.first_vertex + local;
    let start = scratch_start(vertex);
    let displacement = scratch_inertia(vertex);
    var p = position_at(local);
    var v = (p - start.xyz) / sub.h;
    if displacement.w > 0.0 {
        let whole = scratch_residual(vertex) + displacement.xyz;
        let pressed = contact_push(sub.body, vertex, start.xyz + whole, 1.0 / (displacement.w * sub.h * sub.h));
        p = contact_move_particle(sub.body, vertex, start.xyz, whole + pressed, contact_bound(vertex, start));
        // Without contact the displacement is more precise than a difference of positions.
        v = select((p - start.xyz) / sub.h, displacement.xyz / sub.h, all(p == start.xyz + whole));
        v = contact_end(vertex, start, p, displacement.xyz / sub.h, v, sub, body, CONTACT_LIFT | CONTACT_STOP);
        contact_hit(vertex, p, scratch_velocity(vertex).xyz, sub, body);
    }
    if position_stopped(sub.body) || !math_finite(p) || !math_finite(v) {
        position_stop(sub.body, sub.number);
        scratch_set_velocity(vertex, vec4<f32>(0.0));
        kahan_sum_drop(vertex);
        position_set(local, start.xyz);
        return;
    }
    scratch_set_velocity(vertex, vec4<f32>(v, 1.0));
    position_set(local, p);
}

// The velocity at the end of a dispatch, after the last damping. `ends`: the step ends too.
fn solver_close(index: u32, body: Body, local: u32, rigid: RigidMotion, ends: bool) -> vec3<f32> {
    let x = position_at(local);
    let v = scratch_velocity(body.first_vertex + local).xyz;
    let damped = v - rigid_motion_damped(x, v, body.damping * substep_h(body), rigid);
    return velocity_stop_of(index, select(damped, xpbd_rubbed(x, damped, rigid), ends && xpbd_rests(index, body)));
}

// Air alone lets a slow sheet swing for minutes. Real cloth stops by dry friction between its yarns, which does not fade
// with speed: this part of gravity decelerates a sheet's motion relative to its rigid motion.
const XPBD_RUB: f32 = 0.005;

// Whether a sheet may come to rest: it is held, or something touches it. In free flight it keeps its momentum.
fn xpbd_rests(index: u32, body: Body) -> bool {
    return !body_is_free(body) || report_touched_before(index) || contact_acts(index);
}

// A velocity after a step of yarn friction.
fn xpbd_rubbed(x: vec3<f32>, v: vec3<f32>, rigid: RigidMotion) -> vec3<f32> {
    let solid = select(vec3<f32>(0.0), rigid.linear + cross(rigid.angular, x - rigid.centre), rigid.is_free);
    let loose = v - solid;
    let most = XPBD_RUB * length(params.gravity.xyz) * params_dt(params);
    return v - loose * min(most / max(length(loose), 1e-30), 1.0);
}
