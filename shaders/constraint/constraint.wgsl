//#use constraint/bending.wgsl
//#use constraint/stretch.wgsl
//#use constraint/wind.wgsl
// The registry of constraints: what solvers call. A row is a value C with the energy ½ k C², and its gradients.
// Mirrored by src/constraint/mod.rs.

struct ConstraintRow {
    value: f32,
    a: vec3<f32>, // gradients by the vertices, as many as the constraint has
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
}

// The edge from a to b, whose rest length is `rest`.
fn constraint_edge(a: vec3<f32>, b: vec3<f32>, rest: f32) -> ConstraintRow {
    let row = stretch_row(a, b, rest);
    return ConstraintRow(row.value, row.gradient, -row.gradient, vec3<f32>(0.0), vec3<f32>(0.0));
}

// The hinge of the triangles (a, b, c) and (b, a, d); `rest` is the tangent of a quarter of its rest angle.
fn constraint_hinge(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>, rest: f32) -> ConstraintRow {
    let row = bending_row(a, b, c, d, rest);
    return ConstraintRow(row.value, row.a, row.b, row.c, row.d);
}

// Σ w |∇C|² for the inverse masses w of the vertices.
fn constraint_weight(row: ConstraintRow, w: vec4<f32>) -> f32 {
    return w.x * dot(row.a, row.a) + w.y * dot(row.b, row.b) + w.z * dot(row.c, row.c) + w.w * dot(row.d, row.d);
}

// The change of a row's multiplier in a substep of length h (Macklin, Müller, Chentanez 2016, "XPBD"): Newton's step on
// C + multiplier/(k h²) = 0. Zero where nothing can move.
fn constraint_step(value: f32, weight: f32, stiffness: f32, h: f32, multiplier: f32) -> f32 {
    let give = stiffness * h * h;
    return select(0.0, -(value * give + multiplier) / (weight * give + 1.0), weight > 0.0);
}

// The force of air on a triangle, and the change of velocity that it may give; see wind.wgsl.
fn constraint_air(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, flow: vec3<f32>, drag: f32, lift: f32) -> vec3<f32> {
    return wind_force(a, b, c, flow, drag, lift);
}

fn constraint_blown(change: vec3<f32>, flow: vec3<f32>) -> vec3<f32> {
    return wind_change(change, flow);
}
