//#use collider/collider.wgsl
//#use kernel/stage/confine.wgsl
//#use kernel/stage/nearby.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/scene.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/own
// Contact of one vertex with the colliders near its body in one substep: which planes bind it, and how far it may go.
// stage/confine.wgsl keeps it within them.

// 1 if there are bounded colliders, which meet faces. A constant of the pipeline, so that a world of half-spaces pays
// nothing for faces, not even registers.
override CONTACT_FACES: u32 = 0u;

// The bounded colliders near a body.
fn contact_near(body: u32) -> NearbyList {
    if CONTACT_FACES == 0u {
        return NearbyList(0u, 0u);
    }
    return nearby_list(body);
}

// Whether a bounded collider is near a body. Only then do its vertices need the notes of contact_note.
fn contact_is_near(body: u32) -> bool {
    return CONTACT_FACES != 0u && nearby_list(body).count > 0u;
}

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

// A collider in a substep.
struct ContactCollider {
    record: Collider,
    begin: Pose, // at the start of the substep
    end: Pose,   // and at its end
    turn: f32,   // how far it turns in between: the chord of the angle
}

fn contact_collider(index: u32, sub: Substep) -> ContactCollider {
    let record = scene_collider(index);
    let frame = frames.list[record.frame];
    var collider = ContactCollider(record, pose_at(frame, sub.begin), pose_at(frame, sub.end), 0.0);
    if frame_moves(frame) {
        collider.turn = pose_turn(collider.begin.rotation, collider.end.rotation);
    }
    return collider;
}

// Finds the planes of the nearest colliders within reach, keeps them, and returns how many. A collider that finds no
// room shortens the reach to its distance, so that nothing is ever passed through. The report counts such planes.
fn contact_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> u32 {
    let body = bodies[sub.body];
    let near = contact_near(sub.body);
    var list = ContactList(start, contact_reach(start, guess, sub), 0u);
    var around = 0.0;
    if near.count > 0u {
        around = contact_around(vertex, start, body);
    }
    for (var k = 0u; k < nearby_count(near); k++) {
        let collider = contact_collider(nearby_collider(near, k), sub);
        if !contact_meets(collider.record, body) {
            continue;
        }
        let room = contact_meet(vertex, guess, collider, sub, &list);
        if CONTACT_FACES != 0u && around > 0.0 && room <= around * (1.0 + collider.turn) {
            contact_meet_faces(vertex, collider, sub, &list);
        }
    }
    own_set_reach(vertex, list.reach);
    return list.kept;
}

// The farthest a vertex may go from `start`, before anything shortens it.
fn contact_reach(start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> f32 {
    let leeway = min(CONTACT_LEEWAY, CONTACT_LEEWAY_RATE * sub.h) * bodies[sub.body].size;
    let near = contact_near(sub.body);
    let reach = 2.0 * distance(start, guess) + leeway + contact_push(start, near, sub);
    if CONTACT_FACES == 0u {
        return reach;
    }
    return min(reach, nearby_room(sub.body, near, start));
}

fn contact_meets(collider: Collider, body: Body) -> bool {
    return (collider.layers & body.mask) != 0u && (collider.mask & body.layers) != 0u;
}

// The farthest that a moving collider can push a vertex from `start` in the substep. The vertex must be allowed to go
// that far, or a fast collider would pass over it.
fn contact_push(start: vec3<f32>, near: NearbyList, sub: Substep) -> f32 {
    var push = 0.0;
    if frames.world.moving == 0u {
        return push;
    }
    let body = bodies[sub.body];
    for (var k = 0u; k < nearby_count(near); k++) {
        let record = scene_collider(nearby_collider(near, k));
        let frame = frames.list[record.frame];
        if !frame_moves(frame) || !contact_meets(record, body) {
            continue;
        }
        let local = pose_to_local(pose_at(frame, sub.begin), start);
        let slip = length(pose_to_world(pose_at(frame, sub.end), local) - start);
        let gap = collider_distance(record.shape, record.size.xyz, local).w;
        // A bounded collider may hit a face around the vertex, which reaches at most one size of the body away.
        let around = select(0.0, body.size, collider_radius(record) >= 0.0);
        push = max(push, slip - max(gap - around, 0.0));
    }
    return push;
}

// Looks for the plane of one collider. Returns how far the vertex is from it at least: its distance, less the way that
// the collider makes.
fn contact_meet(
    vertex: u32, guess: vec3<f32>, collider: ContactCollider, sub: Substep, list: ptr<function, ContactList>,
) -> f32 {
    let start = (*list).start;
    let local = pose_to_local(collider.begin, start);
    let near = collider_distance(collider.record.shape, collider.record.size.xyz, local);
    let slip = pose_to_world(collider.end, local) - start;
    let room = near.w - length(slip);
    if room <= (*list).reach {
        let plane = contact_find(collider, sub, local, near, pose_to_local(collider.end, guess));
        contact_keep(vertex, list, collider, sub, plane, slip);
    }
    return room;
}

// The plane of one collider for a vertex that goes from `local` to `end`. All in the collider's frame.
fn contact_find(
    collider: ContactCollider, sub: Substep, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>,
) -> vec4<f32> {
    let body = bodies[sub.body];
    let shape = collider.record.shape;
    let size = collider.record.size.xyz;
    if near.w < -CONTACT_SKIN * body.size {
        let centre = pose_to_local(collider.begin, report_centre(sub.body));
        return collider_exit_plane(shape, size, local, centre, body.exit_speed * sub.h);
    }
    let plane = collider_plane(near, local);
    if collider_radius(collider.record) < 0.0 {
        return plane; // a half-space has no other
    }
    return collider_separating_plane(shape, size, local, end, plane, near.w);
}

// Keeps a plane, given in the collider's frame, as it stands in the world at the end of the substep. `slip` is how far
// the collider moves there.
fn contact_keep(
    vertex: u32, list: ptr<function, ContactList>, collider: ContactCollider, sub: Substep, local: vec4<f32>,
    slip: vec3<f32>,
) {
    let record = collider.record;
    let n = math_rotate(collider.end.rotation, local.xyz);
    let plane = vec4<f32>(n, local.w + dot(n, collider.end.position));
    let gap = dot(n, (*list).start) - plane.w;
    if gap > (*list).reach {
        return;
    }
    let friction = sqrt(collider_friction(record) * bodies[sub.body].friction);
    let bounce = max(record.restitution, bodies[sub.body].restitution);
    // A surface that runs takes along by friction alone, so only what is along the plane counts.
    let run = sub.h * math_rotate(collider.end.rotation, record.surface.xyz);
    let surface = vec4<f32>(slip + (run - n * dot(n, run)), confine_pack(friction, bounce));
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

// How far the faces around a vertex reach from where it starts, at any time in the substep; zero if it has none.
fn contact_around(vertex: u32, start: vec3<f32>, body: Body) -> f32 {
    let head = arena[body.face_row + vertex - body.first_vertex];
    var around = 0.0;
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz + vec3<u32>(body.first_vertex);
        for (var c = 0u; c < 3u; c++) {
            let note = state[state_row(STATE_NOTE, corners[c])];
            around = max(around, distance(note.xyz, start) + note.w);
        }
    }
    return around;
}

// Adds the planes between a collider and the faces around a vertex.
fn contact_meet_faces(
    vertex: u32, collider: ContactCollider, sub: Substep, list: ptr<function, ContactList>,
) {
    let body = bodies[sub.body];
    let head = arena[body.face_row + vertex - body.first_vertex];
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.face_row + head.x + k].xyz + vec3<u32>(body.first_vertex);
        contact_meet_face(vertex, corners, collider, sub, list);
    }
}

// Adds the plane between one face and a collider, if they can meet.
fn contact_meet_face(
    vertex: u32, corners: vec3<u32>, collider: ContactCollider, sub: Substep, list: ptr<function, ContactList>,
) {
    let a = state[state_row(STATE_NOTE, corners.x)];
    let b = state[state_row(STATE_NOTE, corners.y)];
    let c = state[state_row(STATE_NOTE, corners.z)];
    let centre = (a.xyz + b.xyz + c.xyz) / 3.0;
    let radius = max(distance(a.xyz, centre), max(distance(b.xyz, centre), distance(c.xyz, centre)));
    let reach = max(a.w, max(b.w, c.w));
    let shape = collider.record.shape;
    let size = collider.record.size.xyz;
    let local = pose_to_local(collider.begin, centre);
    let starts = mat3x3<f32>(
        pose_to_local(collider.begin, a.xyz), pose_to_local(collider.begin, b.xyz),
        pose_to_local(collider.begin, c.xyz),
    );
    // The distance of a convex shape is convex: it is nowhere less than its tangent at the centre says.
    let near = collider_distance(shape, size, local);
    let heights = near.xyz * (starts - mat3x3<f32>(local, local, local));
    let gap = near.w + min(heights.x, min(heights.y, heights.z));
    let slip = distance(pose_to_world(collider.end, local), centre) + collider.turn * (radius + reach);
    if gap - slip > reach {
        return;
    }
    let ends = mat3x3<f32>(
        contact_face_end(collider.end, corners.x), contact_face_end(collider.end, corners.y),
        contact_face_end(collider.end, corners.z),
    );
    let skin = contact_face_skin(collider.record, centre, sub);
    let plane = collider_face_plane(shape, size, starts, ends - starts, skin);
    if any(plane.xyz != vec3<f32>(0.0)) {
        let start = (*list).start;
        let way = pose_to_world(collider.end, pose_to_local(collider.begin, start)) - start;
        contact_keep(vertex, list, collider, sub, plane, way);
    }
}

fn contact_face_end(pose: Pose, vertex: u32) -> vec3<f32> {
    return pose_to_local(pose, state[state_row(STATE_NOTE_END, vertex)].xyz);
}

// How deep a face may lie in a collider: the body's own depth, less in a thin collider, never less than the rounding of
// coordinates.
fn contact_face_skin(collider: Collider, centre: vec3<f32>, sub: Substep) -> f32 {
    let thin = 0.5 * collider_half_width(collider.shape, collider.size.xyz);
    return max(min(bodies[sub.body].face_depth, thin), 5e-7 * (abs(centre.x) + abs(centre.y) + abs(centre.z)));
}
