//#use memory/substep.wgsl
//#use lib/block.wgsl
//#use contact/force/listed_contact.wgsl
//#needs memory/position
// A world without contact between bodies.

// The bound of a vertex that no body binds.
struct BodiesBound {
    place: vec3<f32>,
    reach: f32,
    planes: u32,
    contacts: u32,
}

const BODIES_TOUCH: bool = false;

fn bodies_open(vertex: u32, sub: Substep) {}

fn bodies_bound(vertex: u32) -> BodiesBound {
    return BodiesBound(vec3<f32>(0.0), CONTACTS_FAR, 0u, 0u);
}

fn bodies_force(
    body: u32, vertex: u32, bound: BodiesBound, x: vec3<f32>, stiffness: vec3<f32>, last: bool, sum: ptr<function, BlockSum>,
) {}

fn bodies_push(body: u32, vertex: u32, goal: vec3<f32>, block: f32) -> vec3<f32> {
    return vec3<f32>(0.0);
}

fn bodies_stiffness(vertex: u32, diagonal: vec3<f32>) {}

fn bodies_outside(bound: BodiesBound, round: ptr<function, u32>, p: ptr<function, vec3<f32>>) -> bool {
    return false;
}

fn bodies_note(body: u32) {}

fn bodies_clamp(vertex: u32, x: vec3<f32>) -> bool {
    return false;
}

fn bodies_are_listed(body: u32) -> bool {
    return false;
}

fn bodies_act(body: u32) -> bool {
    return false;
}

fn bodies_barrier() {}

fn bodies_are_near(body: u32) -> bool {
    return false;
}

fn bodies_translation(body: u32) -> vec3<f32> {
    return vec3<f32>(0.0);
}

fn bodies_are_loose(bound: BodiesBound, p: vec3<f32>) -> bool {
    return true;
}

fn bodies_plane(bound: BodiesBound, k: u32) -> vec4<f32> {
    return vec4<f32>(0.0);
}

fn bodies_contact(bound: BodiesBound, k: u32) -> ListedContact {
    return ListedContact();
}

fn bodies_contact_force(contact: ListedContact, moved: vec3<f32>) -> ListedContactForce {
    return ListedContactForce();
}

fn bodies_press(body: u32) {}

fn bodies_stop() {}
