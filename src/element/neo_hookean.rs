//! The stable neo-Hookean solid on linear tets.
//!
//! Energy density Ψ(F) = μ/2 (I_C − 3) + λ'/2 (J − α)² + k/2 min(J − J₀, 0)² with I_C = |F|², J = det F, λ' = λ + μ and
//! α = 1 + μ/λ' (Smith, de Goes, Kim: Stable Neo-Hookean Flesh Simulation, ACM TOG 37(2), 2018; a barrier below J₀
//! replaces the logarithmic term, see docs/decisions/0006-volume-barrier.md). Above J₀ the stress P = μF + λ'(J − α)
//! ∂J/∂F vanishes at F = 1, and a small displacement gradient G gives δP = μ(G + Gᵀ) + (λ' − μ) tr(G) 1. That is
//! Hooke's law with Lamé parameters μ and λ' − μ, so λ' = λ + μ makes E and ν exactly those of small strain in three
//! dimensions.
//!
//! J is linear in each vertex, so the second derivative by one vertex is V(μ|∇N|² 1 + λ' g gᵀ) with g = ∂J/∂x, with k
//! added to λ' below J₀: always positive definite. The μ part of the force is linear in the positions, with the
//! constant weights of [`laplacian_weights`].
//!
//! The kernels' extra force on squeezed tets that became small (`neo_hookean_add_drawn`, same page) is not here, as it is no
//! gradient.

use super::{Blocks, Element, Kind, NO_BLOCKS, Parameters, Rest, Terms};
use crate::math::tet::{
    TetShape, outer, sum_over_edges, tet_volume, tet_volume_gradients, tet_volume_hessian,
};
use glam::{DMat3, DVec3};

/// Lamé parameters (μ, λ) [Pa] of an isotropic solid with Young's modulus E [Pa] and Poisson's ratio ν [1], below 0.5,
/// in three dimensions.
pub fn lame(young_modulus: f64, poisson_ratio: f64) -> (f64, f64) {
    let mu = young_modulus / (2.0 * (1.0 + poisson_ratio));
    (mu, 2.0 * mu * poisson_ratio / (1.0 - 2.0 * poisson_ratio))
}

/// J₀ [1]: the barrier acts on a tet below this fraction of its volume.
pub const BARRIER_START: f64 = 0.3;

/// The stretch s [1] down to which a squeezed solid keeps a width: μ/s pulls its sides together, and the volume term pushes
/// them apart with at most λ'α + k J₀ while J > 0.
pub const FLATTEST: f64 = 1.0 / 5.0;

/// The coefficients of the energy density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookean {
    /// μ [Pa], the shear modulus.
    pub mu: f64,
    /// λ' = λ + μ [Pa].
    pub lambda: f64,
    /// α = 1 + μ/λ' = 2 − 2ν [1], the volume ratio at which the volume term alone would rest.
    pub alpha: f64,
    /// k [Pa], added to λ' below [`BARRIER_START`].
    pub barrier: f64,
}

impl NeoHookean {
    /// The material with small-strain Young's modulus E [Pa] and Poisson's ratio ν [1], from 0 to below 0.5.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (mu, lambda) = lame(young_modulus, poisson_ratio);
        let lambda = lambda + mu;
        let alpha = 1.0 + mu / lambda;
        let missing = mu / FLATTEST - lambda * alpha;
        Self {
            mu,
            lambda,
            alpha,
            barrier: missing.max(0.0) / BARRIER_START,
        }
    }

    /// The part of the energy density [J/m³] that depends on J, up to a constant.
    fn volume_energy(&self, j: f64) -> f64 {
        let below = (j - BARRIER_START).min(0.0);
        0.5 * self.lambda * (j - self.alpha).powi(2) + 0.5 * self.barrier * below * below
    }

    /// Derivative of the volume energy by J [Pa].
    pub fn pressure(&self, j: f64) -> f64 {
        self.lambda * (j - self.alpha) + self.barrier * (j - BARRIER_START).min(0.0)
    }

    /// Second derivative of the volume energy by J [Pa].
    pub fn bulk(&self, j: f64) -> f64 {
        self.lambda + if j < BARRIER_START { self.barrier } else { 0.0 }
    }

    /// Energy density Ψ [J/m³] of a deformation gradient, zero at rest.
    pub fn energy_density(&self, f: DMat3) -> f64 {
        let strain =
            f.x_axis.length_squared() + f.y_axis.length_squared() + f.z_axis.length_squared() - 3.0;
        let volume = self.volume_energy(f.determinant()) - self.volume_energy(1.0);
        0.5 * self.mu * strain + volume
    }

    /// First Piola-Kirchhoff stress P = ∂Ψ/∂F [Pa].
    pub fn stress(&self, f: DMat3) -> DMat3 {
        let [a, b, c] = [f.x_axis, f.y_axis, f.z_axis];
        let cofactor = DMat3::from_cols(b.cross(c), c.cross(a), a.cross(b)); // ∂J/∂F
        f * self.mu + cofactor * self.pressure(f.determinant())
    }
}

/// A tet of the solid.
#[derive(Clone, Copy, Debug)]
pub struct NeoHookeanTet {
    /// Its vertices.
    pub vertices: [u32; 4],
    /// Rest shape.
    pub shape: TetShape,
    /// Material, with the tet's stiffness factor in μ and λ'.
    pub material: NeoHookean,
}

impl NeoHookeanTet {
    /// The second derivative by one corner [N/m]: V(μ|∇N|² 1 + λ' g gᵀ), with k added to λ' below J₀. Exact and
    /// positive definite.
    pub fn vertex_block(&self, x: [DVec3; 4], corner: usize) -> DMat3 {
        let g = tet_volume_gradients(x)[corner] / self.shape.volume;
        let laplacian = self.material.mu * self.shape.gradients[corner].length_squared();
        let bulk = self.material.bulk(tet_volume(x) / self.shape.volume);
        (DMat3::from_diagonal(DVec3::splat(laplacian)) + outer(g, g) * bulk) * self.shape.volume
    }
}

impl Element for NeoHookeanTet {
    fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    fn energy(&self, x: &[DVec3]) -> f64 {
        self.shape.volume
            * self
                .material
                .energy_density(self.shape.deformation_gradient(corners(x)))
    }

    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4] {
        let stress = self
            .material
            .stress(self.shape.deformation_gradient(corners(x)));
        self.shape
            .gradients
            .map(|gradient| stress * gradient * self.shape.volume)
    }

    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks {
        let x = corners(x);
        let (volume, material) = (self.shape.volume, self.material);
        let g = tet_volume_gradients(x).map(|g| g / volume);
        let j = tet_volume(x) / volume;
        let (pressure, bulk) = (material.pressure(j), material.bulk(j));
        let mut blocks = NO_BLOCKS;
        for (i, row) in blocks.iter_mut().enumerate() {
            for (j, block) in row.iter_mut().enumerate() {
                let laplacian =
                    material.mu * volume * self.shape.gradients[i].dot(self.shape.gradients[j]);
                *block = DMat3::from_diagonal(DVec3::splat(laplacian))
                    + outer(g[i], g[j]) * (bulk * volume)
                    + tet_volume_hessian(x, i, j) * (geometric * pressure);
            }
        }
        blocks
    }
}

/// The weights w_ij = −Σ s V ∇N_i·∇N_j [m] over the tets around each edge, s being a tet's stiffness factor. The μ part
/// of the force on vertex i is μ Σ w_ij (x_j − x_i) [N]; that of its block is μ Σ w_ij. A weight can be negative at
/// obtuse dihedral angles, but their sum at a vertex is positive.
pub fn laplacian_weights(rest: &Rest) -> Vec<f64> {
    let shapes: Vec<TetShape> = (0..rest.tets.len())
        .map(|tet| TetShape::new(rest.corners(tet)))
        .collect();
    sum_over_edges(rest.edges, rest.tets, |tet, a, b| {
        let shape = &shapes[tet];
        -rest.stiffness_factor(tet) * shape.volume * shape.gradients[a].dot(shape.gradients[b])
    })
}

/// The body's tets as elements.
pub fn elements(rest: &Rest, parameters: &Parameters) -> Vec<Box<dyn Element>> {
    let element = |tet: usize| {
        let young_modulus = parameters.young_modulus * rest.stiffness_factor(tet);
        let material = NeoHookean::new(young_modulus, parameters.poisson_ratio);
        let shape = TetShape::new(rest.corners(tet));
        Box::new(NeoHookeanTet {
            vertices: rest.tets[tet],
            shape,
            material,
        }) as Box<dyn Element>
    };
    (0..rest.tets.len()).map(element).collect()
}

/// The registry entry.
pub(super) const KIND: Kind = Kind {
    terms: Terms::Blocks,
    elements,
    edge_values: |rest| {
        let weights = laplacian_weights(rest);
        weights.iter().map(|w| [*w as f32, 0.0]).collect()
    },
    lame: Some(|p| lame(p.young_modulus, p.poisson_ratio)),
    constants: |p, scale| {
        let m = NeoHookean::new(p.young_modulus, p.poisson_ratio);
        // Never zero, because sweeps use the barrier as the flag of a squeezed tet.
        let barrier = m.barrier.max(1e-6 * m.lambda);
        let volume = [m.lambda / 6.0, m.alpha, barrier / 6.0].map(|number| number as f32);
        [m.mu as f32 * scale, volume[0], volume[1], volume[2]]
    },
    most_substeps: 64,
    longest_step: None,
};

fn corners(x: &[DVec3]) -> [DVec3; 4] {
    [x[0], x[1], x[2], x[3]]
}
