//#use constraint/bending.wgsl
//#use constraint/cluster.wgsl
//#use constraint/stretch.wgsl
//#use constraint/wind.wgsl
// The registry of constraints, by what they offer a solver.
//
// Hook `project`: an element sums over its particles, finds a map from the sums, and the map says where each particle
// is drawn to. There is one kind, the cluster.
//
// Hook `rows`: an element has a value C with the energy ½ k C², and gradients. The kinds are those of a sheet: the
// stretch of an edge, and the bending of a hinge.
//
// Wind is a force on triangles.

// Adds a particle with weight w and rest coordinates c at p.
fn constraint_add(sums: ptr<function, FitRows>, c: vec3<f32>, w: f32, p: vec3<f32>, quadratic: bool) {
    cluster_add(sums, c, w, p, quadratic);
}

// The map of a rigid or linear fit of a body at this scale.
fn constraint_map(sums: FitRows, rest: FitRest, scale: f32, beta: f32) -> FitRows {
    let moments = cluster_moments(sums);
    let turn = cluster_turn(moments, rest, scale);
    if beta <= 0.0 {
        return cluster_map(turn, turn, 1.0, cluster_centre(sums));
    }
    return cluster_map(cluster_kept(moments, turn, rest.rank), turn, beta, cluster_centre(sums));
}

// What a quadratic fit is made of.
struct ConstraintMoments {
    linear: mat3x3<f32>,
    squares: mat3x3<f32>,
    products: mat3x3<f32>,
    turn: mat3x3<f32>,
    centre: vec3<f32>,
}

fn constraint_moments(sums: FitRows, rest: FitRest, scale: f32) -> ConstraintMoments {
    let centre = cluster_centre(sums);
    let linear = cluster_moments(sums);
    return ConstraintMoments(
        linear, cluster_centred(sums.squares, rest.squares, centre),
        cluster_centred(sums.products, rest.products, centre), cluster_turn(linear, rest, scale), centre,
    );
}

fn constraint_column(m: ConstraintMoments, a: vec4<f32>, b: vec4<f32>, c: vec4<f32>) -> vec3<f32> {
    return cluster_column(m.linear, m.squares, m.products, m.turn, a, b, c);
}

// The map of a quadratic fit with these nine columns.
fn constraint_quadratic_map(
    m: ConstraintMoments, rest: FitRest, linear: mat3x3<f32>, squares: mat3x3<f32>, products: mat3x3<f32>, beta: f32,
) -> FitRows {
    let mean = (squares * rest.squares + products * rest.products) * beta;
    let kept = cluster_kept(m.linear, m.turn, rest.rank);
    // What keeps the volume of the linear fit is added to the quadratic one.
    var change = mat3x3<f32>(kept[0] - m.linear[0], kept[1] - m.linear[1], kept[2] - m.linear[2]);
    if rest.rank < 3u {
        change[2] = vec3<f32>(0.0);
    }
    if rest.rank < 2u {
        change = mat3x3<f32>(select(vec3<f32>(0.0), change[0], rest.rank == 1u), vec3<f32>(0.0), vec3<f32>(0.0));
    }
    var map = cluster_map(linear + change, m.turn, beta, m.centre - mean);
    map.squares = transpose(squares * beta);
    map.products = transpose(products * beta);
    return map;
}

// Where a particle with rest coordinates c is drawn to.
fn constraint_goal(map: FitRows, c: vec3<f32>, quadratic: bool) -> vec3<f32> {
    return cluster_goal(map, c, quadratic);
}

struct ConstraintRow {
    value: f32,
    a: vec3<f32>, // gradients by the vertices, as many as the constraint has
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
}

// The edge from a to b, whose rest length is `rest`.
fn constraint_edge(a: vec3<f32>, b: vec3<f32>, rest: f32) -> ConstraintRow {
    let row = stretch_row(a, b, rest);
    return ConstraintRow(row.value, row.gradient, -row.gradient, vec3<f32>(0.0), vec3<f32>(0.0));
}

// The hinge of the triangles (a, b, c) and (b, a, d); `rest` is the tangent of a quarter of its rest angle.
fn constraint_hinge(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>, rest: f32) -> ConstraintRow {
    let row = bending_row(a, b, c, d, rest);
    return ConstraintRow(row.value, row.a, row.b, row.c, row.d);
}

// Σ w |∇C|² for the inverse masses w of the vertices.
fn constraint_weight(row: ConstraintRow, w: vec4<f32>) -> f32 {
    return w.x * dot(row.a, row.a) + w.y * dot(row.b, row.b) + w.z * dot(row.c, row.c) + w.w * dot(row.d, row.d);
}

// The change of a row's multiplier in a substep of length h (Macklin, Müller, Chentanez 2016, "XPBD"): Newton's step on
// C + multiplier/(k h²) = 0. Zero where nothing can move.
fn constraint_step(value: f32, weight: f32, stiffness: f32, h: f32, multiplier: f32) -> f32 {
    let give = stiffness * h * h;
    return select(0.0, -(value * give + multiplier) / (weight * give + 1.0), weight > 0.0);
}

// The force of air on a triangle, and the change of velocity that it may give; see wind.wgsl.
fn constraint_air(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, flow: vec3<f32>, drag: f32, lift: f32) -> vec3<f32> {
    return wind_force(a, b, c, flow, drag, lift);
}

fn constraint_blown(change: vec3<f32>, flow: vec3<f32>) -> vec3<f32> {
    return wind_change(change, flow);
}
