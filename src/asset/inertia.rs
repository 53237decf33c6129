//! Point masses that move as a solid does.

use super::Asset;
use crate::math::symmetric::{Symmetric, pseudo_inverse};
use crate::math::tet::tet_volume;
use glam::{DVec3, Vec3};

/// The least part of its lumped measure that a vertex keeps.
const LEAST: f64 = 0.01;
/// Below this part of the largest, an eigenvalue is rounding: the vertices cannot have that moment.
const SINGULAR: f64 = 1e-9;

/// Measures of the vertices of a mesh of tets whose sum, centre and second moments are those of the solid, if positive ones
/// can have them; else the second moments are as near as they come on the way from lumped ones.
///
/// Lumped measures have the sum and the centre already. They change by factors 1 + c·q, where q are the quadratic
/// monomials less what a linear function says of them, so that sum and centre stay.
pub fn solid_measures(asset: &Asset) -> Vec<f64> {
    let lumped: Vec<f64> = asset
        .vertex_measures
        .iter()
        .map(|m| f64::from(*m))
        .collect();
    let (points, size) = centred(asset, &lumped);
    let free = without_linear(&points, &lumped);
    let mut lacking = [0.0; 6];
    for (k, sum) in lacking.iter_mut().enumerate() {
        let has = points.iter().zip(&lumped);
        let has: f64 = has.map(|(p, m)| m * quadratic(*p)[k]).sum();
        let solid = asset.tets.iter().map(|tet| {
            let corners = tet.map(|v| points[v as usize]);
            let each: f64 = corners.iter().map(|p| quadratic(*p)[k]).sum();
            let all = quadratic(corners.iter().sum())[k];
            tet_volume(corners) * size.powi(3) / 20.0 * (each + all)
        });
        *sum = solid.sum::<f64>() - has;
    }
    let mut gram: Symmetric<6> = [[0.0; 6]; 6];
    for (q, m) in free.iter().zip(&lumped) {
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
    let grown = lumped.iter().zip(&free);
    grown
        .map(|(m, q)| m * (1.0 + part * dot(q, &factors)))
        .collect()
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
