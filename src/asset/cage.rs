//! Finds the tet of a body that carries a point.

use super::Asset;
use glam::DVec3;
use pliant_geometry::check::corners;
use pliant_geometry::diagonal;
use pliant_geometry::incidence::FACES;
use pliant_geometry::triangle::nearest_on_triangle;
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// A point whose weights have a larger sum of magnitudes may move this many times as far as the cage. Then a wider
/// search follows.
const WILD: f64 = 16.0;

/// Searches: most tets to compare; their largest distance as a multiple of the nearest one's, plus a fraction of the
/// diagonal. The second is for points above `WILD`.
const SEARCHES: [(usize, f64, f64); 2] = [(32, 2.0, SAME_PLACE), (256, 4.0, 0.02)];

/// A point this near to a tet is in it; a fraction of the body's diagonal [1].
pub(super) const SAME_PLACE: f64 = 1e-7;

/// Depth in multiples of `SAME_PLACE` from which a point is inside, not on a face that rounding moved.
const CLEARLY: f64 = 4.0;

/// A tet in the search tree. `parry3d-f64` would bring 25 crates and does not find the tets nearest to a point.
struct CageTet<'a> {
    asset: &'a Asset,
    tet: u32,
}

impl CageTet<'_> {
    fn affine(&self) -> Affine {
        affine(self.asset, self.tet)
    }
}

impl RTreeObject for CageTet<'_> {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        let p = corners(
            &self.asset.rest_positions,
            self.asset.tets[self.tet as usize],
        );
        AABB::from_points(&p.map(|p| p.to_array()))
    }
}

impl PointDistance for CageTet<'_> {
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        self.affine().distance_squared(DVec3::from_array(*point))
    }
}

/// A tet at rest and the gradients of its barycentric coordinates.
pub struct Affine {
    corners: [DVec3; 4],
    /// Gradient of each barycentric coordinate [1/length unit]; they sum to zero.
    pub gradients: [DVec3; 4],
}

impl Affine {
    /// The tet with these corners and a positive volume.
    pub fn new(corners: [DVec3; 4]) -> Self {
        let (a, b, c) = (
            corners[1] - corners[0],
            corners[2] - corners[0],
            corners[3] - corners[0],
        );
        let det = a.cross(b).dot(c);
        let [g1, g2, g3] = [b.cross(c), c.cross(a), a.cross(b)].map(|g| g / det);
        Self {
            corners,
            gradients: [-(g1 + g2 + g3), g1, g2, g3],
        }
    }

    /// Barycentric coordinates of a point; they sum to 1.
    pub fn weights(&self, p: DVec3) -> [f64; 4] {
        let [_, w1, w2, w3] = self.gradients.map(|g| g.dot(p - self.corners[0]));
        [1.0 - (w1 + w2 + w3), w1, w2, w3]
    }

    /// Depth of a point below the plane of each face, opposite the corner [length unit]; negative outside.
    pub(super) fn depths(&self, p: DVec3) -> [f64; 4] {
        let weights = self.weights(p);
        std::array::from_fn(|i| weights[i] / self.gradients[i].length())
    }

    /// Sum of the weights' magnitudes: 1 inside, more outside.
    pub(super) fn magnitude(&self, p: DVec3) -> f64 {
        self.weights(p).iter().map(|w| w.abs()).sum()
    }

    /// Squared distance to the tet, 0 inside.
    pub(super) fn distance_squared(&self, p: DVec3) -> f64 {
        let weights = self.weights(p);
        let outer = (0..4).filter(|&i| weights[i] < 0.0);
        let face = |i: usize| FACES[i].map(|c| self.corners[c]);
        let squares = outer.map(|i| p.distance_squared(nearest_on_triangle(p, face(i))));
        squares.reduce(f64::min).unwrap_or(0.0)
    }
}

/// A body at rest that finds the tet around a point.
pub struct Cage<'a> {
    /// The body.
    pub asset: &'a Asset,
    tree: RTree<CageTet<'a>>,
    /// Diagonal of the bounding box [length unit].
    pub diagonal: f64,
}

/// The tet that carries a point, and the point's distance from the cage.
#[derive(Clone, Copy)]
pub struct Carrier {
    /// The tet.
    pub tet: u32,
    /// Distance to the nearest tet, which may be another one [length unit]; 0 inside.
    pub distance: f64,
}

impl<'a> Cage<'a> {
    /// Builds the search tree.
    pub fn new(asset: &'a Asset) -> Self {
        let tets = (0..asset.tets.len() as u32)
            .map(|tet| CageTet { asset, tet })
            .collect();
        Self {
            asset,
            tree: RTree::bulk_load(tets),
            diagonal: diagonal(&asset.rest_positions),
        }
    }

    /// The tet's corners and gradients.
    pub fn affine(&self, tet: u32) -> Affine {
        affine(self.asset, tet)
    }

    /// A point this near to a tet is in it [length unit].
    pub fn same_place(&self) -> f64 {
        SAME_PLACE * self.diagonal
    }

    /// The tets around a point; the first one carries it.
    pub fn around(&self, point: DVec3) -> Vec<u32> {
        let near = self.same_place();
        let envelope = AABB::from_corners((point - near).to_array(), (point + near).to_array());
        let candidates = self.tree.locate_in_envelope_intersecting(envelope);
        around(self.asset, near, point, candidates.map(|c| c.tet))
    }

    /// Distance of a point to the nearest tet [length unit], 0 inside.
    pub fn distance(&self, point: DVec3) -> f64 {
        let nearest = self
            .tree
            .nearest_neighbor_iter_with_distance_2(point.to_array())
            .next();
        nearest.map_or(f64::INFINITY, |(_, squared)| squared.sqrt())
    }

    /// [`Cage::distance`] without the tree.
    #[cfg(test)]
    pub fn distance_to_all(&self, point: DVec3) -> f64 {
        let all = (0..self.asset.tets.len() as u32).map(|t| self.affine(t).distance_squared(point));
        all.fold(f64::INFINITY, f64::min).sqrt()
    }

    /// The tet that carries a point: the one around it, or outside, the one with the smallest sum of weight magnitudes
    /// among nearly nearest ones. So a well-shaped tet is preferred to a sliver. Depends on the position only.
    pub fn carrier(&self, point: DVec3) -> Carrier {
        let mut best = (f64::INFINITY, 0);
        let mut distance = 0.0;
        for (count, factor, fraction) in SEARCHES {
            let mut reach = f64::INFINITY;
            let nearest = self
                .tree
                .nearest_neighbor_iter_with_distance_2(point.to_array());
            for (i, (candidate, squared)) in nearest.take(count).enumerate() {
                let d = squared.sqrt();
                if i == 0 {
                    distance = d;
                    reach = factor * d + fraction * self.diagonal;
                }
                if d > reach {
                    break;
                }
                let magnitude = candidate.affine().magnitude(point);
                if (magnitude, candidate.tet) < best {
                    best = (magnitude, candidate.tet);
                }
            }
            if best.0 <= WILD {
                break;
            }
        }
        Carrier {
            tet: best.1,
            distance,
        }
    }
}

fn affine(asset: &Asset, tet: u32) -> Affine {
    Affine::new(corners(&asset.rest_positions, asset.tets[tet as usize]))
}

/// The `tets` within `near` [length unit] of a point; the first one carries it.
pub(super) fn around(
    asset: &Asset,
    near: f64,
    point: DVec3,
    tets: impl Iterator<Item = u32>,
) -> Vec<u32> {
    let with_shape = tets.map(|tet| (affine(asset, tet), tet));
    let is_around = |(affine, _): &(Affine, u32)| affine.distance_squared(point) <= near * near;
    let mut around: Vec<_> = (with_shape.filter(is_around))
        .map(|(affine, tet)| (affine.magnitude(point), tet))
        .collect();
    around.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    around.into_iter().map(|(_, tet)| tet).collect()
}

/// Whether two tets around a point carry it by different vertices: those of overlapping parts do, those that share a
/// face, edge or vertex there do not.
pub(super) fn are_apart(asset: &Asset, near: f64, point: DVec3, one: u32, other: u32) -> bool {
    let [own, others] = [one, other].map(|tet| asset.tets[tet as usize]);
    let depths = affine(asset, other).depths(point);
    (0..4).any(|i| !own.contains(&others[i]) && depths[i] > CLEARLY * near)
}
