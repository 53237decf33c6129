//#use kernel/bindings.wgsl
// Sliced ELL: 32 vertices make a slice, one a lane. The records of a row stand side by side, so that lanes read
// neighbours.

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
    return row_of_head(body, arena[body.slice_row + slice], lane);
}

// A slice's head: first vertex (21 bits) and vertices less one (11 bits), tet rows and edge rows (16 bits each),
// first tet row, first edge row.
fn row_of_head(body: Body, head: vec4<u32>, lane: u32) -> RowLane {
    let last = head.x >> 21u;
    return RowLane(
        (head.x & 0x1FFFFFu) + min(lane, last), lane <= last,
        body.tet_row + 32u * head.z + lane, head.y & 0xFFFFu,
        body.edge_row + 32u * head.w + lane, head.y >> 16u,
    );
}

// The three corners are 21 bits each in two words.
fn row_tet(record: vec4<u32>) -> RowTet {
    let b = (record.x >> 21u) | ((record.y & 0x3FFu) << 11u);
    return RowTet(
        vec3<u32>(record.x & 0x1FFFFFu, b, record.y >> 10u),
        bitcast<f32>(record.z), bitcast<f32>(record.w),
    );
}
