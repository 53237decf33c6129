// Air on a triangle: drag along the flow and lift across it. Mirrored by src/element/wind.rs.

// The force [kg·unit/s²] on the triangle, whose velocity is the mean of its corners'. `flow` is the air's velocity relative
// to it [unit/s], `drag` and `lift` half the density of air times the coefficients [kg/unit³]. Both act on the area across
// the flow, from either side. Lift is zero for flow along or normal to the triangle.
fn wind_force(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, flow: vec3<f32>, drag: f32, lift: f32) -> vec3<f32> {
    let area = 0.5 * cross(b - a, c - a);
    let size = length(area);
    let speed = length(flow);
    if size <= 0.0 || speed <= 0.0 {
        return vec3<f32>(0.0);
    }
    let n = area / size;
    let u = flow / speed;
    let across = dot(u, n); // cosine of the angle between flow and normal
    let lifting = across * (n - across * u);
    return size * speed * speed * (drag * abs(across) * u + lift * lifting);
}

// The change of velocity by air in a substep, clamped to the flow, so that light cloth in a storm does not overshoot.
fn wind_change(change: vec3<f32>, flow: vec3<f32>) -> vec3<f32> {
    let size = length(change);
    return change * min(1.0, length(flow) / max(size, 1e-30));
}
