//! Which triangles of a render mesh a deformed cage folds, and why.

use super::surfaces::bounds;
use glam::{DMat3, DVec3, Vec3};
use pliant::asset::tetrahedralise::union::Sets;
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

/// What came of the triangles of a render mesh.
#[derive(Debug, Default)]
pub struct Folds {
    /// Against what their cage does.
    pub folded: usize,
    /// Where a tet that carries a corner is inverted, or those of the corners turn the triangle's plane against each other.
    pub by_cage: usize,
    /// Folded, but so low that the cage bends by more than their height between their corners.
    pub needles: usize,
    /// Folded with a corner outside the cage, which only extrapolation carries.
    pub folded_outside: usize,
    /// Folded with corners that parts of the cage carry which nothing holds together, and which go apart there by more than its height.
    pub between_parts: usize,
    /// Lower than the 1e-5 of the diagonal to which the rest pose is known: they have no side.
    pub flat: usize,
    pub all: usize,
}

/// A tet turns the area normal n of a plane in it into cof(F) n, F being the tet's deformation gradient. A triangle whose corners one tet
/// carries does exactly that. Where several do, it is folded if its normal is against the sum of what they make of n.
///
/// Corners in different tets, whose gradients differ by at most δ: an edge of length l from one into the other goes elsewhere than the
/// one tet would take it, by δ l at most. A triangle lower than that has no side of its own there. (Tets in between may differ more, but
/// they are interpolations of the same smooth map: where the twist bends more than its tets show, the fold counts.)
///
/// Corners in tets of parts that do not hang together: of one smooth map either part has its own interpolation, and they differ not only by
/// their gradients but by as much as they take a corner to different places. A sheet that was left out, and lies half in the one and half in the other,
/// is torn between them.
pub fn folds(asset: &Asset, surface: &SurfaceMesh, skin: &SkinAsset, twisted: &[DVec3]) -> Folds {
    let map = Carried::new(asset, skin, twisted);
    let now = carried(skin, twisted);
    let (low, high) = bounds(surface.positions.iter().map(|p| Vec3::from_array(*p)));
    let hidden = 1e-5 * f64::from(low.distance(high));
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
            let change = |i: usize| (gradients[i] - gradients[(i + 1) % 3]).to_cols_array();
            let changes = (0..3).map(|i| change(i).iter().map(|c| c * c).sum::<f64>());
            let change = changes.fold(0.0, f64::max).sqrt();
            let is_low = n.length() <= change * longest * longest;
            let corners = (0..3).map(|i| [i, (i + 1) % 3]);
            let jumps = corners.map(|[i, j]| map.jump([triangle[i], triangle[j]], given[j]));
            let is_torn = n.length() <= jumps.fold(0.0, f64::max) * longest;
            match (triangle.iter().any(is_outside), is_torn, is_low) {
                (true, ..) => folds.folded_outside += 1,
                (_, true, _) => folds.between_parts += 1,
                (.., true) => folds.needles += 1,
                _ => folds.folded += 1,
            }
        }
    }
    folds
}

/// Where the tets that carry render vertices take space.
struct Carried<'a> {
    skin: &'a SkinAsset,
    rest: Vec<DVec3>,
    twisted: &'a [DVec3],
    /// The part of the cage that each of its vertices is in.
    part: Vec<u32>,
}

impl<'a> Carried<'a> {
    fn new(asset: &Asset, skin: &'a SkinAsset, twisted: &'a [DVec3]) -> Self {
        let rest = asset.rest_positions.iter();
        let mut parts = Sets::new(rest.len());
        for [a, others @ ..] in &asset.tets {
            others.iter().for_each(|b| {
                parts.join(*a, *b);
            });
        }
        Self {
            skin,
            rest: rest.map(|p| Vec3::from_array(*p).as_dvec3()).collect(),
            twisted,
            part: parts.number().0,
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

    /// Between the places that the tets of two render vertices take a point to; 0 where those hang together.
    fn jump(&self, pair: [u32; 2], p: DVec3) -> f64 {
        let [a, b] = pair.map(|v| self.tet(v)[0]);
        if self.part[a] == self.part[b] {
            return 0.0;
        }
        let [to, other] = pair.map(|v| {
            let first = self.tet(v)[0];
            self.twisted[first] + self.gradient(v) * (p - self.rest[first])
        });
        to.distance(other)
    }
}
