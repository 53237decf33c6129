//#use lib/cell.wgsl
//#use share/body.wgsl
//#use share/collider.wgsl
//#use share/frame.wgsl
//#use share/nearby.wgsl
//#use share/params.wgsl
//#use share/report.wgsl
//#use share/state.wgsl
//#use share/surface.wgsl
//#use share/contacts.wgsl
//#use share/world.wgsl
// The buffers of memory/bindings.wgsl for kernels that count in `contacts`, and the words in them.
struct ContactsFrames {
    world: World,
    contacts: Contacts,
    list: array<Frame>,
}

@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> frames: ContactsFrames;
@group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> nearby: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> report: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> contacts: array<atomic<u32>>; // words

var<immediate> params: Params;

const CONTACTS_WIDTH: u32 = 64u; // threads: one a triangle of a patch

// A patch: the work of one workgroup.
struct ContactsPatch {
    slot: u32,
    number: u32, // in the body
    parts: vec4<u32>, // first point, points, first edge, edges
    body: Body,
    surface: Surface,
}

fn contacts_patch(row: u32) -> ContactsPatch {
    let list = arena[params.work_row + row];
    let body = bodies[list.x];
    let surface = contacts_surface(body);
    return ContactsPatch(list.x, list.y, contacts_table_row(body, surface.patch_row, list.y), body, surface);
}

fn contacts_surface(body: Body) -> Surface {
    let row = body.surface_row;
    return surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
}

// A row of one of the tables of a surface.
fn contacts_table_row(body: Body, row: u32, number: u32) -> vec4<u32> {
    return arena[body.surface_row + row + number];
}

// Counts pairs that found no room, and flags the body. Its bound holds it back then without a contact, so its momentum is
// not restored: the body would gain energy.
fn contacts_lose(slot: u32, flags: u32) {
    atomicOr(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], flags);
    atomicAdd(&report[slot * REPORT_WORDS + REPORT_PAIRS], 1u);
}

fn contacts_cell(slot: u32) -> vec3<i32> {
    let word = slot * REPORT_WORDS + REPORT_CELL;
    return bitcast<vec3<i32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

fn contacts_position(vertex: u32) -> vec3<f32> {
    return state[STATE_POSITION * params.state_rows + vertex].xyz;
}

// The first word of a row of a vertex.
fn contacts_vertex(vertex: u32, row: u32) -> u32 {
    return 4u * (frames.contacts.vertex_row + CONTACTS_VERTEX_ROWS * vertex + row);
}

// The centre of the region that a vertex may reach in the step.
fn contacts_middle(vertex: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(contacts_load(contacts_vertex(vertex, CONTACTS_MOTION_BOUND)).xyz);
}

// How far a vertex at rest may move in the step.
fn contacts_slack(vertex: u32) -> f32 {
    return bitcast<f32>(atomicLoad(&contacts[contacts_vertex(vertex, CONTACTS_OWN) + 1u]));
}

// A vertex's part of the contact distance.
fn contacts_thickness(vertex: u32) -> f32 {
    return bitcast<f32>(atomicLoad(&contacts[contacts_vertex(vertex, CONTACTS_OWN) + 3u]));
}

// The word with the step of a body's lists.
fn contacts_stamp(slot: u32) -> u32 {
    return 4u * (frames.contacts.body_row + CONTACTS_BODY_ROWS * slot + CONTACTS_STAMP);
}

// The first word of the record of a primary: (first candidate, count, and both of the last step). Points come first.
fn contacts_primary(own: ContactsPatch, primary: u32) -> u32 {
    if primary < own.parts.y {
        let point = contacts_table_row(own.body, own.surface.point_row, own.parts.x + primary).x;
        return 4u * (frames.contacts.point_row + own.body.first_vertex + point);
    }
    return 4u * (frames.contacts.edge_row + own.body.first_edge + own.parts.z + primary - own.parts.y);
}

fn contacts_primaries(own: ContactsPatch) -> u32 {
    return own.parts.y + own.parts.w;
}

// The first word of a candidate of this step.
fn contacts_candidate(candidate: u32) -> u32 {
    let half = frames.contacts.room * (params.step & 1u);
    return 4u * (frames.contacts.candidate_row + CONTACTS_CANDIDATE_ROWS * (half + candidate));
}

// Words before those of patches: how many roles are in use.
const CONTACTS_USED: u32 = 0u;

// The word of a number shared by all kernels.
fn contacts_common(number: u32) -> u32 {
    return 4u * frames.contacts.sum_row + number;
}

// The word of a patch of the work list: its number of candidates, then its first candidate.
fn contacts_sum(row: u32) -> u32 {
    return 4u * frames.contacts.sum_row + 4u + row;
}

// The number of pairs that the narrow phase has found.
fn contacts_found() -> u32 {
    return atomicLoad(&report[frames.contacts.found_word]);
}

fn contacts_load(word: u32) -> vec4<u32> {
    return vec4<u32>(
        atomicLoad(&contacts[word]), atomicLoad(&contacts[word + 1u]), atomicLoad(&contacts[word + 2u]),
        atomicLoad(&contacts[word + 3u]),
    );
}

fn contacts_store(word: u32, row: vec4<u32>) {
    for (var k = 0u; k < 4u; k++) {
        atomicStore(&contacts[word + k], row[k]);
    }
}

var<workgroup> contacts_partial: array<u32, CONTACTS_WIDTH>;

// The sum over the threads before this one (prefix sum); all threads call it. Then the last entry of `contacts_partial` is
// the total.
fn contacts_before(thread: u32, value: u32) -> u32 {
    contacts_partial[thread] = value;
    workgroupBarrier();
    for (var step = 1u; step < CONTACTS_WIDTH; step *= 2u) {
        var other = 0u;
        if thread >= step {
            other = contacts_partial[thread - step];
        }
        workgroupBarrier();
        contacts_partial[thread] += other;
        workgroupBarrier();
    }
    return contacts_partial[thread] - value;
}
