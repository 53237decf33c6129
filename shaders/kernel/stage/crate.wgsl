//#use kernel/stage/begin.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/press.wgsl
//#use kernel/stage/stance.wgsl
//#use lib/wrench.wgsl
// What presses a rigid body in a substep, vertex by vertex: planes of colliders, planes and rows of other bodies, and what
// holds it. Planes are springs so stiff that their give is far below the gap that is kept; rows and attachments have their own
// stiffness. All are pulled at once by Newton's method in six unknowns.

// Stiffness of a plane, in m/h² of the body over what presses at once.
const CRATE_STIFFNESS: f32 = 4e3;
// A plane is softer at first: it bears CRATE_BEARS times its share of the weight where it gives way by CRATE_SOFT of the gap
// that is kept. At rest its give must be above the rounding of positions, or forces, and with them friction, would flicker.
const CRATE_SOFT: f32 = 0.2;
const CRATE_BEARS: f32 = 2.5;
// The gap that is kept to colliders, in sizes of the body: more than the give, and than rounding.
const CRATE_GAP: f32 = 2e-5;
// A body that is nearer gets this part of the gap back in a substep. All at once would throw it.
const CRATE_REGAIN: f32 = 0.1;
// Stiffness of friction, in that of the body's inertia at the vertex over what presses at once.
const CRATE_HOLD: f32 = 10.0;
// The part of the room to another body that may be used up in a substep.
const CRATE_ROOM: f32 = 0.95;

// A motion of the body in the substep, to try.
struct CrateTrial {
    solid: StanceBody,
    stance: Stance,   // where the body stands at the start
    way: vec3<f32>,   // of its centre
    turn: vec4<f32>,
    stiffness: f32,   // of planes [N/unit]
    soft: f32,        // where they begin to give way [N/unit]
    give: f32,        // so far [unit]
    rate: f32,        // m/h²
    hold: f32,        // 1/h² over what presses at once: stiffness of friction for a mass
    rubs: bool,       // friction acts: not in the first trial, where planes press as nothing does in truth
}

// A vertex in it.
struct CrateVertex {
    arm: vec3<f32>, // from the centre, after the motion
    way: vec3<f32>, // not a difference of places: their rounding would let planes flicker
    start: vec3<f32>,
}

// The trial of a way and a turn. `several`: planes that press at once.
fn crate_trial(
    body: Body, sub: Substep, solid: StanceBody, stance: Stance, way: vec3<f32>, turn: vec4<f32>, several: f32, rubs: bool,
) -> CrateTrial {
    let each = 1.0 / (sub.h * sub.h * several);
    let stiffness = CRATE_STIFFNESS * solid.mass * each;
    let give = CRATE_SOFT * CRATE_GAP * body.size;
    let share = solid.mass * length(params.gravity.xyz) / several;
    let soft = select(stiffness, min(CRATE_BEARS * share / give, stiffness), share > 0.0);
    return CrateTrial(solid, stance, way, turn, stiffness, soft, give, solid.mass / (sub.h * sub.h), each, rubs);
}

// Begins a substep for a vertex: what it may meet on its way.
fn crate_begin(vertex: u32, sub: Substep) {
    limit_begin(vertex, sub);
    let x = body_position(vertex);
    let v = own_velocity(vertex).xyz;
    if bodies[sub.body].attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    let guess = x.xyz + sub.h * (v + sub.h * params.gravity.xyz);
    let planes = contact_detect(vertex, x.xyz, guess, sub);
    own_set_start(vertex, vec4<f32>(x.xyz, f32(planes)));
}

fn crate_vertex(body: Body, trial: CrateTrial, local: u32) -> CrateVertex {
    let arm = stance_arm(body, trial.solid, trial.stance.turn, local);
    let turned = turn_way(trial.turn, arm);
    return CrateVertex(arm + turned, trial.way + turned, own_start(body.first_vertex + local).xyz);
}

// Where a vertex is if the body stands so.
fn crate_at(body: Body, solid: StanceBody, stance: Stance, local: u32) -> vec3<f32> {
    return stance.centre + stance_arm(body, solid, stance.turn, local);
}

// How far a plane of a collider is from the place that a vertex may not pass: below zero it presses.
fn crate_over(body: Body, contact: ResponsePlane, start: vec3<f32>, way: vec3<f32>) -> f32 {
    let n = contact.plane.xyz;
    let keeps = CRATE_GAP * body.size;
    let had = dot(n, start + contact.slip) - contact.plane.w;
    let wanted = clamp(had + CRATE_REGAIN * (keeps - had), 0.0, keeps);
    let gap = dot(n, way) + (dot(n, start) - contact.plane.w);
    return gap - wanted;
}

// How hard a plane presses where it has given way by `deep`.
fn crate_push(trial: CrateTrial, deep: f32) -> f32 {
    let give = clamp(deep, 0.0, trial.give);
    return trial.soft * give + trial.stiffness * max(deep - trial.give, 0.0);
}

// Adds the planes of colliders.
fn crate_add_planes(body: Body, vertex: u32, trial: CrateTrial, at: CrateVertex, sum: ptr<function, WrenchSum>) {
    var pressed = 0.0;
    let planes = own_planes(vertex);
    for (var k = 0u; k < planes; k++) {
        pressed += crate_push(trial, -crate_over(body, confine_plane(vertex, k), at.start, at.way));
    }
    let held = own_carry(vertex);
    var holds = vec3<f32>(0.0);
    for (var k = 0u; k < planes && pressed > 0.0; k++) {
        let contact = confine_plane(vertex, k);
        let deep = -crate_over(body, contact, at.start, at.way);
        if deep <= 0.0 {
            continue;
        }
        let n = contact.plane.xyz;
        let push = crate_push(trial, deep);
        wrench_add(sum, at.arm, push * n, n, select(trial.stiffness, trial.soft, deep < trial.give), 0.0);
        let share = push / pressed;
        let most = contact.friction * push;
        (*sum).count += 1.0;
        if !trial.rubs {
            continue;
        }
        holds += crate_add_friction(trial, at, n, share * held, share, contact, most, sum);
    }
    own_set_inertia(vertex, vec4<f32>(holds, 0.0));
}

// Adds Coulomb's friction of a plane and returns it, as the way that it keeps the body from going. It is what held in the
// last substep, less what the slip asks for, cut to `most` (augmented Lagrangian, Alart and Curnier 1991). So what rests
// on a slope does not creep.
fn crate_add_friction(
    trial: CrateTrial, at: CrateVertex, n: vec3<f32>, held: vec3<f32>, share: f32, contact: ResponsePlane, most: f32,
    sum: ptr<function, WrenchSum>,
) -> vec3<f32> {
    let k = CRATE_HOLD * share * trial.hold * crate_inertia(trial.solid, at.arm);
    let slip = at.way - contact.slip;
    let wanted = trial.rate * held - k * slip;
    var hold = wanted - n * dot(n, wanted);
    let size = length(hold);
    if size <= most {
        wrench_add(sum, at.arm, hold, n, 0.0, k);
    } else {
        let along = hold / size;
        hold = most * along;
        wrench_add(sum, at.arm, hold, cross(n, along), k * most / size, 0.0);
    }
    return hold / trial.rate;
}

// Keeps for the next substep what friction holds a vertex with.
fn crate_keep_friction(body: Body, trial: CrateTrial, local: u32) {
    let vertex = body.first_vertex + local;
    var sum = wrench_zero();
    crate_add_planes(body, vertex, trial, crate_vertex(body, trial, local), &sum);
    own_set_carry(vertex, own_inertia(vertex).xyz);
}

// How much mass the body has at an arm: the mean over all directions.
fn crate_inertia(solid: StanceBody, arm: vec3<f32>) -> f32 {
    let turns = solid.inverse.diagonal;
    return 1.0 / (1.0 / solid.mass + dot(arm, arm) * (turns.x + turns.y + turns.z) * (2.0 / 9.0));
}

// Adds what holds a vertex: its attachment, or that it may not move at all.
fn crate_add_held(body: Body, vertex: u32, trial: CrateTrial, at: CrateVertex, sum: ptr<function, WrenchSum>) {
    var pull = vec4<f32>(0.0);
    if body.attachment_count > 0u {
        pull = state[state_row(STATE_TARGET, vertex)];
    }
    if body_position(vertex).w <= 0.0 {
        pull = vec4<f32>(at.start, -1.0);
    }
    if pull.w == 0.0 {
        return;
    }
    let k = select(pull.w, trial.stiffness, pull.w < 0.0);
    let lag = (pull.xyz - at.start) - at.way;
    wrench_add(sum, at.arm, k * lag, vec3<f32>(0.0, 1.0, 0.0), k, k);
}

// Adds the planes that part a vertex from other bodies. They only stop: rows have the force.
fn crate_add_limits(vertex: u32, trial: CrateTrial, at: CrateVertex, sum: ptr<function, WrenchSum>) {
    let bound = limit_bound(vertex);
    let way = (at.start - bound.place) + at.way;
    if bound.reach >= TOUCH_FAR || limit_is_loose(bound, bound.place + way) {
        return;
    }
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        let normal = -trial.stiffness * (dot(plane.xyz, way) + CRATE_ROOM * plane.w);
        if normal > 0.0 {
            wrench_add(sum, at.arm, normal * plane.xyz, plane.xyz, trial.stiffness, 0.0);
            limit_acted = true;
            (*sum).count += 1.0;
        }
    }
}

// Adds the rows of a vertex. One that several vertices of the body bear is added once, by its first.
fn crate_add_rows(
    index: u32, body: Body, vertex: u32, trial: CrateTrial, sum: ptr<function, WrenchSum>,
) {
    let bound = limit_bound(vertex);
    for (var k = 0u; k < bound.rows; k++) {
        let slot = limit_word(frames.touch.link_row, bound.first + k);
        let is_edges = (touch[frames.touch.plane_row + 2u * (slot / 4u)].w & TOUCH_CROSSED) != 0u;
        let second = select(1u, 2u, is_edges);
        let is_second = slot % 4u >= second;
        let from_corner = select(0u, second, is_second);
        let end = select(second, 4u, is_second);
        let row = press_row(slot / 4u);
        let corners = limit_corners(slot / 4u);
        var first = from_corner;
        while first + 1u < end && row.weights[first] <= 0.0 {
            first++;
        }
        if first != slot % 4u {
            continue;
        }
        var moved = vec3<f32>(0.0);
        var arm = vec3<f32>(0.0);
        for (var c = from_corner; c < end; c++) {
            if row.weights[c] > 0.0 {
                let at = crate_vertex(body, trial, corners[c] - body.first_vertex);
                arm += row.weights[c] * at.arm;
                moved += row.weights[c] * ((at.start - limit_bound(corners[c]).place) + at.way);
            }
        }
        let force = press_force(row, select(moved, -moved, is_second));
        if force.normal > 0.0 {
            let push = force.normal * row.n + force.tangential;
            wrench_add(
                sum, arm, select(push, -push, is_second), row.n, force.normal_stiffness,
                force.tangential_stiffness,
            );
            limit_press(index);
        }
    }
}

// Whether contact with a collider acts on a vertex that goes this way.
fn crate_touches(body: Body, vertex: u32, way: vec3<f32>) -> bool {
    let start = own_start(vertex).xyz;
    var touches = false;
    for (var k = 0u; k < own_planes(vertex); k++) {
        touches = touches || crate_over(body, confine_plane(vertex, k), start, way) < 0.0;
    }
    return touches;
}

// The part of its way from `start` that a vertex may go to p: past no plane of a collider that it is outside of.
fn crate_part(vertex: u32, p: vec3<f32>) -> f32 {
    let start = own_start(vertex).xyz;
    var part = 1.0;
    for (var k = 0u; k < own_planes(vertex); k++) {
        let plane = confine_plane(vertex, k).plane;
        let rounding = confine_rounding(plane, p);
        let had = dot(plane.xyz, start) - plane.w;
        let gap = dot(plane.xyz, p) - plane.w;
        if had >= -rounding && gap < -rounding {
            part = min(part, max(had, 0.0) / (max(had, 0.0) - gap));
        }
    }
    return part;
}

// The same for its reach.
fn crate_part_of_reach(vertex: u32, p: vec3<f32>) -> f32 {
    let way = distance(p, own_start(vertex).xyz);
    let reach = own_reach(vertex);
    return select(1.0, reach / way * 0.999999, way > reach);
}

// The same for other bodies, from where the vertex stays beside its cluster.
fn crate_part_of_limits(vertex: u32, p: vec3<f32>) -> f32 {
    let bound = limit_bound(vertex);
    if bound.reach >= TOUCH_FAR || limit_is_loose(bound, p) {
        return 1.0;
    }
    let way = p - bound.place;
    let far = length(way);
    var part = select(1.0, bound.reach / far * 0.999999, far > bound.reach);
    for (var k = 0u; k < bound.planes; k++) {
        let plane = limit_floats(frames.touch.kept_row + bound.first + k);
        let deep = -dot(plane.xyz, way);
        let room = max(plane.w, 0.0);
        if deep > room {
            part = min(part, room / deep * 0.999999);
        }
    }
    return part;
}
