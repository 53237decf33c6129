//#use kernel/stage/confine.wgsl
//#use kernel/stage/motion.wgsl
//#use kernel/stage/forest.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/limit.wgsl
//#use lib/cell.wgsl
//#needs kernel/body
//#needs kernel/own
// Bodies that press one another, and the common change of their motion.

// What is known of a tree: how many bodies it has, or ISLAND_STANDS and more if a part of it is held by something that does
// not move, or moves by itself.
const ISLAND_STANDS: u32 = 0x80000000u;

// A rigid change of velocity about a centre.
struct IslandChange {
    shift: vec3<f32>,
    spin: vec3<f32>,
    centre: vec3<f32>,
    acts: bool,
}

// Where the sums of a body are taken about, in its cell: a place that stays for the step.
fn island_place(body: Body) -> vec3<f32> {
    return limit_floats(limit_vertex(body.first_vertex) + TOUCH_FRAME).xyz;
}

fn island_sums(vertex: u32, place: vec3<f32>) -> mat4x4<f32> {
    let x = state[state_row(STATE_POSITION, vertex)];
    let m = select(0.0, 1.0 / x.w, x.w > 0.0);
    return motion_sums_of(m, x.xyz - place, state[state_row(STATE_VELOCITY, vertex)].xyz);
}

fn island_set_sums(body: u32, before: bool, sums: mat4x4<f32>) {
    let row = limit_body(body) + select(TOUCH_SUMS, TOUCH_BEFORE, before);
    for (var k = 0u; k < 4u; k++) {
        limit_set(row + k, sums[k]);
    }
}

fn island_load(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(limit_floats(row), limit_floats(row + 1u), limit_floats(row + 2u), limit_floats(row + 3u));
}

// Whether a body touches or is held by something that takes momentum from its island.
fn island_stands(body: u32) -> bool {
    let crowded = (atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCH]) & (TOUCH_CROWDED | TOUCH_LOST)) != 0u;
    let met = crowded || report_met(body) || report_touching(body) || !body_is_free(bodies[body]) || report_stopped(body);
    let list = neighbour_list(body);
    var presses = false;
    for (var k = 0u; k < list.y && !met; k++) {
        let other = neighbour_body(list.x + k);
        let flag = neighbour_flag(list.x + k);
        presses = presses || (flag == TOUCH_PRESSES && (bodies[other].flags & BODY_CARRIER) != 0u);
    }
    return met || presses;
}

// The same sums with arms from another place, by `shift` to the old one.
fn island_shifted(sums: mat4x4<f32>, shift: vec3<f32>) -> mat4x4<f32> {
    let m = sums[0].w;
    let r = vec3<f32>(sums[1].w, sums[2].w, sums[3].w);
    let spin = sums[1].xyz + cross(shift, sums[0].xyz);
    let moved = r + m * shift;
    let square = sums[2].xyz + 2.0 * shift * r + m * shift * shift;
    let mixed = sums[3].xyz + shift.yzx * r.zxy + shift.zxy * r.yzx + m * shift.yzx * shift.zxy;
    return mat4x4<f32>(
        sums[0], vec4<f32>(spin, moved.x), vec4<f32>(square, moved.y), vec4<f32>(mixed, moved.z),
    );
}

// What a body brings to its island.
fn island_start(body: u32) {
    forest_set_root(body, body);
    let stands = select(0u, ISLAND_STANDS, !limit_is_near(body) || island_stands(body));
    touch[limit_body(body) + TOUCH_TREE].z = 1u | stands;
}

// Adds the children of a body to it.
fn island_gather(body: u32) {
    let row = limit_body(body);
    let list = neighbour_list(body);
    var now = island_load(row + TOUCH_SUMS);
    var before = island_load(row + TOUCH_BEFORE);
    var known = forest_place(body).z;
    for (var k = 0u; k < list.y; k++) {
        if forest_is_child(body, list.x + k, TOUCH_PRESSES) {
            let child = neighbour_body(list.x + k);
            let place = island_place(bodies[child]) - island_place(bodies[body]);
            let shift = place + cell_between(report_cell(body), report_cell(child));
            now += island_shifted(island_load(limit_body(child) + TOUCH_SUMS), shift);
            before += island_shifted(island_load(limit_body(child) + TOUCH_BEFORE), shift);
            let theirs = forest_place(child).z;
            known = ((known | theirs) & ISLAND_STANDS) | ((known + theirs) & ~ISLAND_STANDS);
        }
    }
    island_set_sums(body, false, now);
    island_set_sums(body, true, before);
    touch[row + TOUCH_TREE].z = known;
}

// What sets momentum and angular momentum of an island to those before the epoch, with what gravity adds. A single body
// that nothing presses is restored by its solver, if that is vertex block descent.
fn island_change(root: u32) -> IslandChange {
    let known = forest_place(root).z;
    let now = island_load(limit_body(root) + TOUCH_SUMS);
    let before = island_load(limit_body(root) + TOUCH_BEFORE);
    let alone = known == 1u && !limit_is_pressed(root) && body_is_pushed(bodies[root]);
    if alone || (known & ISLAND_STANDS) != 0u || now[0].w <= 0.0 {
        return IslandChange();
    }
    let mass = now[0].w;
    let centre = motion_centre(now);
    let before_centre = motion_centre(before);
    let now_velocity = now[0].xyz / mass;
    let before_velocity = before[0].xyz / mass;
    let h = params_dt(params) / f32(params.epochs);
    let shift = before_velocity + h * params.gravity.xyz - now_velocity;
    let now_spin = now[1].xyz - mass * cross(centre, now_velocity);
    let before_spin = before[1].xyz - mass * cross(before_centre, before_velocity);
    let spin = math_sym3_mul(motion_inverse_inertia(now), before_spin - now_spin);
    return IslandChange(shift, spin, centre, math_finite(shift) && math_finite(spin));
}

fn island_set_change(root: u32, change: IslandChange) {
    let row = limit_body(root) + TOUCH_CHANGE;
    limit_set(row, vec4<f32>(change.shift, select(0.0, 1.0, change.acts)));
    limit_set(row + 1u, vec4<f32>(change.spin, 0.0));
    limit_set(row + 2u, vec4<f32>(change.centre, 0.0));
}

// The change of a body's island, about a place in the body's cell.
fn island_change_of(body: u32) -> IslandChange {
    let root = forest_root(body);
    let row = limit_body(root) + TOUCH_CHANGE;
    let shift = limit_floats(row);
    let place = island_place(bodies[root]) + cell_between(report_cell(body), report_cell(root));
    let centre = limit_floats(row + 2u).xyz + place;
    return IslandChange(shift.xyz, limit_floats(row + 1u).xyz, centre, shift.w > 0.0);
}

// Changes the motion of a vertex, and its place by what that is in the epoch, so far as its planes let it.
fn island_move(body: u32, vertex: u32, change: IslandChange) {
    let x = state[state_row(STATE_POSITION, vertex)];
    if x.w <= 0.0 {
        return;
    }
    let given = change.shift + cross(change.spin, x.xyz - change.centre);
    let v = state[state_row(STATE_VELOCITY, vertex)];
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(v.xyz + given, v.w);
    let h = params_dt(params) / f32(params.epochs);
    let wanted = x.xyz + h * given;
    let bound = limit_bound(vertex);
    if bound.reach < TOUCH_FAR {
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(limit_part(bound, wanted), x.w);
    } else {
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(wanted, x.w);
    }
}

// Forgets which bodies press a body: the next epoch finds out.
fn island_forget(body: u32, thread: u32, width: u32) {
    let list = neighbour_list(body);
    for (var k = thread; k < list.y; k += width) {
        if neighbour_flag(list.x + k) == TOUCH_PRESSES {
            neighbour_set_flag(list.x + k, 0u);
        }
    }
}
