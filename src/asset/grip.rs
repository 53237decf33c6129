//! Which vertices hold a point of a body in place.

use super::Asset;
use super::cage::{Cage, SAME_PLACE, are_apart, around};
use glam::{DVec3, Vec3};
use pliant_geometry::check::corners;
use pliant_geometry::diagonal;
use pliant_geometry::triangle::nearest_on_triangle;

/// From this many points on, a search tree pays off.
const WORTH_A_TREE: usize = 8;

/// Vertices that hold a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// Internal indices, ascending: the vertices of the tet around the point, which carries a render vertex there, or
    /// of the nearest boundary triangle. Where parts overlap: of one tet of each, since a point does not say which one
    /// is meant.
    pub vertices: Vec<u32>,
    /// The place they hold [length unit]: the point, or the nearest one of the boundary.
    pub place: DVec3,
}

/// A grip for each point of the rest pose; `None` for a body without a boundary.
pub fn grips(asset: &Asset, points: &[DVec3]) -> Option<Vec<Grip>> {
    let near = SAME_PLACE * diagonal(&asset.rest_positions);
    let tree = (points.len() >= WORTH_A_TREE).then(|| Cage::new(asset));
    let one = |point: &DVec3| {
        let around = match &tree {
            Some(cage) => cage.around(*point),
            None => all_around(asset, near, *point),
        };
        match around.is_empty() {
            true => on_boundary(asset, *point),
            false => Some(in_tets(asset, near, *point, &around)),
        }
    };
    points.iter().map(one).collect()
}

/// `Cage::around` without a tree.
fn all_around(asset: &Asset, near: f64, point: DVec3) -> Vec<u32> {
    let is_beside = |tet: &u32| {
        let corners = corners(&asset.rest_positions, asset.tets[*tet as usize]);
        let low = corners.into_iter().fold(DVec3::INFINITY, DVec3::min);
        let high = corners.into_iter().fold(DVec3::NEG_INFINITY, DVec3::max);
        (low - point).max(point - high).max_element() <= near
    };
    around(
        asset,
        near,
        point,
        (0..asset.tets.len() as u32).filter(is_beside),
    )
}

fn in_tets(asset: &Asset, near: f64, point: DVec3, around: &[u32]) -> Grip {
    let mut held: Vec<u32> = Vec::new();
    for tet in around {
        if held
            .iter()
            .all(|one| are_apart(asset, near, point, *one, *tet))
        {
            held.push(*tet);
        }
    }
    let vertices = held.into_iter().flat_map(|tet| asset.tets[tet as usize]);
    grip(vertices.collect(), point)
}

fn grip(mut vertices: Vec<u32>, place: DVec3) -> Grip {
    vertices.sort_unstable();
    vertices.dedup();
    Grip { vertices, place }
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
    use crate::asset::cage::Affine;
    use pliant_geometry::lattice::{Split, beam_lattice};

    /// Both searches choose the same tet around the point; outside, the nearest place of the box.
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
