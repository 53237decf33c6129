//#use element/element_types.wgsl
//#use lib/compliant_term.wgsl
// An edge of a sheet, and the hinge on it: the triangles (a, b, c) and (b, a, d). Mirrored by src/element/stretch.rs and
// hinge.rs.
//
// The edge has C = |a - b| - rest. The hinge has C = 4 tan(Δ/4), where Δ is the turn between the normals less the turn at
// rest. C is Δ to 1 % up to 40°, rises up to a hinge that is folded flat, and needs no arc tangent: half angles come from
// square roots.
//
// rest: length, factors of both stiffnesses, tangent of a quarter of the rest angle. constants: stiffness of stretch [N/m]
// and of bending [kg·unit²/s²], scale of the body. multipliers: of the edge, of the hinge.

fn sheet_edge_length_stiffness(e: Element) -> f32 {
    return e.constants.x * e.rest.y;
}

// Zero without a hinge.
fn sheet_edge_bend_stiffness(e: Element) -> f32 {
    return e.constants.y * e.rest.z;
}

// The load of one corner at the start of a substep.
fn sheet_edge_open(e: Element, x: mat4x3<f32>, w: vec4<f32>, h: f32, corner: u32, others: vec3<f32>) -> ElementStart {
    let edge = sheet_edge_stretch(x[0], x[1], e.rest.x * e.constants.z);
    let bend = sheet_edge_bend_stiffness(e);
    var start = ElementStart(others, vec2<f32>(0.0));
    start.multipliers.x = compliant_term_bearable(edge, w, sheet_edge_length_stiffness(e), h);
    if bend > 0.0 {
        let hinge = sheet_edge_hinge(x[0], x[1], x[2], x[3], e.rest.w);
        start.multipliers.y = compliant_term_bearable(hinge, w, bend, h);
        start.load += start.multipliers.y * compliant_term_gradient(hinge, corner);
    }
    start.load += start.multipliers.x * compliant_term_gradient(edge, corner);
    return start;
}

// Solves the edge, then the hinge with the edge's new ends.
fn sheet_edge_relax(e: Element, x: mat4x3<f32>, w: vec4<f32>, h: f32, multipliers: vec2<f32>) -> ElementLoad {
    let edge = sheet_edge_stretch(x[0], x[1], e.rest.x * e.constants.z);
    let bend = sheet_edge_bend_stiffness(e);
    let pull = compliant_term_step(edge, w, sheet_edge_length_stiffness(e), h, multipliers.x);
    var load = ElementLoad(pull * edge.a, pull * edge.b, vec3<f32>(0.0), vec3<f32>(0.0), multipliers);
    load.multipliers.x += pull;
    if bend > 0.0 {
        let hinge = sheet_edge_hinge(x[0] + w.x * load.a, x[1] + w.y * load.b, x[2], x[3], e.rest.w);
        let turn = compliant_term_step(hinge, w, bend, h, multipliers.y);
        load.a += turn * hinge.a;
        load.b += turn * hinge.b;
        load.c = turn * hinge.c;
        load.d = turn * hinge.d;
        load.multipliers.y += turn;
    }
    return load;
}

// The edge from a to b. An edge without length has no direction: its gradients are zero.
fn sheet_edge_stretch(a: vec3<f32>, b: vec3<f32>, rest: f32) -> CompliantTerm {
    let displacement = a - b;
    let size = length(displacement);
    let gradient = select(vec3<f32>(0.0), displacement / size, size > 1e-30);
    return CompliantTerm(size - rest, gradient, -gradient, vec3<f32>(0.0), vec3<f32>(0.0));
}

// Cosine and sine of half the angle with this cosine and sine; the angle is in -180° to 180°.
fn sheet_edge_half(angle: vec2<f32>) -> vec2<f32> {
    let large = sqrt(0.5 * (1.0 + abs(angle.x)));
    let small = 0.5 * abs(angle.y) / large;
    let side = select(-1.0, 1.0, angle.y >= 0.0);
    return select(vec2<f32>(small, side * large), vec2<f32>(large, side * small), angle.x >= 0.0);
}

// `rest` is tan(θ/4) of the rest angle θ. A triangle without height on the edge has no angle: the term is zero.
fn sheet_edge_hinge(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>, rest: f32) -> CompliantTerm {
    let edge = b - a;
    let n1 = cross(edge, c - a);
    let n2 = cross(d - a, edge);
    let square = dot(edge, edge);
    let q1 = dot(n1, n1);
    let q2 = dot(n2, n2);
    // Heights below a ten-thousandth of the edge are rounding.
    if min(q1, q2) <= 1e-8 * square * square || square < 1e-30 {
        return CompliantTerm();
    }
    let size = sqrt(square);
    // Normals are normalised one by one: products of small areas would underflow.
    let u1 = n1 * inverseSqrt(q1);
    let u2 = n2 * inverseSqrt(q2);
    let turn = vec2<f32>(dot(u1, u2), dot(cross(u1, u2), edge) / size);
    let half = sheet_edge_half(turn * inverseSqrt(dot(turn, turn)));
    let rest_half = vec2<f32>(1.0 - rest * rest, 2.0 * rest) / (1.0 + rest * rest);
    var apart = vec2<f32>(dot(half, rest_half), half.y * rest_half.x - half.x * rest_half.y);
    apart = select(apart, -apart, apart.x < 0.0); // the smaller angle
    let quarter = apart.y / (1.0 + apart.x);
    // The angle's gradient (Bridson, Marino, Fedkiw 2003): a corner turns about the edge at its height.
    let slope = 1.0 + quarter * quarter;
    let by_c = -slope * size / q1 * n1;
    let by_d = -slope * size / q2 * n2;
    let along_c = dot(c - a, edge) / square;
    let along_d = dot(d - a, edge) / square;
    let by_b = -(along_c * by_c + along_d * by_d);
    return CompliantTerm(4.0 * quarter, -(by_b + by_c + by_d), by_b, by_c, by_d);
}
