//#use lib/closest_points.wgsl
// Intersection of an edge and a triangle.

// Whether the segment pq crosses the triangle abc or comes nearer than the margin. With a margin of zero only a crossing
// counts.
fn segment_triangle_meets(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32) -> bool {
    let low = max(min(p, q), min(a, min(b, c)));
    let high = min(max(p, q), max(a, max(b, c)));
    if any(low > high + vec3<f32>(margin)) {
        return false;
    }
    if segment_triangle_passes(p, q, a, b, c) {
        return true;
    }
    return margin > 0.0 && segment_triangle_distance(p, q, a, b, c) <= margin;
}

// Whether the ends are on different sides of the triangle's plane, and the segment passes all its edges in the same sense.
fn segment_triangle_passes(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> bool {
    let n = cross(b - a, c - a);
    let one = dot(n, p - a);
    let other = dot(n, q - a);
    if one * other >= 0.0 {
        return false;
    }
    let d = q - p;
    let turns = vec3<f32>(
        dot(d, cross(a - p, b - p)), dot(d, cross(b - p, c - p)), dot(d, cross(c - p, a - p)),
    );
    return all(turns > vec3<f32>(0.0)) || all(turns < vec3<f32>(0.0));
}

// The distance of a segment and a triangle that do not cross.
fn segment_triangle_distance(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> f32 {
    var least = 3.4e38;
    for (var k = 0u; k < 2u; k++) {
        least = min(least, length(closest_points_triangle(select(p, q, k == 1u), a, b, c).displacement));
    }
    // The sides one by one, with the corners permuted cyclically.
    var corners = mat3x3<f32>(a, b, c);
    for (var k = 0u; k < 3u; k++) {
        least = min(least, length(closest_points_segments(p, q, corners[0], corners[1]).displacement));
        corners = mat3x3<f32>(corners[1], corners[2], corners[0]);
    }
    return least;
}
