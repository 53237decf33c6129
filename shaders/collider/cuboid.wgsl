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

// Direction that separates the triangle abc from the box best, and how far, negative once they overlap: the
// separating axes of two polytopes (Gottschalk, Lin, Manocha 1996). Faces of the box come first, then the face of the
// triangle, then pairs of edges. A later axis must be better by `margin`, so that what lies flat on the box gets the
// box's normal.
fn cuboid_face(size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, margin: f32) -> vec4<f32> {
    var best = vec4<f32>(0.0, 1.0, 0.0, -3.4e38);
    var edges = array<vec3<f32>, 3>(b - a, c - b, a - c);
    for (var k = 0u; k < 13u; k++) {
        var axis = vec3<f32>(0.0);
        var longest = 1.0;
        if k < 3u {
            axis[k] = 1.0;
        } else if k == 3u {
            axis = cross(edges[0], edges[1]);
            longest = dot(edges[0], edges[0]) * dot(edges[1], edges[1]);
        } else {
            let edge = edges[(k - 4u) / 3u];
            var along = vec3<f32>(0.0);
            along[(k - 4u) % 3u] = 1.0;
            axis = cross(edge, along);
            longest = dot(edge, edge);
        }
        let square = dot(axis, axis);
        if square <= 1e-8 * longest {
            continue; // nearly parallel edges: another axis serves
        }
        let n = axis * inverseSqrt(square);
        let low = min(dot(n, a), min(dot(n, b), dot(n, c)));
        let high = max(dot(n, a), max(dot(n, b), dot(n, c)));
        let gap = max(low, -high) - dot(size, abs(n));
        if gap > best.w + select(margin, 0.0, k < 3u) {
            best = vec4<f32>(select(-n, n, low >= -high), gap);
        }
    }
    return best;
}
