// Nearest points of triangles (Ericson 2005, Real-Time Collision Detection, section 5.1), also of triangles without area.

// Point of the segment ab nearest to p.
fn triangle_on_edge(a: vec3<f32>, b: vec3<f32>, p: vec3<f32>) -> vec3<f32> {
    let displacement = b - a;
    return a + displacement * clamp(dot(p - a, displacement) / max(dot(displacement, displacement), 1e-30), 0.0, 1.0);
}

// The point of two that is nearer to the segment pq.
fn triangle_nearer(a: vec3<f32>, b: vec3<f32>, p: vec3<f32>, q: vec3<f32>) -> vec3<f32> {
    return select(a, b, distance(b, triangle_on_edge(p, q, b)) < distance(a, triangle_on_edge(p, q, a)));
}

// Whether the projection of p along the normal n (of any length) is in the triangle.
fn triangle_covers(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, n: vec3<f32>, p: vec3<f32>) -> bool {
    let sides = vec3<f32>(dot(cross(b - a, p - a), n), dot(cross(c - b, p - b), n), dot(cross(a - c, p - c), n));
    return dot(n, n) > 0.0 && all(sides >= vec3<f32>(0.0));
}

// Point of the triangle nearest to p.
fn triangle_at_point(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, p: vec3<f32>) -> vec3<f32> {
    let n = cross(b - a, c - a);
    if triangle_covers(a, b, c, n, p) {
        return p + n * (dot(n, a - p) / dot(n, n));
    }
    let ab = triangle_on_edge(a, b, p);
    let bc = triangle_on_edge(b, c, p);
    let ca = triangle_on_edge(c, a, p);
    return triangle_nearer(triangle_nearer(ab, bc, p, p), ca, p, p);
}

// Point of the edge ab nearest to the segment pq, if the nearest point of the segment is an inner one. The caller tests the
// ends of the segment, which also cover parallel segments.
fn triangle_edge_at_segment(a: vec3<f32>, b: vec3<f32>, p: vec3<f32>, q: vec3<f32>) -> vec3<f32> {
    let u = q - p;
    let v = b - a;
    let r = a - p;
    let uu = dot(u, u);
    let uv = dot(u, v);
    let vv = dot(v, v);
    let det = uu * vv - uv * uv;
    if det <= 1e-10 * uu * vv {
        return a;
    }
    let s = clamp((dot(r, u) * vv - dot(r, v) * uv) / det, 0.0, 1.0);
    return triangle_on_edge(a, b, p + s * u);
}

// Point of the triangle nearest to the segment pq: the intersection, if there is one.
fn triangle_at_segment(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, p: vec3<f32>, q: vec3<f32>) -> vec3<f32> {
    let n = cross(b - a, c - a);
    let above = vec2<f32>(dot(n, p - a), dot(n, q - a));
    if above.x * above.y < 0.0 {
        let x = mix(p, q, above.x / (above.x - above.y));
        if triangle_covers(a, b, c, n, x) {
            return x;
        }
    }
    // The ends of the segment, then the sides of the triangle, with the corners permuted cyclically.
    var best: vec3<f32>;
    var corners = mat3x3<f32>(a, b, c);
    for (var k = 0u; k < 5u; k++) {
        var found: vec3<f32>;
        if k < 2u {
            found = triangle_at_point(a, b, c, select(p, q, k == 1u));
        } else {
            found = triangle_edge_at_segment(corners[0], corners[1], p, q);
            corners = mat3x3<f32>(corners[1], corners[2], corners[0]);
        }
        if k == 0u {
            best = found;
        } else {
            best = triangle_nearer(best, found, p, q);
        }
    }
    return best;
}
