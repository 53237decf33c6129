//#use lib/triangle.wgsl
// Ball of radius size.x about the origin. Returns the outward normal and the signed distance of p.
fn sphere_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let r = length(p);
    let n = select(vec3<f32>(0.0, 1.0, 0.0), p / r, r > 0.0);
    return vec4<f32>(n, r - size.x);
}

// Direction that separates the triangle abc from the ball best, and how far: negative once they overlap.
fn sphere_face(size: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec4<f32> {
    return sphere_distance(size, triangle_at_point(a, b, c, vec3<f32>(0.0)));
}
