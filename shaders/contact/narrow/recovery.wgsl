//#use contact/narrow/surface_table.wgsl
//#use contact/filter/half_space_filter.wgsl
//#use contact/broad/body_pairs.wgsl
//#use memory/report.wgsl
//#use lib/cell.wgsl
// Recovery of bodies that cross each other, since they were put there or a collider was moved into them. No plane separates
// such a pair, and no contact presses it; both bodies get a velocity that separates them. All other pairs keep their planes.
// See docs/decisions/0040-recovering.md.

const RECOVERY_RATE: f32 = 4.0;   // the part of its depth that a pair recovers in a second
const RECOVERY_MOST: f32 = 2.0;   // its highest speed, in sizes of the smaller body a second
const RECOVERY_LONG: u32 = 1000u; // steps that are counted
const RECOVERY_WAIT: f32 = 0.4;   // after this time [s] something must hold the pair, and its speed rises
const RECOVERY_RISE: f32 = 4.0;   // rise in a second, in parts of the first speed

fn recovery_word(body: u32) -> u32 {
    return body * REPORT_WORDS + REPORT_CONTACT_FAULTS;
}

// Opens the step of a body: stores whether it recovered in the last step, and for how many steps.
fn recovery_open(body: u32) {
    let word = atomicLoad(&report[recovery_word(body)]);
    let steps = min(word / REPORT_RECOVERING + 1u, RECOVERY_LONG);
    let recovers = (word & REPORT_RECOVERS) != 0u;
    atomicStore(&report[recovery_word(body)], select(0u, REPORT_RECOVERED + steps * REPORT_RECOVERING, recovers));
}

// The number of steps that a body has recovered for.
fn recovery_steps(body: u32) -> f32 {
    return f32(atomicLoad(&report[recovery_word(body)]) / REPORT_RECOVERING);
}

// Whether no step has moved a body to its position: it is new, or was put there.
fn recovery_is_new(body: u32) -> bool {
    let stamp = contacts[filter_body_row(body) + CONTACTS_STAMP].x;
    return stamp == 0u || stamp + 1u != params.step;
}

// Whether a body is moved by something that planes do not stop.
fn recovery_is_moved(body: u32) -> bool {
    let displacement = contacts_load(filter_body_row(body) + CONTACTS_MEAN_DISPLACEMENT);
    let flags = bodies[body].flags;
    return (flags & BODY_DRIVEN) != 0u || ((flags & BODY_KINEMATIC) != 0u && any(displacement != vec4<f32>(0.0)));
}

// Whether a body recovered in the last step. `step_bounds` has yet to run.
fn recovery_did(body: u32) -> bool {
    return (atomicLoad(&report[recovery_word(body)]) & REPORT_RECOVERS) != 0u;
}

// Whether two bodies must be tested for crossing. All other pairs began without crossing, and planes prevent it.
fn recovery_is_asked(first: u32, second: u32) -> bool {
    return recovery_is_new(first) || recovery_is_new(second) || recovery_is_moved(first) || recovery_is_moved(second)
        || (recovery_did(first) && recovery_did(second));
}

// Records at an entry that one of its bodies is inside the other.
fn recovery_note(entry: u32) {
    contacts[frames.contacts.pair_row + CONTACTS_PAIR_ROWS * entry + 1u].z = CONTACTS_INSIDE;
}

// The reasons why the bodies of an entry recover; zero if they do not.
fn recovery_why(entry: u32) -> u32 {
    return contacts[frames.contacts.pair_row + CONTACTS_PAIR_ROWS * entry + 1u].z & (CONTACTS_PIERCED | CONTACTS_INSIDE);
}

// Whether a direction (n, gap) separates two bodies better than another one. Bodies deep in each other rather separate
// sideways: below there may be no room.
fn recovery_is_wider(gap: vec4<f32>, best: vec4<f32>) -> bool {
    let down = params.gravity.xyz / max(length(params.gravity.xyz), 1e-20);
    let steep = vec2<f32>(abs(dot(gap.xyz, down)), abs(dot(best.xyz, down)));
    let score = vec2<f32>(gap.w, best.w) * select(vec2<f32>(1.0) + steep, vec2<f32>(1.0), vec2<f32>(gap.w, best.w) > vec2<f32>(0.0));
    return score.x > score.y;
}

var<workgroup> recovery_hits: array<atomic<u32>, 2>;

// Two directions that no edge is likely to be parallel to.
const RECOVERY_ONE: vec3<f32> = vec3<f32>(0.3251, 0.8113, 0.4858);
const RECOVERY_OTHER: vec3<f32> = vec3<f32>(-0.7127, 0.2269, 0.6638);

// Whether the first vertex of a body is inside another one: a ray from it crosses the surface an odd number of times. Two
// rays must agree, since one may hit an edge. All threads call it.
fn recovery_is_inside(outer: u32, inner: u32, thread: u32) -> bool {
    if thread < 2u {
        atomicStore(&recovery_hits[thread], 0u);
    }
    workgroupBarrier();
    let surface = surface_table_of(bodies[outer]);
    let point = bodies[inner].first_vertex + surface_table_point(surface_table_of(bodies[inner]), 0u);
    let shift = cell_between(report_cell(outer), report_cell(inner));
    let p = state[state_row(STATE_POSITION, point)].xyz + shift;
    if (bodies[outer].flags & BODY_SOLID) != 0u {
        for (var t = thread; t < surface.triangles; t += 128u) {
            let corners = arena[surface.triangle_row + t].xyz + vec3<u32>(bodies[outer].first_vertex);
            let a = state[state_row(STATE_POSITION, corners.x)].xyz - p;
            let b = state[state_row(STATE_POSITION, corners.y)].xyz - p;
            let c = state[state_row(STATE_POSITION, corners.z)].xyz - p;
            atomicAdd(&recovery_hits[0], select(0u, 1u, recovery_ray_hits(RECOVERY_ONE, a, b, c)));
            atomicAdd(&recovery_hits[1], select(0u, 1u, recovery_ray_hits(RECOVERY_OTHER, a, b, c)));
        }
    }
    workgroupBarrier();
    let both = atomicLoad(&recovery_hits[0]) & atomicLoad(&recovery_hits[1]);
    workgroupBarrier();
    return (both & 1u) != 0u;
}

// Whether the ray from the origin crosses the triangle abc.
fn recovery_ray_hits(d: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> bool {
    let turns = vec3<f32>(dot(d, cross(a, b)), dot(d, cross(b, c)), dot(d, cross(c, a)));
    let n = cross(b - a, c - a);
    let passes = all(turns > vec3<f32>(0.0)) || all(turns < vec3<f32>(0.0));
    return passes && dot(n, a) * dot(n, d) > 0.0;
}

// The change of a body's velocity at the end of a step that separates it from the bodies it crosses.
fn recovery_push(body: u32, is_last: bool) -> vec3<f32> {
    var push = vec3<f32>(0.0);
    let recovers = (atomicLoad(&report[recovery_word(body)]) & REPORT_RECOVERS) != 0u;
    if !is_last || !recovers || body_is_kinematic(bodies[body]) || report_stopped(body) {
        return push;
    }
    let list = body_pairs_list(body);
    let count = recovery_count(body);
    for (var k = 0u; k < list.y; k++) {
        let other = body_pairs_body(list.x + k);
        if recovery_why(list.x + k) != 0u && other != body {
            push += recovery_fraction(body, other) * recovery_part(body, other, list.x + k) / f32(max(count, recovery_count(other)));
        }
    }
    return push;
}

// The number of bodies that a body recovers from.
fn recovery_count(body: u32) -> u32 {
    let list = body_pairs_list(body);
    var count = 0u;
    for (var k = 0u; k < list.y; k++) {
        count += select(0u, 1u, recovery_why(list.x + k) != 0u);
    }
    return count;
}

// The part of a change of relative velocity that a body takes: the other one, if kinematic, takes none.
fn recovery_fraction(body: u32, other: u32) -> f32 {
    if body_is_kinematic(bodies[other]) {
        return 1.0;
    }
    return bodies[other].mass / (bodies[body].mass + bodies[other].mass);
}

// The missing velocity of a body to leave another one that it crosses: along the direction of least depth, faster with
// depth, and above the speed that gravity adds in a step.
fn recovery_part(body: u32, other: u32, entry: u32) -> vec3<f32> {
    let gap = body_pairs_gap_from(body, entry);
    let dt = params_dt(params);
    let own = filter_body_row(body);
    let theirs = filter_body_row(other);
    let displacement = contacts_load(own + CONTACTS_MEAN_DISPLACEMENT).xyz - contacts_load(theirs + CONTACTS_MEAN_DISPLACEMENT).xyz;
    let speed = dot(gap.xyz, displacement) / dt;
    let slack = contacts_load(own + CONTACTS_CENTRE).w + contacts_load(theirs + CONTACTS_CENTRE).w;
    let depth = max(-gap.w, 0.0) + slack;
    let most = RECOVERY_MOST * min(bodies[body].size, bodies[other].size);
    let time = max(dt * max(recovery_steps(body), recovery_steps(other)) - RECOVERY_WAIT, 0.0);
    let wanted = min(RECOVERY_RATE * (1.0 + RECOVERY_RISE * time) * depth, most) + dt * length(params.gravity.xyz);
    return gap.xyz * max(wanted - speed, 0.0);
}

fn recovery_move(vertex: u32, push: vec3<f32>) {
    let v = state[state_row(STATE_VELOCITY, vertex)];
    let is_held = state[state_row(STATE_POSITION, vertex)].w <= 0.0;
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(select(v.xyz + push, v.xyz, is_held), v.w);
}

// Closes the step of a body: records whether it is squeezed. A squeezed body recovers from a collider, while another
// collider or a held vertex prevents that.
fn recovery_close(body: u32) {
    let list = body_pairs_list(body);
    var holds = select(1u, 0u, body_is_free(bodies[body])) + select(0u, 1u, report_touching(body));
    var kinematic = 0u;
    for (var k = 0u; k < list.y; k++) {
        let is_kinematic = body_is_kinematic(bodies[body_pairs_body(list.x + k)]);
        kinematic += select(0u, 1u, is_kinematic && recovery_why(list.x + k) != 0u);
    }
    if kinematic > 0u && kinematic + holds > 1u && !body_is_kinematic(bodies[body]) {
        atomicOr(&report[recovery_word(body)], REPORT_SQUEEZED);
    }
}
