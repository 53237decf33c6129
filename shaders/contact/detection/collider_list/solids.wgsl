//#use collider/collider.wgsl
//#use contact/detection/scene.wgsl
//#use contact/detection/solid_distance.wgsl
// The colliders that a body may touch in the step: all half-spaces, then the colliders with bounds that
// kernel/broad_phase.wgsl found. Faces touch the latter too.

const COLLIDER_LIST_PLANES: u32 = STATE_FACE_PLANES; // that a vertex has room for

// A body's list of colliders with bounds.
struct ColliderListList {
    first: u32, // NEARBY_ALL: all of them
    count: u32,
}

fn collider_list_list(body: u32) -> ColliderListList {
    let row = body * (NEARBY_WORDS / 4u);
    return ColliderListList(nearby[row].w, nearby[row + 1u].w);
}

// The number of colliders near the body: half-spaces, then the list.
fn collider_list_count(list: ColliderListList) -> u32 {
    return frames.world.half_spaces + list.count;
}

// The collider at a place below collider_list_count.
fn collider_list_index(list: ColliderListList, index: u32) -> u32 {
    if index < frames.world.half_spaces || list.first == NEARBY_ALL {
        return index;
    }
    let word = list.first + index - frames.world.half_spaces;
    return nearby[word / 4u][word % 4u];
}

// The reach of a vertex at p within which the list holds: the body must stay in the box that the list was made for.
fn collider_list_reach(body: u32, list: ColliderListList, p: vec3<f32>, reach: f32) -> f32 {
    if list.first == NEARBY_ALL {
        return min(reach, 3.4e38);
    }
    let row = body * (NEARBY_WORDS / 4u);
    let low = p - bitcast<vec3<f32>>(nearby[row].xyz);
    let high = bitcast<vec3<f32>>(nearby[row + 1u].xyz) - p;
    let least = min(low, high);
    return min(reach, max(min(least.x, min(least.y, least.z)), 0.0));
}

fn collider_list_pose(record: Collider, frame: Frame, t: f32, cell: vec3<i32>) -> Pose {
    if collider_radius(record) < 0.0 {
        return pose_of_plane(frame, t, cell);
    }
    return pose_at(frame, t, cell);
}

// Outward normal and signed distance of p, in the collider's frame.
fn collider_list_distance(record: Collider, p: vec3<f32>) -> vec4<f32> {
    return solid_distance_of(record, p);
}

// How far the faces around a vertex extend that the collider may hit.
fn collider_list_around(record: Collider, body: Body) -> f32 {
    return select(0.0, body.size, collider_radius(record) >= 0.0);
}

// A plane that moves a vertex out of the collider by at most `travel`, in the collider's frame.
fn collider_list_exit(
    record: Collider, local: vec3<f32>, near: vec4<f32>, centre: vec3<f32>, travel: f32,
) -> vec4<f32> {
    if solid_distance_is_grid(record) {
        return vec4<f32>(near.xyz, dot(near.xyz, local) + min(travel, -near.w)); // by the shortest way
    }
    return collider_exit_plane(record.shape, record.size.xyz, local, centre, travel);
}

// A plane that a vertex outside would cross on its way from `local` to `end`, and whether a second one may follow.
struct ColliderListHit {
    plane: vec4<f32>,
    comes: bool,
}

fn collider_list_hit(record: Collider, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>) -> ColliderListHit {
    if solid_distance_is_grid(record) {
        return collider_list_hit_grid(record, local, near, end);
    }
    let plane = collider_plane(near, local);
    if collider_radius(record) < 0.0 {
        return ColliderListHit(plane, false); // a half-space has no other
    }
    return ColliderListHit(collider_separating_plane(record.shape, record.size.xyz, local, end, plane, near.w), false);
}

// The plane at the first point where the way enters the surface. The rest of the way is projected onto that plane, and may
// cross a second wall. If the way never enters, the plane of the nearest point serves.
fn collider_list_hit_grid(record: Collider, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>) -> ColliderListHit {
    let hit = solid_distance_march(record, local, end);
    if hit.at.w == 0.0 {
        return ColliderListHit(collider_plane(near, local), false);
    }
    var plane = collider_plane(hit.near, hit.at.xyz);
    plane.w = min(plane.w, dot(plane.xyz, local)); // the start is outside, whatever the blend says
    return ColliderListHit(plane, true);
}
