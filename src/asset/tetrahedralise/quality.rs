//! Measures of a mesh.

use super::field::{Work, part as part_of};
use super::input::InputBody;
use super::lattice_cage::Part;
use super::manifold::boundary_of;
use super::parallel;
use super::progress::{Meter, Progress};
use crate::asset::TetMesh;
use crate::asset::check::{corners, volume6};
use crate::asset::incidence::FACES;
use crate::asset::solid::{Solid, Tree};
use crate::error::Result;
use glam::DVec3;
use std::collections::HashSet;

/// Angles between faces of a tet, and its volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Least dihedral angle [degree].
    pub least_dihedral: f64,
    /// Largest dihedral angle [degree].
    pub largest_dihedral: f64,
    /// Sum of the tets' volumes [length unit³].
    pub volume: f64,
}

impl Default for Quality {
    fn default() -> Self {
        Self {
            least_dihedral: 180.0,
            largest_dihedral: 0.0,
            volume: 0.0,
        }
    }
}

impl Quality {
    /// Measures tets.
    pub(super) fn of(part: &Part) -> Self {
        let tets = part.tets.iter();
        Self::of_corners(tets.map(|tet| tet.map(|v| part.positions[v as usize])))
    }

    /// Measures the tets of a mesh, whose indices are in range.
    pub fn of_mesh(mesh: &TetMesh) -> Self {
        let tets = mesh.tets.iter();
        Self::of_corners(tets.map(|tet| corners(&mesh.positions, *tet)))
    }

    fn of_corners(tets: impl Iterator<Item = [DVec3; 4]>) -> Self {
        let mut quality = Self::default();
        for corners in tets {
            for angle in dihedrals(corners) {
                quality.least_dihedral = quality.least_dihedral.min(angle);
                quality.largest_dihedral = quality.largest_dihedral.max(angle);
            }
            quality.volume += volume6(corners).0 / 6.0;
        }
        quality
    }

    /// Both meshes together.
    pub fn and(&self, other: &Self) -> Self {
        Self {
            least_dihedral: self.least_dihedral.min(other.least_dihedral),
            largest_dihedral: self.largest_dihedral.max(other.largest_dihedral),
            volume: self.volume + other.volume,
        }
    }
}

/// How far corners and middles of the boundary triangles are from the surface, at most.
///
/// # Errors
/// `Cancelled`.
pub fn farthest(part: &Part, solid: &Solid, work: &Work) -> Result<f64> {
    work.progress.report(0.0)?;
    let triangles = boundary_of(&part.tets, part.positions.len());
    let rest = work.progress.part(0.2, 1.0);
    let squares = parallel::map(triangles.len(), 256, work.threads, &rest, |t| {
        let [a, b, c] = triangles[t].map(|v| part.positions[v as usize]);
        let near = |p| {
            solid
                .tree
                .nearest(p, f64::INFINITY)
                .map_or(0.0, |(_, squared, _)| squared)
        };
        [a, b, c, (a + b + c) / 3.0]
            .map(near)
            .into_iter()
            .fold(0.0, f64::max)
    })?;
    Ok(squares.into_iter().fold(0.0, f64::max).sqrt())
}

/// Samples along an edge of a triangle, at most.
const SAMPLES: usize = 32;

/// How far points of a body's surface are from the boundary of its mesh, at most: the vertices, and places in the triangles that are at most two
/// `spacing`s apart in triangles of up to 64 of them. Parts of the surface inside the body are no boundary and do not count.
///
/// # Errors
/// `Cancelled`.
pub fn missed(part: &Part, body: &InputBody, spacing: f64, work: &Work) -> Result<f64> {
    work.progress.report(0.0)?;
    let triangles = boundary_of(&part.tets, part.positions.len());
    let corners = |t: &[u32; 3]| t.map(|v| part.positions[v as usize]);
    let triangles: Vec<_> = triangles.iter().map(corners).collect();
    let tree = Tree::with_progress(&triangles, &work.progress.part(0.1, 0.2))?;
    let samples = samples(body, spacing, &work.progress.part(0.2, 0.3))?;
    let to_tree = part_of(work, 0.3, 0.8);
    let mut far = parallel::map(
        samples.len(),
        256,
        to_tree.threads,
        &to_tree.progress,
        |s| {
            let nearest = tree.nearest(samples[s].1, f64::INFINITY);
            (nearest.map_or(0.0, |(_, squared, _)| squared), s)
        },
    )?;
    far.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let step = 1e-5 * body.bounds[0].distance(body.bounds[1]);
    let is_boundary = |(triangle, p): (usize, DVec3)| {
        let [a, b, c] = body.corners[triangle];
        let off = (b - a).cross(c - a).normalize_or_zero() * step;
        body.solid.contains(p + off) != body.solid.contains(p - off)
    };
    // Two winding numbers take as long as some dozens of the other items.
    let mut meter = Meter::new(&work.progress.part(0.9, 1.0), 32 * far.len());
    for (squared, s) in far {
        meter.add(32)?;
        if is_boundary(samples[s]) {
            return Ok(squared.sqrt());
        }
    }
    Ok(0.0)
}

/// Points of a surface, each with a triangle that it lies in.
fn samples(body: &InputBody, spacing: f64, progress: &Progress) -> Result<Vec<(usize, DVec3)>> {
    let mut meter = Meter::new(progress, body.corners.len());
    let mut is_taken = HashSet::new();
    let mut samples = Vec::new();
    for (number, [a, b, c]) in body.corners.iter().copied().enumerate() {
        meter.add(1)?;
        for (v, p) in body.triangles[number].into_iter().zip([a, b, c]) {
            if is_taken.insert(v) {
                // A little into the triangle, where its normal tells the sides.
                samples.push((number, p.lerp((a + b + c) / 3.0, 1e-3)));
            }
        }
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let count = ((0.5 * longest / spacing).ceil() as usize).clamp(1, SAMPLES);
        for i in 0..count {
            for j in 0..count - i {
                let place = |n: usize| (n as f64 + 1.0 / 3.0) / count as f64;
                samples.push((number, a + (b - a) * place(i) + (c - a) * place(j)));
            }
        }
    }
    Ok(samples)
}

/// The six angles between the faces [degree].
fn dihedrals(corners: [DVec3; 4]) -> [f64; 6] {
    let normals = FACES.map(|[a, b, c]| (corners[b] - corners[a]).cross(corners[c] - corners[a]));
    [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(i, j)| {
        let (n, m) = (normals[i], normals[j]);
        // The outward normals of two faces that are folded flat point against each other.
        n.cross(m).length().atan2(-n.dot(m)).to_degrees()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corner_of_a_cube_has_right_angles_and_those_to_its_diagonal_plane() {
        let edge = 2.0;
        let mesh = TetMesh {
            positions: vec![
                [0.0; 3],
                [edge, 0.0, 0.0],
                [0.0, edge, 0.0],
                [0.0, 0.0, edge],
            ],
            tets: vec![[0, 1, 2, 3]],
            ..Default::default()
        };
        let quality = Quality::of_mesh(&mesh);
        // The plane (1, 1, 1) meets a face of the cube at arccos(1/√3).
        let least = (1.0 / 3f64.sqrt()).acos().to_degrees();
        assert!((quality.least_dihedral - least).abs() < 1e-12);
        assert!((quality.largest_dihedral - 90.0).abs() < 1e-12);
        assert!((quality.volume - 8.0 / 6.0).abs() < 1e-15);
    }
}
