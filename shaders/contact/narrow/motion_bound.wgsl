//#use contact/narrow/surface_table.wgsl
//#use contact/broad/set_motion.wgsl
//#use contact/filter/half_space_filter.wgsl
// Motion bound: how far a vertex may go in a step, beside the displacement of its proximity set. The narrow phase looks for
// contact that far around the vertex, so solvers hold it to the bound (docs/decisions/0033-contact.md).

// Slack of a sheet's vertex around the midpoint of its predicted displacement, as a fraction of it: forces may speed
// the vertex up or turn it. With the half before the midpoint it is SET_MOTION_ROOM.
const MOTION_BOUND_ROOM: f32 = 1.0;

// The ball that bounds a vertex, relative to the displacement of its proximity set. A solid that is hit swings back within
// the step, so its vertices have equal room in all directions. A sheet does not: its ball is centred halfway, where it may
// be a third smaller and gives lists of candidates half as long. `spare`: added to the radius where the body may touch no
// other.
fn motion_bound_ball(slot: u32, body: Body, vertex: u32, slack: f32, spare: f32, set_displacement: vec3<f32>) -> vec4<f32> {
    let x = state[state_row(STATE_POSITION, vertex)].xyz;
    if (atomicLoad(&report[slot * REPORT_WORDS + REPORT_CONTACT_FLAGS]) & CONTACTS_CROWDED) != 0u {
        return vec4<f32>(x, 0.0);
    }
    let thickness = contacts_thickness_of(body.margin, slack);
    let room = slack + spare;
    let displacement = set_motion_displacement(vertex) - set_displacement;
    let pull = select(set_motion_pull(slot, set_displacement), 0.0, body_is_kinematic(body));
    let far = max(length(displacement), pull);
    if body.attachment_count == 0u && (body.flags & (BODY_SOLID | BODY_KINEMATIC)) == 0u {
        let middle = x + 0.5 * displacement;
        let radius = min(MOTION_BOUND_ROOM * far + room, motion_bound_room(slot, middle, thickness));
        if radius >= 0.5 * far {
            return vec4<f32>(middle, radius);
        }
    }
    return vec4<f32>(x, min(SET_MOTION_ROOM * far + room, motion_bound_room(slot, x, thickness)));
}

// The distance of a position from the walls of its body's broad-phase box, less its contact distance: other bodies are
// outside the box.
fn motion_bound_room(slot: u32, position: vec3<f32>, thickness: f32) -> f32 {
    let row = slot * (NEARBY_WORDS / 4u);
    let low = position - bitcast<vec3<f32>>(nearby[row].xyz);
    let high = bitcast<vec3<f32>>(nearby[row + 1u].xyz) - position;
    let least = min(low, high);
    return max(min(least.x, min(least.y, least.z)) - thickness, 0.0);
}
