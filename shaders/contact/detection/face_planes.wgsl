//#use collider/collider.wgsl
//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/collider_entry.wgsl
//#use memory/state.wgsl
// Faces against colliders with bounds. A face is outside a convex collider as long as one plane separates the two. The plane
// is computed from positions that the face's vertices stored before any of them moved. Each of these vertices then keeps the
// plane as one more half-space.

// Depth of a face in a collider, relative to the body's diagonal: room to roll over it. 5e-4 is promised; the rest is
// for rounding, as a GPU's division and root are exact to 2.5 ulp only.
const FACE_PLANES_SKIN: f32 = 4.95e-4;
// The second row of a face: the number of a collider, or one of these.
const FACE_PLANES_NONE: f32 = -1.0; // no collider is near the face
const FACE_PLANES_MANY: f32 = -2.0; // several are near: the vertices of the face test them all

// The two rows of a face of the body in STATE_FACE. There is room for two faces a vertex; faces beyond have no rows, and
// their vertices test all colliders.
fn face_planes_row(body: Body, face: u32) -> u32 {
    return state_row(STATE_FACE, 0u) + 4u * body.first_vertex + 2u * face;
}

// The corners of a face, from its row in one of the body's tables, as vertices of the world.
fn face_planes_corners(body: Body, row: vec4<u32>) -> vec3<u32> {
    return row.xyz + vec3<u32>(body.first_vertex);
}

// A collider with bounds in a substep. Its pose is that of its frame.
fn face_planes_collider(index: u32, sub: Substep) -> ColliderEntry {
    let record = scene_collider(index);
    let frame = frames.list[record.frame];
    let begin = pose_at(frame, sub.begin, sub.cell);
    if !frame_moves(frame) {
        return ColliderEntry(record, begin, begin, 0.0);
    }
    let end = pose_at(frame, sub.end, sub.cell);
    return ColliderEntry(record, begin, end, pose_turn(begin.rotation, end.rotation));
}

// Finds the plane of one face, by its number on the body, with the colliders near it. One barrier must be between
// vertex_faces_note and this function, another between it and collider_planes_find.
fn face_planes_find(body: Body, face: u32, sub: Substep) {
    let corners = face_planes_corners(body, arena[body.face_row + body.vertex_count + face]);
    let near = collider_list_list(sub.body);
    var met = FACE_PLANES_NONE;
    var found = vec4<f32>(0.0);
    for (var k = frames.world.half_spaces; k < collider_list_count(near); k++) {
        let index = collider_list_index(near, k);
        let collider = face_planes_collider(index, sub);
        if !collider_mask_meets(index, collider.record, body) {
            continue;
        }
        let plane = face_planes_separating(body, corners, collider);
        if any(plane.xyz != vec3<f32>(0.0)) {
            found = plane;
            met = select(FACE_PLANES_MANY, f32(index), met == FACE_PLANES_NONE);
        }
    }
    let row = face_planes_row(body, face);
    state[row] = found;
    state[row + 1u] = vec4<f32>(met, 0.0, 0.0, 0.0);
}

// All faces of a body, shared out among the threads of its workgroup.
fn face_planes_find_all(body: Body, sub: Substep, thread: u32, threads: u32) {
    for (var face = thread; face < body.face_count; face += threads) {
        face_planes_find(body, face, sub);
    }
}

// The plane that separates a face and a collider, in the collider's frame; zero if they cannot touch in the substep.
fn face_planes_separating(body: Body, corners: vec3<u32>, collider: ColliderEntry) -> vec4<f32> {
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
    // The distance of a convex shape is a convex function: it is nowhere below its tangent at the centre.
    let near = collider_distance(shape, size, local);
    let heights = near.xyz * (starts - mat3x3<f32>(local, local, local));
    let gap = near.w + min(heights.x, min(heights.y, heights.z));
    let slip = length(collider_entry_displacement(collider, centre)) + collider.turn * (radius + reach);
    if gap - slip > reach + body.margin {
        return vec4<f32>(0.0);
    }
    let ends = mat3x3<f32>(
        face_planes_end(collider.end, corners.x), face_planes_end(collider.end, corners.y), face_planes_end(collider.end, corners.z),
    );
    return collider_face_plane(shape, size, starts, ends - starts, face_planes_skin(body, collider.record, centre));
}

fn face_planes_end(pose: Pose, vertex: u32) -> vec3<f32> {
    return pose_to_local(pose, state[state_row(STATE_NOTE_END, vertex)].xyz);
}

// The allowed depth of a face in a collider: the body's own depth, less in a thin collider, never less than the rounding of
// coordinates.
fn face_planes_skin(body: Body, collider: Collider, centre: vec3<f32>) -> f32 {
    let thin = 0.5 * collider_half_width(collider.shape, collider.size.xyz);
    return max(min(FACE_PLANES_SKIN * body.size, thin), 5e-7 * (abs(centre.x) + abs(centre.y) + abs(centre.z)));
}
