//#use kernel/bindings.wgsl
//#use kernel/stage/work.wgsl
//#use share/surface.wgsl
// Where things lie in the buffer `touch`; share/touch.wgsl lists its sections.

// A patch of a body's surface, which is what a workgroup works on: a row of the work list.
struct TouchPatch {
    body: u32,   // slot
    number: u32, // of the patch in the body
    item: u32,   // place of the body in the list of bodies
}

fn touch_patch_of(row: u32) -> TouchPatch {
    let list = arena[params.work_row + row];
    return TouchPatch(list.x, list.y, list.z);
}

fn touch_surface(body: Body) -> Surface {
    let row = body.surface_row;
    return surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
}

// A row of a body: TOUCH_WAY and the next ones.
fn touch_body_row(slot: u32, row: u32) -> u32 {
    return frames.touch.body_row + TOUCH_BODY_ROWS * slot + row;
}

// A row of a vertex: TOUCH_REF and the next ones.
fn touch_vertex_row(vertex: u32, row: u32) -> u32 {
    return frames.touch.vertex_row + TOUCH_VERTEX_ROWS * vertex + row;
}

// The first candidate of this frame's half, and of the last one's.
fn touch_half() -> u32 {
    return frames.touch.room * (params.step & 1u);
}

fn touch_last_half() -> u32 {
    return frames.touch.room - touch_half();
}

// The first of the rows of a candidate; `half` is that of its frame.
fn touch_candidate_row(candidate: u32, half: u32) -> u32 {
    return frames.touch.candidate_row + TOUCH_CANDIDATE_ROWS * (half + candidate);
}

// The first of the rows of its force.
fn touch_contact_row(candidate: u32, half: u32) -> u32 {
    return frames.touch.contact_row + TOUCH_CONTACT_ROWS * (half + candidate);
}

// The first of the rows of its planes.
fn touch_planes_row(candidate: u32) -> u32 {
    return frames.touch.plane_row + TOUCH_PLANE_ROWS * candidate;
}

// The word at a place of the list of slots: 4 candidate + corner.
fn touch_slot(place: u32) -> u32 {
    return touch[frames.touch.slot_row + place / 4u][place % 4u];
}
