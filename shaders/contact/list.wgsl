//#needs contact/colliders
//#needs contact/bodies
//#use contact/force/listed_contact.wgsl
//#use memory/state.wgsl
//#needs memory/scratch
// Planes and contacts of a vertex one by one, for solvers that move whole bodies.

// A plane of a collider.
alias ListPlane = ResponsePlane;

fn list_plane(vertex: u32, slot: u32) -> ListPlane {
    return colliders_plane(vertex, slot);
}

// The part of the way from `start` to p that crosses no plane of a collider that `start` is outside of.
fn list_part(vertex: u32, start: vec3<f32>, p: vec3<f32>) -> f32 {
    return colliders_part(vertex, p, start, scratch_planes(vertex));
}

// The bound of a vertex by other bodies: its reference position, its reach from there, and its numbers of planes and
// contacts.
alias ListBound = BodiesBound;

// Whether contact between bodies is compiled in.
fn list_has_bodies() -> bool {
    return BODIES_TOUCH;
}

fn list_bound(vertex: u32) -> ListBound {
    return bodies_bound(vertex);
}

fn list_is_bound(bound: ListBound) -> bool {
    return bound.reach < CONTACTS_FAR;
}

// Whether planes or the reach may bind a vertex at p.
fn list_is_near(bound: ListBound, p: vec3<f32>) -> bool {
    return list_is_bound(bound) && !bodies_are_loose(bound, p);
}

// A plane against another body, relative to the reference position of the bound.
fn list_half_space(bound: ListBound, k: u32) -> vec4<f32> {
    return bodies_plane(bound, k);
}

// A contact. Several vertices of a body may share it; each of them lists it.
alias ListContact = ListedContact;

// The force of a contact after its side has moved.
alias ListForce = ListedContactForce;

fn list_contact(bound: ListBound, k: u32) -> ListContact {
    return bodies_contact(bound, k);
}

fn list_force(contact: ListContact, moved: vec3<f32>) -> ListForce {
    return bodies_contact_force(contact, moved);
}

// Records that contacts press a body.
fn list_press(body: u32) {
    bodies_press(body);
}

// list_stop records that planes of other bodies stopped a vertex of the thread; list_note then records that they press its
// body.
fn list_stop() {
    bodies_stop();
}

fn list_note(body: u32) {
    bodies_note(body);
}

// The translation of a body's proximity set in an epoch.
fn list_translation(body: u32) -> vec3<f32> {
    return bodies_translation(body);
}

// Whether other bodies are near a body in the step.
fn list_bodies_are_near(body: u32) -> bool {
    return bodies_are_near(body);
}
