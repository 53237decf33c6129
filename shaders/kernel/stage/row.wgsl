//#use kernel/bindings.wgsl
// Sliced ELL: where one lane of one slice finds its rows. Records of a row stand side by side, one a lane.

struct RowLane {
    vertex: u32,     // of the body
    alive: bool,     // the lane has a vertex
    first_tet: u32,  // arena row of the lane's first tet record; the next is 32 further
    tets: u32,
    first_edge: u32,
    edges: u32,
}

// A tet record: the other three corners, 1/(6V), and the element's factor.
struct RowTet {
    corners: vec3<u32>,
    inverse_6v: f32,
    factor: f32,
}

fn row_lane(body: Body, slice: u32, lane: u32) -> RowLane {
    let row = body.tables.y + 2u * slice;
    let head = arena[row];
    let tail = arena[row + 1u];
    return RowLane(
        head.x + min(lane, head.y - 1u), lane < head.y,
        body.tables.z + 32u * head.z + lane, head.w,
        body.tables.w + 32u * tail.x + lane, tail.y,
    );
}

// Three indices of 21 bits in two words.
fn row_tet(record: vec4<u32>) -> RowTet {
    let b = (record.x >> 21u) | ((record.y & 0x3FFu) << 11u);
    return RowTet(
        vec3<u32>(record.x & 0x1FFFFFu, b, record.y >> 10u),
        bitcast<f32>(record.z), bitcast<f32>(record.w),
    );
}
