//! Cooked bodies as meshes again.

use super::cook::gathered;
use super::order::inverse;
use super::{Asset, EMPTY, SurfaceMesh, TetMesh};
use pliant_geometry::used;

impl Asset {
    /// The boundary triangles and their vertices, in the asset's coordinates: usable as a render mesh. Those of a sheet
    /// have the vertices in the given order, without dropped ones.
    pub fn surface(&self) -> SurfaceMesh {
        if self.sheet.is_none() {
            return used(&self.rest_positions, &self.surface_triangles);
        }
        let (positions, triangles) = in_user_order(
            &self.rest_positions,
            &self.internal_from_user,
            &self.surface_triangles,
        );
        SurfaceMesh {
            positions,
            triangles,
            ..Default::default()
        }
    }

    /// Whether it was cooked with density factors other than 1: whether vertex volumes differ from quarters of tet
    /// volumes by more than f32 rounding. Sheets have none.
    pub fn has_density_factors(&self) -> bool {
        if self.sheet.is_some() {
            return false;
        }
        let mut plain = vec![0.0; self.rest_positions.len()];
        for (tet, volume) in self.tets.iter().zip(&self.tet_volumes) {
            for v in tet {
                plain[*v as usize] += f64::from(*volume) / 4.0;
            }
        }
        let differs = |(own, plain): (&f32, &f64)| (f64::from(*own) - plain).abs() > 1e-6 * plain;
        self.vertex_measures.iter().zip(&plain).any(differs)
    }

    /// The tets, with vertices in the given order, without dropped ones. Has stiffness factors if one is not 1, but no
    /// density factors: only the vertex volumes keep those.
    pub fn tet_mesh(&self) -> TetMesh {
        let (positions, tets) =
            in_user_order(&self.rest_positions, &self.internal_from_user, &self.tets);
        let tet_stiffness = match self.tet_stiffness.iter().all(|s| *s == 1.0) {
            true => Vec::new(),
            false => self.tet_stiffness.clone(),
        };
        TetMesh {
            positions,
            tets,
            tet_stiffness,
            tet_density: Vec::new(),
        }
    }
}

/// Positions and elements numbered as given, without gaps.
fn in_user_order<const N: usize>(
    rest_positions: &[[f32; 3]],
    internal_from_user: &[u32],
    elements: &[[u32; N]],
) -> (Vec<[f32; 3]>, Vec<[u32; N]>) {
    let kept = internal_from_user.iter().copied().filter(|i| *i != EMPTY);
    let internal_from_kept: Vec<u32> = kept.collect();
    let kept_from_internal = inverse(&internal_from_kept);
    let renumbered = |element: &[u32; N]| element.map(|v| kept_from_internal[v as usize]);
    (
        gathered(rest_positions, &internal_from_kept),
        elements.iter().map(renumbered).collect(),
    )
}

#[cfg(test)]
mod tests {
    use crate::asset::cook::cook;
    use crate::asset::shell::cook_shell;
    use crate::asset::{CookOptions, SurfaceMesh, TetMesh};
    use pliant_geometry::lattice::box_surface;
    use pliant_geometry::shapes::lattice;

    const DROP: CookOptions = CookOptions {
        drop_unreferenced: true,
    };

    /// Elements in any order, with corners in any order.
    fn sorted<T: Copy + Ord, const N: usize>(elements: &[[T; N]]) -> Vec<[T; N]> {
        let mut sorted = elements.to_vec();
        sorted.iter_mut().for_each(|e| e.sort_unstable());
        sorted.sort_unstable();
        sorted
    }

    /// Each triangle as the bits of its corner positions.
    fn corners(surface: &SurfaceMesh) -> Vec<[[u32; 3]; 3]> {
        let bits = |v: u32| surface.positions[v as usize].map(f32::to_bits);
        surface.triangles.iter().map(|t| t.map(bits)).collect()
    }

    #[test]
    fn a_body_is_the_mesh_that_was_cooked() {
        let mut mesh = lattice([3, 2, 2], 0.1);
        let asset = cook(&mesh, &DROP).unwrap().0;
        assert_eq!(
            sorted(&corners(&mesh.surface().unwrap())),
            sorted(&corners(&asset.surface()))
        );
        let cooked = |mesh: &TetMesh| cook(mesh, &DROP).unwrap().0.tet_mesh();
        let back = cooked(&mesh);
        assert_eq!(back.positions, mesh.positions);
        assert_eq!(sorted(&back.tets), sorted(&mesh.tets));
        assert!(back.tet_stiffness.is_empty());
        // A tet is recognised by its centroid.
        let sum = |mesh: &TetMesh, t: &[u32; 4]| -> f32 {
            t.iter().map(|v| mesh.positions[*v as usize][0]).sum()
        };
        let factor = |mesh: &TetMesh, t: &[u32; 4]| if sum(mesh, t) > 0.6 { 2.0 } else { 1.0 };
        mesh.tet_stiffness = mesh.tets.iter().map(|t| factor(&mesh, t)).collect();
        let back = cooked(&mesh);
        let expected: Vec<f32> = back.tets.iter().map(|t| factor(&back, t)).collect();
        assert_eq!(back.tet_stiffness, expected);
        assert!(expected.contains(&2.0) && expected.contains(&1.0));
        assert!(!cook(&mesh, &DROP).unwrap().0.has_density_factors());
        mesh.tet_density = vec![1.0; mesh.tets.len()];
        mesh.tet_density[7] = 1.001;
        assert!(cook(&mesh, &DROP).unwrap().0.has_density_factors());
        mesh.positions.insert(0, [9.0; 3]);
        mesh.tets
            .as_flattened_mut()
            .iter_mut()
            .for_each(|v| *v += 1);
        assert_eq!(cooked(&mesh).positions, mesh.positions[1..]);
    }

    #[test]
    fn a_box_has_the_area_of_its_faces() {
        let [x, y, z] = [0.25, 0.5, 2.0];
        let area = box_surface([3, 4, 5], [x, y, z].map(|c| c as f32)).area();
        // 188 triangles with f32 corners.
        assert!((area - 2.0 * (x * y + y * z + z * x)).abs() < 1e-6 * area);
    }

    #[test]
    fn a_shell_is_the_surface_that_was_cooked() {
        let sheet = SurfaceMesh {
            positions: vec![
                [0.0; 3],
                [1.0, 0.0, 0.0],
                [7.0; 3],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.0],
            ],
            triangles: vec![[0, 1, 3], [0, 3, 4]],
            ..Default::default()
        };
        let back = cook_shell(&sheet, &DROP).unwrap().0.surface();
        let kept = [0, 1, 3, 4].map(|v| sheet.positions[v]);
        assert_eq!(back.positions, kept);
        assert_eq!(sorted(&back.triangles), [[0, 1, 2], [0, 2, 3]]);
    }
}
