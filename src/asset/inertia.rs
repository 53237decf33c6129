//! Point masses that move as a solid does.

use super::Asset;
use crate::math::symmetric::{Symmetric, pseudo_inverse};
use crate::math::tet::tet_volume;
use glam::{DVec3, Vec3};

/// The least part of its lumped measure that a vertex keeps.
const LEAST: f64 = 0.01;
/// Below this part of the largest, an eigenvalue is rounding: the vertices cannot have that moment.
const SINGULAR: f64 = 1e-9;
/// Moments are met to this part of their trace.
const CLOSE: f64 = 1e-9;
const MOST_STEPS: usize = 60;

/// Measures of the vertices of a mesh of tets whose sum, centre and second moments are those of the solid, if positive ones
/// can have them; else the second moments are as near as they come on the way from lumped ones.
///
/// Lumped measures have the sum and the centre already. They change by factors 1 + c·q, where q are the quadratic
/// monomials less what a linear function says of them, so that sum and centre stay.
pub fn solid_measures(asset: &Asset) -> Vec<f64> {
    let fit = Fit::new(asset);
    let mut solid = [0.0; 6];
    for tet in &asset.tets {
        let corners = tet.map(|v| fit.points[v as usize]);
        let volume = tet_volume(corners) * fit.size.powi(3);
        for (k, sum) in solid.iter_mut().enumerate() {
            let each: f64 = corners.iter().map(|p| quadratic(*p)[k]).sum();
            *sum += volume / 20.0 * (each + quadratic(corners.iter().sum())[k]);
        }
    }
    fit.towards(solid)
}

/// Positive measures with the same sum and centre whose second moments about the centre (xx, yy, zz, yz, zx, xy) are these
/// times their sum; None if there are none. Of all that have them they are the nearest to lumped ones in relative entropy:
/// lumped ones times exp(c·f), where f are the monomials up to the second degree. Newton's method finds c, where the convex
/// dual Σ m exp(c·f) - c·t is least.
pub fn measures_with(asset: &Asset, moments: [f64; 6]) -> Option<Vec<f64>> {
    let fit = Fit::new(asset);
    let whole: f64 = fit.lumped.iter().sum();
    let mut wanted = [0.0; 10];
    wanted[0] = 1.0;
    (0..6).for_each(|k| wanted[4 + k] = moments[k] / fit.size.powi(2));
    let monomials: Vec<[f64; 10]> = fit.points.iter().map(|p| monomials(*p)).collect();
    let measures = |c: &[f64; 10]| -> Vec<f64> {
        let rows = monomials.iter().zip(&fit.lumped);
        rows.map(|(f, m)| m / whole * along(f, c).exp()).collect()
    };
    let dual = |c: &[f64; 10]| measures(c).iter().sum::<f64>() - along(c, &wanted);
    let mut c = [0.0; 10];
    for _ in 0..MOST_STEPS {
        let found = measures(&c);
        let (lacking, gram) = residual(&monomials, &found, &wanted);
        let trace = wanted[4] + wanted[5] + wanted[6];
        if lacking.iter().all(|l| l.abs() < CLOSE * trace) {
            return Some(found);
        }
        let (inverse, _) = pseudo_inverse(gram, SINGULAR);
        let step = inverse.map(|row| along(&row, &lacking));
        let at = |part: f64| std::array::from_fn(|k| c[k] + part * step[k]);
        let parts = (0..20).map(|k| 0.5_f64.powi(k));
        let lower = |part: &f64| dual(&at(*part)) < dual(&c);
        c = at(parts.into_iter().find(lower)?);
    }
    None
}

fn monomials(p: DVec3) -> [f64; 10] {
    let q = quadratic(p);
    [1.0, p.x, p.y, p.z, q[0], q[1], q[2], q[3], q[4], q[5]]
}

fn along(a: &[f64; 10], b: &[f64; 10]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What measures lack of wanted sums of monomials, and how those sums change.
fn residual(
    monomials: &[[f64; 10]],
    measures: &[f64],
    wanted: &[f64; 10],
) -> ([f64; 10], Symmetric<10>) {
    let (mut lacking, mut gram) = (*wanted, [[0.0; 10]; 10]);
    for (f, m) in monomials.iter().zip(measures) {
        for i in 0..10 {
            lacking[i] -= m * f[i];
            (0..10).for_each(|j| gram[i][j] += m * f[i] * f[j]);
        }
    }
    (lacking, gram)
}

/// Lumped measures, and how they can change.
struct Fit {
    points: Vec<DVec3>,
    size: f64,
    lumped: Vec<f64>,
}

impl Fit {
    fn new(asset: &Asset) -> Self {
        let lumped = asset.vertex_measures.iter().map(|m| f64::from(*m));
        let lumped: Vec<f64> = lumped.collect();
        let (points, size) = centred(asset, &lumped);
        Self {
            points,
            size,
            lumped,
        }
    }

    fn moments(&self, measures: &[f64]) -> [f64; 6] {
        let mut sums = [0.0; 6];
        for (p, m) in self.points.iter().zip(measures) {
            let squares = quadratic(*p);
            (0..6).for_each(|k| sums[k] += m * squares[k]);
        }
        sums
    }

    /// Measures on the way from lumped ones to those with these moments, as far as all are positive.
    fn towards(&self, wanted: [f64; 6]) -> Vec<f64> {
        let free = without_linear(&self.points, &self.lumped);
        let has = self.moments(&self.lumped);
        let lacking = std::array::from_fn(|k| wanted[k] - has[k]);
        let mut gram: Symmetric<6> = [[0.0; 6]; 6];
        for (q, m) in free.iter().zip(&self.lumped) {
            for (i, row) in gram.iter_mut().enumerate() {
                for (j, entry) in row.iter_mut().enumerate() {
                    *entry += m * q[i] * q[j];
                }
            }
        }
        let (inverse, _) = pseudo_inverse(gram, SINGULAR);
        let factors = inverse.map(|row| dot(&row, &lacking));
        let lowest = free.iter().map(|q| dot(q, &factors)).fold(0.0, f64::min);
        let part = (1.0 - LEAST) / lowest.abs().max(1.0 - LEAST);
        let grown = self.lumped.iter().zip(&free);
        let measures = grown.map(|(m, q)| m * (1.0 + part * dot(q, &factors)));
        measures.collect()
    }
}

fn dot(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Rest positions about their centre, in sizes of the body, and that size.
fn centred(asset: &Asset, measures: &[f64]) -> (Vec<DVec3>, f64) {
    let at = |p: &[f32; 3]| Vec3::from(*p).as_dvec3();
    let points = || asset.rest_positions.iter().map(at);
    let whole: f64 = measures.iter().sum();
    let centre = points().zip(measures).map(|(p, m)| p * *m).sum::<DVec3>() / whole;
    let far = points().map(|p| (p - centre).abs().max_element());
    let size = far.fold(f64::MIN_POSITIVE, f64::max);
    (points().map(|p| (p - centre) / size).collect(), size)
}

fn quadratic(p: DVec3) -> [f64; 6] {
    [
        p.x * p.x,
        p.y * p.y,
        p.z * p.z,
        p.y * p.z,
        p.z * p.x,
        p.x * p.y,
    ]
}

/// The quadratic monomials at each point, less their best linear fit.
fn without_linear(points: &[DVec3], measures: &[f64]) -> Vec<[f64; 6]> {
    let linear = |p: DVec3| [1.0, p.x, p.y, p.z];
    let mut gram: Symmetric<4> = [[0.0; 4]; 4];
    let mut mixed = [[0.0; 6]; 4];
    for (p, m) in points.iter().zip(measures) {
        let (first, second) = (linear(*p), quadratic(*p));
        for i in 0..4 {
            (0..4).for_each(|j| gram[i][j] += m * first[i] * first[j]);
            (0..6).for_each(|k| mixed[i][k] += m * first[i] * second[k]);
        }
    }
    let (inverse, _) = pseudo_inverse(gram, SINGULAR);
    let fit = |i: usize, k: usize| (0..4).map(|j| inverse[i][j] * mixed[j][k]).sum::<f64>();
    let fits: [[f64; 6]; 4] = std::array::from_fn(|i| std::array::from_fn(|k| fit(i, k)));
    let left = |p: &DVec3| {
        let (first, second) = (linear(*p), quadratic(*p));
        std::array::from_fn(|k| second[k] - (0..4).map(|i| first[i] * fits[i][k]).sum::<f64>())
    };
    points.iter().map(left).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice, box_surface};
    use crate::asset::{CookOptions, TetMesh, cook::cook};

    fn moments(asset: &Asset, measures: &[f64]) -> (f64, DVec3, DVec3) {
        let at = |v: usize| Vec3::from(asset.rest_positions[v]).as_dvec3();
        let all = || (0..measures.len()).map(|v| (at(v), measures[v]));
        let whole: f64 = all().map(|(_, m)| m).sum();
        let centre = all().map(|(p, m)| m * p).sum::<DVec3>() / whole;
        let squares = all().map(|(p, m)| m * (p - centre) * (p - centre)).sum();
        (whole, centre, squares)
    }

    /// A box about a vertex in its middle.
    fn crate_(edges: [f32; 3]) -> TetMesh {
        let shell = box_surface([1; 3], edges);
        let middle = shell.positions.len() as u32;
        let half = edges.map(|edge| edge / 2.0);
        let tets = shell.triangles.iter().map(|[a, b, c]| [middle, *a, *b, *c]);
        TetMesh {
            tets: tets.collect(),
            positions: shell.positions.iter().copied().chain([half]).collect(),
            ..TetMesh::default()
        }
    }

    /// A box a × b × c: volume, centre, and V a²/12 along each axis, to the rounding of f32 positions.
    #[test]
    fn a_box_with_vertices_inside_has_the_moments_of_the_solid() {
        let edges = [1.0, 2.0, 0.5];
        let lattice = |cells| beam_lattice(cells, edges, Split::Five);
        for mesh in [crate_(edges), lattice([4; 3]), lattice([3, 5, 4])] {
            let asset = cook(&mesh, &CookOptions::default()).unwrap().0;
            let measures = solid_measures(&asset);
            assert!(measures.iter().all(|m| *m > 0.0));
            let (whole, centre, squares) = moments(&asset, &measures);
            let edges = Vec3::from(edges).as_dvec3();
            let volume: f64 = edges.element_product();
            assert!((whole / volume - 1.0).abs() < 1e-6, "{whole}");
            assert!(centre.distance(0.5 * edges) < 1e-6, "{centre}");
            let wanted = volume * edges * edges / 12.0;
            let error = ((squares - wanted) / wanted).abs().max_element();
            let lumped: Vec<f64> = asset
                .vertex_measures
                .iter()
                .map(|m| f64::from(*m))
                .collect();
            let before = ((moments(&asset, &lumped).2 - wanted) / wanted)
                .abs()
                .max_element();
            println!(
                "{} vertices: off by {error:e}, lumped by {before}",
                lumped.len()
            );
            assert!(error < 1e-5, "{squares} {wanted}");
        }
    }

    /// Corners alone are all half an edge away: V a²/4, with the right sum and centre.
    #[test]
    fn corners_alone_keep_sum_and_centre() {
        let mesh = beam_lattice([1, 1, 1], [1.0; 3], Split::Five);
        let asset = cook(&mesh, &CookOptions::default()).unwrap().0;
        let measures = solid_measures(&asset);
        assert!(measures.iter().all(|m| *m > 0.0));
        let (whole, centre, squares) = moments(&asset, &measures);
        assert!((whole - 1.0).abs() < 1e-6 && centre.distance(DVec3::splat(0.5)) < 1e-6);
        assert!(squares.distance(DVec3::splat(0.25)) < 1e-6, "{squares}");
    }
}
