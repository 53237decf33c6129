//! The beam on which tests measure stiffness: clamped at x = 0, sagging under its weight to -y.
//!
//! Linear tets lock, so the sag depends on how cells are split. Six tets with the same diagonal in all cells sag
//! equally for each diagonal and each direction of the load, while the sag is small. Mirrored from cell to cell they
//! would be much softer (by a factor 1.8 for 8×2×2 cells at ν = 0.45). The corners at which the five-tet split starts
//! change the sag by at most 1 %. The tip is the mean over the end: its vertices differ by 1 % for six tets, and by 2 %
//! at large sags.

use super::{Body, Solution, equilibrium};
use crate::asset::TetMesh;
use crate::asset::lattice::{Split, beam_lattice};
use crate::element::{Material, Parameters};
use glam::DVec3;

/// Size of the beam [m].
pub const SIZE: [f32; 3] = [1.0, 0.25, 0.25];
/// Gravity [m/s²].
pub const GRAVITY: f64 = 9.81;

/// The beam's mesh, with `cells` along x, y, z.
pub fn mesh(cells: [usize; 3], split: Split) -> TetMesh {
    beam_lattice(cells, SIZE, split)
}

/// The beam as a body: clamped at x = 0, gravity towards -y.
pub fn body(mesh: &TetMesh, method: Material, parameters: &Parameters) -> Body {
    let gravity = DVec3::new(0.0, -GRAVITY, 0.0);
    Body::new(mesh, method, parameters)
        .with_gravity(gravity)
        .with_fixed(|p| p.x == 0.0)
}

/// The beam at rest.
pub fn rest(
    cells: [usize; 3],
    split: Split,
    method: Material,
    parameters: &Parameters,
) -> (Body, Solution) {
    let body = body(&mesh(cells, split), method, parameters);
    let solution = equilibrium(&body, &body.rest);
    (body, solution)
}

/// Displacement [m] of the far end: the mean over its vertices.
pub fn tip_displacement(body: &Body, positions: &[DVec3]) -> DVec3 {
    let at_end = |p: &DVec3| p.x == f64::from(SIZE[0]);
    let moved = body
        .rest
        .iter()
        .zip(positions)
        .filter(|(rest, _)| at_end(rest))
        .map(|(rest, x)| *x - *rest);
    moved.sum::<DVec3>() / body.rest.iter().filter(|p| at_end(p)).count() as f64
}

/// Sag [m] of the far end after Euler and Bernoulli, 12 ρgL⁴/(8EH²): the limit for thin beams and fine meshes.
pub fn euler_bernoulli(parameters: &Parameters) -> f64 {
    let [length, height] = [f64::from(SIZE[0]), f64::from(SIZE[1])];
    12.0 * parameters.density * GRAVITY * length.powi(4)
        / (8.0 * parameters.young_modulus * height * height)
}
