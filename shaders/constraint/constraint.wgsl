//#use constraint/cluster.wgsl
// The registry of constraints, by what they offer a solver.
//
// Hook `project`: an element sums over its particles, finds a map from the sums, and the map says where each particle
// is drawn to. There is one kind, the cluster.

// Adds a particle with weight w and rest coordinates c at p.
fn constraint_add(sums: ptr<function, FitRows>, c: vec3<f32>, w: f32, p: vec3<f32>, quadratic: bool) {
    cluster_add(sums, c, w, p, quadratic);
}

// The map of a rigid or linear fit of a body at this scale.
fn constraint_map(sums: FitRows, rest: FitRest, scale: f32, beta: f32) -> FitRows {
    let moments = cluster_moments(sums);
    let turn = cluster_turn(moments, rest, scale);
    let fit = cluster_linear(moments, turn, rest.rank);
    return cluster_map(fit, turn, cluster_blend(fit, turn, rest.rank, beta), cluster_centre(sums));
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
    let blend = cluster_blend(linear, m.turn, rest.rank, beta);
    let mean = (squares * rest.squares + products * rest.products) * blend.fitted;
    var map = cluster_map(linear, m.turn, blend, m.centre - mean);
    map.squares = transpose(squares * blend.fitted);
    map.products = transpose(products * blend.fitted);
    return map;
}

// Where a particle with rest coordinates c is drawn to.
fn constraint_goal(map: FitRows, c: vec3<f32>, quadratic: bool) -> vec3<f32> {
    return cluster_goal(map, c, quadratic);
}
