// Nearest points of triangles (Ericson 2005, Real-Time Collision Detection, section 5.1), safe for triangles without area.

// Point of the segment ab nearest to p.
fn triangle_on_edge(a: vec3<f32>, b: vec3<f32>, p: vec3<f32>) -> vec3<f32> {
    let way = b - a;
    return a + way * clamp(dot(p - a, way) / max(dot(way, way), 1e-30), 0.0, 1.0);
}

// Of two vectors the shorter one.
fn triangle_shorter(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return select(a, b, dot(b, b) < dot(a, a));
}

// Vector from p to the nearest point of the triangle.
fn triangle_from_point(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, p: vec3<f32>) -> vec3<f32> {
    let n = cross(b - a, c - a);
    let square = dot(n, n);
    let sides = vec3<f32>(dot(cross(b - a, p - a), n), dot(cross(c - b, p - b), n), dot(cross(a - c, p - c), n));
    if square > 0.0 && all(sides >= vec3<f32>(0.0)) {
        return n * (dot(n, a - p) / square);
    }
    var best = triangle_on_edge(a, b, p) - p;
    best = triangle_shorter(best, triangle_on_edge(b, c, p) - p);
    return triangle_shorter(best, triangle_on_edge(c, a, p) - p);
}

// Shortest vector from the segment pq to the segment ab. Only where both nearest points are inner ones; ends are the
// caller's. Parallel segments have such a pair with an end, so they give the vector between their starts.
fn triangle_edge_from_segment(p: vec3<f32>, q: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    let u = q - p;
    let v = b - a;
    let r = a - p;
    let uu = dot(u, u);
    let uv = dot(u, v);
    let vv = dot(v, v);
    let det = uu * vv - uv * uv;
    if det <= 1e-10 * uu * vv {
        return r;
    }
    let s = clamp((dot(r, u) * vv - dot(r, v) * uv) / det, 0.0, 1.0);
    let on = p + s * u;
    return triangle_on_edge(a, b, on) - on;
}

// Shortest vector from the segment pq to the triangle; zero where they cross.
fn triangle_from_segment(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, p: vec3<f32>, q: vec3<f32>) -> vec3<f32> {
    let n = cross(b - a, c - a);
    let above = vec2<f32>(dot(n, p - a), dot(n, q - a));
    if above.x * above.y < 0.0 {
        let x = mix(p, q, above.x / (above.x - above.y));
        let sides = vec3<f32>(dot(cross(b - a, x - a), n), dot(cross(c - b, x - b), n), dot(cross(a - c, x - c), n));
        if all(sides >= vec3<f32>(0.0)) {
            return vec3<f32>(0.0);
        }
    }
    var best = triangle_shorter(triangle_from_point(a, b, c, p), triangle_from_point(a, b, c, q));
    best = triangle_shorter(best, triangle_edge_from_segment(p, q, a, b));
    best = triangle_shorter(best, triangle_edge_from_segment(p, q, b, c));
    return triangle_shorter(best, triangle_edge_from_segment(p, q, c, a));
}
