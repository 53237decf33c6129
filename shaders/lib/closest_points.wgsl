// Nearest points of two features, with their weights (Ericson 2005, Real-Time Collision Detection, section 5.1). Each result
// is the best of all cases by distance, so that it is a point of the feature and near the nearest one even if features have
// no area, no length or are parallel.

// A point and a triangle.
struct ClosestPointsTriangle {
    weights: vec3<f32>,      // of the corners: none is negative, and they add up to one
    displacement: vec3<f32>, // from the triangle's point to the point
}

// Two segments.
struct ClosestPointsSegments {
    at: vec2<f32>,           // how far along each segment, from 0 to 1
    displacement: vec3<f32>, // from the second segment's point to the first one's
}

// The parameter of a projection on a segment, from 0 to 1. `d`: direction of the segment; `r`: from its start to the point.
fn closest_points_along(d: vec3<f32>, r: vec3<f32>) -> f32 {
    return clamp(dot(r, d) / max(dot(d, d), 1e-37), 0.0, 1.0);
}

// Corners are relative to the point, so that coordinates are small if features are near.
fn closest_points_triangle(p: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> ClosestPointsTriangle {
    let x = a - p;
    let y = b - p;
    let z = c - p;
    let ab = y - x;
    let bc = z - y;
    let ca = x - z;
    let s = closest_points_along(ab, -x);
    var best = ClosestPointsTriangle(vec3<f32>(1.0 - s, s, 0.0), -(x + s * ab));
    let t = closest_points_along(bc, -y);
    best = closest_points_nearer(best, ClosestPointsTriangle(vec3<f32>(0.0, 1.0 - t, t), -(y + t * bc)));
    let u = closest_points_along(ca, -z);
    best = closest_points_nearer(best, ClosestPointsTriangle(vec3<f32>(u, 0.0, 1.0 - u), -(z + u * ca)));
    let n = cross(ab, -ca);
    let inner = vec3<f32>(dot(cross(y, z), n), dot(cross(z, x), n), dot(cross(x, y), n));
    let sum = inner.x + inner.y + inner.z;
    if all(inner >= vec3<f32>(0.0)) && sum > 0.0 {
        let w = inner / sum;
        best = closest_points_nearer(best, ClosestPointsTriangle(w, -(w.x * x + w.y * y + w.z * z)));
    }
    return best;
}

fn closest_points_nearer(a: ClosestPointsTriangle, b: ClosestPointsTriangle) -> ClosestPointsTriangle {
    if dot(b.displacement, b.displacement) < dot(a.displacement, a.displacement) {
        return b;
    }
    return a;
}

// The segments ab and cd.
fn closest_points_segments(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> ClosestPointsSegments {
    let u = b - a;
    let v = d - c;
    let r = a - c;
    // The ends of each segment against the other.
    var best = closest_points_pair(u, v, r, vec2<f32>(0.0, closest_points_along(v, r)));
    best = closest_points_shorter(best, closest_points_pair(u, v, r, vec2<f32>(1.0, closest_points_along(v, r + u))));
    best = closest_points_shorter(best, closest_points_pair(u, v, r, vec2<f32>(closest_points_along(u, -r), 0.0)));
    best = closest_points_shorter(best, closest_points_pair(u, v, r, vec2<f32>(closest_points_along(u, v - r), 1.0)));
    // The nearest points of the two lines.
    let uu = dot(u, u);
    let uv = dot(u, v);
    let vv = dot(v, v);
    let det = uu * vv - uv * uv;
    if det > 1e-7 * uu * vv {
        let s = clamp((dot(r, v) * uv - dot(r, u) * vv) / det, 0.0, 1.0);
        best = closest_points_shorter(best, closest_points_pair(u, v, r, vec2<f32>(s, closest_points_along(v, r + s * u))));
    }
    return best;
}

fn closest_points_pair(u: vec3<f32>, v: vec3<f32>, r: vec3<f32>, at: vec2<f32>) -> ClosestPointsSegments {
    return ClosestPointsSegments(at, r + at.x * u - at.y * v);
}

fn closest_points_shorter(a: ClosestPointsSegments, b: ClosestPointsSegments) -> ClosestPointsSegments {
    if dot(b.displacement, b.displacement) < dot(a.displacement, a.displacement) {
        return b;
    }
    return a;
}
