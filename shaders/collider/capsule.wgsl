// Ball of radius size.x swept along y from -size.y to size.y. Returns the outward normal and the signed distance of p.
fn capsule_distance(size: vec3<f32>, p: vec3<f32>) -> vec4<f32> {
    let q = p - vec3<f32>(0.0, clamp(p.y, -size.y, size.y), 0.0);
    let r = length(q);
    let n = select(vec3<f32>(1.0, 0.0, 0.0), q / r, r > 0.0);
    return vec4<f32>(n, r - size.x);
}
