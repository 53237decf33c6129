//#use collider/collider.wgsl
//#use kernel/stage/confine.wgsl
//#use kernel/stage/face.wgsl
//#use kernel/stage/nearby.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/solid.wgsl
//#needs kernel/own
// Contact of one vertex with the colliders near its body in one substep: which planes bind it, and how far it may go.
// stage/confine.wgsl keeps it within them.

// Whether a bounded collider is near a body. Only then do its vertices need the notes of contact_note, and its faces
// face_find.
fn contact_is_near(body: u32) -> bool {
    return NEARBY_BOUNDED != 0u && nearby_list(body).count > 0u;
}

// How many planes a vertex has room for.
fn contact_room() -> u32 {
    return select(STATE_PLANES, STATE_FACE_PLANES, NEARBY_BOUNDED != 0u);
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
    let near = nearby_list(sub.body);
    var list = ContactList(start, contact_reach(start, guess, sub), 0u);
    for (var k = 0u; k < nearby_count(near); k++) {
        let number = nearby_index(near, k);
        let collider = nearby_collider(number, sub);
        if nearby_meets(number, collider.record, body) {
            contact_meet(vertex, guess, collider, sub, &list);
        }
    }
    if near.count > 0u {
        contact_meet_faces(vertex, near, sub, &list);
    }
    own_set_reach(vertex, list.reach);
    return list.kept;
}

// The farthest a vertex may go from `start`, before anything shortens it.
fn contact_reach(start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> f32 {
    let leeway = min(CONTACT_LEEWAY, CONTACT_LEEWAY_RATE * sub.h) * bodies[sub.body].size;
    let near = nearby_list(sub.body);
    let reach = 2.0 * distance(start, guess) + leeway + contact_push(start, near, sub);
    if NEARBY_BOUNDED == 0u {
        return reach;
    }
    return min(reach, nearby_room(sub.body, near, start));
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
        let number = nearby_index(near, k);
        let record = scene_collider(number);
        let frame = frames.list[record.frame];
        if !frame_moves(frame) || !nearby_meets(number, record, body) {
            continue;
        }
        let local = pose_to_local(pose_at(frame, sub.begin, sub.cell), start);
        let slip = length(pose_to_world(pose_at(frame, sub.end, sub.cell), local) - start);
        let gap = solid_distance(record, local).w;
        // A bounded collider may hit a face around the vertex, which reaches at most one size of the body away.
        let around = select(0.0, body.size, collider_radius(record) >= 0.0);
        push = max(push, slip - max(gap - around, 0.0));
    }
    return push;
}

// Looks for the plane of one collider.
fn contact_meet(
    vertex: u32, guess: vec3<f32>, collider: NearbyCollider, sub: Substep, list: ptr<function, ContactList>,
) {
    let start = (*list).start;
    let local = pose_to_local(collider.begin, start);
    let near = solid_distance(collider.record, local);
    let slip = nearby_way(collider, start);
    if near.w - length(slip) > (*list).reach + bodies[sub.body].margin {
        return;
    }
    if solid_is_grid(collider.record) {
        contact_meet_grid(vertex, pose_to_local(collider.end, guess), local, near, collider, sub, slip, list);
    } else {
        let plane = contact_find(collider, sub, local, near, pose_to_local(collider.end, guess));
        contact_keep(vertex, list, collider, sub, plane, slip);
    }
}

// Looks for the planes of a collider on a grid, which need not be convex: where the way of the vertex from `local` to
// `end` first comes to the surface, then where the way along that plane does, as at a second wall. If it nowhere does,
// the plane of the nearest point serves.
fn contact_meet_grid(
    vertex: u32, end: vec3<f32>, local: vec3<f32>, near: vec4<f32>, collider: NearbyCollider, sub: Substep,
    slip: vec3<f32>, list: ptr<function, ContactList>,
) {
    let body = bodies[sub.body];
    if near.w < -CONTACT_SKIN * body.size {
        // It starts inside: out by the shortest way, no farther than the body's speed of exit.
        let out = min(body.exit_speed * sub.h, -near.w);
        contact_keep(vertex, list, collider, sub, vec4<f32>(near.xyz, dot(near.xyz, local) + out), slip);
        return;
    }
    var goal = end;
    for (var k = 0u; k < SOLID_PLANES; k++) {
        let hit = solid_march(collider.record, local, goal);
        var plane = collider_plane(near, local);
        if hit.at.w > 0.0 {
            plane = collider_plane(hit.near, hit.at.xyz);
            plane.w = min(plane.w, dot(plane.xyz, local)); // the start is outside, whatever the blend says
        }
        if hit.at.w > 0.0 || k == 0u {
            contact_keep(vertex, list, collider, sub, plane, slip);
        }
        if hit.at.w == 0.0 {
            break;
        }
        goal += plane.xyz * max(plane.w - dot(plane.xyz, goal), 0.0);
    }
}

// The plane of one collider for a vertex that goes from `local` to `end`. All in the collider's frame.
fn contact_find(
    collider: NearbyCollider, sub: Substep, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>,
) -> vec4<f32> {
    let body = bodies[sub.body];
    let shape = collider.record.shape;
    let size = collider.record.size.xyz;
    if near.w < -CONTACT_SKIN * body.size {
        let bounds = cell_between(sub.cell, report_bounds_cell(sub.body));
        let centre = pose_to_local(collider.begin, report_centre(sub.body) + bounds);
        return collider_exit_plane(shape, size, local, centre, body.exit_speed * sub.h);
    }
    let plane = collider_plane(near, local);
    if collider_radius(collider.record) < 0.0 {
        return plane; // a half-space has no other
    }
    return collider_separating_plane(shape, size, local, end, plane, near.w);
}

// How much of its margin a vertex gets back in a substep. Less than rounding takes would let a sheet at rest sink.
const CONTACT_REGAIN: f32 = 0.01;

// The offset of a plane for a body that keeps a margin. A vertex that is nearer, at this distance along the normal, is
// held where it is and led out slowly: a push in one substep would throw it.
fn contact_kept_off(margin: f32, offset: f32, vertex_at: f32) -> f32 {
    return max(offset, min(offset + margin, vertex_at + CONTACT_REGAIN * margin));
}

// Keeps a plane, given in the collider's frame, as it stands in the world at the end of the substep. `slip` is how far
// the collider moves there.
fn contact_keep(
    vertex: u32, list: ptr<function, ContactList>, collider: NearbyCollider, sub: Substep, local: vec4<f32>,
    slip: vec3<f32>,
) {
    let record = collider.record;
    let n = math_rotate(collider.end.rotation, local.xyz);
    let offset = local.w + dot(n, collider.end.position);
    let plane = vec4<f32>(n, contact_kept_off(bodies[sub.body].margin, offset, dot(n, (*list).start + slip)));
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

// Notes where a vertex starts and where its inertia takes it. A barrier must follow before face_find.
fn contact_note(vertex: u32, start: vec3<f32>, end: vec3<f32>, sub: Substep) {
    state[state_row(STATE_NOTE, vertex)] = vec4<f32>(start, contact_reach(start, end, sub));
    state[state_row(STATE_NOTE_END, vertex)] = vec4<f32>(end, 0.0);
}

// Adds the planes of the faces around a vertex.
fn contact_meet_faces(vertex: u32, near: NearbyList, sub: Substep, list: ptr<function, ContactList>) {
    let body = bodies[sub.body];
    let head = arena[body.face_row + vertex - body.first_vertex];
    var collider: NearbyCollider; // of the face before: often that of the next too
    var known = FACE_NONE;
    for (var k = 0u; k < head.y; k++) {
        let face = arena[body.face_row + head.x + k];
        var met = FACE_MANY;
        if face.w < body.face_count {
            met = state[face_row(body, face.w) + 1u].x;
        }
        if met >= 0.0 {
            if met != known {
                collider = nearby_collider(u32(met), sub);
                known = met;
            }
            let slip = nearby_way(collider, (*list).start);
            contact_keep(vertex, list, collider, sub, state[face_row(body, face.w)], slip);
        } else if met == FACE_MANY {
            contact_meet_face(vertex, face_corners(body, face), near, sub, list);
        }
    }
}

// Adds the planes between one face and all colliders near the body.
fn contact_meet_face(
    vertex: u32, corners: vec3<u32>, near: NearbyList, sub: Substep, list: ptr<function, ContactList>,
) {
    let body = bodies[sub.body];
    for (var k = frames.world.half_spaces; k < nearby_count(near); k++) {
        let number = nearby_index(near, k);
        let collider = nearby_collider(number, sub);
        if !nearby_meets(number, collider.record, body) {
            continue;
        }
        let plane = face_plane(body, corners, collider);
        if any(plane.xyz != vec3<f32>(0.0)) {
            contact_keep(vertex, list, collider, sub, plane, nearby_way(collider, (*list).start));
        }
    }
}
