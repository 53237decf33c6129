// Queries of places: their bodies, questions and answers. Mirrored by src/share/query.rs.

// A body that queries find, or a surface of a collider: QUERY_BODY_ROWS rows. The vertices of a surface are at rest in a
// frame.
struct QueryBody {
    first_vertex: u32,
    surface_row: u32, // arena row of its surface, see share/surface.wgsl
    slot: u32,        // QUERY_NONE for a collider
    layers: u32,
    position: vec4<f32>, // of a collider's frame, from the corner of its cell [unit]; w: zero
    rotation: vec4<f32>,
    scale: vec4<f32>, // w: zero
    cell: vec4<i32>,  // w: zero
}

// A question.
struct Query {
    cell: vec4<i32>,         // the cell of `place`; w: layers that the query finds, as bits
    place: vec4<f32>,        // origin, point or centre, from the corner of the cell [unit]; w: query_reach
    direction: vec4<f32>,  // unit direction of a ray, or size of a shape as of a collider; w: zero
    turn: vec4<f32>,         // rotation of a shape
    shape: vec4<u32>,        // number of the shape, whether it finds colliders, zeros
}

// The nearest hit of a ray or a point.
struct QueryHit {
    body: u32, // index in the list, or QUERY_NONE
    corners: array<u32, 3>, // of the triangle: vertices of the body
    weights: vec4<f32>, // of the corners; w: distance [unit]
    point: vec4<f32>,   // from the corner of the cell [unit]; w: zero
    cell: vec4<i32>,    // the body's; w: zero
    normal: vec4<f32>,  // of the triangle; w: zero
}

const QUERY_BODY_ROWS: u32 = 5u;
const QUERY_NONE: u32 = 0xFFFFFFFFu;
const QUERY_ROOM: u32 = 64u; // most bodies in the answer to a shape
const QUERY_LIST_WORDS: u32 = 66u; // words of a shape's answer: bodies it overlaps, listed bodies, the list
const QUERY_BODIES: u32 = 65536u; // most bodies

fn query_body(a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, d: vec4<u32>, e: vec4<u32>) -> QueryBody {
    let position = bitcast<vec4<f32>>(b);
    return QueryBody(
        a.x, a.y, a.z, a.w, position, bitcast<vec4<f32>>(c), bitcast<vec4<f32>>(d), bitcast<vec4<i32>>(e),
    );
}

// The range of a ray or a point, or the radius of a ball around a shape [unit].
fn query_reach(query: Query) -> f32 {
    return query.place.w;
}
