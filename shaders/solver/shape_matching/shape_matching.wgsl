//#use element/element.wgsl
//#use contact/door.wgsl
//#use memory/substep.wgsl
//#needs memory/position
//#needs memory/scratch
// Shape matching (Müller et al. 2005): one part of a cluster, one cluster, one vertex. A vertex is in several clusters and
// moves part of the way to the mean of its goals. Each cluster weighs the vertex by its share of the mass, so that the mean
// keeps the centre of mass.

// Rows of a body's tables; src/solver/shape_table.rs writes them.
struct ShapeMatchingTables {
    clusters: u32,
    parts: u32,
    cluster_row: u32, // arena rows
    part_row: u32,
    member_row: u32,
    index_row: u32,
    entry_row: u32,
    map_row: u32, // state rows: maps, SHAPE_MATCHING_ROWS a cluster; then the sums of the parts
}

const SHAPE_MATCHING_ROWS: u32 = 9u;          // rows of sums or of a map
const SHAPE_MATCHING_CLUSTER_ROWS: u32 = 33u; // arena rows of a cluster: head, five of the rest shape, 27 of the inverse

// The body's constants.
struct ShapeMatchingFactors {
    compliance: f32, // [s²]: in a substep h a vertex moves h² / (h² + compliance) of the way
    beta: f32,
    scale: f32,
    quadratic: bool,
}

fn shape_matching_factors(body: Body) -> ShapeMatchingFactors {
    let constants = body.constants[0];
    return ShapeMatchingFactors(constants.x, constants.y, constants.z, constants.w > 2.5);
}

// `map_row`: the first of the body's own state rows.
fn shape_matching_tables(body: Body, map_row: u32) -> ShapeMatchingTables {
    let first = body.table[0].x;
    let a = arena[first];
    let b = arena[first + 1u];
    return ShapeMatchingTables(
        a.x, a.y, first + 2u, first + a.z, first + a.w, first + b.x, first + b.y, map_row,
    );
}

fn shape_matching_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(arena[row]);
}

fn shape_matching_store(row: u32, rows: FitRows, quadratic: bool) {
    state[row] = rows.linear[0];
    state[row + 1u] = rows.linear[1];
    state[row + 2u] = rows.linear[2];
    if quadratic {
        state[row + 3u] = vec4<f32>(rows.squares[0], 0.0);
        state[row + 4u] = vec4<f32>(rows.squares[1], 0.0);
        state[row + 5u] = vec4<f32>(rows.squares[2], 0.0);
        state[row + 6u] = vec4<f32>(rows.products[0], 0.0);
        state[row + 7u] = vec4<f32>(rows.products[1], 0.0);
        state[row + 8u] = vec4<f32>(rows.products[2], 0.0);
    }
}

fn shape_matching_load(row: u32, quadratic: bool) -> FitRows {
    var rows = fit_none();
    rows.linear = mat3x4<f32>(state[row], state[row + 1u], state[row + 2u]);
    if quadratic {
        rows.squares = mat3x3<f32>(state[row + 3u].xyz, state[row + 4u].xyz, state[row + 5u].xyz);
        rows.products = mat3x3<f32>(state[row + 6u].xyz, state[row + 7u].xyz, state[row + 8u].xyz);
    }
    return rows;
}

// Sums over the members of one part. Its row: (first member, members, the cluster's first vertex, zero).
fn shape_matching_sum(tables: ShapeMatchingTables, factors: ShapeMatchingFactors, part: u32) {
    let list = arena[tables.part_row + part];
    let origin = position_at(list.z);
    var sums = fit_none();
    for (var k = list.x; k < list.x + list.y; k++) {
        let member = shape_matching_floats(tables.member_row + k); // coordinates, weight
        let vertex = arena[tables.index_row + k / 4u][k % 4u];
        element_add(&sums, member.xyz, member.w, position_at(vertex) - origin, factors.quadratic);
    }
    shape_matching_store(tables.map_row + SHAPE_MATCHING_ROWS * (tables.clusters + part), sums, factors.quadratic);
}

fn shape_matching_rest(row: u32, rank: u32) -> FitRest {
    return FitRest(
        rank, mat3x3<f32>(shape_matching_floats(row).xyz, shape_matching_floats(row + 1u).xyz, shape_matching_floats(row + 2u).xyz),
        shape_matching_floats(row + 3u).xyz, shape_matching_floats(row + 4u).xyz,
    );
}

// Three columns of a quadratic fit, whose inverse begins at an arena row.
fn shape_matching_columns(moments: ElementMoments, row: u32) -> mat3x3<f32> {
    var columns: mat3x3<f32>;
    for (var j = 0u; j < 3u; j++) {
        let at = row + 3u * j;
        columns[j] = element_column(moments, shape_matching_floats(at), shape_matching_floats(at + 1u), shape_matching_floats(at + 2u));
    }
    return columns;
}

// Sums a cluster's parts and stores its map. The cluster's head: (first part, parts, first vertex, rank).
fn shape_matching_fit(tables: ShapeMatchingTables, factors: ShapeMatchingFactors, cluster: u32) {
    let row = tables.cluster_row + SHAPE_MATCHING_CLUSTER_ROWS * cluster;
    let head = arena[row];
    let first = tables.map_row + SHAPE_MATCHING_ROWS * (tables.clusters + head.x);
    var sums = shape_matching_load(first, factors.quadratic);
    for (var k = 1u; k < head.y; k++) {
        sums = fit_sum(sums, shape_matching_load(first + SHAPE_MATCHING_ROWS * k, factors.quadratic));
    }
    let rest = shape_matching_rest(row + 1u, head.w);
    var map: FitRows;
    if factors.quadratic {
        let moments = element_moments(sums, rest, factors.scale);
        map = element_quadratic_map(
            moments, rest, shape_matching_columns(moments, row + 6u), shape_matching_columns(moments, row + 15u),
            shape_matching_columns(moments, row + 24u), factors.beta,
        );
    } else {
        map = element_map(sums, rest, factors.scale, factors.beta);
    }
    let origin = position_at(head.z);
    map.linear[0].w += origin.x;
    map.linear[1].w += origin.y;
    map.linear[2].w += origin.z;
    shape_matching_store(tables.map_row + SHAPE_MATCHING_ROWS * cluster, map, factors.quadratic);
}

// The displacement of a vertex at x to the mean of its goals. An entry: (cluster, coordinates).
fn shape_matching_wish(tables: ShapeMatchingTables, factors: ShapeMatchingFactors, local: u32, x: vec3<f32>) -> vec3<f32> {
    let head = arena[tables.entry_row + local];
    var displacement = vec3<f32>(0.0);
    for (var k = head.x; k < head.x + head.y; k++) {
        let entry = arena[tables.entry_row + k];
        let map = shape_matching_load(tables.map_row + SHAPE_MATCHING_ROWS * entry.x, factors.quadratic);
        displacement += element_goal(map, bitcast<vec3<f32>>(entry.yzw), factors.quadratic) - x;
    }
    return displacement / f32(max(head.y, 1u));
}

// The position of a vertex after inertia, projected to its planes. Clusters fit these positions, so contact comes first.
fn shape_matching_predict(vertex: u32, x: vec3<f32>) -> vec3<f32> {
    let inertia = scratch_inertia(vertex);
    if inertia.w < 0.0 {
        return x; // held
    }
    let start = scratch_start(vertex);
    return contact_slide(vertex, start.xyz, inertia.xyz, contact_bound(vertex, start));
}

// Moves a vertex by inertia, its clusters and its attachment at once, so that friction sees the whole pressing force.
fn shape_matching_pull(body: Body, sub: Substep, tables: ShapeMatchingTables, factors: ShapeMatchingFactors, local: u32) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = position_at(local);
    let inertia = scratch_inertia(vertex);
    if inertia.w < 0.0 {
        return x;
    }
    let start = scratch_start(vertex);
    let square = sub.h * sub.h;
    var displacement = inertia.xyz + shape_matching_wish(tables, factors, local, x) * (square / (square + factors.compliance));
    if body.attachment_count > 0u {
        let pull = state[state_row(STATE_TARGET, vertex)];
        displacement += (pull.xyz - start.xyz - displacement) * (max(pull.w, 0.0) / (max(pull.w, 0.0) + inertia.w));
    }
    scratch_set_fall(vertex, 1.0);
    displacement += contact_push(sub.body, vertex, start.xyz + displacement, inertia.w);
    return contact_move_particle(sub.body, vertex, start.xyz, displacement, contact_bound(vertex, start));
}
