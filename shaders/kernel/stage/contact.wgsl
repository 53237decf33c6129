//#use collider/collider.wgsl
//#use kernel/stage/confine.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/own
// Contact of one vertex with all colliders in one substep: which planes bind it, and how far it may go.
// stage/confine.wgsl keeps it within them.

// 1 if there are bounded colliders, which meet faces. They come after the half-spaces in the list of movers. A
// constant of the pipeline, so that a world of half-spaces pays nothing for faces, not even registers.
override CONTACT_FACES: u32 = 0u;

// How many planes a vertex has room for.
fn contact_room() -> u32 {
    return select(STATE_PLANES, STATE_FACE_PLANES, CONTACT_FACES != 0u);
}

// A start this deep, in sizes of the body, still counts as lying on the surface: it may be rounding.
const CONTACT_SKIN: f32 = 1e-4;

// How far a vertex may go beyond its inertia in a substep, with or without contact: a tenth of the body's size, or,
// in short substeps, a speed in sizes a second. More makes more vertices look for planes.
const CONTACT_LEEWAY: f32 = 0.1;
const CONTACT_LEEWAY_RATE: f32 = 12.0;

// What a vertex collects while it looks for its planes.
struct ContactList {
    start: vec3<f32>,
    reach: f32, // the farthest it may go
    kept: u32,  // planes
}

// Finds the planes of the nearest colliders within reach, keeps them, and returns how many. A collider that finds no
// room shortens the reach to its distance, so that nothing is ever passed through. The report counts such planes.
fn contact_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> u32 {
    let body = bodies[sub.body];
    var list = ContactList(start, contact_reach(start, guess, sub), 0u);
    for (var m = 0u; m < params.colliders; m++) {
        let mover = movers[m];
        if !contact_meets(mover, body) {
            continue;
        }
        let pose0 = collider_pose(mover, sub.begin);
        let pose1 = collider_pose(mover, sub.end);
        let span = mover_radius(mover) + list.reach + distance(pose0.position, pose1.position);
        if mover_radius(mover) >= 0.0 && distance(start, pose0.position) > span {
            continue;
        }
        let local = collider_to_local(pose0, start);
        let near = collider_distance(mover.shape, mover.size.xyz, local);
        let slip = collider_to_world(pose1, local) - start;
        if near.w - length(slip) > list.reach {
            continue;
        }
        let plane = contact_find(mover, sub, local, near, collider_to_local(pose1, guess));
        contact_keep(vertex, &list, mover, sub, pose1, plane, slip);
    }
    if CONTACT_FACES != 0u {
        contact_detect_faces(vertex, sub, &list);
    }
    own_set_reach(vertex, list.reach);
    return list.kept;
}

// The farthest a vertex may go from `start`, before anything shortens it.
fn contact_reach(start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> f32 {
    let leeway = min(CONTACT_LEEWAY, CONTACT_LEEWAY_RATE * sub.h) * bodies[sub.body].size;
    return 2.0 * distance(start, guess) + leeway + contact_push(start, sub);
}

fn contact_meets(mover: Mover, body: Body) -> bool {
    return (mover.layers & body.mask) != 0u && (mover.mask & body.layers) != 0u;
}

// The farthest that a moving collider can push a vertex from `start` in the substep. The vertex must be allowed to go
// that far, or a fast collider would pass over it.
fn contact_push(start: vec3<f32>, sub: Substep) -> f32 {
    let body = bodies[sub.body];
    var push = 0.0;
    for (var m = 0u; m < params.colliders; m++) {
        let mover = movers[m];
        if mover.moves == 0u || !contact_meets(mover, body) {
            continue;
        }
        let local = collider_to_local(collider_pose(mover, sub.begin), start);
        let slip = length(collider_to_world(collider_pose(mover, sub.end), local) - start);
        let near = collider_distance(mover.shape, mover.size.xyz, local);
        // A bounded collider may hit a face around the vertex, which reaches at most one size of the body away.
        let around = select(0.0, body.size, mover_radius(mover) >= 0.0);
        push = max(push, slip - max(near.w - around, 0.0));
    }
    return push;
}

// The plane of one collider for a vertex that goes from `local` to `end`. All in the collider's frame.
fn contact_find(mover: Mover, sub: Substep, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>) -> vec4<f32> {
    let body = bodies[sub.body];
    if near.w < -CONTACT_SKIN * body.size {
        let centre = collider_to_local(collider_pose(mover, sub.begin), report_centre(sub.body));
        return collider_exit_plane(mover.shape, mover.size.xyz, local, centre, body.exit_speed * sub.h);
    }
    let plane = collider_plane(near, local);
    if mover_radius(mover) < 0.0 {
        return plane; // a half-space has no other
    }
    return collider_separating_plane(mover.shape, mover.size.xyz, local, end, plane, near.w);
}

// Keeps a plane, given in the collider's frame, as it stands in the world at the end of the substep. `pose` is the
// collider's then.
fn contact_keep(
    vertex: u32, list: ptr<function, ContactList>, mover: Mover, sub: Substep, pose: ColliderPose,
    local: vec4<f32>, slip: vec3<f32>,
) {
    let n = math_rotate(pose.rotation, local.xyz);
    let plane = vec4<f32>(n, local.w + dot(n, pose.position));
    let gap = dot(n, (*list).start) - plane.w;
    if gap > (*list).reach {
        return;
    }
    let friction = sqrt(mover_friction(mover) * bodies[sub.body].friction);
    let bounce = max(mover_restitution(mover), bodies[sub.body].restitution);
    let surface = vec4<f32>(slip, confine_pack(friction, bounce));
    // The same plane again, of another face or another collider: the higher one is enough.
    var slot = (*list).kept;
    var farthest = gap;
    for (var k = 0u; k < (*list).kept; k++) {
        let row = state_row(STATE_PLANE + 2u * k, vertex);
        let other = state[row];
        let apart = other.xyz - n;
        if dot(apart, apart) < 1e-10 && all(state[row + params.state_rows] == surface) {
            state[row].w = max(other.w, plane.w);
            return;
        }
        let other_gap = dot(other.xyz, (*list).start) - other.w;
        if (*list).kept == contact_room() && other_gap > farthest {
            farthest = other_gap;
            slot = k;
        }
    }
    if (*list).kept == contact_room() {
        // No room: drop the farthest of all, and let the reach stop short of it.
        (*list).reach = min((*list).reach, max(farthest, 0.0));
        atomicAdd(&report[sub.body * REPORT_WORDS + REPORT_DROPPING], 1u);
        if slot == (*list).kept {
            return;
        }
    } else {
        (*list).kept += 1u;
    }
    let row = state_row(STATE_PLANE + 2u * slot, vertex);
    state[row] = plane;
    state[row + params.state_rows] = surface;
}

// Faces. A face is outside a convex collider as long as one plane separates them. Its three vertices find the same
// plane from the same numbers: the notes that each wrote before any of them moved. Each keeps it as one more
// half-space. Half-spaces need no faces: where all vertices are outside, the faces are.

// Notes where a vertex starts and where its inertia takes it. A barrier must follow before contact_detect.
fn contact_note(vertex: u32, start: vec3<f32>, end: vec3<f32>, sub: Substep) {
    state[state_row(STATE_NOTE, vertex)] = vec4<f32>(start, contact_reach(start, end, sub));
    state[state_row(STATE_NOTE_END, vertex)] = vec4<f32>(end, 0.0);
}

// Adds the planes of the faces around a vertex.
fn contact_detect_faces(vertex: u32, sub: Substep, list: ptr<function, ContactList>) {
    let body = bodies[sub.body];
    let head = arena[body.face_row + vertex - body.first_vertex];
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz + vec3<u32>(body.first_vertex);
        contact_meet_face(vertex, corners, sub, list);
    }
}

// Adds the planes between one face and the colliders that it can reach.
fn contact_meet_face(vertex: u32, corners: vec3<u32>, sub: Substep, list: ptr<function, ContactList>) {
    let a = state[state_row(STATE_NOTE, corners.x)];
    let b = state[state_row(STATE_NOTE, corners.y)];
    let c = state[state_row(STATE_NOTE, corners.z)];
    let centre = (a.xyz + b.xyz + c.xyz) / 3.0;
    let radius = max(distance(a.xyz, centre), max(distance(b.xyz, centre), distance(c.xyz, centre)));
    let span = radius + max(a.w, max(b.w, c.w));
    for (var m = params.half_spaces; m < params.colliders; m++) {
        let mover = movers[m];
        let pose0 = collider_pose(mover, sub.begin);
        let pose1 = collider_pose(mover, sub.end);
        let most = mover_radius(mover) + span + distance(pose0.position, pose1.position);
        let far = distance(centre, pose0.position) > most;
        if far || !contact_meets(mover, bodies[sub.body]) {
            continue;
        }
        let starts = mat3x3<f32>(
            collider_to_local(pose0, a.xyz), collider_to_local(pose0, b.xyz), collider_to_local(pose0, c.xyz),
        );
        let ends = mat3x3<f32>(
            contact_face_end(pose1, corners.x), contact_face_end(pose1, corners.y), contact_face_end(pose1, corners.z),
        );
        let skin = contact_face_skin(mover, centre, sub);
        let plane = collider_face_plane(mover.shape, mover.size.xyz, starts, ends - starts, skin);
        if any(plane.xyz != vec3<f32>(0.0)) {
            let start = (*list).start;
            let slip = collider_to_world(pose1, collider_to_local(pose0, start)) - start;
            contact_keep(vertex, list, mover, sub, pose1, plane, slip);
        }
    }
}

fn contact_face_end(pose: ColliderPose, vertex: u32) -> vec3<f32> {
    return collider_to_local(pose, state[state_row(STATE_NOTE_END, vertex)].xyz);
}

// How deep a face may lie in a collider: the body's own depth, less in a thin collider, never less than the rounding of
// coordinates.
fn contact_face_skin(mover: Mover, centre: vec3<f32>, sub: Substep) -> f32 {
    let thin = 0.5 * collider_half_width(mover.shape, mover.size.xyz);
    return max(min(bodies[sub.body].face_depth, thin), 5e-7 * (abs(centre.x) + abs(centre.y) + abs(centre.z)));
}
