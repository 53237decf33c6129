//#use lib/closest.wgsl
// Whether an edge passes through a triangle.

// Whether the segment pq passes through the triangle abc or comes nearer than the margin. A margin of zero asks for a
// passage proper.
fn pierce_meets(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32) -> bool {
    let low = max(min(p, q), min(a, min(b, c)));
    let high = min(max(p, q), max(a, max(b, c)));
    if any(low > high + vec3<f32>(margin)) {
        return false;
    }
    if pierce_passes(p, q, a, b, c) {
        return true;
    }
    return margin > 0.0 && pierce_distance(p, q, a, b, c) <= margin;
}

// Whether both ends are on different sides, and the segment goes by all sides of the triangle in the same sense.
fn pierce_passes(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> bool {
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

// The distance of a segment and a triangle that it does not pass through.
fn pierce_distance(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> f32 {
    let ends = min(length(closest_triangle(p, a, b, c).way), length(closest_triangle(q, a, b, c).way));
    let one = length(closest_segments(p, q, a, b).way);
    let two = length(closest_segments(p, q, b, c).way);
    let three = length(closest_segments(p, q, c, a).way);
    return min(ends, min(one, min(two, three)));
}
