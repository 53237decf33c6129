//! The coarse correction of vertex block descent: the slowest motions of a lattice over the body, solved exactly,
//! between the sweeps of a substep (docs/decisions/0027-coarse-correction.md).
//!
//! The lattice's stiffness K and mass M are those of the tets at rest (Galerkin). With the solutions of K v = λ M v, the
//! inverse of M/h² + K is Σ v vᵀ / (1/h² + λ), for every h. Values are per unit of modulus, density and scale, so that
//! bodies of one asset and one Poisson's ratio share it.

use super::lattice::Lattice;
use crate::asset::Asset;
use crate::math::eigen::{Square, generalised};
use crate::math::tet::{TetShape, outer};
use glam::{DMat3, DVec3, Vec3};

/// The most motions of a body. Twelve already cover the swings of a beam.
pub const MOST_MODES: usize = 24;
/// Mass added to a node, in parts of its own: else the equations of a node with few vertices are singular.
const SPARE_MASS: f64 = 1e-3;

/// Masses and springs of a body beyond its asset.
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct Holds {
    /// Masses of single vertices, in the asset's unit of measure; infinite if held.
    pub masses: Vec<(u32, f64)>,
    /// Springs at vertices, per unit of modulus and scale.
    pub springs: Vec<(u32, f64)>,
}

impl Holds {
    /// Whether nothing holds the body.
    fn is_free(&self) -> bool {
        self.springs.is_empty() && self.masses.iter().all(|(_, mass)| mass.is_finite())
    }
}

/// The motions of a body's lattice.
#[derive(Clone, Debug)]
pub struct Modes {
    pub lattice: Lattice,
    /// λ of each motion, ascending, and the displacement of each node.
    pub modes: Vec<(f64, Vec<DVec3>)>,
}

impl Modes {
    /// The slowest motions of an asset of unit modulus and density with these Lamé parameters. A free body's rigid motions
    /// are left out, as its momentum restores them. `None` if the body is too small or has none.
    pub fn new(asset: &Asset, lame: (f64, f64), holds: &Holds) -> Option<Self> {
        let lattice = Lattice::new(asset)?;
        let masses = masses(asset, holds);
        let parts: Vec<[f64; 8]> = (0..masses.len())
            .map(|v| match masses[v].is_finite() {
                true => lattice.parts(v),
                false => [0.0; 8],
            })
            .collect();
        let mass = mass_matrix(&lattice, &parts, &masses);
        let used = used_nodes(&mass);
        let mut stiffness = stiffness_matrix(asset, &lattice, &parts, lame);
        for (vertex, spring) in &holds.springs {
            let v = *vertex as usize;
            let corners = lattice.corners[lattice.cell_of[v] as usize];
            for (a, b) in pairs() {
                let way = DMat3::IDENTITY * (spring * parts[v][a] * parts[v][b]);
                add_block(&mut stiffness, corners[a], corners[b], way);
            }
        }
        let modes = solve(&stiffness, &mass, &used, holds.is_free())?;
        Some(Self { lattice, modes })
    }
}

/// The measure of each vertex; infinite if it is held.
fn masses(asset: &Asset, holds: &Holds) -> Vec<f64> {
    let mut masses: Vec<f64> = asset
        .vertex_measures
        .iter()
        .map(|m| f64::from(*m))
        .collect();
    for (vertex, mass) in &holds.masses {
        masses[*vertex as usize] = *mass;
    }
    masses
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..64).map(|k| (k / 8, k % 8))
}

/// Adds to the block of two nodes.
fn add_block(matrix: &mut Square, a: u32, b: u32, block: DMat3) {
    for j in 0..3 {
        for i in 0..3 {
            *matrix.at_mut(3 * a as usize + i, 3 * b as usize + j) += block.col(j)[i];
        }
    }
}

/// One number a pair of nodes: all axes have the same mass.
fn mass_matrix(lattice: &Lattice, parts: &[[f64; 8]], masses: &[f64]) -> Square {
    let mut matrix = Square::zeros(lattice.nodes);
    for ((parts, mass), cell) in parts.iter().zip(masses).zip(&lattice.cell_of) {
        if !mass.is_finite() {
            continue;
        }
        let corners = lattice.corners[*cell as usize];
        for (a, b) in pairs() {
            *matrix.at_mut(corners[a] as usize, corners[b] as usize) += mass * parts[a] * parts[b];
        }
    }
    matrix
}

/// Nodes that move a vertex.
fn used_nodes(mass: &Square) -> Vec<usize> {
    let own = |node: usize| mass.at(node, node);
    let most = (0..mass.size).map(own).fold(0.0, f64::max);
    (0..mass.size)
        .filter(|node| own(*node) > 1e-6 * most)
        .collect()
}

/// K of a tet at rest is quadratic in the displacement gradient, Σ d_a ⊗ G_a over nodes: with the Lamé parameters, K_ab = μ
/// tr(S) 1 + λ S + μ Sᵀ with S = V G_a G_bᵀ. So S is summed over tets.
fn stiffness_matrix(
    asset: &Asset,
    lattice: &Lattice,
    parts: &[[f64; 8]],
    (mu, lambda): (f64, f64),
) -> Square {
    let mut sums = vec![DMat3::ZERO; lattice.nodes * lattice.nodes];
    let mut slopes: Vec<(u32, DVec3)> = Vec::new();
    for (tet, factor) in asset.tets.iter().zip(&asset.tet_stiffness) {
        let rest = tet.map(|v| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3());
        let shape = TetShape::new(rest);
        slopes.clear();
        for (corner, v) in tet.iter().enumerate() {
            let v = *v as usize;
            for (k, node) in lattice.corners[lattice.cell_of[v] as usize]
                .iter()
                .enumerate()
            {
                let slope = parts[v][k] * shape.gradients[corner];
                match slopes.iter_mut().find(|(other, _)| other == node) {
                    Some((_, sum)) => *sum += slope,
                    None => slopes.push((*node, slope)),
                }
            }
        }
        let volume = shape.volume * f64::from(*factor);
        for (a, ga) in &slopes {
            let ga = volume * *ga;
            for (b, gb) in slopes.iter().filter(|(b, _)| b >= a) {
                sums[*a as usize * lattice.nodes + *b as usize] += outer(ga, *gb);
            }
        }
    }
    let mut matrix = Square::zeros(3 * lattice.nodes);
    for a in 0..lattice.nodes {
        for b in a..lattice.nodes {
            let sum = sums[a * lattice.nodes + b];
            let trace = sum.x_axis.x + sum.y_axis.y + sum.z_axis.z;
            let block = DMat3::from_diagonal(DVec3::splat(mu * trace))
                + sum * lambda
                + sum.transpose() * mu;
            add_block(&mut matrix, a as u32, b as u32, block);
            if b > a {
                add_block(&mut matrix, b as u32, a as u32, block.transpose());
            }
        }
    }
    matrix
}

/// The slowest motions. `free`: leaves out the rigid motions.
fn solve(
    stiffness: &Square,
    mass: &Square,
    used: &[usize],
    free: bool,
) -> Option<Vec<(f64, Vec<DVec3>)>> {
    let count = used.len();
    let mut all = [Square::zeros(3 * count), Square::zeros(3 * count)];
    for i in 0..3 * count {
        for j in 0..3 * count {
            let (a, b) = (used[i / 3], used[j / 3]);
            *all[0].at_mut(i, j) = stiffness.at(3 * a + i % 3, 3 * b + j % 3);
            if i % 3 == j % 3 {
                let spare = if i == j { 1.0 + SPARE_MASS } else { 1.0 };
                *all[1].at_mut(i, j) = mass.at(a, b) * spare;
            }
        }
    }
    let found = generalised(&all[0], &all[1])?;
    let fastest = found.last()?.0;
    let mut modes = Vec::new();
    for (value, v) in found {
        // A motion of mostly spare mass moves no vertex.
        let spare: f64 = (0..3 * count)
            .map(|i| SPARE_MASS * mass.at(used[i / 3], used[i / 3]) * v[i] * v[i])
            .sum();
        if spare > 0.5 || (free && value < 1e-10 * fastest) || modes.len() == MOST_MODES {
            continue;
        }
        let mut ways = vec![DVec3::ZERO; mass.size];
        for (k, node) in used.iter().enumerate() {
            ways[*node] = DVec3::new(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
        }
        modes.push((value.max(0.0), ways));
    }
    let is_finite = |(value, ways): &(f64, Vec<DVec3>)| {
        value.is_finite() && ways.iter().all(|way| way.is_finite())
    };
    (!modes.is_empty() && modes.iter().all(is_finite)).then_some(modes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};
    use crate::asset::{CookOptions, cook::cook};
    use crate::element::Material;

    fn beam() -> Asset {
        let mesh = beam_lattice([24, 6, 6], [4.0, 1.0, 1.0], Split::Five);
        cook(&mesh, &CookOptions::default()).expect("a beam").0
    }

    /// Lamé parameters of unit modulus at ν = 0.4.
    fn lame() -> (f64, f64) {
        let mu = 1.0 / 2.8;
        (mu, 2.0 * mu * 0.4 / 0.2)
    }

    fn first(asset: &Asset, holds: &Holds) -> f64 {
        let modes = Modes::new(asset, lame(), holds).expect("modes").modes;
        modes[0].0.sqrt()
    }

    /// Timoshenko's clamped beam of length 4 and width 1: ω = 1.875² √(EI/ρA)/l² is 0.0634; shear takes 3 %. One cell across
    /// is too stiff in bending: ω is at most 1.6 times too large at ν = 0.4.
    #[test]
    fn the_slowest_motion_of_a_clamped_beam_is_its_first_bending() {
        let asset = beam();
        let held = |v: &usize| asset.rest_positions[*v][0] == 0.0;
        let masses = (0..asset.rest_positions.len()).filter(held);
        let holds = Holds {
            masses: masses.map(|v| (v as u32, f64::INFINITY)).collect(),
            springs: Vec::new(),
        };
        let slowest = first(&asset, &holds);
        assert!(slowest > 0.061 && slowest < 1.6 * 0.0634, "{slowest}");
    }

    /// A free body has no rigid motion among its modes, and each of them keeps the momentum.
    #[test]
    fn motions_of_a_free_body_keep_its_momentum() {
        let asset = beam();
        let modes = Modes::new(&asset, lame(), &Holds::default()).expect("modes");
        assert_eq!(modes.modes.len(), MOST_MODES);
        assert!(modes.modes[0].0 > 0.1, "{}", modes.modes[0].0);
        let lattice = &modes.lattice;
        for (_, ways) in &modes.modes {
            let (mut linear, mut size) = (DVec3::ZERO, 0.0);
            for (v, mass) in asset.vertex_measures.iter().enumerate() {
                let corners = lattice.corners[lattice.cell_of[v] as usize];
                let parts = lattice.parts(v);
                let way: DVec3 = (0..8).map(|c| parts[c] * ways[corners[c] as usize]).sum();
                linear += f64::from(*mass) * way;
                size += f64::from(*mass) * way.length();
            }
            // The spare mass is a thousandth.
            assert!(linear.length() < 2.0 * SPARE_MASS * size, "{linear}");
        }
    }

    /// The lattice's stiffness is that of the elements at rest, interpolated from its nodes.
    #[test]
    fn the_stiffness_is_that_of_the_elements() {
        let mesh = beam_lattice([4; 3], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).expect("a cube").0;
        let lattice = Lattice::new(&asset).expect("a lattice");
        let positions: Vec<DVec3> = (asset.rest_positions.iter())
            .map(|p| Vec3::from_array(*p).as_dvec3())
            .collect();
        let parts: Vec<[f64; 8]> = (0..positions.len()).map(|v| lattice.parts(v)).collect();
        let matrix = stiffness_matrix(&asset, &lattice, &parts, lame());
        let way = |node: u32| {
            let k = f64::from(node);
            DVec3::new((7.0 * k).sin(), (3.0 * k + 1.0).cos(), (5.0 * k).sin())
        };
        let ways: Vec<f64> = (0..lattice.nodes as u32)
            .flat_map(|n| way(n).to_array())
            .collect();
        let force = |row: usize| {
            (matrix.row(row).iter().zip(&ways))
                .map(|(k, d)| k * d)
                .sum::<f64>()
        };
        let moved = |v: usize| {
            let corners = lattice.corners[lattice.cell_of[v] as usize];
            (0..8).map(|c| parts[v][c] * way(corners[c])).sum::<DVec3>()
        };
        let stiffness = vec![1.0; asset.tets.len()];
        let rest = crate::element::Rest {
            positions: &positions,
            tets: &asset.tets,
            tet_stiffness: &stiffness,
            edges: &asset.edges,
            masses: &[],
        };
        let parameters = crate::element::Parameters {
            young_modulus: 1.0,
            poisson_ratio: 0.4,
            ..Default::default()
        };
        let mut expected = vec![DVec3::ZERO; lattice.nodes];
        for element in Material::NeoHookean.elements(&rest, &parameters) {
            let vertices = element.vertices().to_vec();
            let rest: Vec<DVec3> = vertices.iter().map(|v| positions[*v as usize]).collect();
            let blocks = element.hessian(&rest, 1.0);
            for (i, a) in vertices.iter().enumerate() {
                let all = vertices.iter().enumerate();
                let pull: DVec3 = all.map(|(j, b)| blocks[i][j] * moved(*b as usize)).sum();
                let corners = lattice.corners[lattice.cell_of[*a as usize] as usize];
                for c in 0..8 {
                    expected[corners[c] as usize] += parts[*a as usize][c] * pull;
                }
            }
        }
        for (node, expected) in expected.iter().enumerate() {
            let found = DVec3::new(force(3 * node), force(3 * node + 1), force(3 * node + 2));
            assert!(
                (found - *expected).length() < 1e-6,
                "{node}: {found} {expected}"
            );
        }
    }

    /// A spring much stiffer than the body acts as a fixed vertex, and a heavy vertex nearly so.
    #[test]
    fn stiff_springs_and_heavy_vertices_hold() {
        let asset = beam();
        let held = |v: &usize| asset.rest_positions[*v][0] == 0.0;
        let end: Vec<u32> = (0..asset.rest_positions.len())
            .filter(held)
            .map(|v| v as u32)
            .collect();
        let all = |value: f64| end.iter().map(|v| (*v, value)).collect::<Vec<_>>();
        let fixed = Holds {
            masses: all(f64::INFINITY),
            springs: Vec::new(),
        };
        let pulled = Holds {
            masses: Vec::new(),
            springs: all(1e4),
        };
        let [fixed, pulled] = [fixed, pulled].map(|holds| first(&asset, &holds));
        assert!((pulled / fixed - 1.0).abs() < 0.1, "{pulled} {fixed}");
    }
}
