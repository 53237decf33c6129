//#use contact/broad/body_pairs.wgsl
//#use contact/force/contact_force.wgsl
//#use memory/report.wgsl
//#use contact/island/disjoint_sets.wgsl
//#needs memory/position
// The end of an epoch for a contact: its multipliers become the mean of the forces that both sides felt.

// The displacement of one side in the epoch.
fn multiplier_update_moved(corners: vec4<u32>, weights: vec4<f32>, is_edges: bool, second: bool) -> vec3<f32> {
    var moved = vec3<f32>(0.0);
    let split = select(1u, 2u, is_edges);
    for (var k = 0u; k < 4u; k++) {
        if (k >= split) == second {
            let reference = contacts_load(filter_vertex_row(corners[k]) + CONTACTS_REFERENCE + filter_parity(params.substep)).xyz;
            moved += weights[k] * (state[state_row(STATE_POSITION, corners[k])].xyz - reference);
        }
    }
    return select(moved, -moved, second);
}

// Whether one side of a contact cannot move.
fn multiplier_update_is_held(corners: vec4<u32>, is_edges: bool, second: bool) -> bool {
    var held = true;
    let split = select(1u, 2u, is_edges);
    for (var k = 0u; k < 4u; k++) {
        held = held && ((k >= split) != second || state[state_row(STATE_POSITION, corners[k])].w <= 0.0);
    }
    return held;
}

// Sets the multipliers of a contact to the mean of the forces of both sides. If it presses, or may have, both bodies are
// joined. A side that cannot move takes the force of the other.
fn multiplier_update_contact(candidate: u32) {
    let flags = contacts[frames.contacts.plane_row + 2u * candidate].w;
    if (flags & CONTACTS_HAS_FORCE) == 0u {
        contacts_store(filter_force_row(candidate) + 1u, vec4<f32>(0.0));
        multiplier_update_note(candidate, vec4<f32>(0.0));
        return;
    }
    let is_edges = (flags & CONTACTS_CROSSED) != 0u;
    let contact = contact_force_record(candidate);
    let corners = filter_corners(candidate);
    var first = contact_force_of(contact, multiplier_update_moved(corners, contact.weights, is_edges, false));
    var second = contact_force_of(contact, multiplier_update_moved(corners, contact.weights, is_edges, true));
    if multiplier_update_is_held(corners, is_edges, false) {
        first = second;
    } else if multiplier_update_is_held(corners, is_edges, true) {
        second = first;
    }
    let normal = 0.5 * (first.normal + second.normal);
    var tangential = 0.5 * (first.tangential + second.tangential);
    let most = contact.friction * normal;
    let size = length(tangential);
    tangential *= select(1.0, most / size, size > most);
    contacts_store(filter_force_row(candidate) + 1u, vec4<f32>(tangential, normal));
    let about = filter_candidate(candidate);
    multiplier_update_note(candidate, params_dt(params) / f32(params.epochs) * vec4<f32>(normal * contact.n + tangential, normal));
    if multiplier_update_is_asked() && (normal > 0.0 || contact.gap < 2.0 * contact.radius) {
        multiplier_update_mark(about, normal > 0.0);
    }
    // A solver of several substeps may have felt the contact in an early substep only.
    let reach = filter_bound(corners.x).reach + filter_bound(corners.w).reach;
    let felt = (filter_is_in_contact(about.w) || filter_is_in_contact(about.y)) && contact.gap < contact.radius + 0.5 * reach;
    if normal > 0.0 || contact.gap < 2.0 * contact.radius || felt {
        multiplier_update_join(about.w, about.y);
    }
}

// Whether events or restitution read the impulses of contacts.
fn multiplier_update_is_asked() -> bool {
    return frames.contacts.event_room > 0u || frames.contacts.impact_row > 0u;
}

// Sums the impulses of a contact over the step: (impulse on the first side, its normal part).
fn multiplier_update_note(candidate: u32, given: vec4<f32>) {
    if !multiplier_update_is_asked() {
        return;
    }
    let row = frames.contacts.given_row + candidate;
    if params.substep == 0u {
        contacts_store(row, given);
    } else if given.w > 0.0 {
        contacts_store(row, contacts_load(row) + given);
    }
}

// Marks the pair of two bodies, for events and restitution: they press each other, or nearly do.
fn multiplier_update_mark(about: vec4<u32>, presses: bool) {
    let entry = body_pairs_find(min(about.w, about.y), max(about.w, about.y));
    if entry != CONTACTS_NONE {
        body_pairs_mark(entry, presses);
    }
}

// Joins two bodies into an island. A kinematic surface joins none: the bodies that it presses stand.
fn multiplier_update_join(body: u32, other: u32) {
    if ((bodies[body].flags | bodies[other].flags) & BODY_KINEMATIC) == 0u {
        disjoint_sets_join(body, other);
    } else {
        disjoint_sets_note(body, DISJOINT_SETS_STANDS);
        disjoint_sets_note(other, DISJOINT_SETS_STANDS);
    }
}
