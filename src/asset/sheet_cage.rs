//! Finds the triangle of a sheet that carries a point.

use super::cage::Carrier;
use super::{Asset, diagonal};
use glam::{DVec3, Vec3};
use pliant_geometry::triangle::nearest_on_triangle;
use rstar::{AABB, PointDistance, RTree, RTreeObject};

struct SheetTriangle<'a> {
    asset: &'a Asset,
    triangle: u32,
}

impl RTreeObject for SheetTriangle<'_> {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_points(&corners(self.asset, self.triangle).map(|p| p.to_array()))
    }
}

impl PointDistance for SheetTriangle<'_> {
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        let p = DVec3::from_array(*point);
        nearest_on_triangle(p, corners(self.asset, self.triangle)).distance_squared(p)
    }
}

fn corners(asset: &Asset, triangle: u32) -> [DVec3; 3] {
    let place = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    asset.surface_triangles[triangle as usize].map(place)
}

/// A sheet at rest that finds the triangle nearest to a point.
pub struct SheetCage<'a> {
    asset: &'a Asset,
    tree: RTree<SheetTriangle<'a>>,
    /// Diagonal of the bounding box [length unit].
    pub diagonal: f64,
}

impl<'a> SheetCage<'a> {
    /// Builds the search tree.
    pub fn new(asset: &'a Asset) -> Self {
        let count = asset.surface_triangles.len() as u32;
        let all = (0..count).map(|triangle| SheetTriangle { asset, triangle });
        Self {
            asset,
            tree: RTree::bulk_load(all.collect()),
            diagonal: diagonal(&asset.rest_positions),
        }
    }

    /// The nearest triangle, the first of equally near ones, in the place of a tet.
    pub fn carrier(&self, point: DVec3) -> Carrier {
        let near = self
            .tree
            .nearest_neighbor_iter_with_distance_2(point.to_array());
        let mut best: Option<(f64, u32)> = None;
        for (candidate, squared) in near {
            match &mut best {
                None => best = Some((squared, candidate.triangle)),
                Some((least, first)) if squared <= *least => {
                    *first = candidate.triangle.min(*first)
                }
                Some(_) => break,
            }
        }
        let (squared, tet) = best.unwrap_or_default();
        Carrier {
            tet,
            distance: squared.sqrt(),
        }
    }

    /// The triangle's vertices, and the first again for a fourth that weighs nothing.
    pub fn vertices(&self, triangle: u32) -> [u32; 4] {
        let [a, b, c] = self.asset.surface_triangles[triangle as usize];
        [a, b, c, a]
    }

    /// Weights of the triangle's point nearest to p, and gradients of the coordinates in its plane [1/length unit].
    pub fn affine(&self, triangle: u32, p: DVec3) -> ([f64; 4], [DVec3; 4]) {
        let [a, b, c] = corners(self.asset, triangle);
        let area2 = (b - a).cross(c - a);
        let gradient = |from: DVec3, to: DVec3| area2.cross(to - from) / area2.length_squared();
        let gradients = [gradient(b, c), gradient(c, a), gradient(a, b), DVec3::ZERO];
        let on = nearest_on_triangle(p, [a, b, c]);
        let [wb, wc] = [gradients[1], gradients[2]].map(|g| g.dot(on - a).clamp(0.0, 1.0));
        ([1.0 - wb - wc, wb, wc, 0.0], gradients)
    }
}

#[cfg(test)]
mod tests {
    use crate::asset::shell::cook_shell;
    use crate::asset::skin::bind_skin;
    use crate::asset::{Asset, CookOptions, SurfaceMesh};
    use glam::Vec3;
    use pliant_geometry::shapes::grid;

    /// A sheet carries its own triangles and a finer mesh exactly: weights sum to 1, and the weighted sum of rest
    /// positions is the render vertex. f32 weights on coordinates of size 3: 4e-7.
    #[test]
    fn a_sheet_carries_its_own_and_a_finer_mesh() {
        let sheet = cook_shell(&grid([6, 4], 0.5), &CookOptions::default())
            .unwrap()
            .0;
        for mesh in [sheet.surface(), grid([36, 24], 0.5 / 6.0)] {
            let skin = bind_skin(&sheet, &mesh).unwrap();
            assert_eq!(skin.farthest_outside, 0.0);
            for (v, p) in mesh.positions.iter().enumerate() {
                let (place, sum) = carried(&sheet, skin.cage_vertices[v], skin.weights[v]);
                assert!((sum - 1.0).abs() < 1e-6 && place.distance(Vec3::from_array(*p)) < 1e-6);
                assert_eq!(skin.weights[v][3], 0.0);
            }
        }
    }

    fn carried(sheet: &Asset, vertices: [u32; 4], weights: [f32; 4]) -> (Vec3, f32) {
        let place = |v: u32| Vec3::from_array(sheet.rest_positions[v as usize]);
        let parts = vertices.iter().zip(weights);
        (
            parts.map(|(v, w)| place(*v) * w).sum(),
            weights.iter().sum(),
        )
    }

    /// What lies off the sheet is drawn at its nearest point, and its distance is told.
    #[test]
    fn what_is_off_the_sheet_goes_to_its_nearest_point() {
        let sheet = cook_shell(&grid([2, 2], 1.0), &CookOptions::default())
            .unwrap()
            .0;
        let mesh = SurfaceMesh {
            positions: vec![[0.3, 0.4, 0.5], [3.0, 1.0, 0.0], [1.0, 1.5, -0.2]],
            triangles: vec![[0, 1, 2]],
            ..SurfaceMesh::default()
        };
        let skin = bind_skin(&sheet, &mesh).unwrap();
        let expected = [[0.3, 0.4, 0.0], [2.0, 1.0, 0.0], [1.0, 1.5, 0.0]];
        for (v, p) in expected.iter().enumerate() {
            let (place, _) = carried(&sheet, skin.cage_vertices[v], skin.weights[v]);
            assert!(place.distance(Vec3::from_array(*p)) < 1e-6, "{place}");
        }
        assert!((skin.farthest_outside - 1.0 / 8f32.sqrt()).abs() < 1e-6);
    }
}
