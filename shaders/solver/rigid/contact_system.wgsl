//#use solver/vbd/first_guess.wgsl
//#use contact/door.wgsl
//#use contact/list.wgsl
//#use solver/rigid/pose_fit.wgsl
//#use lib/wrench.wgsl
// The forces on a rigid body in a substep, vertex by vertex: planes of colliders, planes and contacts of other bodies, and
// attachments. Planes are springs so stiff that they yield far less than the kept gap; contacts and attachments have their
// own stiffness. Newton's method in six unknowns solves for all at once.

// Stiffness of a plane, in m/h² of the body over the planes that press at once.
const CONTACT_SYSTEM_STIFFNESS: f32 = 4e3;
// A plane is softer at first: within CONTACT_SYSTEM_SOFT of the kept gap it carries CONTACT_SYSTEM_BEARS times its share of
// the weight. At rest it must yield more than the rounding of positions, or forces, and friction with them, would flicker.
const CONTACT_SYSTEM_SOFT: f32 = 0.2;
const CONTACT_SYSTEM_BEARS: f32 = 2.5;
// The gap kept to colliders, in sizes of the body: larger than the yield and than rounding.
const CONTACT_SYSTEM_GAP: f32 = 2e-5;
// A body closer than the gap regains this part of it in a substep. Regaining all at once would throw the body.
const CONTACT_SYSTEM_REGAIN: f32 = 0.1;
// Stiffness of friction, in 1/h² of the body's effective mass at the vertex over the planes that press at once.
const CONTACT_SYSTEM_HOLD: f32 = 10.0;
// The part of the distance to another body that a substep may use up.
const CONTACT_SYSTEM_ROOM: f32 = 0.95;

// A trial motion of the body in the substep.
struct ContactSystemTrial {
    solid: RigidBody,
    pose: RigidPose,         // of the body at the start
    displacement: vec3<f32>, // of its centre
    turn: vec4<f32>,
    stiffness: f32, // of planes [N/unit]
    soft: f32,      // stiffness within `give` [N/unit]
    give: f32,      // depth up to which planes are soft [unit]
    rate: f32,      // m/h²
    hold: f32,      // 1/h² over the pressing planes: stiffness of friction for a mass
    rubs: bool,     // friction acts: not in the first trial, whose plane forces are unrealistic
}

// A vertex in a trial.
struct ContactSystemVertex {
    arm: vec3<f32>,          // from the centre, after the motion
    displacement: vec3<f32>, // no difference of positions: their rounding would make planes flicker
    start: vec3<f32>,
}

// The trial of a displacement and a turn. `several`: planes that press at once.
fn contact_system_trial(
    body: Body, sub: Substep, solid: RigidBody, pose: RigidPose, displacement: vec3<f32>, turn: vec4<f32>, several: f32, rubs: bool,
) -> ContactSystemTrial {
    let each = 1.0 / (sub.h * sub.h * several);
    let stiffness = CONTACT_SYSTEM_STIFFNESS * solid.mass * each;
    let give = CONTACT_SYSTEM_SOFT * CONTACT_SYSTEM_GAP * body.size;
    let share = solid.mass * length(params.gravity.xyz) / several;
    let soft = select(stiffness, min(CONTACT_SYSTEM_BEARS * share / give, stiffness), share > 0.0);
    return ContactSystemTrial(solid, pose, displacement, turn, stiffness, soft, give, solid.mass / (sub.h * sub.h), each, rubs);
}

// Begins a substep for a vertex: finds the planes that it may touch.
fn contact_system_begin(vertex: u32, sub: Substep) {
    let x = position_of(vertex);
    let v = scratch_velocity(vertex).xyz;
    if bodies[sub.body].attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    let guess = x.xyz + sub.h * (v + sub.h * params.gravity.xyz);
    let planes = contact_open(vertex, x.xyz, guess, sub, false);
    scratch_set_start(vertex, vec4<f32>(x.xyz, f32(planes)));
}

fn contact_system_vertex(body: Body, trial: ContactSystemTrial, local: u32) -> ContactSystemVertex {
    let arm = pose_fit_arm(body, trial.solid, trial.pose.turn, local);
    let turned = quaternion_displacement(trial.turn, arm);
    return ContactSystemVertex(arm + turned, trial.displacement + turned, scratch_start(body.first_vertex + local).xyz);
}

// The position of a vertex in a pose of the body.
fn contact_system_at(body: Body, solid: RigidBody, pose: RigidPose, local: u32) -> vec3<f32> {
    return pose.centre + pose_fit_arm(body, solid, pose.turn, local);
}

// The distance of a vertex from a collider's plane, less the gap that it must keep: below zero the plane presses.
fn contact_system_over(body: Body, contact: ListPlane, start: vec3<f32>, displacement: vec3<f32>) -> f32 {
    let n = contact.plane.xyz;
    let keeps = CONTACT_SYSTEM_GAP * body.size;
    let had = dot(n, start + contact.slip) - contact.plane.w;
    let wanted = clamp(had + CONTACT_SYSTEM_REGAIN * (keeps - had), 0.0, keeps);
    let gap = dot(n, displacement) + (dot(n, start) - contact.plane.w);
    return gap - wanted;
}

// The force of a plane that a vertex has entered by `deep`.
fn contact_system_push(trial: ContactSystemTrial, deep: f32) -> f32 {
    let give = clamp(deep, 0.0, trial.give);
    return trial.soft * give + trial.stiffness * max(deep - trial.give, 0.0);
}

// Adds the planes of colliders.
fn contact_system_add_planes(body: Body, vertex: u32, trial: ContactSystemTrial, at: ContactSystemVertex, sum: ptr<function, WrenchSum>) {
    var pressed = 0.0;
    let planes = scratch_planes(vertex);
    for (var k = 0u; k < planes; k++) {
        pressed += contact_system_push(trial, -contact_system_over(body, list_plane(vertex, k), at.start, at.displacement));
    }
    let held = scratch_residual(vertex);
    var holds = vec3<f32>(0.0);
    for (var k = 0u; k < planes && pressed > 0.0; k++) {
        let contact = list_plane(vertex, k);
        let deep = -contact_system_over(body, contact, at.start, at.displacement);
        if deep <= 0.0 {
            continue;
        }
        let n = contact.plane.xyz;
        let push = contact_system_push(trial, deep);
        wrench_add(sum, at.arm, push * n, n, select(trial.stiffness, trial.soft, deep < trial.give), 0.0);
        let share = push / pressed;
        let most = contact.friction * push;
        (*sum).count += 1.0;
        if !trial.rubs {
            continue;
        }
        holds += contact_system_add_friction(trial, at, n, share * held, share, contact, most, sum);
    }
    scratch_set_inertia(vertex, vec4<f32>(holds, 0.0));
}

// Adds Coulomb friction of a plane and returns it as a displacement: the last substep's friction, less the stiffness times
// the slip, clamped to `most` (augmented Lagrangian, Alart and Curnier 1991). The kept part stops creep on slopes.
fn contact_system_add_friction(
    trial: ContactSystemTrial, at: ContactSystemVertex, n: vec3<f32>, held: vec3<f32>, share: f32, contact: ListPlane, most: f32,
    sum: ptr<function, WrenchSum>,
) -> vec3<f32> {
    let k = CONTACT_SYSTEM_HOLD * share * trial.hold * contact_system_inertia(trial.solid, at.arm);
    let slip = at.displacement - contact.slip;
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

// Stores the friction on a vertex for the next substep.
fn contact_system_keep_friction(body: Body, trial: ContactSystemTrial, local: u32) {
    let vertex = body.first_vertex + local;
    var sum = wrench_zero();
    contact_system_add_planes(body, vertex, trial, contact_system_vertex(body, trial, local), &sum);
    scratch_set_residual(vertex, scratch_inertia(vertex).xyz);
}

// The effective mass of the body at an arm: the mean over all directions.
fn contact_system_inertia(solid: RigidBody, arm: vec3<f32>) -> f32 {
    let turns = solid.inverse.diagonal;
    return 1.0 / (1.0 / solid.mass + dot(arm, arm) * (turns.x + turns.y + turns.z) * (2.0 / 9.0));
}

// Adds the force of a vertex's attachment, or of a stiff spring to its start if the vertex is fixed.
fn contact_system_add_held(body: Body, vertex: u32, trial: ContactSystemTrial, at: ContactSystemVertex, sum: ptr<function, WrenchSum>) {
    var pull = vec4<f32>(0.0);
    if body.attachment_count > 0u {
        pull = state[state_row(STATE_TARGET, vertex)];
    }
    if position_of(vertex).w <= 0.0 {
        pull = vec4<f32>(at.start, -1.0);
    }
    if pull.w == 0.0 {
        return;
    }
    let k = select(pull.w, trial.stiffness, pull.w < 0.0);
    let lag = (pull.xyz - at.start) - at.displacement;
    wrench_add(sum, at.arm, k * lag, vec3<f32>(0.0, 1.0, 0.0), k, k);
}

// Adds the planes that separate a vertex from other bodies. The planes only stop motion: contacts apply the force.
fn contact_system_add_half_spaces(vertex: u32, trial: ContactSystemTrial, at: ContactSystemVertex, sum: ptr<function, WrenchSum>) {
    let bound = list_bound(vertex);
    let displacement = (at.start - bound.place) + at.displacement;
    if !list_is_near(bound, bound.place + displacement) {
        return;
    }
    for (var k = 0u; k < bound.planes; k++) {
        let plane = list_half_space(bound, k);
        let normal = -trial.stiffness * (dot(plane.xyz, displacement) + CONTACT_SYSTEM_ROOM * plane.w);
        if normal > 0.0 {
            wrench_add(sum, at.arm, normal * plane.xyz, plane.xyz, trial.stiffness, 0.0);
            list_stop();
            (*sum).count += 1.0;
        }
    }
}

// Adds the contacts of a vertex. A contact shared by several vertices of the body is added once, by the first.
fn contact_system_add_contacts(
    index: u32, body: Body, vertex: u32, trial: ContactSystemTrial, sum: ptr<function, WrenchSum>,
) {
    let bound = list_bound(vertex);
    for (var k = 0u; k < bound.contacts; k++) {
        let contact = list_contact(bound, k);
        if !contact.is_first_corner {
            continue;
        }
        var moved = vec3<f32>(0.0);
        var arm = vec3<f32>(0.0);
        for (var c = contact.begin; c < contact.end; c++) {
            let weight = contact.record.weights[c];
            if weight > 0.0 {
                let at = contact_system_vertex(body, trial, contact.corners[c] - body.first_vertex);
                arm += weight * at.arm;
                moved += weight * ((at.start - list_bound(contact.corners[c]).place) + at.displacement);
            }
        }
        let force = list_force(contact, moved);
        if force.presses {
            wrench_add(sum, arm, force.push, force.n, force.normal_stiffness, force.tangential_stiffness);
            list_press(index);
        }
    }
}

// Whether a collider presses a vertex after this displacement.
fn contact_system_touches(body: Body, vertex: u32, displacement: vec3<f32>) -> bool {
    let start = scratch_start(vertex).xyz;
    var touches = false;
    for (var k = 0u; k < scratch_planes(vertex); k++) {
        touches = touches || contact_system_over(body, list_plane(vertex, k), start, displacement) < 0.0;
    }
    return touches;
}

// The part of the displacement from its start to p that planes of colliders allow a vertex.
fn contact_system_part(vertex: u32, p: vec3<f32>) -> f32 {
    return list_part(vertex, scratch_start(vertex).xyz, p);
}

// The part that the vertex's reach allows.
fn contact_system_part_of_bound(vertex: u32, p: vec3<f32>) -> f32 {
    let displacement = distance(p, scratch_start(vertex).xyz);
    let reach = scratch_bound(vertex);
    return select(1.0, reach / displacement * 0.999999, displacement > reach);
}

// The part that other bodies allow, relative to the motion of the vertex's proximity set.
fn contact_system_part_of_half_spaces(vertex: u32, p: vec3<f32>) -> f32 {
    let bound = list_bound(vertex);
    if !list_is_near(bound, p) {
        return 1.0;
    }
    let displacement = p - bound.place;
    let far = length(displacement);
    var part = select(1.0, bound.reach / far * 0.999999, far > bound.reach);
    for (var k = 0u; k < bound.planes; k++) {
        let plane = list_half_space(bound, k);
        let deep = -dot(plane.xyz, displacement);
        let room = max(plane.w, 0.0);
        if deep > room {
            part = min(part, room / deep * 0.999999);
        }
    }
    return part;
}
