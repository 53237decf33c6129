// Ball of radius size.x about the origin. Returns the outward normal and the signed distance of p.
fn sphere_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let r = length(p);
    let n = select(vec3<f32>(0.0, 1.0, 0.0), p / r, r > 0.0);
    return vec4<f32>(n, r - size.x);
}
