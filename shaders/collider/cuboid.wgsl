// Box with half extents size. Returns the outward normal and the signed distance of p.
fn cuboid_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let side = select(vec3<f32>(-1.0), vec3<f32>(1.0), p >= vec3<f32>(0.0));
    let q = abs(p) - size;
    let outside = max(q, vec3<f32>(0.0));
    let distance = length(outside);
    if distance > 0.0 {
        return vec4<f32>(side * outside / distance, distance);
    }
    // Inside, or exactly on the surface: the nearest face.
    let deepest = max(q.x, max(q.y, q.z));
    let axis = select(
        select(vec3<f32>(0.0, 0.0, 1.0), vec3<f32>(0.0, 1.0, 0.0), q.y >= deepest),
        vec3<f32>(1.0, 0.0, 0.0),
        q.x >= deepest,
    );
    return vec4<f32>(side * axis, deepest);
}

// The best separating direction of the triangle abc and the box, and the distance along it, negative if they overlap: the
// separating axes of two polytopes (Gottschalk, Lin, Manocha 1996). Faces of the box come first, then the face of the
// triangle, then pairs of edges. A later axis must be better by `margin`, so that a triangle flat on the box gets the box's
// normal.
fn cuboid_face(size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32) -> vec4<f32> {
    let low = min(a, min(b, c));
    let high = max(a, max(b, c));
    let gaps = max(low, -high) - size;
    let normals = select(vec3<f32>(-1.0), vec3<f32>(1.0), low >= -high);
    var best = vec4<f32>(normals.x, 0.0, 0.0, gaps.x);
    best = select(best, vec4<f32>(0.0, normals.y, 0.0, gaps.y), gaps.y > best.w);
    best = select(best, vec4<f32>(0.0, 0.0, normals.z, gaps.z), gaps.z > best.w);
    let u = b - a;
    let v = c - b;
    let w = a - c;
    best = cuboid_better(best, cross(u, v), dot(u, u) * dot(v, v), size, a, b, c, margin);
    var edges = mat3x3<f32>(u, v, w); // permuted: drivers copy a function to each call
    for (var k = 0u; k < 3u; k++) {
        best = cuboid_edge(best, edges[0], size, a, b, c, margin);
        edges = mat3x3<f32>(edges[1], edges[2], edges[0]);
    }
    return best;
}

// Tests the axes of one edge of the triangle and the edges of the box.
fn cuboid_edge(
    found: vec4<f32>, edge: vec3<f32>, size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32,
) -> vec4<f32> {
    let longest = dot(edge, edge);
    var best = cuboid_better(found, vec3<f32>(0.0, edge.z, -edge.y), longest, size, a, b, c, margin);
    best = cuboid_better(best, vec3<f32>(-edge.z, 0.0, edge.x), longest, size, a, b, c, margin);
    return cuboid_better(best, vec3<f32>(edge.y, -edge.x, 0.0), longest, size, a, b, c, margin);
}

// The better of an earlier axis and a new one. An axis shorter than the square root of `longest` by four digits belongs to
// nearly parallel edges, for which another axis serves.
fn cuboid_better(
    found: vec4<f32>, axis: vec3<f32>, longest: f32, size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>,
    margin: f32,
) -> vec4<f32> {
    let square = dot(axis, axis);
    let n = axis * inverseSqrt(max(square, 1e-38));
    let along = vec3<f32>(dot(n, a), dot(n, b), dot(n, c));
    let low = min(along.x, min(along.y, along.z));
    let high = max(along.x, max(along.y, along.z));
    let gap = max(low, -high) - dot(size, abs(n));
    let is_better = square > 1e-8 * longest && gap > found.w + margin;
    return select(found, vec4<f32>(select(-n, n, low >= -high), gap), is_better);
}
