//! The place of a surface that is nearest to a point.

use glam::Vec3;

/// A place in a triangle.
#[derive(Debug, PartialEq)]
pub struct Nearest {
    pub corners: [u32; 3],
    /// Share of each corner; they add up to one.
    pub weights: [f32; 3],
    distance: f32,
}

/// Looks through all triangles; `None` if there are none.
pub fn nearest(places: &[Vec3], indices: &[u32], point: Vec3) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    for triangle in indices.chunks_exact(3) {
        let corners = [triangle[0], triangle[1], triangle[2]];
        let Some(places) = corners_of(places, corners) else {
            continue;
        };
        let weights = weights(places, point);
        let there = places[0] * weights[0] + places[1] * weights[1] + places[2] * weights[2];
        let distance = there.distance(point);
        if best.as_ref().is_none_or(|best| distance < best.distance) {
            best = Some(Nearest {
                corners,
                weights,
                distance,
            });
        }
    }
    best
}

fn corners_of(places: &[Vec3], [a, b, c]: [u32; 3]) -> Option<[Vec3; 3]> {
    let place = |corner: u32| places.get(corner as usize).copied();
    Some([place(a)?, place(b)?, place(c)?])
}

/// Shares of the corners in the nearest place: inside the triangle if the point is above it, else on an edge.
fn weights([a, b, c]: [Vec3; 3], point: Vec3) -> [f32; 3] {
    let (u, v, w) = (b - a, c - a, point - a);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let area = uu * vv - uv * uv;
    if area > 0.0 {
        let (second, third) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
        if second >= 0.0 && third >= 0.0 && second + third <= 1.0 {
            return [1.0 - second - third, second, third];
        }
    }
    let along = |from: Vec3, to: Vec3| {
        let way = to - from;
        let share = (point - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        let share = share.clamp(0.0, 1.0);
        (share, (from + way * share).distance_squared(point))
    };
    let edges = [along(a, b), along(b, c), along(c, a)];
    let closest = (0..3)
        .min_by(|x, y| edges[*x].1.total_cmp(&edges[*y].1))
        .unwrap_or(0);
    let share = edges[closest].0;
    let mut weights = [0.0; 3];
    weights[closest] = 1.0 - share;
    weights[(closest + 1) % 3] = share;
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
    const SQUARE: [u32; 6] = [0, 1, 2, 1, 3, 2];

    fn found(point: Vec3) -> (Vec3, f32) {
        let found = nearest(&PLACES, &SQUARE, point).expect("there are triangles");
        let sum = (0..3)
            .map(|at| PLACES[found.corners[at] as usize] * found.weights[at])
            .sum();
        (sum, found.weights.iter().sum())
    }

    #[test]
    fn above_beside_and_past_a_corner() {
        // (the point, the nearest place of the unit square)
        let cases = [
            (Vec3::new(0.25, 0.5, 2.0), Vec3::new(0.25, 0.5, 0.0)),
            (Vec3::new(0.75, 0.5, -1.0), Vec3::new(0.75, 0.5, 0.0)),
            (Vec3::new(0.5, -3.0, 1.0), Vec3::new(0.5, 0.0, 0.0)),
            (Vec3::new(4.0, 5.0, 1.0), Vec3::new(1.0, 1.0, 0.0)),
        ];
        for (point, expected) in cases {
            let (place, sum) = found(point);
            assert!(place.distance(expected) < 1e-6, "{point}: {place}");
            assert!((sum - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_triangle_without_area_has_edges() {
        let places = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0];
        let found = nearest(&places, &[0, 1, 2], Vec3::new(1.5, 1.0, 0.0)).expect("a triangle");
        let place: Vec3 = (0..3)
            .map(|at| places[found.corners[at] as usize] * found.weights[at])
            .sum();
        assert!(place.distance(Vec3::new(1.5, 0.0, 0.0)) < 1e-6);
    }

    #[test]
    fn no_triangle_no_place() {
        assert_eq!(nearest(&PLACES, &[], Vec3::ZERO), None);
        assert_eq!(
            nearest(&PLACES, &[0, 1, 9], Vec3::ZERO),
            None,
            "an index past the end"
        );
    }
}
