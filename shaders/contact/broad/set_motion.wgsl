//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/collider_mask.wgsl
//#use contact/broad/body_pairs.wgsl
//#use memory/report.wgsl
//#use contact/narrow/surface_table.wgsl
//#use contact/filter/half_space_filter.wgsl
//#use contact/island/disjoint_sets.wgsl
//#use lib/cell.wgsl
// The motion of bodies and of proximity sets in a step, and which bodies may touch.

struct SetMotion {
    displacement: vec3<f32>, // mean, by mass [unit]
    spread: f32,             // the largest distance of a vertex's displacement from the mean
    centre: vec3<f32>,
    mass: f32,
    slack: f32, // the largest slack of its vertices
    known: u32, // flags: SET_MOTION_STANDS and others
}

// Flags of a body or a proximity set. A set has no translation if one of its bodies stands, or if one of its surfaces rests
// and another moves. A surface that moves translates its set.
const SET_MOTION_STANDS: u32 = 1u; // held by what rests, or stopped, or a collider with bounds is near
const SET_MOTION_RESTS: u32 = 2u;  // a kinematic surface that rests
const SET_MOTION_MOVES: u32 = 4u;  // a kinematic surface that moves
const SET_MOTION_HEAVY: f32 = 1e15; // weight of a kinematic surface in its set [kg]

// Whether a collider with bounds is near a body.
fn set_motion_meets_solids(body: u32) -> bool {
    return frames.world.colliders > frames.world.half_spaces && collider_list_list(body).count > 0u;
}

// The displacement of a vertex in the step by its velocity and gravity.
fn set_motion_displacement(vertex: u32) -> vec3<f32> {
    let speed = state[state_row(STATE_VELOCITY, vertex)];
    let held = state[state_row(STATE_POSITION, vertex)].w <= 0.0;
    let fall = select(clamp(speed.w, 0.0, 1.0), 0.0, held);
    let dt = params_dt(params);
    return dt * (speed.xyz + dt / f32(params.epochs) * fall * params.gravity.xyz);
}

fn set_motion_keep(body: u32, own: SetMotion, axes: mat4x4<f32>) {
    let row = filter_body_row(body);
    contacts_store(row + CONTACTS_MEAN_DISPLACEMENT, vec4<f32>(own.displacement, own.spread));
    contacts_store(row + CONTACTS_CENTRE, vec4<f32>(own.centre, own.slack));
    for (var k = 0u; k < 3u; k++) {
        contacts_store(row + CONTACTS_AXES + k, axes[k]);
    }
}

// A body whose displacement in an epoch is below this part of its slack counts as resting.
const SET_MOTION_LEAST: f32 = 0.05;

fn set_motion_find(index: u32) -> SetMotion {
    let row = filter_body_row(index);
    let displacement = contacts_load(row + CONTACTS_MEAN_DISPLACEMENT);
    let body = bodies[index];
    let crowded = (atomicLoad(&report[index * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_CROWDED) != 0u;
    let centre = contacts_load(row + CONTACTS_CENTRE);
    if body_is_kinematic(body) {
        let known = select(SET_MOTION_RESTS, SET_MOTION_MOVES, any(displacement.xyz != vec3<f32>(0.0)));
        return SetMotion(displacement.xyz, displacement.w, centre.xyz, SET_MOTION_HEAVY, centre.w, known);
    }
    if set_motion_is_dragged(index) {
        return set_motion_dragged(index, displacement, centre, crowded);
    }
    let stands = crowded || !body_is_free(body) || report_stopped(index) || set_motion_meets_solids(index);
    let rests = length(displacement.xyz) < SET_MOTION_LEAST * centre.w * f32(params.epochs);
    let mean = select(displacement.xyz, vec3<f32>(0.0), rests);
    let spread = displacement.w + select(0.0, length(displacement.xyz), rests);
    return SetMotion(mean, spread, centre.xyz, body.mass, centre.w, select(0u, SET_MOTION_STANDS, stands));
}

// The motion of a body that moving frames drag. Planes between the features of the body move with its translation. Of a body
// with rigid attachments, the translation is between held and free vertices, so neither moves far relative to the planes.
// Springs alone hold no vertex, and leave the mean.
fn set_motion_dragged(index: u32, displacement: vec4<f32>, centre: vec4<f32>, crowded: bool) -> SetMotion {
    let row = index * (NEARBY_WORDS / 4u) + NEARBY_HELD_LOW / 4u;
    let held = 0.5 * (math_from_ordered(nearby[row].xyz) + math_from_ordered(nearby[row + 1u].xyz));
    let is_rigid = (set_motion_dragged_word(index) & NEARBY_DRAGGED_RIGID) != 0u;
    let mean = select(displacement.xyz, 0.5 * (displacement.xyz + held), is_rigid);
    let spread = displacement.w + distance(mean, displacement.xyz);
    let stands = crowded || report_stopped(index) || set_motion_meets_solids(index);
    return SetMotion(mean, spread, centre.xyz, bodies[index].mass, centre.w, select(0u, SET_MOTION_STANDS, stands));
}

// Stores the motion of a body while sets are joined, in rows that hold sums later.
fn set_motion_note(index: u32) {
    let own = set_motion_find(index);
    var gaps = vec4<u32>(0xFFFFFFFFu);
    var cornered = false; // whether a half-space without a stored gap is near
    let half_spaces = frames.world.half_spaces;
    let looked_at = select(half_spaces, min(half_spaces, SET_MOTION_PLANES), (own.known & SET_MOTION_MOVES) != 0u);
    for (var k = 0u; k < looked_at; k++) {
        let gap = set_motion_plane(index, k).w;
        if k < SET_MOTION_PLANES {
            gaps[k] = math_ordered(vec3<f32>(gap)).x;
        } else {
            cornered = cornered || gap < 2.0 * length(own.displacement);
        }
    }
    let row = filter_body_row(index) + CONTACTS_SUMS;
    contacts_store(row, vec4<f32>(own.displacement, own.spread));
    contacts_store(row + 1u, vec4<f32>(own.mass, own.slack, 0.0, 0.0));
    contacts[row + 1u].z = own.known | select(0u, SET_MOTION_STANDS, cornered);
    contacts[row + 2u] = gaps;
}

// Loads the motion that set_motion_note stored.
fn set_motion_of(index: u32) -> SetMotion {
    let row = filter_body_row(index) + CONTACTS_SUMS;
    let displacement = contacts_load(row);
    let rest = contacts[row + 1u];
    return SetMotion(displacement.xyz, displacement.w, vec3<f32>(0.0), bitcast<f32>(rest.x), bitcast<f32>(rest.y), rest.z);
}

// An axis of a body. The axis along which a body is flat is computed from the other two.
fn set_motion_axis(row: u32, number: u32) -> vec3<f32> {
    let own = contacts_load(row + CONTACTS_AXES + number).xyz;
    let next = contacts_load(row + CONTACTS_AXES + (number + 1u) % 3u).xyz;
    let other = contacts_load(row + CONTACTS_AXES + (number + 2u) % 3u).xyz;
    let is_flat = dot(own, own) < 1e-6 * max(dot(next, next), dot(other, other));
    return select(own, cross(normalize(next), normalize(other)), is_flat);
}

// A candidate for a separating direction of two bodies: from centre to centre, or an axis of one of them. `offset`: from the
// cell of the first body to that of the second.
fn set_motion_direction(first: u32, second: u32, offset: vec3<f32>, direction: u32) -> vec3<f32> {
    let row = filter_body_row(select(first, second, direction > 3u));
    let between = contacts_load(filter_body_row(first) + CONTACTS_CENTRE).xyz
        - (contacts_load(filter_body_row(second) + CONTACTS_CENTRE).xyz + offset);
    let axis = set_motion_axis(row, (direction + 2u) % 3u);
    let n = select(axis, between, direction == 0u);
    let size = length(n);
    return select(vec3<f32>(1.0, 0.0, 0.0), n / size, size > 1e-20);
}

// The translation of a body's proximity set in the rounds so far.
fn set_motion_of_set(body: u32) -> vec3<f32> {
    return contacts_load(filter_body_row(body) + CONTACTS_DISPLACEMENT).xyz;
}

// The root of a body's proximity set: its lowest body.
fn set_motion_root(body: u32) -> u32 {
    return contacts[filter_body_row(body) + CONTACTS_STATE].z;
}

// Sums of a proximity set: mass times displacement, and mass.
const SET_MOTION_SUMS: u32 = 4u;

// Stores the root of a body's proximity set, and clears the sums of the set.
fn set_motion_gather(body: u32) {
    let root = disjoint_sets_root(body);
    contacts[filter_body_row(body) + CONTACTS_STATE].z = root;
    if root == body {
        disjoint_sets_clear(body, 0u, 1u, SET_MOTION_SUMS);
    }
}

// Half-spaces whose gaps a proximity set stores. A body near any other half-space counts as standing.
const SET_MOTION_PLANES: u32 = 4u;

// A half-space's normal at the end of the step.
fn set_motion_normal(half_space: u32) -> vec3<f32> {
    let pose = pose_at(frames.list[scene_collider(half_space).frame], 1.0, vec3<i32>(0));
    return math_rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
}

// A half-space's normal at the end of the step, and the distance of a body from it, less the body's slack.
fn set_motion_plane(index: u32, half_space: u32) -> vec4<f32> {
    let collider = scene_collider(half_space);
    let pose = pose_of_plane(frames.list[collider.frame], 1.0, report_bounds_cell(index));
    let n = math_rotate(pose.rotation, vec3<f32>(0.0, 1.0, 0.0));
    let word = index * REPORT_WORDS;
    let nearest = select(report_point(word + REPORT_LOW), report_point(word + REPORT_HIGH), n < vec3<f32>(0.0));
    let gap = dot(n, nearest - pose.position) - contacts_load(filter_body_row(index) + CONTACTS_CENTRE).w;
    return vec4<f32>(n, select(CONTACTS_FAR, gap, collider_mask_meets(half_space, collider, bodies[index])));
}

// Adds a body to the sums of its proximity set: mass times displacement, mass, gaps to half-spaces, and its flags.
fn set_motion_bring(index: u32) {
    let own = set_motion_of(index);
    let root = set_motion_root(index);
    let gaps = contacts[filter_body_row(index) + CONTACTS_SUMS + 2u];
    let planes = min(frames.world.half_spaces, SET_MOTION_PLANES);
    for (var k = 0u; k < planes; k++) {
        atomicMin(&report[disjoint_sets_word(root, DISJOINT_SETS_LEAST + k)], gaps[k]);
    }
    for (var axis = 0u; axis < 3u; axis++) {
        disjoint_sets_add(root, axis, own.mass * own.displacement[axis]);
    }
    disjoint_sets_add(root, 3u, own.mass);
    disjoint_sets_note(root, own.known);
}

// The translation of a proximity set, computed at its root: the mean displacement of its bodies, without its part into a
// half-space near one of them. Zero if one of the bodies stands.
fn set_motion_resolve(root: u32) {
    var displacement = vec3<f32>(0.0);
    let known = disjoint_sets_known(root);
    let kinematic = (known & SET_MOTION_MOVES) != 0u;
    let mass = disjoint_sets_total(root, 3u);
    if (known & SET_MOTION_STANDS) == 0u && (!kinematic || (known & SET_MOTION_RESTS) == 0u) && mass > 0.0 {
        displacement = vec3<f32>(disjoint_sets_total(root, 0u), disjoint_sets_total(root, 1u), disjoint_sets_total(root, 2u)) / mass;
        let planes = select(min(frames.world.half_spaces, SET_MOTION_PLANES), 0u, kinematic);
        for (var k = 0u; k < planes; k++) {
            let n = set_motion_normal(k);
            let into = dot(n, displacement);
            let gap = math_from_ordered(vec3<u32>(atomicLoad(&report[disjoint_sets_word(root, DISJOINT_SETS_LEAST + k)]))).x;
            if into < 0.0 && gap + 2.0 * into < 0.0 {
                displacement -= into * n;
            }
        }
    }
    contacts_store(filter_body_row(root) + CONTACTS_DISPLACEMENT, vec4<f32>(displacement, 0.0));
}

// Gives a body the translation of its proximity set.
fn set_motion_follow(body: u32) {
    let root = set_motion_root(body);
    if root != body {
        contacts_store(filter_body_row(body) + CONTACTS_DISPLACEMENT, vec4<f32>(set_motion_of_set(root), 0.0));
    }
}

// The bound of a vertex in a step, in displacements of its first guess: forces may speed the vertex up. Lists of candidates
// grow with its square.
const SET_MOTION_ROOM: f32 = 1.5;

// Whether moving frames have all attachments of a body, and no vertex is fixed.
fn set_motion_is_dragged(body: u32) -> bool {
    let moving = set_motion_dragged_word(body) & NEARBY_DRAGGED_COUNT;
    let has_fixed = contacts_load(filter_body_row(body) + CONTACTS_AXES).w > 0.0;
    return moving > 0u && moving == bodies[body].attachment_count && !has_fixed;
}

fn set_motion_dragged_word(body: u32) -> u32 {
    return nearby[(body * NEARBY_WORDS + NEARBY_DRAGGED) / 4u][NEARBY_DRAGGED % 4u];
}

// How far moving frames pull a body by their attachments, relative to a translation.
fn set_motion_pull(body: u32, displacement: vec3<f32>) -> f32 {
    let row = body * (NEARBY_WORDS / 4u) + NEARBY_HELD_LOW / 4u;
    let low = abs(math_from_ordered(nearby[row].xyz) - displacement);
    let high = abs(math_from_ordered(nearby[row + 1u].xyz) - displacement);
    let turn = bitcast<f32>(nearby[row].w);
    let pulls = nearby[(body * NEARBY_WORDS + NEARBY_PULL) / 4u][NEARBY_PULL % 4u] != 0u;
    return select(0.0, length(max(low, high)) + turn, pulls);
}

// The farthest that a vertex of a body may move in the step relative to a translation.
fn set_motion_bound(body: u32, own: SetMotion, displacement: vec3<f32>) -> f32 {
    let far = max(own.spread + length(own.displacement - displacement), set_motion_pull(body, displacement));
    return SET_MOTION_ROOM * far + own.slack;
}

// The gap of an entry after both bodies have moved as far as they may in the step, with the translations of their proximity
// sets so far. If it is not above zero, they may touch.
fn set_motion_spare(body: u32, entry: u32) -> f32 {
    let other = body_pairs_body(entry);
    let gap = body_pairs_gap_from(body, entry);
    let own = set_motion_of(body);
    let theirs = set_motion_of(other);
    let displacement = set_motion_of_set(body);
    let their_way = set_motion_of_set(other);
    let closes = max(-dot(gap.xyz, displacement - their_way), 0.0);
    let reach = set_motion_bound(body, own, displacement) + set_motion_bound(other, theirs, their_way) + closes;
    let radius = contacts_thickness_of(bodies[body].margin, own.slack) + contacts_thickness_of(bodies[other].margin, theirs.slack);
    return gap.w - reach - 1.05 * radius;
}

// Joins a body with the bodies of higher numbers in other sets that it may touch. True if there is one. Sets are those of
// the last round.
fn set_motion_join(body: u32) -> bool {
    let list = body_pairs_list(body);
    let root = set_motion_root(body);
    var joins = false;
    for (var first = list.x; first < list.x + list.y; first += 32u) {
        // These loads depend on no other load, so they are in flight together.
        var others = 0u;
        for (var k = 0u; k < min(list.x + list.y - first, 32u); k++) {
            let other = body_pairs_body(first + k);
            others |= select(0u, 1u << k, other > body && set_motion_root(other) != root);
        }
        for (; others != 0u; others &= others - 1u) {
            let entry = first + countTrailingZeros(others);
            if set_motion_spare(body, entry) <= 0.0 {
                disjoint_sets_join(body, body_pairs_body(entry));
                joins = true;
            }
        }
    }
    return joins;
}
