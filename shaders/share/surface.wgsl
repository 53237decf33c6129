// The triangles of a body as contact sees them: the head of a table of the arena. Mirrored by src/share/surface.rs.
// Tables, in rows counted from the head:
//   point: (vertex, mean rest length of its edges as bits, zero, zero), each vertex of a triangle once
//   triangle: (three vertices, patch)
//   edge: (a, b, c, d): a < b, and the opposite corners of its first two triangles; d: SURFACE_BORDER if it has one
//   patch: (first point, points, first edge, edges) that it owns: those of its triangles that no patch before it has
//   rest: of each vertex of the body its rest position and mean rest length; zero if no triangle has it
// Lengths and positions are those of the asset. Vertices are counted in the body.
struct Surface {
    points: u32,
    triangles: u32,
    edges: u32,
    patches: u32,
    point_row: u32,
    triangle_row: u32,
    edge_row: u32,
    patch_row: u32,
    rest_row: u32,
    unused0: u32,
    unused1: u32,
    unused2: u32,
}

const SURFACE_ROWS: u32 = 3u; // rows of the head
const SURFACE_BORDER: u32 = 0xFFFFFFFFu;

fn surface_of(a: vec4<u32>, b: vec4<u32>, c: vec4<u32>) -> Surface {
    return Surface(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w);
}
