//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/broad/set_motion.wgsl
//#use contact/broad/body_pairs.wgsl
//#use contact/narrow/recovery.wgsl
//#use contact/narrow/motion_bound.wgsl
//#use memory/work_list.wgsl
// Writes the bounds of vertices for the step. A workgroup a body.

const STEP_BOUNDS_WIDTH: u32 = 128u;

@compute @workgroup_size(STEP_BOUNDS_WIDTH)
fn step_bounds(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let slot = work_list_index(workgroup_id.x);
    let body = bodies[slot];
    if thread == 0u {
        let crowded = (atomicLoad(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_CROWDED) != 0u;
        atomicStore(&report[slot * REPORT_WORDS + REPORT_PAIRS], select(0u, 1u, crowded));
        recovery_open(slot);
    }
    let room = step_bounds_neighbours(thread, slot);
    for (var number = thread; number < body.vertex_count; number += STEP_BOUNDS_WIDTH) {
        step_bounds_vertex(slot, body, number, room);
    }
}

var<workgroup> step_bounds_meets: atomic<u32>;
var<workgroup> step_bounds_room: atomic<u32>; // bits

// Marks bodies of other proximity sets as excluded in the step. Returns the extra room of a body that may touch no other:
// half of the spare gap to the nearest. All threads call it.
fn step_bounds_neighbours(thread: u32, slot: u32) -> f32 {
    if thread == 0u {
        atomicStore(&step_bounds_meets, 0u);
        atomicStore(&step_bounds_room, bitcast<u32>(CONTACTS_FAR));
    }
    workgroupBarrier();
    let list = body_pairs_list(slot);
    let root = set_motion_root(slot);
    for (var k = thread; k < list.y; k += STEP_BOUNDS_WIDTH) {
        let meets = set_motion_root(body_pairs_body(list.x + k)) == root;
        body_pairs_set_flag(list.x + k, select(CONTACTS_EXCLUDED, 0u, meets));
        if meets {
            atomicStore(&step_bounds_meets, 1u);
        }
    }
    workgroupBarrier();
    let meets_none = atomicLoad(&step_bounds_meets) == 0u;
    for (var k = thread; meets_none && k < list.y; k += STEP_BOUNDS_WIDTH) {
        atomicMin(&step_bounds_room, bitcast<u32>(max(0.5 * set_motion_spare(slot, list.x + k), 0.0))); // not negative
    }
    workgroupBarrier();
    if thread == 0u {
        // A body with an impact that is not over stays listed, also if it separates.
        let is_over = atomicLoad(&report[slot * REPORT_WORDS + REPORT_IMPACTS]) != params.step;
        if is_over && meets_none {
            atomicAnd(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS], ~CONTACTS_NEAR);
        }
    }
    return select(0.0, bitcast<f32>(atomicLoad(&step_bounds_room)), meets_none);
}

// Opens a vertex, by its number in the body. A vertex without triangles is not bound.
fn step_bounds_vertex(slot: u32, body: Body, number: u32, room: f32) {
    let vertex = body.first_vertex + number;
    let row = filter_vertex_row(vertex);
    let edge = body.scale * bitcast<f32>(arena[surface_table_of(body).rest_row + number].w);
    let kinematic = body_is_kinematic(body);
    let slack = select(contacts_slack_of(edge), 0.0, kinematic); // a kinematic surface moves with its frame
    let set_displacement = contacts_load(filter_body_row(slot) + CONTACTS_DISPLACEMENT).xyz;
    var ball = vec4<f32>(state[state_row(STATE_POSITION, vertex)].xyz, CONTACTS_FAR);
    if edge > 0.0 {
        ball = motion_bound_ball(slot, body, vertex, slack, room, set_displacement);
    }
    contacts_store(row + CONTACTS_MOTION_BOUND, ball);
    contacts_store(row + CONTACTS_NOW, ball);
    contacts_store(row + CONTACTS_REFERENCE, vec4<f32>(0.0, 0.0, 0.0, CONTACTS_FAR));
    contacts_store(row + CONTACTS_REFERENCE + 1u, vec4<f32>(0.0, 0.0, 0.0, CONTACTS_FAR));
    contacts[row + CONTACTS_LIST] = vec4<u32>(0u);
    contacts[row + CONTACTS_OWN].y = bitcast<u32>(slack);
    contacts[row + CONTACTS_OWN].z = bitcast<u32>(ball.w);
    var thickness = contacts_thickness_of(body.margin, slack);
    if kinematic {
        thickness = step_bounds_ahead(vertex, edge, set_displacement);
    }
    contacts[row + CONTACTS_OWN].w = bitcast<u32>(thickness);
}

// The thickness of a kinematic surface: as far as it moves in an epoch relative to its proximity set, so that it presses
// before it arrives. At rest it is zero, since triangles may be large.
fn step_bounds_ahead(vertex: u32, edge: f32, set_displacement: vec3<f32>) -> f32 {
    let ahead = length(set_motion_displacement(vertex) - set_displacement) / f32(params.epochs);
    return min(ahead, contacts_thickness_of(0.0, contacts_slack_of(edge)));
}
