//#use lib/block.wgsl
// Stable neo-Hookean tet (Smith, de Goes, Kim 2018), with a quadratic barrier instead of the logarithm:
//   Psi = mu/2 (I_C - 3) + l/2 (J - a)² + k/2 min(J - J0, 0)²,   l = lambda + mu,   a = 1 + mu/l.
// Seen from one vertex i, J is affine in x_i, so the energy is quadratic in x_i on each side of J0:
//   force    f = mu sum_j w_ij (x_j - x_i) - sum_tets (l (J - a) + k min(J - J0, 0)) c/6,
//            c = 6V dJ/dx_i = (x_b - x_a) x (x_c - x_a)
//   block    H = mu sum_j w_ij I + sum_tets (l + k [J < J0])/(36 V) c c^T,   always positive definite
// where w_ij = -V grad N_i . grad N_j summed over the tets of edge ij is constant. Nothing else is stored. A tet that
// has drawn together has more barrier, see neo_hookean_add_drawn.

// Factors of a body, from src/element/neo_hookean.rs.
struct NeoHookeanFactors {
    edges: f32,     // mu times the scale
    stiffness: f32, // l/6
    rest: f32,      // a
    barrier: f32,   // k/6
}

fn neo_hookean_factors(elastic: vec4<f32>) -> NeoHookeanFactors {
    return NeoHookeanFactors(elastic.x, elastic.y, elastic.z, elastic.w);
}

const NEO_HOOKEAN_BARRIER_START: f32 = 0.3; // J0; mirrored by src/element/neo_hookean.rs

// Adds one tet: a, b, c are the other three corners, ordered so that J > 0 at rest; stiffness is l/6 and barrier k/6,
// both times the element's factor; inverse_6v is 1/(6V).
fn neo_hookean_add_tet(
    sum: ptr<function, BlockSum>,
    x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>,
    inverse_6v: f32, stiffness: f32, rest: f32, barrier: f32,
) {
    let area = cross(b - a, c - a);
    let j = dot(area, x - a) * inverse_6v;
    let stiffer = select(0.0, barrier, j < NEO_HOOKEAN_BARRIER_START);
    (*sum).force -= area * (stiffness * (j - rest) + stiffer * (j - NEO_HOOKEAN_BARRIER_START));
    (*sum).squeezed = max((*sum).squeezed, stiffer);
    let scaled = area * ((stiffness + stiffer) * inverse_6v);
    (*sum).diagonal += scaled * area;
    (*sum).off += scaled.yzx * area.zxy;
}

// Energy of a tet's change of volume to J times its rest volume, over 6V [J/m³].
fn neo_hookean_volume_energy(factors: NeoHookeanFactors, j: f32) -> f32 {
    let below = min(j - NEO_HOOKEAN_BARRIER_START, 0.0);
    return 0.5 * (factors.stiffness * (j - factors.rest) * (j - factors.rest) + factors.barrier * below * below);
}

// Adds the Laplacian force of one edge, without its block, which is weight times I. weight is mu * w_ij.
fn neo_hookean_add_edge(sum: ptr<function, BlockSum>, x: vec3<f32>, other: vec3<f32>, weight: f32) {
    (*sum).force += weight * (other - x);
}

// A squeezed tet has drawn together if its squared size is below this part of that of the regular tet of its rest volume.
// The regular tet pressed flat has 2/3.
const NEO_HOOKEAN_DRAWN: f32 = 0.25;

// Stops a squeezed tet from shrinking to a point (docs/decisions/0006-volume-barrier.md): the smaller the tet, the stiffer
// its extra barrier, 5 mu (drawn/size - 1)/J0. mu_6 is mu/6 times the element's factor.
fn neo_hookean_add_drawn(
    sum: ptr<function, BlockSum>,
    x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>,
    inverse_6v: f32, mu_6: f32,
) {
    let area = cross(b - a, c - a);
    let below = min(dot(area, x - a) * inverse_6v - NEO_HOOKEAN_BARRIER_START, 0.0);
    let stiffer = neo_hookean_drawn(x, a, b, c, inverse_6v, mu_6);
    (*sum).force -= area * (stiffer * below);
    let scaled = area * select(0.0, stiffer * inverse_6v, below < 0.0);
    (*sum).diagonal += scaled * area;
    (*sum).off += scaled.yzx * area.zxy;
}

// Stiffness of the barrier of a drawn tet. It depends on the shape, so the force has no energy; at constant shape the energy
// is half the stiffness times the squared depth below J0.
fn neo_hookean_drawn(
    x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, inverse_6v: f32, mu_6: f32,
) -> f32 {
    let size = neo_hookean_size(x, a, b, c, inverse_6v);
    let slope = 5.0 / NEO_HOOKEAN_BARRIER_START * mu_6;
    return select(0.0, slope * (NEO_HOOKEAN_DRAWN / max(size, 1e-6) - 1.0), size < NEO_HOOKEAN_DRAWN);
}

// The sum of a tet's squared edges over that of the regular tet with its rest volume, 6 (sqrt(2) 6V)^(2/3). Adapters round
// pow differently, by a part in 10^5 at most. The size is only a coefficient, so forces stay in balance.
fn neo_hookean_size(x: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, inverse_6v: f32) -> f32 {
    let own = dot(a - x, a - x) + dot(b - x, b - x) + dot(c - x, c - x);
    let far = dot(b - a, b - a) + dot(c - b, c - b) + dot(a - c, a - c);
    return (own + far) / 6.0 * pow(inverse_6v / sqrt(2.0), 2.0 / 3.0);
}
