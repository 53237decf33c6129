//! Which triangles of a render mesh a deformed cage folds, and why.

use super::surfaces::bounds;
use glam::{DMat3, DVec3, Vec3};
use pliant::asset::repair::{Kind, RepairOptions, repair};
use pliant::asset::{Asset, SkinAsset, SurfaceMesh};

/// Where the weights put a render vertex when the cage's vertices are at `x`.
pub fn carried(skin: &SkinAsset, x: &[DVec3]) -> Vec<DVec3> {
    let at = |(cage, weights): (&[u32; 4], &[f32; 4])| {
        let all = cage.iter().zip(weights);
        all.map(|(v, w)| f64::from(*w) * x[*v as usize]).sum()
    };
    skin.cage_vertices
        .iter()
        .zip(&skin.weights)
        .map(at)
        .collect()
}

/// Counts of the triangles of a render mesh.
#[derive(Debug, Default)]
pub struct Folds {
    /// Folded although their cage is not.
    pub folded: usize,
    /// Folded with the cage: a tet that carries a corner is inverted, or the tets of the corners turn the plane against
    /// each other.
    pub by_cage: usize,
    /// Folded, but lower than the cage bends between their corners.
    pub needles: usize,
    /// Folded, of a sheet that the body leaves out, with a corner outside the cage, where it only follows the nearest
    /// tets.
    pub of_sheets: usize,
    /// Lower than 1e-5 of the diagonal, the accuracy of the rest pose: they have no side.
    pub flat: usize,
    pub all: usize,
}

/// A tet with deformation gradient F maps the area normal n of a plane in it to cof(F) n. A triangle carried by one tet
/// follows exactly. One carried by several is folded if its normal opposes the sum of what they make of n.
///
/// Between corners in tets whose gradients differ by at most δ, an edge of length l may differ by δ l from what one tet
/// would make of it. A triangle lower than that has no side of its own. (Tets in between may differ more. They
/// interpolate the same smooth map, so where the twist bends more than its tets show, the fold counts.)
pub fn folds(asset: &Asset, surface: &SurfaceMesh, skin: &SkinAsset, twisted: &[DVec3]) -> Folds {
    let map = Carried::new(asset, skin, twisted);
    let now = carried(skin, twisted);
    let (low, high) = bounds(surface.positions.iter().map(|p| Vec3::from_array(*p)));
    let hidden = 1e-5 * f64::from(low.distance(high));
    let is_of_sheet = of_sheets(surface);
    let mut folds = Folds::default();
    for triangle in &surface.triangles {
        let normal = |p: [DVec3; 3]| (p[1] - p[0]).cross(p[2] - p[0]);
        let given = triangle.map(|v| Vec3::from_array(surface.positions[v as usize]).as_dvec3());
        let n = normal(given);
        let longest = (0..3)
            .map(|i| given[i].distance(given[(i + 1) % 3]))
            .fold(0.0, f64::max);
        folds.all += 1;
        if n.length() <= hidden * longest {
            folds.flat += 1;
            continue;
        }
        let gradients = triangle.map(|v| map.gradient(v));
        let turned = gradients.map(|f| f.inverse().transpose() * f.determinant() * n);
        let is_against = |i: usize| turned[i].dot(turned[(i + 1) % 3]) < 0.0;
        if gradients.iter().any(|f| f.determinant() <= 0.0) || (0..3).any(is_against) {
            folds.by_cage += 1;
        } else if normal(triangle.map(|v| now[v as usize])).dot(turned.iter().sum()) < 0.0 {
            // Weights are rounded to 6e-8 of the largest; a thousandth of a tet outside is no rounding.
            let is_outside = |v: &u32| skin.weights[*v as usize].iter().any(|w| *w < -1e-3);
            let is_sheet = triangle.iter().any(|v| is_of_sheet[*v as usize]);
            let change = |i: usize| (gradients[i] - gradients[(i + 1) % 3]).to_cols_array();
            let changes = (0..3).map(|i| change(i).iter().map(|c| c * c).sum::<f64>());
            let change = changes.fold(0.0, f64::max).sqrt();
            let is_low = n.length() <= change * longest * longest;
            match (is_sheet && triangle.iter().any(is_outside), is_low) {
                (true, _) => folds.of_sheets += 1,
                (_, true) => folds.needles += 1,
                _ => folds.folded += 1,
            }
        }
    }
    folds
}

/// Whether each vertex belongs to a sheet, or to nothing that repair keeps.
fn of_sheets(surface: &SurfaceMesh) -> Vec<bool> {
    let (repaired, _) = repair(surface, &RepairOptions::default()).expect("a repaired surface");
    let mut is_solid = vec![false; repaired.surface.positions.len()];
    let solids = repaired
        .parts
        .iter()
        .filter(|part| part.kind == Kind::Solid);
    for part in solids {
        let own = part.vertices.start as usize..part.vertices.end as usize;
        is_solid[own].fill(true);
    }
    let given = repaired.repaired_from_given.iter();
    given
        .map(|v| !is_solid.get(*v as usize).is_some_and(|is| *is))
        .collect()
}

/// The tets that carry render vertices, at rest and twisted.
struct Carried<'a> {
    skin: &'a SkinAsset,
    rest: Vec<DVec3>,
    twisted: &'a [DVec3],
}

impl<'a> Carried<'a> {
    fn new(asset: &Asset, skin: &'a SkinAsset, twisted: &'a [DVec3]) -> Self {
        let rest = asset.rest_positions.iter();
        Self {
            skin,
            rest: rest.map(|p| Vec3::from_array(*p).as_dvec3()).collect(),
            twisted,
        }
    }

    fn tet(&self, v: u32) -> [usize; 4] {
        self.skin.cage_vertices[v as usize].map(|i| i as usize)
    }

    /// The deformation gradient of the tet that carries a render vertex.
    fn gradient(&self, v: u32) -> DMat3 {
        let edges = |x: &[DVec3]| {
            let [a, b, c, d] = self.tet(v).map(|i| x[i]);
            DMat3::from_cols(b - a, c - a, d - a)
        };
        edges(self.twisted) * edges(&self.rest).inverse()
    }
}
