//! Normals and edges of triangle meshes.

use crate::shapes::Mesh;
use glam::Vec3;

/// One unit normal a vertex: the mean of its triangles' normals weighted by area (Max 1999,
/// "Weights for computing vertex normals from facet normals", compares the choices).
/// A vertex of no triangle, or only of degenerate ones, gets zero, which is drawn flat.
/// Indices out of range are skipped.
pub fn smooth_normals(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let corner = triangle.map(|v| positions.get(v as usize).map(|&p| Vec3::from(p)));
        if let [Some(a), Some(b), Some(c)] = corner {
            let doubled_area = (b - a).cross(c - a);
            for &v in triangle {
                sums[v as usize] += doubled_area;
            }
        }
    }
    sums.into_iter()
        .map(|n| n.normalize_or_zero().to_array())
        .collect()
}

/// The same triangles with three vertices of their own each and the triangle's normal on all
/// three. (A [`crate::MeshView`] without normals is drawn flat too, without the extra vertices.)
/// Triangles with an index out of range are left out.
pub fn flat_shaded(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Mesh {
    let mut mesh = Mesh::default();
    for triangle in triangles {
        let corner = triangle.map(|v| positions.get(v as usize).map(|&p| Vec3::from(p)));
        if let [Some(a), Some(b), Some(c)] = corner {
            let normal = (b - a).cross(c - a).normalize_or_zero().to_array();
            let first = mesh.positions.len() as u32;
            mesh.positions
                .extend([a.to_array(), b.to_array(), c.to_array()]);
            mesh.normals.extend([normal; 3]);
            mesh.triangles.push([first, first + 1, first + 2]);
        }
    }
    mesh
}

/// Every edge of the cells once, lower vertex first, sorted. Works on triangles and on
/// tetrahedra alike: each pair of a cell's vertices is an edge.
pub fn unique_edges<const N: usize>(cells: &[[u32; N]]) -> Vec<[u32; 2]> {
    let mut edges = Vec::with_capacity(cells.len() * N * (N - 1) / 2);
    for cell in cells {
        for (i, &a) in cell.iter().enumerate() {
            edges.extend(cell[i + 1..].iter().map(|&b| [a.min(b), a.max(b)]));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_normals_of_a_sphere_point_outwards() {
        let ball = crate::shapes::sphere(2.0, 48);
        let normals = smooth_normals(&ball.positions, &ball.triangles);
        // The error of facet normals at 48 rings (3.75 degrees each) is below half a ring: the
        // facets round a vertex lean to all sides, so cos(1.9 degrees) = 0.9994 bounds it.
        for (position, normal) in ball.positions.iter().zip(&normals) {
            let cosine = Vec3::from(*position).normalize().dot(Vec3::from(*normal));
            assert!(cosine > 0.9994, "{position:?} {normal:?}");
        }
    }

    #[test]
    fn a_tetrahedron_has_six_edges_and_two_that_share_a_face_have_nine() {
        assert_eq!(unique_edges(&[[3_u32, 1, 0, 2]]).len(), 6);
        assert_eq!(unique_edges(&[[0_u32, 1, 2, 3], [4, 3, 2, 1]]).len(), 9);
        assert_eq!(unique_edges(&[[2_u32, 1, 0]]), vec![[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn indices_out_of_range_are_passed_over() {
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let triangles = [[0, 1, 2], [0, 1, 7]];
        assert_eq!(
            smooth_normals(&points, &triangles),
            vec![[0.0, 0.0, 1.0]; 3]
        );
        assert_eq!(flat_shaded(&points, &triangles).triangles.len(), 1);
    }
}
