//#use kernel/stage/confine.wgsl
//#use kernel/stage/motion.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/union.wgsl
//#use lib/cell.wgsl
//#use lib/turn.wgsl
//#needs kernel/body
//#needs kernel/own
// Bodies that press one another, and the common change of their motion.

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
    island_store(limit_body(body) + select(TOUCH_SUMS, TOUCH_BEFORE, before), sums);
}

fn island_store(row: u32, sums: mat4x4<f32>) {
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
    let met = crowded || report_met(body) || report_touching(body);
    let pressed = (union_known(body) & UNION_STANDS) != 0u;
    return met || pressed || !body_is_free(bodies[body]) || report_stopped(body);
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

// From the place of one body to that of another.
fn island_between(from_body: u32, to_body: u32) -> vec3<f32> {
    let way = island_place(bodies[to_body]) - island_place(bodies[from_body]);
    return way + cell_between(report_cell(from_body), report_cell(to_body));
}

// Adds to its island what a body brings: its sums after the epoch and before it, column by column. A thread a number.
fn island_bring(body: u32, thread: u32) {
    let root = union_root(body);
    let stands = island_stands(body);
    if thread == 0u {
        union_note(root, select(0u, UNION_STANDS, stands));
        atomicAdd(&report[union_word(root, UNION_COUNT)], 1u);
    }
    if thread >= UNION_MOST_SUMS || stands {
        return;
    }
    let row = limit_body(body) + select(TOUCH_SUMS, TOUCH_BEFORE, thread >= 16u);
    var sums = island_shifted(island_load(row), island_between(root, body));
    union_add(root, thread, sums[thread / 4u % 4u][thread % 4u]);
}

var<workgroup> island_totals: array<f32, UNION_MOST_SUMS>;

// Fetches the sums of an island; a barrier must follow. A thread a number.
fn island_fetch(root: u32, thread: u32) {
    if thread < UNION_MOST_SUMS {
        island_totals[thread] = union_total(root, thread);
    }
}

fn island_total(first: u32) -> mat4x4<f32> {
    var sums: mat4x4<f32>;
    for (var k = 0u; k < 4u; k++) {
        let at = first + 4u * k;
        sums[k] = vec4<f32>(island_totals[at], island_totals[at + 1u], island_totals[at + 2u], island_totals[at + 3u]);
    }
    return sums;
}

// What sets momentum and angular momentum of an island to those before the epoch, with what gravity adds. A single body
// that nothing presses is restored by its solver, if that is vertex block descent. The centre is in the cell of `body`.
fn island_change(root: u32, body: u32) -> IslandChange {
    let now = island_total(0u);
    let before = island_total(16u);
    let count = atomicLoad(&report[union_word(root, UNION_COUNT)]);
    let alone = count == 1u && !limit_is_pressed(root) && body_is_pushed(bodies[root]);
    if alone || count > UNION_MOST_BODIES || (union_known(root) & UNION_STANDS) != 0u || now[0].w <= 0.0 {
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
    let place = centre + island_place(bodies[root]) + cell_between(report_cell(body), report_cell(root));
    return IslandChange(shift, spin, place, math_finite(shift) && math_finite(spin));
}

const ISLAND_TRIES: u32 = 4u; // to come to a part of a change that all vertices of a rigid body may go

var<workgroup> island_blocked: atomic<u32>; // bits of parts that a vertex may not go

// Where a vertex of a rigid body goes by a part of a change in the epoch.
fn island_turned(x: vec3<f32>, change: IslandChange, part: f32) -> vec3<f32> {
    let h = part * params_dt(params) / f32(params.epochs);
    return x + h * change.shift + turn_way(turn_of(h * change.spin), x - change.centre);
}

// The part of a change that a rigid body goes: one that all its vertices may, so that they keep their distances. All threads
// call it.
fn island_part(body: Body, change: IslandChange, thread: u32) -> f32 {
    if thread == 0u {
        atomicStore(&island_blocked, 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)].xyz;
        let bound = limit_bound(body.first_vertex + i);
        for (var k = 0u; k < ISLAND_TRIES; k++) {
            let p = island_turned(x, change, exp2(-f32(k)));
            if bound.reach < TOUCH_FAR && any(limit_part(bound, p) != p) {
                atomicOr(&island_blocked, 1u << k);
            }
        }
    }
    workgroupBarrier();
    let first = countTrailingZeros(~atomicLoad(&island_blocked));
    return select(0.0, exp2(-f32(first)), first < ISLAND_TRIES);
}

// Changes the motion of a vertex of a rigid body, and its place by that part of it.
fn island_turn(vertex: u32, change: IslandChange, part: f32) {
    let x = state[state_row(STATE_POSITION, vertex)];
    let v = state[state_row(STATE_VELOCITY, vertex)];
    let given = change.shift + cross(change.spin, x.xyz - change.centre);
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(v.xyz + given, v.w);
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(select(x.xyz, island_turned(x.xyz, change, part), part > 0.0), x.w);
}

// Changes the motion of a vertex, and its place by what that is in the epoch, so far as its planes let it.
fn island_move(vertex: u32, change: IslandChange) {
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
