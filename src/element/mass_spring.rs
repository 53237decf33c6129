//! Springs on the edges of a tet mesh, with a force that preserves each tet's volume.
//!
//! After Georgii, Echtler, Westermann: Interactive simulation of deformable bodies on GPUs (SimVis 2005). Every edge is a
//! damped spring, and each tet pushes its corners along face normals with D_v (v − v₀). The paper uses the *unit* normal of
//! the opposite face. Here the normal is weighted by area: f_i = −D_v (v − v₀) A_i n_i / A_ref, n_i pointing to corner i.
//! The four A_i n_i of a tet sum to zero, so momentum is exactly conserved; unit normals conserve it only for equal faces.
//! Since A_i n_i = 3 ∂v/∂x_i, the force has the energy κ/2 (v − v₀)² with κ = 3 D_v / A_ref, so angular momentum is
//! conserved too. Both forms agree where all faces have the area A_ref. A flipped tet (v < 0) is turned back.
//!
//! Stiffness is κ = c E / v₀, c being `volume_stiffness`, and k = Σ E v₀ / l² over the tets around an edge of length l
//! (the tetrahedral form of Van Gelder: Approximate simulation of elastic membranes by triangulated spring meshes, J.
//! Graphics Tools 3(2), 1998). For isotropic edges, the springs make a solid with Lamé parameters μ = λ = 2E/5, that
//! is, modulus E and ν = 1/4 (the mean of (n·εn)² over directions is (2 ε:ε + tr²ε)/15, with six edges per tet). The
//! volume force adds cE to λ: for c = 1 the modulus is 1.11 E and ν = 0.39. `poisson_ratio` is not used.
//!
//! The solver damps whole bodies, because spring dampers hardly slow motion over many edges. Each substep, at rate d,
//! removes the part dh/(1 + dh) of the velocity half a step before, less the nearest rigid motion. Touching vertices weigh
//! most in that rigid motion, so a body that bounces on its contact is damped, and a body that slides or rolls is not.
//! Damping once per step would be unstable: near hω = 2 the energy that leapfrog conserves is (v − 2x/h)²/2, and reducing v
//! alone raises it.

use super::{Blocks, Element, Kind, NO_BLOCKS, Parameters, Rest, Terms};
use crate::math::tet::{
    FACES, outer, sum_over_edges, tet_volume, tet_volume_gradients, tet_volume_hessian,
};
use glam::{DMat3, DVec3};

/// Stretch [1] up to which the step of [`stable_step`] is safe.
pub const STRETCH_RESERVE: f64 = 1.25;

/// A damped spring between two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The ends.
    pub vertices: [u32; 2],
    /// Stiffness k [N/m].
    pub stiffness: f64,
    /// Rest length l₀ [m].
    pub rest_length: f64,
    /// Damper coefficient [N·s/m], along the spring only.
    pub damping: f64,
}

/// A tet that resists a change of its volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeTet {
    /// The corners.
    pub vertices: [u32; 4],
    /// κ [N/m⁵]; the energy is κ/2 (v − v₀)².
    pub stiffness: f64,
    /// v₀ [m³].
    pub rest_volume: f64,
}

/// The springs of a body, one per edge of `rest.edges`, in that order.
///
/// The damper of an edge is 2 d m_a m_b / (m_a + m_b), d = `parameters.spring_damping` [1/s]; m_a and m_b are the
/// masses of the ends, each divided by its number of springs. So two particles on one spring decay at rate d, and no
/// motion decays faster: vᵀCv ≤ Σ 2d (m_a|v_a|² + m_b|v_b|²) = 2d vᵀMv. Motion over many edges decays more slowly, with
/// the square of edge length over wavelength. Rigid motion is not damped.
pub fn springs(rest: &Rest, parameters: &Parameters) -> Vec<Spring> {
    let length = |edge: &[u32; 2]| {
        rest.positions[edge[0] as usize].distance(rest.positions[edge[1] as usize])
    };
    let energy = sum_over_edges(rest.edges, rest.tets, |tet, _, _| {
        parameters.young_modulus * rest.stiffness_factor(tet) * tet_volume(rest.corners(tet))
    });
    let mut spring_counts = vec![0.0_f64; rest.positions.len()];
    rest.edges
        .iter()
        .flatten()
        .for_each(|vertex| spring_counts[*vertex as usize] += 1.0);
    let share = |vertex: u32| rest.masses[vertex as usize] / spring_counts[vertex as usize];
    let spring = |(edge, energy): (&[u32; 2], f64)| {
        let (rest_length, [a, b]) = (length(edge), edge.map(share));
        let damping = 2.0 * parameters.spring_damping * reduced_mass(a, b);
        Spring {
            vertices: *edge,
            stiffness: energy / (rest_length * rest_length),
            rest_length,
            damping,
        }
    };
    rest.edges.iter().zip(energy).map(spring).collect()
}

/// a b / (a + b). A mass of zero or less means a held vertex, of infinite mass.
fn reduced_mass(a: f64, b: f64) -> f64 {
    match (a > 0.0, b > 0.0) {
        (true, true) => a * b / (a + b),
        (true, false) => a,
        (false, true) => b,
        (false, false) => 0.0,
    }
}

/// The volume terms of a body, one per tet, in that order.
pub fn volume_tets(rest: &Rest, parameters: &Parameters) -> Vec<VolumeTet> {
    let volume_tet = |tet: usize| {
        let rest_volume = tet_volume(rest.corners(tet));
        let modulus =
            parameters.volume_stiffness * parameters.young_modulus * rest.stiffness_factor(tet);
        VolumeTet {
            vertices: rest.tets[tet],
            stiffness: modulus / rest_volume,
            rest_volume,
        }
    };
    (0..rest.tets.len()).map(volume_tet).collect()
}

/// The body's springs, then its volume terms (none if `volume_stiffness` is 0).
pub fn elements(rest: &Rest, parameters: &Parameters) -> Vec<Box<dyn Element>> {
    let mut elements: Vec<Box<dyn Element>> = Vec::new();
    elements.extend(
        springs(rest, parameters)
            .into_iter()
            .map(|s| Box::new(s) as Box<dyn Element>),
    );
    if parameters.volume_stiffness > 0.0 {
        elements.extend(
            volume_tets(rest, parameters)
                .into_iter()
                .map(|t| Box::new(t) as Box<dyn Element>),
        );
    }
    elements
}

/// The paper's D_v [N/m³] of a volume term, for A_ref = `reference_area` [m²]: κ A_ref / 3.
pub fn published_volume_coefficient(tet: &VolumeTet, reference_area: f64) -> f64 {
    tet.stiffness * reference_area / 3.0
}

/// An upper bound on the angular frequency ω [rad/s] of the body's fastest vibration, at rest and while no tet is
/// stretched by more than `stretch` (at least 1; normally [`STRETCH_RESERVE`]).
///
/// Gershgorin's theorem on M⁻¹K with 3×3 blocks: for each vertex, the norms of its row of blocks over its mass. A
/// spring's row is at most 2k, since its curvature is at most k in any direction. A volume term's row is κ|g_i| Σ|g_j|
/// plus, away from rest, κ|v − v₀| times the norms of the second derivatives, each a sixth of an edge. Held vertices
/// (mass zero or less) have no row.
pub fn frequency_bound(rest: &Rest, springs: &[Spring], tets: &[VolumeTet], stretch: f64) -> f64 {
    let mut rows = vec![0.0; rest.positions.len()];
    for spring in springs {
        spring
            .vertices
            .iter()
            .for_each(|vertex| rows[*vertex as usize] += 2.0 * spring.stiffness);
    }
    for tet in tets {
        let x = tet
            .vertices
            .map(|vertex| rest.positions[vertex as usize] * stretch);
        let g = tet_volume_gradients(x).map(DVec3::length);
        let excess = (tet_volume(x) - tet.rest_volume).abs();
        for corner in 0..4 {
            let [a, b, c] = FACES[corner].map(|other| x[other]);
            let second = (a.distance(b) + b.distance(c) + c.distance(a)) / 6.0;
            rows[tet.vertices[corner] as usize] +=
                tet.stiffness * (g[corner] * g.iter().sum::<f64>() + excess * second);
        }
    }
    let squares = rows
        .iter()
        .zip(rest.masses)
        .filter(|(_, mass)| **mass > 0.0)
        .map(|(row, mass)| row / mass);
    squares.fold(0.0, f64::max).sqrt()
}

/// The longest stable step h [s] of Verlet's method with dampers that use the velocity half a step before:
/// 2/(d + √(d² + ω²)), from 4 − 4hd − h²ω² ≥ 0. Without damping 2/ω. `frequency` is ω [rad/s]. `damping` is d [1/s],
/// the decay rate of vibrations: half the rate at which velocities are damped.
pub fn stable_step(frequency: f64, damping: f64) -> f64 {
    2.0 / (damping + damping.hypot(frequency))
}

/// The registry entry.
pub(super) const KIND: Kind = Kind {
    terms: Terms::Forces,
    elements,
    edge_values: |rest| {
        let unit = Parameters {
            young_modulus: 1.0,
            ..Parameters::default()
        };
        let springs = springs(rest, &unit);
        let values = |s: &Spring| [s.stiffness as f32, s.rest_length as f32];
        springs.iter().map(values).collect()
    },
    lame: None,
    constants: |p, scale| {
        [
            p.young_modulus as f32 * scale,
            (p.volume_stiffness * p.young_modulus / 6.0) as f32,
            scale,
            0.0,
        ]
    },
    most_substeps: 4096,
    longest_step: Some(longest_step),
};

/// See `LongestStep`.
fn longest_step(rest: &Rest, parameters: &Parameters, damping: f64) -> f64 {
    let (springs, tets) = (springs(rest, parameters), volume_tets(rest, parameters));
    let frequency = frequency_bound(rest, &springs, &tets, STRETCH_RESERVE);
    stable_step(frequency, 0.5 * damping)
}

impl Element for Spring {
    fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    fn energy(&self, x: &[DVec3]) -> f64 {
        0.5 * self.stiffness * (x[1].distance(x[0]) - self.rest_length).powi(2)
    }

    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4] {
        let (direction, length) = direction_and_length(x);
        let pull = direction * (self.stiffness * (length - self.rest_length));
        [-pull, pull, DVec3::ZERO, DVec3::ZERO]
    }

    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks {
        let (direction, length) = direction_and_length(x);
        let along = outer(direction, direction);
        // Across its direction a spring acts as a string: stable under tension, unstable under compression.
        let tension = if length > 0.0 {
            1.0 - self.rest_length / length
        } else {
            0.0
        };
        let across = (DMat3::IDENTITY - along) * (tension.max(0.0) + geometric * tension.min(0.0));
        let block = (along + across) * self.stiffness;
        let mut blocks = NO_BLOCKS;
        (blocks[0][0], blocks[1][1]) = (block, block);
        (blocks[0][1], blocks[1][0]) = (-block, -block);
        blocks
    }

    fn damping_force(&self, x: &[DVec3], v: &[DVec3]) -> [DVec3; 4] {
        let (direction, _) = direction_and_length(x);
        let force = direction * (self.damping * direction.dot(v[1] - v[0]));
        [force, -force, DVec3::ZERO, DVec3::ZERO]
    }
}

impl Element for VolumeTet {
    fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    fn energy(&self, x: &[DVec3]) -> f64 {
        0.5 * self.stiffness * (tet_volume([x[0], x[1], x[2], x[3]]) - self.rest_volume).powi(2)
    }

    fn gradient(&self, x: &[DVec3]) -> [DVec3; 4] {
        let x = [x[0], x[1], x[2], x[3]];
        let excess = tet_volume(x) - self.rest_volume;
        tet_volume_gradients(x).map(|g| g * (self.stiffness * excess))
    }

    fn hessian(&self, x: &[DVec3], geometric: f64) -> Blocks {
        let x = [x[0], x[1], x[2], x[3]];
        let (g, excess) = (tet_volume_gradients(x), tet_volume(x) - self.rest_volume);
        let mut blocks = NO_BLOCKS;
        for (i, row) in blocks.iter_mut().enumerate() {
            for (j, block) in row.iter_mut().enumerate() {
                *block = (outer(g[i], g[j]) + tet_volume_hessian(x, i, j) * (geometric * excess))
                    * self.stiffness;
            }
        }
        blocks
    }
}

/// Unit vector from the first end to the second (zero if they coincide), and the distance.
fn direction_and_length(x: &[DVec3]) -> (DVec3, f64) {
    let length = x[1].distance(x[0]);
    (
        if length > 0.0 {
            (x[1] - x[0]) / length
        } else {
            DVec3::ZERO
        },
        length,
    )
}
