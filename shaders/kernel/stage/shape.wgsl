//#use constraint/constraint.wgsl
//#use kernel/stage/confine.wgsl
//#use kernel/stage/press.wgsl
//#use kernel/stage/substep.wgsl
//#needs kernel/body
//#needs kernel/own
// Shape matching: one part of a cluster, one cluster, one vertex. A vertex is in several clusters and goes part of the
// way to the mean of its goals. Each cluster weighs it by its share of the mass, so that the mean keeps the centre.

// Where a body's tables are; src/solver/shape_table.rs writes them.
struct ShapeTables {
    clusters: u32,
    parts: u32,
    cluster_row: u32, // arena rows
    part_row: u32,
    member_row: u32,
    index_row: u32,
    entry_row: u32,
    map_row: u32,     // state rows: of the maps, SHAPE_ROWS a cluster; those of the parts' sums follow
}

const SHAPE_ROWS: u32 = 9u;          // rows of sums or of a map
const SHAPE_CLUSTER_ROWS: u32 = 33u; // arena rows of a cluster: head, five of the rest shape, 27 of the inverse

// The body's parameters in `elastic`.
struct ShapeFactors {
    compliance: f32, // [s²]: in a substep h a vertex goes h² / (h² + compliance) of the way
    beta: f32,
    scale: f32,
    quadratic: bool,
}

fn shape_factors(elastic: vec4<f32>) -> ShapeFactors {
    return ShapeFactors(elastic.x, elastic.y, elastic.z, elastic.w > 2.5);
}

// `map_row`: the first of the body's own state rows.
fn shape_tables(body: Body, map_row: u32) -> ShapeTables {
    let first = body.colour_row;
    let a = arena[first];
    let b = arena[first + 1u];
    return ShapeTables(
        a.x, a.y, first + 2u, first + a.z, first + a.w, first + b.x, first + b.y, map_row,
    );
}

fn shape_floats(row: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(arena[row]);
}

fn shape_store(row: u32, rows: FitRows, quadratic: bool) {
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

fn shape_load(row: u32, quadratic: bool) -> FitRows {
    var rows = fit_none();
    rows.linear = mat3x4<f32>(state[row], state[row + 1u], state[row + 2u]);
    if quadratic {
        rows.squares = mat3x3<f32>(state[row + 3u].xyz, state[row + 4u].xyz, state[row + 5u].xyz);
        rows.products = mat3x3<f32>(state[row + 6u].xyz, state[row + 7u].xyz, state[row + 8u].xyz);
    }
    return rows;
}

// Sums over the members of one part. Its row: (first member, members, the cluster's first vertex, zero).
fn shape_sum(tables: ShapeTables, factors: ShapeFactors, part: u32) {
    let list = arena[tables.part_row + part];
    let origin = body_at(list.z);
    var sums = fit_none();
    for (var k = list.x; k < list.x + list.y; k++) {
        let member = shape_floats(tables.member_row + k); // coordinates, weight
        let vertex = arena[tables.index_row + k / 4u][k % 4u];
        constraint_add(&sums, member.xyz, member.w, body_at(vertex) - origin, factors.quadratic);
    }
    shape_store(tables.map_row + SHAPE_ROWS * (tables.clusters + part), sums, factors.quadratic);
}

fn shape_rest(row: u32, rank: u32) -> FitRest {
    return FitRest(
        rank, mat3x3<f32>(shape_floats(row).xyz, shape_floats(row + 1u).xyz, shape_floats(row + 2u).xyz),
        shape_floats(row + 3u).xyz, shape_floats(row + 4u).xyz,
    );
}

// Three columns of a quadratic fit, whose inverse begins at an arena row.
fn shape_columns(moments: ConstraintMoments, row: u32) -> mat3x3<f32> {
    var columns: mat3x3<f32>;
    for (var j = 0u; j < 3u; j++) {
        let at = row + 3u * j;
        columns[j] = constraint_column(moments, shape_floats(at), shape_floats(at + 1u), shape_floats(at + 2u));
    }
    return columns;
}

// Adds up a cluster's parts and leaves its map. Its head: (first part, parts, first vertex, rank).
fn shape_fit(tables: ShapeTables, factors: ShapeFactors, cluster: u32) {
    let row = tables.cluster_row + SHAPE_CLUSTER_ROWS * cluster;
    let head = arena[row];
    let first = tables.map_row + SHAPE_ROWS * (tables.clusters + head.x);
    var sums = shape_load(first, factors.quadratic);
    for (var k = 1u; k < head.y; k++) {
        sums = fit_sum(sums, shape_load(first + SHAPE_ROWS * k, factors.quadratic));
    }
    let rest = shape_rest(row + 1u, head.w);
    var map: FitRows;
    if factors.quadratic {
        let moments = constraint_moments(sums, rest, factors.scale);
        map = constraint_quadratic_map(
            moments, rest, shape_columns(moments, row + 6u), shape_columns(moments, row + 15u),
            shape_columns(moments, row + 24u), factors.beta,
        );
    } else {
        map = constraint_map(sums, rest, factors.scale, factors.beta);
    }
    let origin = body_at(head.z);
    map.linear[0].w += origin.x;
    map.linear[1].w += origin.y;
    map.linear[2].w += origin.z;
    shape_store(tables.map_row + SHAPE_ROWS * cluster, map, factors.quadratic);
}

// The mean of a vertex's goals, from where it is. An entry: (cluster, coordinates).
fn shape_wish(tables: ShapeTables, factors: ShapeFactors, local: u32, x: vec3<f32>) -> vec3<f32> {
    let head = arena[tables.entry_row + local];
    var way = vec3<f32>(0.0);
    for (var k = head.x; k < head.x + head.y; k++) {
        let entry = arena[tables.entry_row + k];
        let map = shape_load(tables.map_row + SHAPE_ROWS * entry.x, factors.quadratic);
        way += constraint_goal(map, bitcast<vec3<f32>>(entry.yzw), factors.quadratic) - x;
    }
    return way / f32(max(head.y, 1u));
}

// Where inertia takes a vertex within its planes: clusters fit what contact lets through.
fn shape_predict(vertex: u32, x: vec3<f32>) -> vec3<f32> {
    let inertia = own_inertia(vertex);
    if inertia.w < 0.0 {
        return x; // held
    }
    let start = own_start(vertex);
    return confine_slide(vertex, start.xyz, inertia.xyz, start.xyz, u32(start.w));
}

// Moves a vertex by inertia, its clusters and its attachment at once, so that friction sees all that presses it.
fn shape_pull(body: Body, sub: Substep, tables: ShapeTables, factors: ShapeFactors, local: u32) -> vec3<f32> {
    let vertex = body.first_vertex + local;
    let x = body_at(local);
    let inertia = own_inertia(vertex);
    if inertia.w < 0.0 {
        return x;
    }
    let start = own_start(vertex);
    let planes = u32(start.w);
    let square = sub.h * sub.h;
    var way = inertia.xyz + shape_wish(tables, factors, local, x) * (square / (square + factors.compliance));
    if body.attachment_count > 0u {
        let pull = state[state_row(STATE_TARGET, vertex)];
        way += (pull.xyz - start.xyz - way) * (max(pull.w, 0.0) / (max(pull.w, 0.0) + inertia.w));
    }
    own_set_fall(vertex, 1.0);
    way += press_particle(sub.body, vertex, start.xyz + way, inertia.w);
    // The block of a particle is m/h² times the unit matrix. Contact does not depend on the factor.
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    let p = confine_move(vertex, start.xyz, way, start.xyz, planes, unit, unit, confine_bound(vertex, planes));
    limit_note(sub.body);
    return p;
}
