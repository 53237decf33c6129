//#use kernel/stage/limit.wgsl
// The bodies near each body in the step, two rows an entry: (n, gap), (slot, flag, zero, zero).

// The bodies near a body in the step: the first entry of its list, and how many. Itself is one, if it touches itself.
fn neighbour_list(body: u32) -> vec2<u32> {
    let list = touch[limit_body(body) + TOUCH_STATE];
    return list.xy;
}

// The body of an entry.
fn neighbour_body(entry: u32) -> u32 {
    return touch[frames.touch.near_row + 2u * entry + 1u].x;
}

// How an entry's bodies meet: TOUCH_APART or zero.
fn neighbour_flag(entry: u32) -> u32 {
    return touch[frames.touch.near_row + 2u * entry + 1u].y;
}

fn neighbour_set_flag(entry: u32, flag: u32) {
    touch[frames.touch.near_row + 2u * entry + 1u].y = flag;
}

// A direction, from the other body to the one whose list it is, and how far they are apart along it.
fn neighbour_gap(entry: u32) -> vec4<f32> {
    return limit_floats(frames.touch.near_row + 2u * entry);
}

fn neighbour_set_gap(entry: u32, gap: vec4<f32>) {
    limit_set(frames.touch.near_row + 2u * entry, gap);
}
