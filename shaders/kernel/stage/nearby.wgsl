//#use kernel/stage/scene.wgsl
//#use kernel/stage/substep.wgsl
// The colliders that a body may meet in the step: all half-spaces, then those with bounds that kernel/near.wgsl found.

// 1 if there are colliders with bounds, NEARBY_GRIDS if some of them are distances on a grid. They meet faces, which half-spaces need not: where all vertices are outside,
// the faces are. A constant of the pipeline, so that a world of half-spaces pays nothing for faces, not even registers.
override NEARBY_BOUNDED: u32 = 0u;
const NEARBY_GRIDS: u32 = 2u;

// A body's list of colliders with bounds.
struct NearbyList {
    first: u32, // NEAR_ALL: all of them
    count: u32,
}

fn nearby_list(body: u32) -> NearbyList {
    if NEARBY_BOUNDED == 0u {
        return NearbyList(0u, 0u);
    }
    let row = body * (NEAR_WORDS / 4u);
    return NearbyList(contact[row].w, contact[row + 1u].w);
}

// Colliders to look at: half-spaces, then the list.
fn nearby_count(list: NearbyList) -> u32 {
    return frames.world.half_spaces + list.count;
}

// The collider at a place below nearby_count.
fn nearby_index(list: NearbyList, place: u32) -> u32 {
    if place < frames.world.half_spaces || list.first == NEAR_ALL {
        return place;
    }
    let word = list.first + place - frames.world.half_spaces;
    return contact[word / 4u][word % 4u];
}

// The farthest that a vertex may go from p: the body must stay in the box that its list was made for.
fn nearby_room(body: u32, list: NearbyList, p: vec3<f32>) -> f32 {
    if NEARBY_BOUNDED == 0u || list.first == NEAR_ALL {
        return 3.4e38;
    }
    let row = body * (NEAR_WORDS / 4u);
    let low = p - bitcast<vec3<f32>>(contact[row].xyz);
    let high = bitcast<vec3<f32>>(contact[row + 1u].xyz) - p;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)), 0.0);
}

// A collider in a substep.
struct NearbyCollider {
    record: Collider,
    begin: Pose, // at the start of the substep
    end: Pose,   // and at its end
    turn: f32,   // how far it turns in between: the chord of the angle
}

fn nearby_collider(index: u32, sub: Substep) -> NearbyCollider {
    let record = scene_collider(index);
    let frame = frames.list[record.frame];
    if !frame_moves(frame) {
        let pose = nearby_pose(record, frame, 0.0, sub.cell);
        return NearbyCollider(record, pose, pose, 0.0);
    }
    let begin = nearby_pose(record, frame, sub.begin, sub.cell);
    let end = nearby_pose(record, frame, sub.end, sub.cell);
    return NearbyCollider(record, begin, end, pose_turn(begin.rotation, end.rotation));
}

fn nearby_pose(record: Collider, frame: Frame, t: f32, cell: vec3<i32>) -> Pose {
    if collider_radius(record) < 0.0 {
        return pose_of_plane(frame, t, cell);
    }
    return pose_at(frame, t, cell);
}

// Whether a body touches the collider with this number.
fn nearby_meets(number: u32, collider: Collider, body: Body) -> bool {
    let meets = (collider.layers & body.mask) != 0u && (collider.mask & body.layers) != 0u;
    if body.ignored_count > 0u {
        return meets && !nearby_ignores(body, number);
    }
    return meets;
}

fn nearby_ignores(body: Body, number: u32) -> bool {
    for (var k = 0u; k < body.ignored_count; k++) {
        if arena[body.ignored_row + k / 4u][k % 4u] == number {
            return true;
        }
    }
    return false;
}

// How far a collider takes p along in the substep.
fn nearby_way(collider: NearbyCollider, p: vec3<f32>) -> vec3<f32> {
    return pose_to_world(collider.end, pose_to_local(collider.begin, p)) - p;
}
