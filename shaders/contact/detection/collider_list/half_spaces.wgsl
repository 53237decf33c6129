//#use collider/collider.wgsl
//#use contact/detection/scene.wgsl
// The colliders that a body may touch in the step: half-spaces only. Faces need no test: if all vertices are outside, all
// faces are.

const COLLIDER_LIST_PLANES: u32 = STATE_PLANES; // that a vertex has room for

struct ColliderListList {
    count: u32, // colliders with bounds
}

fn collider_list_list(body: u32) -> ColliderListList {
    return ColliderListList(0u);
}

// The number of colliders near the body.
fn collider_list_count(list: ColliderListList) -> u32 {
    return frames.world.half_spaces;
}

// The collider at a place below collider_list_count.
fn collider_list_index(list: ColliderListList, index: u32) -> u32 {
    return index;
}

// The reach of a vertex at p within which the body's list holds: half-spaces do not limit it.
fn collider_list_reach(body: u32, list: ColliderListList, p: vec3<f32>, reach: f32) -> f32 {
    return reach;
}

fn collider_list_pose(record: Collider, frame: Frame, t: f32, cell: vec3<i32>) -> Pose {
    return pose_of_plane(frame, t, cell);
}

// Outward normal and signed distance of p, in the collider's frame.
fn collider_list_distance(record: Collider, p: vec3<f32>) -> vec4<f32> {
    return collider_distance_unbounded(p);
}

// How far the faces around a vertex extend that the collider may hit.
fn collider_list_around(record: Collider, body: Body) -> f32 {
    return 0.0;
}

// A plane that moves a vertex out of the collider by at most `travel`, in the collider's frame.
fn collider_list_exit(
    record: Collider, local: vec3<f32>, near: vec4<f32>, centre: vec3<f32>, travel: f32,
) -> vec4<f32> {
    let normal = collider_distance_unbounded(centre).xyz;
    return vec4<f32>(normal, min(dot(normal, local) + travel, 0.0));
}

// A plane that a vertex outside would cross on its way from `local` to `end`, and whether a second one may follow.
struct ColliderListHit {
    plane: vec4<f32>,
    comes: bool,
}

fn collider_list_hit(record: Collider, local: vec3<f32>, near: vec4<f32>, end: vec3<f32>) -> ColliderListHit {
    return ColliderListHit(collider_plane(near, local), false);
}
