//! Angles and volume of a mesh.

use super::part::Part;
use glam::DVec3;
use pliant_geometry::TetMesh;
use pliant_geometry::check::{corners, volume6};
use pliant_geometry::incidence::FACES;

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
    pub(super) fn of(part: &Part) -> Self {
        let tets = part.tets.iter();
        Self::of_corners(tets.map(|tet| tet.map(|v| part.positions[v as usize])))
    }

    /// The volume alone [length unit³].
    pub(super) fn volume_of(part: &Part) -> f64 {
        let corners = |tet: &[u32; 4]| tet.map(|v| part.positions[v as usize]);
        let volumes = part.tets.iter().map(|tet| volume6(corners(tet)).0 / 6.0);
        volumes.sum()
    }

    /// Measures a mesh. Indices must be in range.
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

    /// Combines two meshes.
    pub fn and(&self, other: &Self) -> Self {
        Self {
            least_dihedral: self.least_dihedral.min(other.least_dihedral),
            largest_dihedral: self.largest_dihedral.max(other.largest_dihedral),
            volume: self.volume + other.volume,
        }
    }
}

/// The six angles between the faces [degree].
fn dihedrals(corners: [DVec3; 4]) -> [f64; 6] {
    let normals = FACES.map(|[a, b, c]| (corners[b] - corners[a]).cross(corners[c] - corners[a]));
    [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(i, j)| {
        let (n, m) = (normals[i], normals[j]);
        // The outward normals of two faces folded flat are opposite.
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
