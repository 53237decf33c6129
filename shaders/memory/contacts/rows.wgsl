//#use memory/bindings.wgsl
//#use memory/work_list.wgsl
//#use share/surface.wgsl
// Rows of the buffer `contacts`; share/contacts.wgsl lists its sections.

// A patch of a body's surface, the work of one workgroup: a row of the work list.
struct ContactsPatch {
    body: u32,   // slot
    number: u32, // of the patch in the body
    item: u32,   // index of the body in the list of bodies
}

fn contacts_patch_of(row: u32) -> ContactsPatch {
    let list = arena[params.work_row + row];
    return ContactsPatch(list.x, list.y, list.z);
}

fn contacts_surface(body: Body) -> Surface {
    let row = body.surface_row;
    return surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
}

// A row of a body: CONTACTS_DISPLACEMENT and the next ones.
fn contacts_body_row(slot: u32, row: u32) -> u32 {
    return frames.contacts.body_row + CONTACTS_BODY_ROWS * slot + row;
}

// A row of a vertex: CONTACTS_REFERENCE and the next ones.
fn contacts_vertex_row(vertex: u32, row: u32) -> u32 {
    return frames.contacts.vertex_row + CONTACTS_VERTEX_ROWS * vertex + row;
}

// The first candidate of this step's half, and of the last step's half.
fn contacts_half() -> u32 {
    return frames.contacts.room * (params.step & 1u);
}

fn contacts_last_half() -> u32 {
    return frames.contacts.room - contacts_half();
}

// The first row of a candidate; `half` is the half of its step.
fn contacts_candidate_row(candidate: u32, half: u32) -> u32 {
    return frames.contacts.candidate_row + CONTACTS_CANDIDATE_ROWS * (half + candidate);
}

// The first row of a candidate's contact.
fn contacts_force_row(candidate: u32, half: u32) -> u32 {
    return frames.contacts.force_row + CONTACTS_FORCE_ROWS * (half + candidate);
}

// The first row of a candidate's planes.
fn contacts_planes_row(candidate: u32) -> u32 {
    return frames.contacts.plane_row + CONTACTS_PLANE_ROWS * candidate;
}

// The word at an index of the list of roles: 4 candidate + corner.
fn contacts_role(index: u32) -> u32 {
    return contacts[frames.contacts.role_row + index / 4u][index % 4u];
}

fn contacts_load(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(contacts[row]);
}

fn contacts_store(row: u32, value: vec4<f32>) {
    contacts[row] = bitcast<vec4<u32>>(value);
}

// Word of a section that begins at a row.
fn contacts_word(row: u32, word: u32) -> u32 {
    return contacts[row + word / 4u][word % 4u];
}

fn contacts_set_word(row: u32, word: u32, value: u32) {
    contacts[row + word / 4u][word % 4u] = value;
}
