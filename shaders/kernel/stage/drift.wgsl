//#use kernel/stage/contact.wgsl
//#use kernel/stage/neighbour.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/union.wgsl
//#use lib/cell.wgsl
// How bodies drift in a step, and which of them may meet.

struct Drift {
    way: vec3<f32>,   // mean, by mass [unit]
    spread: f32,      // the farthest that a vertex goes from there
    centre: vec3<f32>,
    mass: f32,
    leeway: f32,      // the largest of its vertices
    pull: f32,        // how far frames may take it by what they hold
    known: u32,       // DRIFT_STANDS and the like
}

// What is known of a body or a cluster. It has no translation if a part of it stands, or if one surface rests and another
// moves. A surface that moves takes its cluster along.
const DRIFT_STANDS: u32 = 1u; // it is held, or has stopped, or a collider with bounds is near
const DRIFT_RESTS: u32 = 2u;  // it has a surface that a frame carries and that rests
const DRIFT_MOVES: u32 = 4u;  // it has one that moves
const DRIFT_HEAVY: f32 = 1e15; // weight of such a surface in its cluster [kg]

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

// Slower than this part of the leeway in an epoch, a body counts as resting.
const DRIFT_LEAST: f32 = 0.05;

fn drift_find(index: u32) -> Drift {
    let row = limit_body(index);
    let way = limit_floats(row + TOUCH_DRIFT);
    let body = bodies[index];
    let crowded = (atomicLoad(&report[index * REPORT_WORDS + REPORT_TOUCH]) & TOUCH_CROWDED) != 0u;
    let centre = limit_floats(row + TOUCH_CENTRE);
    if body_is_carrier(body) {
        let known = select(DRIFT_RESTS, DRIFT_MOVES, any(way.xyz != vec3<f32>(0.0)));
        return Drift(way.xyz, way.w, centre.xyz, DRIFT_HEAVY, centre.w, 0.0, known);
    }
    let stands = crowded || !body_is_free(body) || report_stopped(index) || contact_is_near(index);
    let rests = length(way.xyz) < DRIFT_LEAST * centre.w * f32(params.epochs);
    let mean = select(way.xyz, vec3<f32>(0.0), rests);
    let spread = way.w + select(0.0, length(way.xyz), rests);
    let pull = drift_pull(index);
    return Drift(mean, spread, centre.xyz, body.mass, centre.w, pull, select(0u, DRIFT_STANDS, stands));
}

// Keeps what is known of a body while clusters are joined, in rows that hold sums later.
fn drift_note(index: u32) {
    let own = drift_find(index);
    let cornered = (own.known & DRIFT_MOVES) == 0u && drift_is_cornered(index, own.way);
    var gaps = vec4<u32>(0xFFFFFFFFu);
    let planes = min(frames.world.half_spaces, DRIFT_PLANES);
    for (var k = 0u; k < planes; k++) {
        gaps[k] = math_ordered(vec3<f32>(drift_plane(index, k).w)).x;
    }
    let row = limit_body(index) + TOUCH_SUMS;
    limit_set(row, vec4<f32>(own.way, own.spread));
    limit_set(row + 1u, vec4<f32>(own.mass, own.leeway, 0.0, own.pull));
    touch[row + 1u].z = own.known | select(0u, DRIFT_STANDS, cornered);
    touch[row + 2u] = gaps;
}

// What is kept.
fn drift_of(index: u32) -> Drift {
    let row = limit_body(index) + TOUCH_SUMS;
    let way = limit_floats(row);
    let rest = touch[row + 1u];
    return Drift(way.xyz, way.w, vec3<f32>(0.0), bitcast<f32>(rest.x), bitcast<f32>(rest.y), bitcast<f32>(rest.w), rest.z);
}

// An axis of a body. One along which it is flat is across the others.
fn drift_axis(row: u32, number: u32) -> vec3<f32> {
    let own = limit_floats(row + TOUCH_AXES + number).xyz;
    let next = limit_floats(row + TOUCH_AXES + (number + 1u) % 3u).xyz;
    let other = limit_floats(row + TOUCH_AXES + (number + 2u) % 3u).xyz;
    let is_flat = dot(own, own) < 1e-6 * max(dot(next, next), dot(other, other));
    return select(own, cross(normalize(next), normalize(other)), is_flat);
}

// A direction along which two bodies may be apart: from centre to centre, or an axis of one of them. `offset`: from the
// cell of the first to that of the second.
fn drift_direction(first: u32, second: u32, offset: vec3<f32>, direction: u32) -> vec3<f32> {
    let row = limit_body(select(first, second, direction > 3u));
    let between = limit_floats(limit_body(first) + TOUCH_CENTRE).xyz
        - (limit_floats(limit_body(second) + TOUCH_CENTRE).xyz + offset);
    let axis = drift_axis(row, (direction + 2u) % 3u);
    let n = select(axis, between, direction == 0u);
    let size = length(n);
    return select(vec3<f32>(1.0, 0.0, 0.0), n / size, size > 1e-20);
}

// The translation of a body's cluster, as it is known so far.
fn drift_cluster_way(body: u32) -> vec3<f32> {
    return limit_floats(limit_body(body) + TOUCH_WAY).xyz;
}

// The lowest body of a body's cluster.
fn drift_root(body: u32) -> u32 {
    return touch[limit_body(body) + TOUCH_STATE].z;
}

// Sums of a cluster: mass times way, and mass.
const DRIFT_SUMS: u32 = 4u;

// Notes the cluster of a body, and clears what clusters have.
fn drift_gather(body: u32) {
    let root = union_root(body);
    touch[limit_body(body) + TOUCH_STATE].z = root;
    if root == body {
        union_clear(body, 0u, 1u, DRIFT_SUMS);
    }
}

// Half-spaces whose gaps a cluster keeps in mind. Others count as standing where they are near.
const DRIFT_PLANES: u32 = 4u;

// A half-space's normal, and how far a body is from it, less its leeway.
fn drift_plane(index: u32, half_space: u32) -> vec4<f32> {
    let collider = scene_collider(half_space);
    let pose = pose_of_plane(frames.list[collider.frame], 1.0, report_bounds_cell(index));
    let n = math_rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
    let word = index * REPORT_WORDS;
    let nearest = select(report_point(word + REPORT_LOW), report_point(word + REPORT_HIGH), n < vec3<f32>(0.0));
    let gap = dot(n, nearest - pose.position) - limit_floats(limit_body(index) + TOUCH_CENTRE).w;
    return vec4<f32>(n, select(TOUCH_FAR, gap, nearby_meets(half_space, collider, bodies[index])));
}

// Whether a half-space beyond those kept in mind is near.
fn drift_is_cornered(index: u32, way: vec3<f32>) -> bool {
    var near = false;
    let half_spaces = frames.world.half_spaces;
    for (var k = DRIFT_PLANES; k < half_spaces; k++) {
        near = near || drift_plane(index, k).w < 2.0 * length(way);
    }
    return near;
}

// Adds to its cluster what a body brings: mass times way, mass, gaps to half-spaces, and whether it stands.
fn drift_bring(index: u32) {
    let own = drift_of(index);
    let root = drift_root(index);
    let gaps = touch[limit_body(index) + TOUCH_SUMS + 2u];
    let planes = min(frames.world.half_spaces, DRIFT_PLANES);
    for (var k = 0u; k < planes; k++) {
        atomicMin(&report[union_word(root, UNION_LEAST + k)], gaps[k]);
    }
    for (var axis = 0u; axis < 3u; axis++) {
        union_add(root, axis, own.mass * own.way[axis]);
    }
    union_add(root, 3u, own.mass);
    union_note(root, own.known);
}

// The translation of a cluster, found at its root: the mean of its bodies, without what leads into a half-space that is
// near one of them; none where one of them stands.
fn drift_resolve(root: u32) {
    var way = vec3<f32>(0.0);
    let known = union_known(root);
    let carried = (known & DRIFT_MOVES) != 0u;
    let mass = union_total(root, 3u);
    if (known & DRIFT_STANDS) == 0u && (!carried || (known & DRIFT_RESTS) == 0u) && mass > 0.0 {
        way = vec3<f32>(union_total(root, 0u), union_total(root, 1u), union_total(root, 2u)) / mass;
        let planes = select(min(frames.world.half_spaces, DRIFT_PLANES), 0u, carried);
        for (var k = 0u; k < planes; k++) {
            let n = drift_plane(root, k).xyz;
            let into = dot(n, way);
            let gap = math_from_ordered(vec3<u32>(atomicLoad(&report[union_word(root, UNION_LEAST + k)]))).x;
            if into < 0.0 && gap + 2.0 * into < 0.0 {
                way -= into * n;
            }
        }
    }
    limit_set(limit_body(root) + TOUCH_WAY, vec4<f32>(way, 0.0));
}

// Gives a body the translation of its cluster.
fn drift_follow(body: u32) {
    let root = drift_root(body);
    if root != body {
        limit_set(limit_body(body) + TOUCH_WAY, vec4<f32>(drift_cluster_way(root), 0.0));
    }
}

// How far a vertex may go in a step, in ways of its first guess: forces may speed it up. Lists grow with its square.
const DRIFT_ROOM: f32 = 1.5;

// How far frames may take a body by what they hold of it.
fn drift_pull(body: u32) -> f32 {
    return bitcast<f32>(contact[(body * NEAR_WORDS + NEAR_PULL) / 4u][NEAR_PULL % 4u]);
}

// How far something goes beside a translation that goes so far by itself, but for its room.
fn drift_far(far: f32, pull: f32, way: vec3<f32>) -> f32 {
    return max(far, select(0.0, pull + length(way), pull > 0.0));
}

// The farthest that a vertex of a body may go in the step beside a translation.
fn drift_reach(own: Drift, way: vec3<f32>) -> f32 {
    return DRIFT_ROOM * drift_far(own.spread + length(own.way - way), own.pull, way) + own.leeway;
}

// What is left of the gap of an entry when both bodies have gone as far as they may in the step, by the translations of their
// clusters so far. Not above zero: they may meet.
fn drift_spare(body: u32, entry: u32) -> f32 {
    let other = neighbour_body(entry);
    let gap = neighbour_gap_from(body, entry);
    let own = drift_of(body);
    let theirs = drift_of(other);
    let way = drift_cluster_way(body);
    let their_way = drift_cluster_way(other);
    let closes = max(-dot(gap.xyz, way - their_way), 0.0);
    let reach = drift_reach(own, way) + drift_reach(theirs, their_way) + closes;
    let radius = touch_share(bodies[body].margin, own.leeway) + touch_share(bodies[other].margin, theirs.leeway);
    return gap.w - reach - 1.05 * radius;
}

// Joins a body with those of a higher number in other clusters that it may meet. True if there is one. Clusters are those
// that the last round has left.
fn drift_join(body: u32) -> bool {
    let list = neighbour_list(body);
    let root = drift_root(body);
    var joins = false;
    for (var first = list.x; first < list.x + list.y; first += 32u) {
        // These loads wait for nothing, so they are on their way at the same time.
        var others = 0u;
        for (var k = 0u; k < min(list.x + list.y - first, 32u); k++) {
            let other = neighbour_body(first + k);
            others |= select(0u, 1u << k, other > body && drift_root(other) != root);
        }
        for (; others != 0u; others &= others - 1u) {
            let entry = first + countTrailingZeros(others);
            if drift_spare(body, entry) <= 0.0 {
                union_join(body, neighbour_body(entry));
                joins = true;
            }
        }
    }
    return joins;
}
