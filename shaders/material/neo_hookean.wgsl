//#use lib/block.wgsl
// Stable neo-Hookean tet (Smith, de Goes, Kim 2018), with a quadratic barrier instead of the logarithm:
//   Psi = mu/2 (I_C - 3) + l/2 (J - a)² + k/2 min(J - J0, 0)²,   l = lambda + mu,   a = 1 + mu/l.
// Seen from one vertex i, J is affine in x_i, so the energy is quadratic in x_i on each side of J0:
//   force    f = mu sum_j w_ij (x_j - x_i) - sum_tets (l (J - a) + k min(J - J0, 0)) c/6,
//            c = 6V dJ/dx_i = (x_b - x_a) x (x_c - x_a)
//   block    H = mu sum_j w_ij I + sum_tets (l + k [J < J0])/(36 V) c c^T,   always positive definite
// where w_ij = -V grad N_i . grad N_j summed over the tets of edge ij is constant. Nothing else is stored.
// Body.elastic: (mu * scale, l/6, a, k/6).

const NEO_HOOKEAN_BARRIER_START: f32 = 0.3; // J0; mirrored by src/material/neo_hookean.rs

// Adds one tet: a, b, c are the other three corners, ordered so that J > 0 at rest; stiffness is l/6 and barrier k/6, both
// times the element's factor; inverse_6v is 1/(6V).
fn neo_hookean_add_tet(
    sum: ptr<function, BlockSum>,
    x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>,
    inverse_6v: f32, stiffness: f32, rest: f32, barrier: f32,
) {
    let area = cross(b - a, c - a);
    let j = dot(area, x - a) * inverse_6v;
    let stiffer = select(0.0, barrier, j < NEO_HOOKEAN_BARRIER_START);
    (*sum).force -= area * (stiffness * (j - rest) + stiffer * (j - NEO_HOOKEAN_BARRIER_START));
    (*sum).bent = max((*sum).bent, stiffer);
    let scaled = area * ((stiffness + stiffer) * inverse_6v);
    (*sum).diagonal += scaled * area;
    (*sum).off += scaled.yzx * area.zxy;
}

// Adds the Laplacian part of one edge but for its share of the block, weight I; weight is mu * w_ij.
fn neo_hookean_add_edge(sum: ptr<function, BlockSum>, x: vec3<f32>, other: vec3<f32>, weight: f32) {
    (*sum).force += weight * (other - x);
}
