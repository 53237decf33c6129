//#use kernel/bindings.wgsl
// The colliders that a body may meet in the step: all half-spaces, then those with bounds that kernel/near.wgsl found.

// A body's list of colliders with bounds.
struct NearbyList {
    first: u32, // NEAR_ALL: all of them
    count: u32,
}

fn nearby_list(body: u32) -> NearbyList {
    let row = body * (NEAR_WORDS / 4u);
    return NearbyList(contact[row].w, contact[row + 1u].w);
}

// Colliders to look at: half-spaces, then the list.
fn nearby_count(list: NearbyList) -> u32 {
    return frames.world.half_spaces + list.count;
}

// The collider at a place below nearby_count.
fn nearby_collider(list: NearbyList, place: u32) -> u32 {
    if place < frames.world.half_spaces || list.first == NEAR_ALL {
        return place;
    }
    let word = list.first + place - frames.world.half_spaces;
    return contact[word / 4u][word % 4u];
}

// The farthest that a vertex may go from p: the body must stay in the box that its list was made for.
fn nearby_room(body: u32, list: NearbyList, p: vec3<f32>) -> f32 {
    if list.first == NEAR_ALL {
        return 3.4e38;
    }
    let row = body * (NEAR_WORDS / 4u);
    let low = p - bitcast<vec3<f32>>(contact[row].xyz);
    let high = bitcast<vec3<f32>>(contact[row + 1u].xyz) - p;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)), 0.0);
}
