//#use lib/triangle.wgsl
// Ball of radius size.x swept along y from -size.y to size.y. Returns the outward normal and the signed distance of p.
fn capsule_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let q = p - vec3<f32>(0.0, clamp(p.y, -size.y, size.y), 0.0);
    let r = length(q);
    let n = select(vec3<f32>(1.0, 0.0, 0.0), q / r, r > 0.0);
    return vec4<f32>(n, r - size.x);
}

// The best separating direction of the triangle abc and the capsule, and the distance along it: negative if they overlap.
fn capsule_face(size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec4<f32> {
    let top = vec3<f32>(0.0, size.y, 0.0);
    return capsule_distance(size, triangle_at_segment(a, b, c, -top, top));
}
