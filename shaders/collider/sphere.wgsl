//#use lib/triangle.wgsl
// Ball of radius size.x about the origin. Returns the outward normal and the signed distance of p.
fn sphere_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let r = length(p);
    let n = select(vec3<f32>(0.0, 1.0, 0.0), p / r, r > 0.0);
    return vec4<f32>(n, r - size.x);
}

// The best separating direction of the triangle abc and the ball, and the distance along it: negative if they overlap.
fn sphere_face(size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec4<f32> {
    return sphere_distance(size, triangle_at_point(a, b, c, vec3<f32>(0.0)));
}
