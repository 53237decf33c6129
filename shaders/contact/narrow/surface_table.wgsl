//#use memory/bindings.wgsl
//#use share/surface.wgsl
// The surface of a body: where its tables are in the arena. share/surface.wgsl says what they hold.

// The features that a patch owns.
struct SurfaceTablePatch {
    first_point: u32,
    points: u32,
    first_edge: u32,
    edges: u32,
}

// The surface of a body, its tables as rows of the arena.
fn surface_table_of(body: Body) -> Surface {
    let row = body.surface_row;
    var surface = surface_of(arena[row], arena[row + 1u], arena[row + 2u]);
    surface.point_row += row;
    surface.triangle_row += row;
    surface.edge_row += row;
    surface.patch_row += row;
    surface.rest_row += row;
    return surface;
}

fn surface_table_patch(surface: Surface, patch_index: u32) -> SurfaceTablePatch {
    let list = arena[surface.patch_row + patch_index];
    return SurfaceTablePatch(list.x, list.y, list.z, list.w);
}

// The vertex of a point, in its body.
fn surface_table_point(surface: Surface, point: u32) -> u32 {
    return arena[surface.point_row + point].x;
}

// The slack of a point beyond its motion: a tenth of the mean length of its edges [unit of the asset].
fn surface_table_slack(surface: Surface, point: u32) -> f32 {
    return 0.1 * bitcast<f32>(arena[surface.point_row + point].y);
}

// (a, b, c0, c1): ends, and the third corners of two triangles on it; c1 is 0xFFFFFFFF at a border.
fn surface_table_edge(surface: Surface, edge: u32) -> vec4<u32> {
    return arena[surface.edge_row + edge];
}

// Rest position of a vertex [unit of the asset].
fn surface_table_rest(surface: Surface, vertex: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(arena[surface.rest_row + vertex].xyz);
}

// The candidates of a patch: the first, and one past the last. Those of its points come first, then those of its edges.
fn surface_table_range(body: Body, surface: Surface, patch_index: u32) -> vec2<u32> {
    let part = surface_table_patch(surface, patch_index);
    var range = vec2<u32>(0u);
    if part.edges > 0u {
        let row = frames.contacts.edge_row + body.first_edge + part.first_edge;
        let last = contacts[row + part.edges - 1u];
        range = vec2<u32>(contacts[row].x, last.x + last.y);
    }
    if part.points > 0u {
        let row = frames.contacts.point_row + body.first_vertex;
        let last = contacts[row + surface_table_point(surface, part.first_point + part.points - 1u)];
        range.x = contacts[row + surface_table_point(surface, part.first_point)].x;
        range.y = select(last.x + last.y, range.y, part.edges > 0u);
    }
    return range;
}
