//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/contact.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/press.wgsl
//#use share/reaction.wgsl
// Two-way contact: what colliders and other bodies gave each body in a step, from its momentum before and after, and which
// colliders it touches. That is exact whatever the method, its substeps and its sweeps. The host shares it out
// (src/world/impulses.rs). A workgroup a body.

const REACTION_OPEN: u32 = 0u; // before the solvers; else after them

// Sums over a body, about a place: (momentum, mass), angular momentum, mass times the way to the centre.
fn reaction_sums(body: Body, place: vec3<f32>, thread: u32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)];
        let v = state[state_row(STATE_VELOCITY, body.first_vertex + i)].xyz;
        let m = select(0.0, 1.0 / x.w, x.w > 0.0);
        let r = x.xyz - place;
        sums += mat4x4<f32>(
            vec4<f32>(m * v, m), vec4<f32>(m * cross(r, v), 0.0), vec4<f32>(m * r, 0.0), vec4<f32>(0.0),
        );
    }
    return group_sums(thread, sums);
}

// So near, in sizes of the body, a vertex counts as touching; a fast one that much and its way in a step.
const REACTION_NEAR: f32 = 1e-3;
// So near it lies on the surface.
const REACTION_ON: f32 = 1e-4;

// How a body touches a collider: the sum of normals, (the sum of ways from the place, weight), and how many vertices lie on
// its surface.
fn reaction_touch(index: u32, record: Collider, place: vec3<f32>, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    let dt = params_dt(params);
    let pose = nearby_pose(record, frames.list[record.frame], 1.0, report_cell(index));
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)].xyz;
        let speed = length(state[state_row(STATE_VELOCITY, body.first_vertex + i)].xyz);
        let near = solid_distance(record, pose_to_local(pose, x));
        let room = REACTION_NEAR * body.size + body.margin + 2.0 * dt * (speed + dt * length(params.gravity.xyz));
        let weight = clamp(1.0 - (near.w - body.margin) / room, 0.0, 1.0);
        let n = math_rotate(pose.rotation, near.xyz);
        let on = select(0.0, 1.0, near.w - body.margin < REACTION_ON * body.size);
        sums += mat4x4<f32>(
            vec4<f32>(weight * n, 0.0), vec4<f32>(weight * (x - place), weight), vec4<f32>(on), vec4<f32>(0.0),
        );
    }
    return group_sums(thread, sums);
}

// How a body touches a surface of a collider: the same sums over the rows of its vertices that press there. A row that only
// is near counts as little as makes no difference beside them: a plane alone may have stopped the body.
fn reaction_touch_surface(index: u32, surface: u32, place: vec3<f32>, thread: u32) -> mat4x4<f32> {
    let body = bodies[index];
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        let x = state[state_row(STATE_POSITION, vertex)].xyz;
        let bound = limit_bound(vertex);
        for (var k = 0u; k < bound.rows; k++) {
            let slot = limit_word(frames.touch.link_row, bound.first + k);
            let about = limit_about(slot / 4u);
            let row = press_row(slot / 4u);
            let is_second = about.y == index;
            if select(about.y, about.w, is_second) != surface || (row.normal <= 0.0 && row.gap > 2.0 * row.radius) {
                continue;
            }
            let weight = row.weights[slot % 4u] * select(1e-3, 1.0, row.normal > 0.0);
            let n = select(row.n, -row.n, is_second);
            sums += mat4x4<f32>(
                vec4<f32>(weight * n, 0.0), vec4<f32>(weight * (x - place), weight), vec4<f32>(weight), vec4<f32>(0.0),
            );
        }
    }
    return group_sums(thread, sums);
}

// Adds a collider to the list of a body if it touches it. Returns how many there are, with and without room.
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
fn reaction_list(index: u32, row: u32, place: vec3<f32>, thread: u32) {
    let near = nearby_list(index);
    var found = 0u;
    if thread == 0u {
        state[row + REACTION_HOLDS] = vec4<f32>(0.0);
    }
    let count = nearby_count(near);
    for (var k = 0u; k < count; k++) {
        let number = nearby_index(near, k);
        let record = scene_collider(number);
        if !nearby_meets(number, record, bodies[index]) {
            continue;
        }
        found = reaction_add(row, found, f32(number), reaction_touch(index, record, place, thread), thread);
    }
    if limit_is_listed(index) {
        let others = neighbour_list(index);
        for (var k = 0u; k < others.y; k++) {
            let other = neighbour_body(others.x + k);
            if body_is_carrier(bodies[other]) {
                let touch_sums = reaction_touch_surface(index, other, place, thread);
                found = reaction_add(row, found, -1.0 - f32(other), touch_sums, thread);
            }
        }
    }
    if thread == 0u {
        let listed = f32(min(found, REACTION_MOST));
        state[row + REACTION_COUNT] = vec4<f32>(listed, select(0.0, 1.0, found > REACTION_MOST), 0.0, 0.0);
    }
}

// The root of the bodies that press each other at the end of the step.
fn reaction_cluster(index: u32) -> u32 {
    if !limit_is_near(index) {
        return index;
    }
    return touch[limit_body(index) + TOUCH_STATE].z;
}

@compute @workgroup_size(128)
fn reaction(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    let row = params.sum_row + REACTION_ROWS * group.x;
    if params.part == REACTION_OPEN {
        let place = state[state_row(STATE_POSITION, body.first_vertex)].xyz;
        let sums = reaction_sums(body, place, thread);
        if thread == 0u {
            state[row + REACTION_START] = sums[0];
            state[row + REACTION_SPIN] = sums[1];
            state[row + REACTION_CENTRE] = sums[2];
            state[row + REACTION_PLACE] = vec4<f32>(place, 0.0);
        }
        return;
    }
    let place = state[row + REACTION_PLACE].xyz;
    let sums = reaction_sums(body, place, thread);
    if thread == 0u {
        let gravity = params_dt(params) * params.gravity.xyz;
        let given = sums[0].xyz - state[row + REACTION_START].xyz - sums[0].w * gravity;
        let centre = 0.5 * (sums[2].xyz + state[row + REACTION_CENTRE].xyz);
        let twist = sums[1].xyz - state[row + REACTION_SPIN].xyz - cross(centre, gravity);
        let known = select(0.0, 1.0, body_is_free(body) && !report_stopped(index));
        state[row + REACTION_GIVEN] = vec4<f32>(given, known);
        state[row + REACTION_TWIST] = vec4<f32>(twist, f32(reaction_cluster(index)));
    }
    reaction_list(index, row, place, thread);
}
