// Nearest points of two features, with their weights (Ericson 2005, Real-Time Collision Detection, section 5.1). Each is
// the best of all cases by the distance that it gives, so that it is a point of the feature and near the nearest one
// also where features have no area, no length or are parallel.

// A point and a triangle.
struct ClosestTriangle {
    weights: vec3<f32>, // of the corners: none is negative, and they add up to one
    way: vec3<f32>,     // from the triangle's point to the point
}

// Two segments.
struct ClosestSegments {
    at: vec2<f32>,  // how far along each segment, from 0 to 1
    way: vec3<f32>, // from the second segment's point to the first one's
}

// How far along the segment of the direction d the point at r from its start projects, from 0 to 1.
fn closest_along(d: vec3<f32>, r: vec3<f32>) -> f32 {
    return clamp(dot(r, d) / max(dot(d, d), 1e-37), 0.0, 1.0);
}

// Corners are taken from the point, so that coordinates are small where features are near.
fn closest_triangle(p: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> ClosestTriangle {
    let x = a - p;
    let y = b - p;
    let z = c - p;
    let ab = y - x;
    let bc = z - y;
    let ca = x - z;
    let s = closest_along(ab, -x);
    var best = ClosestTriangle(vec3<f32>(1.0 - s, s, 0.0), -(x + s * ab));
    let t = closest_along(bc, -y);
    best = closest_nearer(best, ClosestTriangle(vec3<f32>(0.0, 1.0 - t, t), -(y + t * bc)));
    let u = closest_along(ca, -z);
    best = closest_nearer(best, ClosestTriangle(vec3<f32>(u, 0.0, 1.0 - u), -(z + u * ca)));
    let n = cross(ab, -ca);
    let inner = vec3<f32>(dot(cross(y, z), n), dot(cross(z, x), n), dot(cross(x, y), n));
    let sum = inner.x + inner.y + inner.z;
    if all(inner >= vec3<f32>(0.0)) && sum > 0.0 {
        let w = inner / sum;
        best = closest_nearer(best, ClosestTriangle(w, -(w.x * x + w.y * y + w.z * z)));
    }
    return best;
}

fn closest_nearer(a: ClosestTriangle, b: ClosestTriangle) -> ClosestTriangle {
    if dot(b.way, b.way) < dot(a.way, a.way) {
        return b;
    }
    return a;
}

// The segments ab and cd.
fn closest_segments(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> ClosestSegments {
    let u = b - a;
    let v = d - c;
    let r = a - c;
    // The ends of each on the other.
    var best = closest_pair(u, v, r, vec2<f32>(0.0, closest_along(v, r)));
    best = closest_shorter(best, closest_pair(u, v, r, vec2<f32>(1.0, closest_along(v, r + u))));
    best = closest_shorter(best, closest_pair(u, v, r, vec2<f32>(closest_along(u, -r), 0.0)));
    best = closest_shorter(best, closest_pair(u, v, r, vec2<f32>(closest_along(u, v - r), 1.0)));
    // Where their lines are nearest.
    let uu = dot(u, u);
    let uv = dot(u, v);
    let vv = dot(v, v);
    let det = uu * vv - uv * uv;
    if det > 1e-7 * uu * vv {
        let s = clamp((dot(r, v) * uv - dot(r, u) * vv) / det, 0.0, 1.0);
        best = closest_shorter(best, closest_pair(u, v, r, vec2<f32>(s, closest_along(v, r + s * u))));
    }
    return best;
}

fn closest_pair(u: vec3<f32>, v: vec3<f32>, r: vec3<f32>, at: vec2<f32>) -> ClosestSegments {
    return ClosestSegments(at, r + at.x * u - at.y * v);
}

fn closest_shorter(a: ClosestSegments, b: ClosestSegments) -> ClosestSegments {
    if dot(b.way, b.way) < dot(a.way, a.way) {
        return b;
    }
    return a;
}
