//! What to hold of a body so that a point of it stays where it is.

use super::Asset;
use super::cage::{Affine, Cage, SAME_PLACE, diagonal};
use super::check::corners;
use crate::math::triangle::nearest_on_triangle;
use glam::{DVec3, Vec3};

/// From so many points on a search tree is built; before, each point looks at every tet.
const WORTH_A_TREE: usize = 8;

/// Vertices that hold a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// Internal indices, ascending: those of the tet around the point, which carries a render vertex there (`skin.rs`), so held
    /// they hold exactly that place, whatever the cage; or those of the nearest boundary triangle, where no tet is.
    pub vertices: Vec<u32>,
    /// The place that they hold [length unit]: the point, or the nearest one of the boundary.
    pub place: DVec3,
}

/// A grip for each point of the rest pose; `None` for a body without a boundary.
pub fn grips(asset: &Asset, points: &[DVec3]) -> Option<Vec<Grip>> {
    let around: Vec<Option<u32>> = match points.len() < WORTH_A_TREE {
        true => points.iter().map(|p| tet_around(asset, *p)).collect(),
        false => {
            let cage = Cage::new(asset);
            let near = SAME_PLACE * cage.diagonal;
            let carriers = points.iter().map(|p| cage.carrier(*p));
            carriers
                .map(|c| (c.distance <= near).then_some(c.tet))
                .collect()
        }
    };
    let grips = std::iter::zip(points, around).map(|(point, tet)| match tet {
        Some(tet) => Some(grip(asset.tets[tet as usize].to_vec(), *point)),
        None => on_boundary(asset, *point),
    });
    grips.collect()
}

fn grip(mut vertices: Vec<u32>, place: DVec3) -> Grip {
    vertices.sort_unstable();
    Grip { vertices, place }
}

/// The tet that `Cage::carrier` finds for a point in the body, by one pass over the tets.
fn tet_around(asset: &Asset, point: DVec3) -> Option<u32> {
    let near = SAME_PLACE * diagonal(&asset.rest_positions);
    let mut best: Option<(f64, u32)> = None;
    for (tet, vertices) in (0..).zip(&asset.tets) {
        let corners = corners(&asset.rest_positions, *vertices);
        let low = corners.into_iter().fold(DVec3::INFINITY, DVec3::min);
        let high = corners.into_iter().fold(DVec3::NEG_INFINITY, DVec3::max);
        if (low - point).max(point - high).max_element() > near {
            continue;
        }
        let affine = Affine::new(corners);
        if affine.distance_squared(point) <= near * near {
            let magnitude = affine.magnitude(point);
            if best.is_none_or(|known| (magnitude, tet) < known) {
                best = Some((magnitude, tet));
            }
        }
    }
    best.map(|(_, tet)| tet)
}

fn on_boundary(asset: &Asset, point: DVec3) -> Option<Grip> {
    let at = |v: u32| Vec3::from_array(asset.rest_positions[v as usize]).as_dvec3();
    let nearest_of = |t: &[u32; 3]| nearest_on_triangle(point, t.map(at));
    let distance = |t: &[u32; 3]| point.distance_squared(nearest_of(t));
    let nearest = asset
        .surface_triangles
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    Some(grip(nearest.to_vec(), nearest_of(nearest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::{Split, beam_lattice};

    /// One pass over the tets and the tree choose the same tet, and it is one around the point; outside both choose the nearest
    /// place of the box.
    #[test]
    fn few_points_and_many_are_held_by_the_same_vertices() {
        let mesh = beam_lattice([4, 3, 2], [1.0, 0.75, 0.5], Split::Five);
        let (asset, _) = crate::asset::cook::cook(&mesh, &Default::default()).unwrap();
        let at = |i: usize| [0.37, 0.61, 0.83].map(|step| (i as f64 * step).fract() * 1.4 - 0.2);
        let points: Vec<DVec3> = (0..400).map(|i| DVec3::from(at(i))).collect();
        let size = DVec3::new(1.0, 0.75, 0.5);
        let many = grips(&asset, &points).unwrap();
        let (mut inside, mut outside) = (0, 0);
        for (point, grip) in points.iter().zip(&many) {
            let alone = grips(&asset, &[*point]).unwrap();
            assert_eq!(alone, std::slice::from_ref(grip), "{point}");
            let nearest = point.clamp(DVec3::ZERO, size);
            assert!(grip.place.distance(nearest) < 1e-12, "{point}: {grip:?}");
            if nearest == *point {
                inside += 1;
                let tet = asset.tets.iter().find(|t| {
                    let mut sorted = **t;
                    sorted.sort_unstable();
                    sorted[..] == grip.vertices[..]
                });
                let affine = Affine::new(corners(&asset.rest_positions, *tet.unwrap()));
                assert!(affine.weights(*point).iter().all(|w| *w > -1e-6), "{point}");
            } else {
                outside += 1;
                assert_eq!(grip.vertices.len(), 3);
            }
        }
        assert!(inside > 30 && outside > 100, "{inside} {outside}");
    }
}
