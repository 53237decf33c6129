//#use query/tree.wgsl
//#use collider/collider.wgsl
//#use lib/closest_points.wgsl
// Tests of a query against a box and against a triangle.

const QUERY_TEST_RAY: u32 = 0u; // kinds of queries: the first hit of a ray,
const QUERY_TEST_POINT: u32 = 1u; // the nearest point,
const QUERY_TEST_SHAPE: u32 = 2u; // the bodies that a shape overlaps
const QUERY_TEST_NOT: u32 = 0xFFFFFFFFu; // not in reach; else the distance, as the bits of a float, which have its order

// A query for boxes: in the cell of the tree.
struct QueryTest {
    place: vec3<f32>,
    inverse: vec3<f32>, // of the direction of a ray
    extent: vec3<f32>,  // half that of a shape's box
    rounding: f32,      // of the place
}

// The result for a triangle: the distance key, and the point on it.
struct QueryTestFound {
    near: u32,
    weights: vec3<f32>,
}

fn query_test_of(query: Query) -> QueryTest {
    let position = query.place.xyz + cell_between(tree_cell_of_all(), query.cell.xyz);
    // A direction of almost zero is replaced: its box test holds either way, and infinity times zero is NaN.
    let d = query.direction.xyz;
    let small = select(vec3<f32>(1e-30), vec3<f32>(-1e-30), d < vec3<f32>(0.0));
    let inverse = 1.0 / select(d, small, abs(d) < vec3<f32>(1e-30));
    var extent = vec3<f32>(0.0);
    if params.part == QUERY_TEST_SHAPE {
        for (var axis = 0u; axis < 3u; axis++) {
            var unit = vec3<f32>(0.0);
            unit[axis] = 1.0;
            extent[axis] = collider_support(query.shape.x, d, math_rotate_back(query.turn, unit));
        }
    }
    let far = max(abs(position.x), max(abs(position.y), abs(position.z)));
    return QueryTest(position, inverse, extent, TREE_ROUNDING * far);
}

// The distance key of a box; QUERY_TEST_NOT if it is out of reach.
fn query_test_box(probe: QueryTest, node: TreeBox) -> u32 {
    if tree_is_empty(node) {
        return QUERY_TEST_NOT;
    }
    let low = node.low - probe.rounding - probe.place;
    let high = node.high + probe.rounding - probe.place;
    if params.part == QUERY_TEST_RAY {
        let a = low * probe.inverse;
        let b = high * probe.inverse;
        let enter = max(max(min(a.x, b.x), min(a.y, b.y)), max(min(a.z, b.z), 0.0));
        let leave = min(min(max(a.x, b.x), max(a.y, b.y)), max(a.z, b.z));
        // Rounding of a quotient (Ize 2013, Robust BVH ray traversal).
        return select(QUERY_TEST_NOT, bitcast<u32>(0.999999 * enter), enter <= 1.000001 * leave);
    }
    let apart = max(max(low, -high), vec3<f32>(0.0));
    if params.part == QUERY_TEST_POINT {
        return bitcast<u32>(0.999999 * length(apart));
    }
    return select(QUERY_TEST_NOT, 0u, all(apart <= 1.000001 * probe.extent));
}

// The hit of a ray from zero on a triangle: seen along the ray, zero is on the same side of all edges (Woop, Benthin, Wald
// 2013, Watertight ray/triangle intersection). The edges are widened by their rounding, so that no ray passes between two
// triangles.
fn query_test_ray(d: vec3<f32>, reach: f32, x: mat3x3<f32>) -> QueryTestFound {
    let side = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(d.x) > 0.7);
    let u = normalize(cross(d, side));
    let v = cross(d, u);
    let p = u * x;
    let q = v * x;
    let edges = vec3<f32>(p.z * q.y - p.y * q.z, p.x * q.z - p.z * q.x, p.y * q.x - p.x * q.y);
    let sum = edges.x + edges.y + edges.z;
    let most = max(max(abs(p.x), abs(p.y)), max(abs(p.z), max(abs(q.x), max(abs(q.y), abs(q.z)))));
    let slack = 4e-7 * most * most;
    let same = all(edges >= vec3<f32>(-slack)) || all(edges <= vec3<f32>(slack));
    if !same || sum == 0.0 {
        return QueryTestFound(QUERY_TEST_NOT, vec3<f32>(0.0));
    }
    let inner = max(edges / sum, vec3<f32>(0.0));
    let weights = inner / (inner.x + inner.y + inner.z);
    let displacement = dot(weights, d * x);
    let meets = displacement >= 0.0 && displacement <= reach;
    return QueryTestFound(select(QUERY_TEST_NOT, bitcast<u32>(abs(displacement)), meets), weights);
}

// Tests a query against a triangle of a patch.
fn query_test_triangle(query: Query, body: QueryBody, patch_number: u32, thread: u32) -> QueryTestFound {
    let nothing = QueryTestFound(QUERY_TEST_NOT, vec3<f32>(0.0));
    let corners = tree_triangle(body, patch_number, thread);
    if corners.w == 0u {
        return nothing;
    }
    let moved = cell_between(query.cell.xyz, tree_cell_of(body)) - query.place.xyz;
    let x = tree_corners(body, corners.xyz, moved);
    if !(math_finite(x[0]) && math_finite(x[1]) && math_finite(x[2])) {
        return nothing;
    }
    if params.part == QUERY_TEST_RAY {
        return query_test_ray(query.direction.xyz, query_reach(query), x);
    }
    if params.part == QUERY_TEST_POINT {
        let near = closest_points_triangle(vec3<f32>(0.0), x[0], x[1], x[2]);
        let far = length(near.displacement);
        return QueryTestFound(select(QUERY_TEST_NOT, bitcast<u32>(far), far <= query_reach(query)), near.weights);
    }
    let a = math_rotate_back(query.turn, x[0]);
    let b = math_rotate_back(query.turn, x[1]);
    let c = math_rotate_back(query.turn, x[2]);
    let apart = collider_face(query.shape.x, query.direction.xyz, a, b, c, 0.0).w;
    return QueryTestFound(select(QUERY_TEST_NOT, 0u, apart <= 0.0), vec3<f32>(0.0));
}
