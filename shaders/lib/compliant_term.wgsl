// A term ½ k C² of an energy: the value C, its gradients, and the steps of its multiplier.

struct CompliantTerm {
    value: f32,
    a: vec3<f32>, // gradients by the vertices of the term
    b: vec3<f32>,
    c: vec3<f32>,
    d: vec3<f32>,
}

fn compliant_term_gradient(term: CompliantTerm, corner: u32) -> vec3<f32> {
    return select(select(term.c, term.d, corner == 3u), select(term.a, term.b, corner == 1u), corner < 2u);
}

// Σ w |∇C|² for the inverse masses w of the vertices.
fn compliant_term_weight(term: CompliantTerm, w: vec4<f32>) -> f32 {
    return w.x * dot(term.a, term.a) + w.y * dot(term.b, term.b) + w.z * dot(term.c, term.c) + w.w * dot(term.d, term.d);
}

// The change of the multiplier in a substep of length h (Macklin, Müller, Chentanez 2016, "XPBD"): Newton's step on
// C + multiplier/(k h²) = 0. Zero where nothing can move.
fn compliant_term_step(term: CompliantTerm, w: vec4<f32>, stiffness: f32, h: f32, multiplier: f32) -> f32 {
    let weight = compliant_term_weight(term, w);
    let give = stiffness * h * h;
    return select(0.0, -(term.value * give + multiplier) / (weight * give + 1.0), weight > 0.0);
}

// The multiplier of the whole force, or of as much as one substep can take: with k h² Σ w |∇C|² above 1 an iteration could
// not take the excess back.
fn compliant_term_bearable(term: CompliantTerm, w: vec4<f32>, stiffness: f32, h: f32) -> f32 {
    let give = stiffness * h * h;
    return -term.value * give / max(1.0, give * compliant_term_weight(term, w));
}
