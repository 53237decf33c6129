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
