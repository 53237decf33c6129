//#use memory/kahan_sum.wgsl
//#use memory/state.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/report.wgsl
//#use contact/filter/half_space_filter.wgsl
//#use contact/island/disjoint_sets.wgsl
//#use lib/cell.wgsl
//#use lib/quaternion.wgsl
//#needs memory/position
//#needs memory/scratch
// Islands: bodies that press one another, and the common change of their motion that restores their momentum.

// A rigid change of velocity about a centre.
struct IslandChange {
    shift: vec3<f32>,
    spin: vec3<f32>,
    centre: vec3<f32>,
    acts: bool,
}

// The origin of a body's sums, in its cell: a position that is fixed for the step.
fn island_origin(body: Body) -> vec3<f32> {
    return contacts_load(filter_vertex_row(body.first_vertex) + CONTACTS_MOTION_BOUND).xyz;
}

fn island_sums(vertex: u32, position: vec3<f32>) -> mat4x4<f32> {
    let x = state[state_row(STATE_POSITION, vertex)];
    let m = select(0.0, 1.0 / x.w, x.w > 0.0);
    return rigid_motion_sums_of(m, x.xyz - position, state[state_row(STATE_VELOCITY, vertex)].xyz);
}

fn island_set_sums(body: u32, before: bool, sums: mat4x4<f32>) {
    island_store(filter_body_row(body) + select(CONTACTS_SUMS, CONTACTS_BEFORE, before), sums);
}

fn island_store(row: u32, sums: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        contacts_store(row + k, sums[k]);
    }
}

fn island_load(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(contacts_load(row), contacts_load(row + 1u), contacts_load(row + 2u), contacts_load(row + 3u));
}

// Whether a body touches something, or is held by something, that takes momentum from its island.
fn island_stands(body: u32) -> bool {
    let crowded = (atomicLoad(&report[body * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & (CONTACTS_CROWDED | CONTACTS_LOST)) != 0u;
    let met = crowded || report_met(body) || report_touching(body);
    let pressed = (disjoint_sets_known(body) & DISJOINT_SETS_STANDS) != 0u;
    return met || pressed || !body_is_free(bodies[body]) || report_stopped(body);
}

// The same sums about another origin. `shift`: from the new origin to the old one.
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

// The displacement from the origin of one body to that of another.
fn island_between(from_body: u32, to_body: u32) -> vec3<f32> {
    let displacement = island_origin(bodies[to_body]) - island_origin(bodies[from_body]);
    return displacement + cell_between(report_cell(from_body), report_cell(to_body));
}

// Adds a body's sums after the epoch and before it to its island, column by column. Each thread adds one number.
fn island_bring(body: u32, thread: u32) {
    let root = disjoint_sets_root(body);
    let stands = island_stands(body);
    if thread == 0u {
        disjoint_sets_note(root, select(0u, DISJOINT_SETS_STANDS, stands));
        atomicAdd(&report[disjoint_sets_word(root, DISJOINT_SETS_COUNT)], 1u);
    }
    if thread >= DISJOINT_SETS_MOST_SUMS || stands {
        return;
    }
    let row = filter_body_row(body) + select(CONTACTS_SUMS, CONTACTS_BEFORE, thread >= 16u);
    var sums = island_shifted(island_load(row), island_between(root, body));
    disjoint_sets_add(root, thread, sums[thread / 4u % 4u][thread % 4u]);
}

var<workgroup> island_totals: array<f32, DISJOINT_SETS_MOST_SUMS>;

// Loads the sums of an island, one number a thread; a barrier must follow.
fn island_fetch(root: u32, thread: u32) {
    if thread < DISJOINT_SETS_MOST_SUMS {
        island_totals[thread] = disjoint_sets_total(root, thread);
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

// The change that restores an island's momentum and angular momentum from before the epoch, with what gravity adds. A single
// body that nothing presses is restored by its solver, if that is vertex block descent. The centre is in the cell of `body`.
fn island_change(root: u32, body: u32) -> IslandChange {
    let now = island_total(0u);
    let before = island_total(16u);
    let count = atomicLoad(&report[disjoint_sets_word(root, DISJOINT_SETS_COUNT)]);
    let alone = count == 1u && !filter_is_in_contact(root) && body_is_pushed(bodies[root]);
    if alone || count > DISJOINT_SETS_MOST_BODIES || (disjoint_sets_known(root) & DISJOINT_SETS_STANDS) != 0u || now[0].w <= 0.0 {
        return IslandChange();
    }
    let mass = now[0].w;
    let centre = rigid_motion_centre(now);
    let before_centre = rigid_motion_centre(before);
    let now_velocity = now[0].xyz / mass;
    let before_velocity = before[0].xyz / mass;
    let h = params_dt(params) / f32(params.epochs);
    let shift = before_velocity + h * params.gravity.xyz - now_velocity;
    let now_spin = now[1].xyz - mass * cross(centre, now_velocity);
    let before_spin = before[1].xyz - mass * cross(before_centre, before_velocity);
    let spin = math_sym3_mul(rigid_motion_inverse_inertia(now), before_spin - now_spin);
    let position = centre + island_origin(bodies[root]) + cell_between(report_cell(body), report_cell(root));
    return IslandChange(shift, spin, position, math_finite(shift) && math_finite(spin));
}

const ISLAND_TRIES: u32 = 4u; // parts of a rigid body's change that are tried, each half of the last

var<workgroup> island_blocked: atomic<u32>; // one bit for each part of a change that some vertex may not make

// The position of a vertex of a rigid body after a part of a change in the epoch.
fn island_turned(x: vec3<f32>, change: IslandChange, part: f32) -> vec3<f32> {
    let h = part * params_dt(params) / f32(params.epochs);
    return x + h * change.shift + quaternion_displacement(quaternion_of(h * change.spin), x - change.centre);
}

// The largest part of a change that all vertices of a rigid body may make, so that they keep their distances. All threads
// call it.
fn island_part(body: Body, change: IslandChange, thread: u32) -> f32 {
    if thread == 0u {
        atomicStore(&island_blocked, 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)].xyz;
        let bound = filter_bound(body.first_vertex + i);
        for (var k = 0u; k < ISLAND_TRIES; k++) {
            let p = island_turned(x, change, exp2(-f32(k)));
            if bound.reach < CONTACTS_FAR && any(filter_part(bound, p) != p) {
                atomicOr(&island_blocked, 1u << k);
            }
        }
    }
    workgroupBarrier();
    let first = countTrailingZeros(~atomicLoad(&island_blocked));
    return select(0.0, exp2(-f32(first)), first < ISLAND_TRIES);
}

// Changes the velocity of a vertex of a rigid body, and its position by that part of the change.
fn island_turn(vertex: u32, change: IslandChange, part: f32) {
    let x = state[state_row(STATE_POSITION, vertex)];
    let v = state[state_row(STATE_VELOCITY, vertex)];
    let given = change.shift + cross(change.spin, x.xyz - change.centre);
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(v.xyz + given, v.w);
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(select(x.xyz, island_turned(x.xyz, change, part), part > 0.0), x.w);
}

// Changes the velocity of a vertex, and its position by the same over the epoch, as far as its planes allow.
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
    let bound = filter_bound(vertex);
    if bound.reach < CONTACTS_FAR {
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(filter_part(bound, wanted), x.w);
    } else {
        state[state_row(STATE_POSITION, vertex)] = vec4<f32>(wanted, x.w);
    }
}
