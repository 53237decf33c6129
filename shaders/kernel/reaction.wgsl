//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/collider_mask.wgsl
//#use memory/report.wgsl
//#use memory/workgroup.wgsl
//#use contact/filter/half_space_filter.wgsl
//#use contact/broad/body_pairs.wgsl
//#use contact/force/contact_force.wgsl
//#use share/reaction.wgsl
// Two-way contact: the impulse of colliders and other bodies on each body in a step, from its momentum before and after, and
// the colliders that it touches. The impulse is exact whatever the method, its substeps and its sweeps. The host divides it
// among the colliders (src/world/results/impulses.rs). A workgroup a body.

// 1 if bodies may touch bodies. A constant of the pipeline.
override REACTION_BODIES: u32 = 0u;

const REACTION_OPEN: u32 = 0u; // before the solvers; else after them

// Sums over a body, about `position`: (momentum, mass), angular momentum, mass times the displacement to the centre.
fn reaction_sums(body: Body, position: vec3<f32>, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let v = state[state_row(STATE_VELOCITY, body.first_vertex + i)].xyz;
        let m = select(0.0, 1.0 / x.w, x.w > 0.0);
        let r = x.xyz - position;
        sums += mat4x4<f32>(
            vec4<f32>(m * v, m), vec4<f32>(m * cross(r, v), 0.0), vec4<f32>(m * r, 0.0), vec4<f32>(0.0),
        );
    }
    return workgroup_sums(thread, sums);
}

// A vertex nearer than this, in sizes of the body, plus its displacement in a step, counts as touching.
const REACTION_NEAR: f32 = 1e-3;
// A vertex nearer than this lies on the surface.
const REACTION_ON: f32 = 1e-4;

// The contact of a body with a collider: the sum of normals, (the sum of displacements from `position`, weight), and the
// number of vertices on its surface.
fn reaction_touch(index: u32, record: Collider, position: vec3<f32>, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    let dt = params_dt(params);
    let pose = collider_list_pose(record, frames.list[record.frame], 1.0, report_cell(index));
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)].xyz;
        let speed = length(state[state_row(STATE_VELOCITY, body.first_vertex + i)].xyz);
        let near = solid_distance_of(record, pose_to_local(pose, x));
        let room = REACTION_NEAR * body.size + body.margin + 2.0 * dt * (speed + dt * length(params.gravity.xyz));
        let weight = clamp(1.0 - (near.w - body.margin) / room, 0.0, 1.0);
        let n = math_rotate(pose.rotation, near.xyz);
        let on = select(0.0, 1.0, near.w - body.margin < REACTION_ON * body.size);
        sums += mat4x4<f32>(
            vec4<f32>(weight * n, 0.0), vec4<f32>(weight * (x - position), weight), vec4<f32>(on), vec4<f32>(0.0),
        );
    }
    return workgroup_sums(thread, sums);
}

// The contact of a body with a kinematic surface: the same sums over the contacts of its vertices there. A contact without
// force gets weight 1e-3, so it counts only if no contact has force: a plane alone may have stopped the body.
fn reaction_touch_surface(index: u32, surface: u32, position: vec3<f32>, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let bound = filter_bound(vertex);
        for (var k = 0u; k < bound.contacts; k++) {
            let role = contacts_word(frames.contacts.link_row, bound.first + k);
            let about = filter_candidate(role / 4u);
            let contact = contact_force_record(role / 4u);
            let is_second = about.y == index;
            if select(about.y, about.w, is_second) != surface || (contact.normal <= 0.0 && contact.gap > 2.0 * contact.radius) {
                continue;
            }
            let weight = contact.weights[role % 4u] * select(1e-3, 1.0, contact.normal > 0.0);
            let n = select(contact.n, -contact.n, is_second);
            sums += mat4x4<f32>(
                vec4<f32>(weight * n, 0.0), vec4<f32>(weight * (x - position), weight), vec4<f32>(weight), vec4<f32>(0.0),
            );
        }
    }
    return workgroup_sums(thread, sums);
}

// Adds a collider to the list of a body if it touches the body. Returns the number of touching colliders, listed or not.
fn reaction_add(row: u32, found: u32, number: f32, touch_sums: mat4x4<f32>, thread: u32) -> u32 {
    if touch_sums[1].w <= 0.0 {
        return found;
    }
    if thread == 0u && found < REACTION_MOST {
        state[row + REACTION_TOUCH + 2u * found] = vec4<f32>(touch_sums[0].xyz, number);
        state[row + REACTION_TOUCH + 2u * found + 1u] = touch_sums[1];
        state[row + REACTION_HOLDS][found] = touch_sums[2].x;
    }
    return found + 1u;
}

// Lists the colliders that a body touches.
fn reaction_list(index: u32, row: u32, position: vec3<f32>, thread: u32) {
    var near: ColliderListList;
    if frames.world.colliders > frames.world.half_spaces {
        near = collider_list_list(index);
    }
    var found = 0u;
    if thread == 0u {
        state[row + REACTION_HOLDS] = vec4<f32>(0.0);
    }
    let count = collider_list_count(near);
    for (var k = 0u; k < count; k++) {
        let number = collider_list_index(near, k);
        let record = scene_collider(number);
        if !collider_mask_meets(number, record, bodies[index]) {
            continue;
        }
        found = reaction_add(row, found, f32(number), reaction_touch(index, record, position, thread), thread);
    }
    if REACTION_BODIES != 0u && filter_is_listed(index) {
        let others = body_pairs_list(index);
        for (var k = 0u; k < others.y; k++) {
            let other = body_pairs_body(others.x + k);
            if body_is_kinematic(bodies[other]) {
                let touch_sums = reaction_touch_surface(index, other, position, thread);
                found = reaction_add(row, found, -1.0 - f32(other), touch_sums, thread);
            }
        }
    }
    if thread == 0u {
        let listed = f32(min(found, REACTION_MOST));
        state[row + REACTION_COUNT] = vec4<f32>(listed, select(0.0, 1.0, found > REACTION_MOST), 0.0, 0.0);
    }
}

// The root of a body's proximity set: the host divides impulses within a set.
fn reaction_proximity_set(index: u32) -> u32 {
    if REACTION_BODIES == 0u || !filter_is_near(index) {
        return index;
    }
    return contacts[filter_body_row(index) + CONTACTS_STATE].z;
}

@compute @workgroup_size(128)
fn reaction(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    let row = params.sum_row + REACTION_ROWS * workgroup_id.x;
    if params.part == REACTION_OPEN {
        let position = state[state_row(STATE_POSITION, body.first_vertex)].xyz;
        let sums = reaction_sums(body, position, thread);
        if thread == 0u {
            state[row + REACTION_START] = sums[0];
            state[row + REACTION_SPIN] = sums[1];
            state[row + REACTION_CENTRE] = sums[2];
            state[row + REACTION_POSITION] = vec4<f32>(position, 0.0);
        }
        return;
    }
    let position = state[row + REACTION_POSITION].xyz;
    let sums = reaction_sums(body, position, thread);
    if thread == 0u {
        let gravity = params_dt(params) * params.gravity.xyz;
        let given = sums[0].xyz - state[row + REACTION_START].xyz - sums[0].w * gravity;
        let centre = 0.5 * (sums[2].xyz + state[row + REACTION_CENTRE].xyz);
        let twist = sums[1].xyz - state[row + REACTION_SPIN].xyz - cross(centre, gravity);
        let known = select(0.0, 1.0, body_is_free(body) && !report_stopped(index));
        state[row + REACTION_GIVEN] = vec4<f32>(given, known);
        state[row + REACTION_TWIST] = vec4<f32>(twist, f32(reaction_proximity_set(index)));
    }
    reaction_list(index, row, position, thread);
}
