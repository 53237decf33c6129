//#use kernel/stage/limit.wgsl
// The bodies near each body in the step, two rows an entry: (n, gap), (slot, flag, pressed, near). The last two say, for
// events, whether rows of the pair pressed in the step, or were near that.

const NEIGHBOUR_PRESSES: u32 = 4u; // beside the reasons to recover (TOUCH_PIERCED, TOUCH_INSIDE) in the same word

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
fn neighbour_set_flag(entry: u32, flag: u32) {
    touch[frames.touch.near_row + 2u * entry + 1u].y = flag;
}

// Whether rows of an entry's pair pressed in the step, and whether they were near that: only where events are asked for.
fn neighbour_marks(entry: u32) -> vec2<u32> {
    let marks = touch[frames.touch.near_row + 2u * entry + 1u].zw;
    return vec2<u32>(marks.x & NEIGHBOUR_PRESSES, marks.y);
}

// Threads may do it side by side: the mark is the same.
fn neighbour_mark(entry: u32, presses: bool) {
    let row = frames.touch.near_row + 2u * entry + 1u;
    if presses {
        touch[row].z = NEIGHBOUR_PRESSES; // a pair that recovers has no rows: no reason is lost
    } else {
        touch[row].w = 1u;
    }
}

// A direction, from the other body to the one whose list it is, and how far they are apart along it.
fn neighbour_gap(entry: u32) -> vec4<f32> {
    return limit_floats(frames.touch.near_row + 2u * entry);
}

// The same of an entry of a body's list, where it may be the other's list that has the gap. It is zero if
// that one has no room for it.
fn neighbour_gap_from(body: u32, entry: u32) -> vec4<f32> {
    let other = neighbour_body(entry);
    if other > body {
        return neighbour_gap(entry);
    }
    let theirs = neighbour_find(other, body);
    if theirs == TOUCH_NONE {
        return vec4<f32>(0.0);
    }
    return neighbour_gap(theirs) * vec4<f32>(-1.0, -1.0, -1.0, 1.0);
}

fn neighbour_set_gap(entry: u32, gap: vec4<f32>) {
    limit_set(frames.touch.near_row + 2u * entry, gap);
}

// The entry of a body in the list of another, or TOUCH_NONE. Lists are sorted.
fn neighbour_find(body: u32, other: u32) -> u32 {
    let list = neighbour_list(body);
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if neighbour_body(middle) < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y && neighbour_body(low) == other {
        return low;
    }
    return TOUCH_NONE;
}
