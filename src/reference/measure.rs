//! Conserved quantities, and quantities that must stay positive.

use super::body::Body;
use super::state::State;
use crate::math::tet::{TetShape, tet_volume};
use glam::DVec3;

/// Kinetic energy [J] at velocities `v` [m/s].
pub fn kinetic_energy(body: &Body, v: &[DVec3]) -> f64 {
    v.iter()
        .zip(&body.masses)
        .map(|(v, mass)| 0.5 * mass * v.length_squared())
        .sum()
}

/// Σ m v [kg·m/s].
pub fn linear_momentum(body: &Body, state: &State) -> DVec3 {
    state
        .velocities
        .iter()
        .zip(&body.masses)
        .map(|(v, mass)| *v * *mass)
        .sum()
}

/// Σ m x × v about the origin [kg·m²/s].
pub fn angular_momentum(body: &Body, state: &State) -> DVec3 {
    let terms = state
        .positions
        .iter()
        .zip(&state.velocities)
        .zip(&body.masses);
    terms.map(|((x, v), mass)| x.cross(*v) * *mass).sum()
}

/// The smallest det F over the tets [1]: below zero where one is inverted.
pub fn min_deformation_determinant(body: &Body, x: &[DVec3]) -> f64 {
    let determinant = |tet: &[u32; 4]| {
        let shape = TetShape::new(tet.map(|i| body.rest[i as usize]));
        shape
            .deformation_gradient(tet.map(|i| x[i as usize]))
            .determinant()
    };
    body.tets
        .iter()
        .map(determinant)
        .fold(f64::INFINITY, f64::min)
}

/// Total signed volume of the tets [m³].
pub fn volume(body: &Body, x: &[DVec3]) -> f64 {
    body.tets
        .iter()
        .map(|tet| tet_volume(tet.map(|i| x[i as usize])))
        .sum()
}
