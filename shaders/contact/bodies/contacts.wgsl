//#use contact/filter/half_space_filter.wgsl
//#use contact/force/contact_force.wgsl
//#use contact/force/listed_contact.wgsl
//#needs memory/position
// Bodies that may touch bodies: planes keep them apart, and contacts press them.

alias BodiesBound = FilterBound;

const BODIES_TOUCH: bool = true;

// Begins the substep of a vertex.
fn bodies_open(vertex: u32, sub: Substep) {
    filter_begin(vertex, sub);
}

fn bodies_bound(vertex: u32) -> BodiesBound {
    return filter_bound(vertex);
}

// See contact_force.
fn bodies_force(
    body: u32, vertex: u32, bound: BodiesBound, x: vec3<f32>, stiffness: vec3<f32>, last: bool, sum: ptr<function, BlockSum>,
) {
    if bound.reach >= CONTACTS_FAR {
        return;
    }
    if last && filter_is_listed(body) {
        filter_set_stiffness(vertex, stiffness);
    }
    if contact_force_add(bound, x, false, sum) && last {
        filter_set_in_contact(body);
    }
}

fn bodies_push(body: u32, vertex: u32, goal: vec3<f32>, block: f32) -> vec3<f32> {
    return contact_force_particle(body, vertex, goal, block);
}

fn bodies_stiffness(vertex: u32, diagonal: vec3<f32>) {
    filter_set_stiffness(vertex, diagonal);
}

// See filter_outside.
fn bodies_outside(bound: BodiesBound, round: ptr<function, u32>, p: ptr<function, vec3<f32>>) -> bool {
    return filter_outside(bound, round, p);
}

// Records that other bodies press a body if planes have stopped a vertex of the thread.
fn bodies_note(body: u32) {
    filter_note(body);
}

fn bodies_clamp(vertex: u32, x: vec3<f32>) -> bool {
    return filter_stops(filter_bound(vertex), x);
}

fn bodies_are_listed(body: u32) -> bool {
    return filter_is_listed(body);
}

fn bodies_act(body: u32) -> bool {
    return filter_is_in_contact(body);
}

fn bodies_barrier() {
    storageBarrier();
    workgroupBarrier();
}

// For contact/list.wgsl.
fn bodies_are_near(body: u32) -> bool {
    return filter_is_near(body);
}

fn bodies_translation(body: u32) -> vec3<f32> {
    return contacts_load(filter_body_row(body) + CONTACTS_DISPLACEMENT).xyz / f32(params.epochs);
}

fn bodies_are_loose(bound: BodiesBound, p: vec3<f32>) -> bool {
    return filter_is_loose(bound, p);
}

fn bodies_plane(bound: BodiesBound, k: u32) -> vec4<f32> {
    return contacts_load(frames.contacts.kept_row + bound.first + k);
}

fn bodies_contact(bound: BodiesBound, k: u32) -> ListedContact {
    return listed_contact_of(bound, k);
}

fn bodies_contact_force(contact: ListedContact, moved: vec3<f32>) -> ListedContactForce {
    return listed_contact_force(contact, moved);
}

fn bodies_press(body: u32) {
    filter_set_in_contact(body);
}

fn bodies_stop() {
    filter_acted = true;
}
