// Half-space below y = 0. Returns the outward normal and the signed distance of p, in the collider's frame.
fn plane_distance(p: vec3<f32>) -> vec4<f32> {
    return vec4<f32>(0.0, 1.0, 0.0, p.y);
}
