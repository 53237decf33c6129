//! Meshes that a plane opens, so that their inside is seen.

use crate::shapes::Mesh;
use glam::Vec3;

/// A plane. The side that its normal points to is taken away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Any length but zero.
    pub normal: [f32; 3],
    /// The plane holds the points p with normal · p = offset.
    pub offset: f32,
}

impl Plane {
    /// Signed distance of a point, times the length of the normal. It is positive on the side that is taken away.
    fn height(&self, point: Vec3) -> f32 {
        Vec3::from(self.normal).dot(point) - self.offset
    }
}

/// Triangles on the positions of a mesh of tetrahedra.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// On the boundary of the mesh.
    pub outside: Vec<[u32; 3]>,
    /// Faces that the removed tets covered.
    pub inside: Vec<[u32; 3]>,
}

/// Takes away the tets whose centroid is above the plane. The others stay whole, so that their shape is seen. Without a
/// plane, or if no tet would stay, all do. Triangles run anticlockwise seen from outside, for tets of positive volume.
/// Tets with an index out of range are skipped.
pub fn open_tets(positions: &[[f32; 3]], tets: &[[u32; 4]], plane: Option<Plane>) -> Opened {
    let stays = |tet: &[u32; 4]| {
        let sum: Vec3 = tet.iter().map(|v| Vec3::from(positions[*v as usize])).sum();
        plane.is_none_or(|plane| plane.height(sum / 4.0) <= 0.0)
    };
    let in_range = |tet: &&[u32; 4]| tet.iter().all(|v| (*v as usize) < positions.len());
    let mut tets: Vec<_> = tets
        .iter()
        .filter(in_range)
        .map(|t| (*t, stays(t)))
        .collect();
    if tets.iter().all(|(_, stays)| !stays) {
        tets.iter_mut().for_each(|(_, stays)| *stays = true);
    }
    // Sorted by vertices, so that the two faces of neighbours are adjacent.
    let mut faces: Vec<([u32; 3], [u32; 3], bool)> = Vec::with_capacity(4 * tets.len());
    for &([a, b, c, d], stays) in &tets {
        for face in [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] {
            let mut key = face;
            key.sort_unstable();
            faces.push((key, face, stays));
        }
    }
    faces.sort_unstable();
    let mut opened = Opened::default();
    for group in faces.chunk_by(|a, b| a.0 == b.0) {
        let mut seen = group.iter().filter(|(_, _, stays)| *stays);
        if let (Some((_, face, _)), None) = (seen.next(), seen.next()) {
            match group.len() {
                1 => opened.outside.push(*face),
                _ => opened.inside.push(*face),
            }
        }
    }
    opened
}

/// Cuts a surface along the plane and takes away what is above it. Normals are interpolated.
/// Triangles with an index out of range are left out.
pub fn open_surface(mesh: &Mesh, plane: Plane) -> Mesh {
    let mut cut = Mesh {
        positions: mesh.positions.clone(),
        normals: mesh.normals.clone(),
        triangles: Vec::new(),
    };
    for triangle in &mesh.triangles {
        let point = |v: &u32| mesh.positions.get(*v as usize).map(|p| Vec3::from(*p));
        let [Some(a), Some(b), Some(c)] = triangle.each_ref().map(point) else {
            continue;
        };
        let heights = [a, b, c].map(|p| plane.height(p));
        let mut corners = Vec::with_capacity(4);
        for i in 0..3 {
            let j = (i + 1) % 3;
            if heights[i] <= 0.0 {
                corners.push(triangle[i]);
            }
            if (heights[i] <= 0.0) != (heights[j] <= 0.0) {
                let share = heights[i] / (heights[i] - heights[j]);
                corners.push(between(&mut cut, triangle[i], triangle[j], share));
            }
        }
        for i in 2..corners.len() {
            cut.triangles.push([corners[0], corners[i - 1], corners[i]]);
        }
    }
    cut
}

/// Adds a vertex on an edge.
fn between(mesh: &mut Mesh, from: u32, to: u32, share: f32) -> u32 {
    let mix = |items: &[[f32; 3]]| {
        let (a, b) = (items[from as usize], items[to as usize]);
        Vec3::from(a).lerp(Vec3::from(b), share).to_array()
    };
    let position = mix(&mesh.positions);
    mesh.positions.push(position);
    if !mesh.normals.is_empty() {
        let normal = mix(&mesh.normals);
        mesh.normals.push(normal);
    }
    mesh.positions.len() as u32 - 1
}

/// The same surface seen from its other side.
pub fn reversed(mesh: &Mesh) -> Mesh {
    Mesh {
        positions: mesh.positions.clone(),
        normals: mesh.normals.iter().map(|n| n.map(|c| -c)).collect(),
        triangles: mesh.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    /// Six times the volume that triangles bound (divergence theorem).
    fn volume6(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> f32 {
        let corner = |v: u32| Vec3::from(positions[v as usize]);
        let triple = |t: &[u32; 3]| corner(t[0]).dot(corner(t[1]).cross(corner(t[2])));
        triangles.iter().map(triple).sum()
    }

    /// A unit cube around its diagonal: six tets of a sixth each.
    fn cube() -> (Vec<[f32; 3]>, Vec<[u32; 4]>) {
        let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c| c as f32));
        let around = [1, 3, 2, 6, 4, 5];
        let tet = |i: usize| [0, around[i], around[(i + 1) % 6], 7];
        (positions.collect(), (0..6).map(tet).collect())
    }

    #[test]
    fn a_cube_that_is_not_cut_has_its_twelve_triangles_outside() {
        let (positions, tets) = cube();
        let opened = open_tets(&positions, &tets, None);
        assert_eq!((opened.outside.len(), opened.inside.len()), (12, 0));
        assert!((volume6(&positions, &opened.outside) - 6.0).abs() < 1e-6);
    }

    #[test]
    fn what_stays_of_a_cut_cube_is_closed_and_has_the_volume_of_its_tets() {
        let (positions, tets) = cube();
        let plane = Plane {
            normal: [2.0, 0.0, 0.0],
            offset: 0.8,
        };
        let opened = open_tets(&positions, &tets, Some(plane));
        // A centroid is at x = (0 + 1 + two others) / 4, so tets with two corners at x = 0 stay.
        let both: Vec<_> = [&opened.outside[..], &opened.inside].concat();
        let stay = tets.iter().filter(|t| t[1] & 1 == 0 && t[2] & 1 == 0);
        assert_eq!(stay.count(), 2);
        assert!((volume6(&positions, &both) - 2.0).abs() < 1e-6);
        let area = |triangles: &[[u32; 3]]| -> f32 {
            let corner = |v: u32| Vec3::from(positions[v as usize]);
            let doubled =
                |t: &[u32; 3]| (corner(t[1]) - corner(t[0])).cross(corner(t[2]) - corner(t[0]));
            triangles.iter().map(|t| doubled(t).length() / 2.0).sum()
        };
        // Two halves of the face x = 0 and half a face each of two others; then the two triangles of legs 1 and √2 that
        // lie between these tets and the next ones.
        assert!((area(&opened.outside) - 2.0).abs() < 1e-6);
        assert!((area(&opened.inside) - 2f32.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn a_plane_that_would_take_all_takes_nothing_and_bad_indices_are_passed_over() {
        let (positions, mut tets) = cube();
        let plane = Plane {
            normal: [0.0, 1.0, 0.0],
            offset: -1.0,
        };
        tets.push([0, 1, 2, 8]);
        assert_eq!(open_tets(&positions, &tets, Some(plane)).outside.len(), 12);
    }

    #[test]
    fn a_sphere_cut_in_its_middle_has_half_its_area_and_ends_on_the_plane() {
        let ball = shapes::sphere(1.0, 48);
        let plane = Plane {
            normal: [0.3, 0.4, 1.2],
            offset: 0.0,
        };
        let half = open_surface(&ball, plane);
        let area = |mesh: &Mesh| -> f32 {
            let corner = |v: u32| Vec3::from(mesh.positions[v as usize]);
            let doubled =
                |t: &[u32; 3]| (corner(t[1]) - corner(t[0])).cross(corner(t[2]) - corner(t[0]));
            mesh.triangles
                .iter()
                .map(|t| doubled(t).length() / 2.0)
                .sum()
        };
        // The polyhedron is its own mirror image in the origin, so each half has half its area.
        assert!((area(&half) - area(&ball) / 2.0).abs() < 1e-4);
        let highest = half.triangles.as_flattened().iter();
        let highest = highest.map(|v| plane.height(Vec3::from(half.positions[*v as usize])));
        assert!(highest.fold(f32::MIN, f32::max).abs() < 1e-6);
        assert_eq!(half.normals.len(), half.positions.len());
        assert_eq!(reversed(&reversed(&half)), half);
    }
}
