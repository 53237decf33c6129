//#use kernel/stage/contact.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/limit.wgsl
//#use lib/cell.wgsl
// How bodies drift in a step, and which of them may meet.

struct Drift {
    way: vec3<f32>,   // mean, by mass [unit]
    spread: f32,      // the farthest that a vertex goes from there
    centre: vec3<f32>,
    mass: f32,
    leeway: f32,      // the largest of its vertices
    stands: bool,     // it is held, or has stopped, or a collider with bounds is near: its cluster has no translation
}

// The way of a vertex in the step by its velocity and gravity.
fn drift_way(vertex: u32) -> vec3<f32> {
    let speed = state[state_row(STATE_VELOCITY, vertex)];
    let held = state[state_row(STATE_POSITION, vertex)].w <= 0.0;
    let fall = select(clamp(speed.w, 0.0, 1.0), 0.0, held);
    let dt = params_dt(params);
    return dt * (speed.xyz + dt / f32(params.epochs) * fall * params.gravity.xyz);
}

fn drift_keep(body: u32, own: Drift, axes: mat4x4<f32>) {
    let row = limit_body(body);
    limit_set(row + TOUCH_DRIFT, vec4<f32>(own.way, own.spread));
    limit_set(row + TOUCH_CENTRE, vec4<f32>(own.centre, own.leeway));
    for (var k = 0u; k < 3u; k++) {
        limit_set(row + TOUCH_AXES + k, axes[k]);
    }
}

fn drift_of(index: u32) -> Drift {
    let row = limit_body(index);
    let way = limit_floats(row + TOUCH_DRIFT);
    let body = bodies[index];
    let stands = !body_is_free(body) || report_stopped(index) || contact_is_near(index);
    let centre = limit_floats(row + TOUCH_CENTRE);
    return Drift(way.xyz, way.w, centre.xyz, body.mass, centre.w, stands);
}

// A direction along which two bodies may be apart: from centre to centre, or an axis of one of them.
fn drift_direction(first: u32, second: u32, direction: u32) -> vec3<f32> {
    let row = limit_body(select(first, second, direction > 3u));
    let between = limit_floats(limit_body(first) + TOUCH_CENTRE).xyz
        - (limit_floats(limit_body(second) + TOUCH_CENTRE).xyz + cell_between(report_cell(first), report_cell(second)));
    let axis = limit_floats(row + TOUCH_AXES + (direction + 2u) % 3u).xyz;
    let n = select(axis, between, direction == 0u);
    let size = length(n);
    return select(vec3<f32>(1.0, 0.0, 0.0), n / size, size > 1e-20);
}

fn drift_root(body: u32) -> u32 {
    return touch[limit_body(body) + TOUCH_STATE].w;
}

fn drift_cluster_way(body: u32) -> vec3<f32> {
    return limit_floats(limit_body(drift_root(body)) + TOUCH_WAY).xyz;
}

fn drift_set_way(root: u32, way: vec3<f32>) {
    limit_set(limit_body(root) + TOUCH_WAY, vec4<f32>(way, 0.0));
}

// Slower than this part of the leeway in an epoch, a body counts as resting.
const DRIFT_LEAST: f32 = 0.05;

// Every body begins as a cluster of its own.
fn drift_start(body: u32) {
    let own = drift_of(body);
    touch[limit_body(body) + TOUCH_STATE].w = body;
    let slow = length(own.way) < DRIFT_LEAST * own.leeway * f32(params.epochs);
    drift_set_way(body, select(drift_outside(body, own.way), vec3<f32>(0.0), own.stands || slow));
}

// A translation without what leads into a half-space that is near.
fn drift_outside(index: u32, given: vec3<f32>) -> vec3<f32> {
    var way = given;
    for (var k = 0u; k < frames.world.half_spaces; k++) {
        let collider = scene_collider(k);
        if !nearby_meets(collider, bodies[index]) {
            continue;
        }
        let pose = pose_of_plane(frames.list[collider.frame], 1.0, report_bounds_cell(index));
        let n = math_rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
        let into = dot(n, way);
        let word = index * REPORT_WORDS;
        let low = report_point(word + REPORT_LOW);
        let high = report_point(word + REPORT_HIGH);
        let nearest = select(low, high, n < vec3<f32>(0.0));
        let gap = dot(n, nearest - pose.position);
        let leeway = limit_floats(limit_body(index) + TOUCH_CENTRE).w;
        if into < 0.0 && gap + 2.0 * into < leeway {
            way -= into * n;
        }
    }
    return way;
}

// The farthest that a vertex of a body may go in the step beside a translation.
fn drift_reach(own: Drift, way: vec3<f32>) -> f32 {
    return 2.0 * (own.spread + length(own.way - way)) + own.leeway;
}

// Marks the bodies of a higher number that one may meet. True if one of them is of another cluster.
fn drift_join(body: u32) -> bool {
    let list = neighbour_list(body);
    let root = drift_root(body);
    let own = drift_of(body);
    let way = drift_cluster_way(body);
    var joins = false;
    for (var k = 0u; k < list.y; k++) {
        let other = neighbour_body(list.x + k);
        if other <= body || drift_root(other) == root {
            continue;
        }
        let gap = neighbour_gap(list.x + k);
        let theirs = drift_of(other);
        let their_way = drift_cluster_way(other);
        let closes = max(-dot(gap.xyz, way - their_way), 0.0);
        let reach = drift_reach(own, way) + drift_reach(theirs, their_way) + closes;
        let radius = 0.105 * (own.leeway + theirs.leeway);
        if gap.w <= reach + radius {
            drift_mark(body, other);
            drift_mark(other, body);
            joins = true;
        }
    }
    return joins;
}

// Marks one body in the list of another.
fn drift_mark(body: u32, other: u32) {
    let entry = neighbour_find(body, other);
    if entry != TOUCH_NONE {
        neighbour_set_flag(entry, TOUCH_JOINED);
    }
}

// Takes the lowest root of the bodies that are joined to a body. True if that is another one than before.
fn drift_spread(body: u32) -> bool {
    let list = neighbour_list(body);
    let old = drift_root(body);
    var root = old;
    for (var k = 0u; k < list.y; k++) {
        if neighbour_flag(list.x + k) == TOUCH_JOINED {
            root = min(root, drift_root(neighbour_body(list.x + k)));
        }
    }
    root = min(root, drift_root(root));
    if root == old {
        return false;
    }
    touch[limit_body(body) + TOUCH_STATE].w = root;
    return true;
}

// Gives a body its cluster's translation and marks those of other clusters as apart for the step.
fn drift_settle(body: u32) {
    let list = neighbour_list(body);
    let root = drift_root(body);
    let way = drift_cluster_way(body);
    var near = false;
    for (var k = 0u; k < list.y; k++) {
        let meets = drift_root(neighbour_body(list.x + k)) == root;
        neighbour_set_flag(list.x + k, select(TOUCH_APART, 0u, meets));
        near = near || meets;
    }
    drift_set_way(body, way);
    if !near {
        atomicAnd(&report[body * REPORT_WORDS + REPORT_TOUCH], ~TOUCH_NEAR);
    }
}
