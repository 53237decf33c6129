//#use contact/filter/half_space_filter.wgsl
// The bodies near each body in the step, two rows an entry: (n, gap), (slot, flag, pressed, near). The last two are for
// events: contacts of the pair pressed in the step, or came near pressing.

const BODY_PAIRS_IN_CONTACT: u32 = 4u; // in the same word as the reasons to recover (CONTACTS_PIERCED, CONTACTS_INSIDE)

// The bodies near a body in the step: first entry of its list, and count. A body that touches itself is in its own list.
fn body_pairs_list(body: u32) -> vec2<u32> {
    let list = contacts[filter_body_row(body) + CONTACTS_STATE];
    return list.xy;
}

// The body of an entry.
fn body_pairs_body(entry: u32) -> u32 {
    return contacts[frames.contacts.pair_row + 2u * entry + 1u].x;
}

// Sets the flag of an entry: CONTACTS_EXCLUDED if its two bodies cannot touch, or zero.
fn body_pairs_set_flag(entry: u32, flag: u32) {
    contacts[frames.contacts.pair_row + 2u * entry + 1u].y = flag;
}

// Whether contacts of an entry's pair pressed in the step, or came near pressing. Valid only where events are asked for.
fn body_pairs_marks(entry: u32) -> vec2<u32> {
    let marks = contacts[frames.contacts.pair_row + 2u * entry + 1u].zw;
    return vec2<u32>(marks.x & BODY_PAIRS_IN_CONTACT, marks.y);
}

// Marks an entry's pair as pressing, or as near pressing. Threads may call it at the same time: they write the same mark.
fn body_pairs_mark(entry: u32, presses: bool) {
    let row = frames.contacts.pair_row + 2u * entry + 1u;
    if presses {
        contacts[row].z = BODY_PAIRS_IN_CONTACT; // a pair that recovers has no contacts, so no reason is lost
    } else {
        contacts[row].w = 1u;
    }
}

// The direction from the other body to the body of the list, and the gap between the two along it.
fn body_pairs_gap(entry: u32) -> vec4<f32> {
    return contacts_load(frames.contacts.pair_row + 2u * entry);
}

// The gap of an entry of a body's list, with its direction reversed if the other body's list stores it. Zero if the other
// list has no room for it.
fn body_pairs_gap_from(body: u32, entry: u32) -> vec4<f32> {
    let other = body_pairs_body(entry);
    if other > body {
        return body_pairs_gap(entry);
    }
    let theirs = body_pairs_find(other, body);
    if theirs == CONTACTS_NONE {
        return vec4<f32>(0.0);
    }
    return body_pairs_gap(theirs) * vec4<f32>(-1.0, -1.0, -1.0, 1.0);
}

fn body_pairs_set_gap(entry: u32, gap: vec4<f32>) {
    contacts_store(frames.contacts.pair_row + 2u * entry, gap);
}

// The entry of a body in the list of another, or CONTACTS_NONE. Lists are sorted.
fn body_pairs_find(body: u32, other: u32) -> u32 {
    let list = body_pairs_list(body);
    var low = list.x;
    var high = list.x + list.y;
    while low < high {
        let middle = (low + high) / 2u;
        if body_pairs_body(middle) < other {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < list.x + list.y && body_pairs_body(low) == other {
        return low;
    }
    return CONTACTS_NONE;
}
