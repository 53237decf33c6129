//#use contact/force/contact_force.wgsl
//#needs memory/position
// Contacts of a vertex one by one, for solvers of whole bodies.

struct ListedContact {
    record: ContactForceRecord,
    corners: vec4<u32>,
    begin: u32, // of the corners of the vertex's side
    end: u32,   // one past the last of them
    is_second: bool,
    is_first_corner: bool, // no corner of the side before the vertex has a weight
}

// The force of a contact after its side has moved.
struct ListedContactForce {
    presses: bool,
    push: vec3<f32>, // on the side of the vertex
    n: vec3<f32>,
    normal_stiffness: f32,
    tangential_stiffness: f32,
}

fn listed_contact_of(bound: FilterBound, k: u32) -> ListedContact {
    let role = contacts_word(frames.contacts.link_row, bound.first + k);
    let is_edges = (contacts[frames.contacts.plane_row + 2u * (role / 4u)].w & CONTACTS_CROSSED) != 0u;
    let second = select(1u, 2u, is_edges);
    let is_second = role % 4u >= second;
    let begin = select(0u, second, is_second);
    let end = select(second, 4u, is_second);
    let record = contact_force_record(role / 4u);
    var first = begin;
    while first + 1u < end && record.weights[first] <= 0.0 {
        first++;
    }
    return ListedContact(record, filter_corners(role / 4u), begin, end, is_second, first == role % 4u);
}

fn listed_contact_force(contact: ListedContact, moved: vec3<f32>) -> ListedContactForce {
    let force = contact_force_of(contact.record, select(moved, -moved, contact.is_second));
    let push = force.normal * contact.record.n + force.tangential;
    return ListedContactForce(
        force.normal > 0.0, select(push, -push, contact.is_second), contact.record.n, force.normal_stiffness,
        force.tangential_stiffness,
    );
}
