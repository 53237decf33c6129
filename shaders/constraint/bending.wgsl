// The angle of a hinge: two triangles (a, b, c) and (b, a, d) on the edge from a to b. Mirrored by
// src/constraint/bending.rs.
//
// C = 4 tan(Δ/4), where Δ is the turn between the normals less that at rest. It is Δ to 1 % up to 40°, rises all the
// way to a hinge that is folded flat, and needs no arc tangent: half angles come from square roots.

struct BendingRow {
    value: f32,  // C [rad]
    a: vec3<f32>, // gradients [rad/unit]
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
}

// Cosine and sine of half the angle with this cosine and sine; the angle is in -180° to 180°.
fn bending_half(angle: vec2<f32>) -> vec2<f32> {
    let large = sqrt(0.5 * (1.0 + abs(angle.x)));
    let small = 0.5 * abs(angle.y) / large;
    let side = select(-1.0, 1.0, angle.y >= 0.0);
    return select(vec2<f32>(small, side * large), vec2<f32>(large, side * small), angle.x >= 0.0);
}

// `rest` is tan(θ/4) of the rest angle θ. A triangle that has no height on the edge has no angle: all is zero then.
fn bending_row(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>, rest: f32) -> BendingRow {
    let edge = b - a;
    let n1 = cross(edge, c - a);
    let n2 = cross(d - a, edge);
    let square = dot(edge, edge);
    let q1 = dot(n1, n1);
    let q2 = dot(n2, n2);
    // Heights below a ten-thousandth of the edge are rounding.
    if min(q1, q2) <= 1e-8 * square * square || square < 1e-30 {
        return BendingRow();
    }
    let size = sqrt(square);
    // Normals are made unit one by one: products of small areas would underflow.
    let u1 = n1 * inverseSqrt(q1);
    let u2 = n2 * inverseSqrt(q2);
    let turn = vec2<f32>(dot(u1, u2), dot(cross(u1, u2), edge) / size);
    let half = bending_half(turn * inverseSqrt(dot(turn, turn)));
    let rest_half = vec2<f32>(1.0 - rest * rest, 2.0 * rest) / (1.0 + rest * rest);
    var apart = vec2<f32>(dot(half, rest_half), half.y * rest_half.x - half.x * rest_half.y);
    apart = select(apart, -apart, apart.x < 0.0); // the shorter way round
    let quarter = apart.y / (1.0 + apart.x);
    // The angle's gradient (Bridson, Marino, Fedkiw 2003): a corner turns about the edge at its height.
    let slope = 1.0 + quarter * quarter;
    let by_c = -slope * size / q1 * n1;
    let by_d = -slope * size / q2 * n2;
    let along_c = dot(c - a, edge) / square;
    let along_d = dot(d - a, edge) / square;
    let by_b = -(along_c * by_c + along_d * by_d);
    return BendingRow(4.0 * quarter, -(by_b + by_c + by_d), by_b, by_c, by_d);
}
