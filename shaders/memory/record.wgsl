//#use memory/bindings.wgsl
// Sliced ELL: 32 vertices make a slice, one a lane. The records of a row are adjacent, so that neighbouring lanes read
// neighbouring words. Vertex block descent and the mass-spring method have such tables: src/solver/pack.rs writes them.

// The arena row of a colour: (first slice, end, first vertex, vertices).
fn record_colour(body: Body, colour: u32) -> u32 {
    return body.table[0].x + colour;
}

fn record_colours(body: Body) -> u32 {
    return body.table[2].x;
}

fn record_slices(body: Body) -> u32 {
    return arena[record_colour(body, record_colours(body))].x;
}

// The arena row of a slice's head.
fn record_slice(body: Body, slice: u32) -> u32 {
    return body.table[0].y + slice;
}

// 1/(6V) of a tet of the body: the record has the asset's value.
fn record_inverse_6v(body: Body, tet: RecordTet) -> f32 {
    return tet.inverse_6v * body.constants[1].x; // 1/scale³
}

struct RecordLane {
    vertex: u32,    // of the body
    alive: bool,    // the lane has a vertex
    first_tet: u32, // arena row of the lane's first tet record; the next is 32 further
    tets: u32,
    first_edge: u32,
    edges: u32,
}

// A tet record: the other three corners, 1/(6V), and the element's factor.
struct RecordTet {
    corners: vec3<u32>,
    inverse_6v: f32,
    factor: f32,
}

fn record_lane(body: Body, slice: u32, lane: u32) -> RecordLane {
    return record_of_head(body, arena[record_slice(body, slice)], lane);
}

// A slice's head: first vertex (21 bits) and vertices less one (11 bits), tet rows and edge rows (16 bits each),
// first tet row, first edge row.
fn record_of_head(body: Body, head: vec4<u32>, lane: u32) -> RecordLane {
    let last = head.x >> 21u;
    return RecordLane(
        (head.x & 0x1FFFFFu) + min(lane, last), lane <= last,
        body.table[0].z + 32u * head.z + lane, head.y & 0xFFFFu,
        body.table[0].w + 32u * head.w + lane, head.y >> 16u,
    );
}

// The three corners are 21 bits each in two words.
fn record_tet(record: vec4<u32>) -> RecordTet {
    let b = (record.x >> 21u) | ((record.y & 0x3FFu) << 11u);
    return RecordTet(
        vec3<u32>(record.x & 0x1FFFFFu, b, record.y >> 10u),
        bitcast<f32>(record.z), bitcast<f32>(record.w),
    );
}
