//#use contact/filter/half_space_filter.wgsl
//#use lib/block.wgsl
//#needs memory/position
// The forces between bodies in a solver. A contact is between two features. Its force depends on how far its own side has
// moved from x_ref; the other side counts as fixed, relative to the displacement of the proximity set. So a solver reads no
// position of another body, and multiplier_update averages the forces of both sides afterwards
// (docs/decisions/0033-contact.md).

struct ContactForceRecord {
    n: vec3<f32>, // from the second side to the first
    gap: f32,     // at x_ref [unit]
    tangential: vec3<f32>, // the multiplier of friction [N]
    normal: f32,        // the multiplier [N]
    weights: vec4<f32>, // of the four corners
    stiffness: f32,     // [N/unit]
    friction: f32,
    radius: f32, // distance that contact keeps [unit]
}

// The force of a contact after its side has moved.
struct ContactForce {
    normal: f32, // along n, on the first side
    tangential: vec3<f32>,
    normal_stiffness: f32,
    tangential_stiffness: f32,
}

// The rate at which penetration is corrected: this part of it in an epoch.
const CONTACT_FORCE_REGAIN: f32 = 0.1;

fn contact_force_record(candidate: u32) -> ContactForceRecord {
    let row = filter_force_row(candidate);
    let a = contacts_load(row);
    let b = contacts_load(row + 1u);
    let d = contacts_load(row + 3u);
    return ContactForceRecord(a.xyz, a.w, b.xyz, b.w, contacts_load(row + CONTACTS_WEIGHTS), d.x, d.y, d.z);
}

// The force after one side has moved by `moved`. The sign of `moved` is that of the first side: a displacement of the second
// side is negated.
fn contact_force_of(contact: ContactForceRecord, moved: vec3<f32>) -> ContactForce {
    let along = dot(contact.n, moved);
    let deep = contact.gap - contact.radius;
    let closing = along + select(CONTACT_FORCE_REGAIN * deep, deep, deep > 0.0);
    let normal = contact.normal - contact.stiffness * closing;
    if normal <= 0.0 {
        return ContactForce();
    }
    var tangential = contact.tangential - contact.stiffness * (moved - along * contact.n);
    var stiffness = contact.stiffness;
    let most = contact.friction * normal;
    let size = length(tangential);
    if size > most {
        tangential *= most / size;
        stiffness *= most / size;
    }
    return ContactForce(normal, tangential, contact.stiffness, stiffness);
}

// The displacement of a vertex from its x_ref.
fn contact_force_displacement(vertex: u32) -> vec3<f32> {
    return position_of(vertex).xyz - contacts_load(filter_vertex_row(vertex) + CONTACTS_NOW).xyz;
}

// The displacement of one side of a contact, with `displacement` for the vertex at `corner`. All corners are loaded at once,
// not one after the other. The vertex itself replaces corners of the other side and those without weight.
fn contact_force_moved(contact: ContactForceRecord, corners: vec4<u32>, corner: u32, is_edges: bool, displacement: vec3<f32>) -> vec3<f32> {
    let numbers = vec4<u32>(0u, 1u, 2u, 3u);
    let second = numbers >= vec4<u32>(select(1u, 2u, is_edges));
    let itself = numbers == vec4<u32>(corner);
    let is_second = corner >= select(1u, 2u, is_edges);
    let others = (second == vec4<bool>(is_second)) & (contact.weights > vec4<f32>(0.0)) & !itself;
    let at = select(vec4<u32>(corners[corner]), corners, others);
    let displacements = mat4x3<f32>(contact_force_displacement(at.x), contact_force_displacement(at.y), contact_force_displacement(at.z), contact_force_displacement(at.w));
    let weights = select(vec4<f32>(0.0), contact.weights, others | itself);
    var moved = weights.x * select(displacements[0], displacement, itself.x);
    moved += weights.y * select(displacements[1], displacement, itself.y);
    moved += weights.z * select(displacements[2], displacement, itself.z);
    moved += weights.w * select(displacements[3], displacement, itself.w);
    return select(moved, -moved, is_second);
}

// Adds the contacts of a vertex at x to its local problem. True if one of them presses. `alone`: the other corners of its
// side, which move at the same time, count as moving by the same displacement.
fn contact_force_add(bound: FilterBound, x: vec3<f32>, alone: bool, sum: ptr<function, BlockSum>) -> bool {
    var presses = false;
    for (var k = 0u; k < bound.contacts; k++) {
        let link = contacts_word(frames.contacts.link_row, bound.first + k);
        let role = link & ~FILTER_EDGES;
        let contact = contact_force_record(role / 4u);
        let corner = role % 4u;
        let is_edges = link != role;
        let is_second = corner >= select(1u, 2u, is_edges);
        var moved = select(x - bound.place, bound.place - x, is_second);
        if !alone {
            moved = contact_force_moved(contact, filter_corners(role / 4u), corner, is_edges, x - bound.place);
        }
        let force = contact_force_of(contact, moved);
        presses = presses || force.normal > 0.0;
        let weight = contact.weights[corner];
        let push = weight * (force.normal * contact.n + force.tangential);
        (*sum).force += select(push, -push, is_second);
        let square = weight * weight;
        let beyond = square * (force.normal_stiffness - force.tangential_stiffness);
        (*sum).diagonal += square * force.tangential_stiffness + beyond * contact.n * contact.n;
        (*sum).off += beyond * contact.n.yzx * contact.n.zxy;
    }
    return presses;
}

// The displacement of a particle of mass m by its contacts in a substep. `p`: its position without them; `block`: m/h².
fn contact_force_particle(body: u32, vertex: u32, p: vec3<f32>, block: f32) -> vec3<f32> {
    if !filter_is_listed(body) {
        return vec3<f32>(0.0);
    }
    var sum = block_zero();
    if contact_force_add(filter_bound(vertex), p, true, &sum) {
        filter_set_in_contact(body);
    }
    let inverse = math_sym3_inverse(MathSym3(sum.diagonal + vec3<f32>(block), sum.off));
    return math_sym3_mul(inverse, sum.force);
}
