//#use kernel/bindings.wgsl
// The surface of a body: where its tables are in the arena. src/contact/surface.rs writes them.

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
}

// The features that a patch owns.
struct SurfacePatch {
    first_point: u32,
    points: u32,
    first_edge: u32,
    edges: u32,
}

fn surface_of(body: Body) -> Surface {
    let row = body.surface_row;
    let counts = arena[row];
    let rows = arena[row + 1u];
    let more = arena[row + 2u];
    return Surface(
        counts.x, counts.y, counts.z, counts.w, row + rows.x, row + rows.y, row + rows.z, row + rows.w, row + more.x,
    );
}

fn surface_patch(surface: Surface, patch_index: u32) -> SurfacePatch {
    let list = arena[surface.patch_row + patch_index];
    return SurfacePatch(list.x, list.y, list.z, list.w);
}

// The vertex of a point, in its body.
fn surface_point(surface: Surface, point: u32) -> u32 {
    return arena[surface.point_row + point].x;
}

// How far a point may go beyond what its motion asks for: a tenth of the mean length of its edges [unit of the asset].
fn surface_leeway(surface: Surface, point: u32) -> f32 {
    return 0.1 * bitcast<f32>(arena[surface.point_row + point].y);
}

// (a, b, c0, c1): ends, and the third corners of two triangles on it; c1 is 0xFFFFFFFF at a border.
fn surface_edge(surface: Surface, edge: u32) -> vec4<u32> {
    return arena[surface.edge_row + edge];
}

// Rest place of a vertex [unit of the asset].
fn surface_rest(surface: Surface, vertex: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(arena[surface.rest_row + vertex].xyz);
}
