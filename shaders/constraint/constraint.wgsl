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
