//! Convex hulls: quickhull in three dimensions (Barber, Dobkin and Huhdanpaa 1996, "The quickhull algorithm for convex
//! hulls").
//!
//! Each face keeps the points in front of it. The farthest of them becomes a corner: the faces that see it go, and new
//! ones join it to the horizon around them. Points within rounding of a face are left out, so no face is a sliver of
//! rounding, and every point lies within that of the hull.

use crate::error::{Error, Result, Status, counted, numbers};
use crate::mesh::{SurfaceMesh, used};
use glam::{DVec3, Vec3};

/// A face, with the points in front of it.
struct Face {
    corners: [u32; 3],
    /// The face across the edge from each corner to the next.
    across: [usize; 3],
    normal: DVec3,
    offset: f64,
    before: Vec<u32>,
    is_gone: bool,
}

impl Face {
    fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

struct Hull {
    points: Vec<DVec3>,
    faces: Vec<Face>,
    /// Points no farther from a face than this count as on it.
    skin: f64,
}

/// An edge of the horizon: its ends in the order of the face that goes, and the face that stays.
struct Edge {
    ends: [u32; 2],
    beyond: usize,
}

/// The convex hull of points: its corners and triangles that face outward. All points lie within 3e-7 of the points'
/// extent of it.
///
/// # Errors
/// `MeshNotFinite`; `MeshEmpty` for fewer than four points; `MeshZeroVolume` if all points lie in a plane.
pub fn convex_hull(points: &[[f32; 3]]) -> Result<SurfaceMesh> {
    let bad = |p: &[f32; 3]| !p.iter().all(|c| c.is_finite());
    if let Some(first) = points.iter().position(bad) {
        let message = format!(
            "point {first}, counted from 0, is {}, expected finite numbers",
            numbers(&points[first])
        );
        return Err(Error::new(Status::MeshNotFinite, message));
    }
    if points.len() < 4 {
        let message = format!(
            "a convex hull needs 4 points or more, there {}",
            counted(points.len(), "[is|are]")
        );
        return Err(Error::new(Status::MeshEmpty, message));
    }
    let mut hull = Hull::first(points)?;
    let mut next = 0;
    while next < hull.faces.len() {
        match hull.farthest(next) {
            Some(point) => hull.add(next, point),
            None => next += 1,
        }
    }
    let left = hull.faces.iter().filter(|face| !face.is_gone);
    let triangles: Vec<[u32; 3]> = left.map(|face| face.corners).collect();
    Ok(used(points, &triangles))
}

impl Hull {
    /// A tetrahedron of four far points, with all other points in front of its faces.
    fn first(given: &[[f32; 3]]) -> Result<Self> {
        let points: Vec<DVec3> = given.iter().map(|p| Vec3::from(*p).as_dvec3()).collect();
        let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let far = points.iter().map(|p| p.abs().max_element());
        // What f32 rounds off a coordinate, and some for a thin hull's own shape.
        let skin = f64::from(f32::EPSILON) * far.fold((high - low).max_element(), f64::max);
        let mut hull = Self {
            points,
            faces: Vec::new(),
            skin,
        };
        let flat = || {
            let message = "all points lie in one plane within rounding, so their convex hull has no volume; a flat shape can be a mesh";
            Error::new(Status::MeshZeroVolume, message)
        };
        let most = |height: &dyn Fn(DVec3) -> f64| {
            let heights = hull.points.iter().map(|p| height(*p)).enumerate();
            let found = heights.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            found
                .filter(|(_, height)| *height > 2.0 * skin)
                .map(|(at, _)| at as u32)
        };
        let p = |v: u32| hull.points[v as usize];
        let a = most(&|p| (p - low).element_sum() + 3.0 * skin).ok_or_else(flat)?;
        let b = most(&|q| q.distance(p(a))).ok_or_else(flat)?;
        let along = (p(b) - p(a)).normalize();
        let c = most(&|q| (q - p(a)).reject_from(along).length()).ok_or_else(flat)?;
        let normal = (p(b) - p(a)).cross(p(c) - p(a)).normalize();
        let d = most(&|q| (q - p(a)).dot(normal).abs()).ok_or_else(flat)?;
        let is_above = (p(d) - p(a)).dot(normal) > 0.0;
        let [b, c] = if is_above { [c, b] } else { [b, c] };
        // Across a-b lies the face with d above it, and so on.
        let corners = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
        let across = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for (corners, across) in corners.into_iter().zip(across) {
            hull.push(corners, across);
        }
        let all: Vec<u32> = (0..hull.points.len() as u32).collect();
        hull.share_out(&all, 0);
        Ok(hull)
    }

    fn push(&mut self, corners: [u32; 3], across: [usize; 3]) {
        let [a, b, c] = corners.map(|v| self.points[v as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        self.faces.push(Face {
            corners,
            across,
            normal,
            offset: normal.dot((a + b + c) / 3.0),
            before: Vec::new(),
            is_gone: false,
        });
    }

    /// Gives each point to the face, from this one on, that it is farthest in front of. Others are inside.
    fn share_out(&mut self, points: &[u32], first: usize) {
        for &v in points {
            let p = self.points[v as usize];
            let faces = self.faces[first..].iter_mut();
            let heights = faces.map(|face| (face.height(p), face));
            let best = heights.max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, face)) = best.filter(|(height, _)| *height > self.skin) {
                face.before.push(v);
            }
        }
    }

    /// The point farthest in front of a face. Of those that are equally far within rounding, as all points of an edge
    /// can be, it is the one farthest from the face's centre: an end of the edge, if the face has it.
    fn farthest(&self, face: usize) -> Option<u32> {
        let face = &self.faces[face];
        let point = |v: u32| self.points[v as usize];
        let heights = face.before.iter().map(|v| face.height(point(*v)));
        let most = heights.reduce(f64::max)?;
        let centre = face.corners.map(point).iter().sum::<DVec3>() / 3.0;
        let far = |v: &u32| point(*v).distance_squared(centre);
        let top = face.before.iter().copied();
        top.filter(|v| face.height(point(*v)) >= most - self.skin)
            .max_by(|a, b| far(a).total_cmp(&far(b)).then(b.cmp(a)))
    }

    /// Makes a point in front of a face a corner.
    fn add(&mut self, from: usize, point: u32) {
        let seen = self.seen_from(from, point);
        let Some(horizon) = self.horizon(&seen) else {
            // Rounding has torn the horizon: the point is on the hull within that.
            self.faces[from].before.retain(|v| *v != point);
            return;
        };
        let first = self.faces.len();
        let count = horizon.len();
        for (k, edge) in horizon.iter().enumerate() {
            let [a, b] = edge.ends;
            let (before, after) = (first + (k + count - 1) % count, first + (k + 1) % count);
            self.push([a, b, point], [edge.beyond, after, before]);
            let beyond = &mut self.faces[edge.beyond];
            for side in 0..3 {
                if beyond.corners[side] == b && beyond.corners[(side + 1) % 3] == a {
                    beyond.across[side] = first + k;
                }
            }
        }
        let mut orphans = Vec::new();
        for face in seen {
            self.faces[face].is_gone = true;
            orphans.append(&mut self.faces[face].before);
        }
        orphans.retain(|v| *v != point);
        self.share_out(&orphans, first);
    }

    /// The faces around this one that a point is in front of.
    fn seen_from(&self, from: usize, point: u32) -> Vec<usize> {
        let p = self.points[point as usize];
        let mut seen = vec![from];
        let mut next = 0;
        while next < seen.len() {
            for face in self.faces[seen[next]].across {
                if !seen.contains(&face) && self.faces[face].height(p) > 0.0 {
                    seen.push(face);
                }
            }
            next += 1;
        }
        seen
    }

    /// The edges around some faces, each beginning where the one before ends. `None` if they are not one loop.
    fn horizon(&self, faces: &[usize]) -> Option<Vec<Edge>> {
        let mut edges = Vec::new();
        for &at in faces {
            let face = &self.faces[at];
            for side in 0..3 {
                if !faces.contains(&face.across[side]) {
                    let ends = [face.corners[side], face.corners[(side + 1) % 3]];
                    let beyond = face.across[side];
                    edges.push(Edge { ends, beyond });
                }
            }
        }
        for k in 1..edges.len() {
            let end = edges[k - 1].ends[1];
            let mut following = (k..edges.len()).filter(|j| edges[*j].ends[0] == end);
            let (next, more) = (following.next()?, following.next());
            if more.is_some() {
                return None;
            }
            edges.swap(k, next);
        }
        let closes = edges.last()?.ends[1] == edges.first()?.ends[0];
        closes.then_some(edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: u64) -> impl FnMut() -> f32 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1 << 23) as f32 - 1.0
        }
    }

    /// The hull is closed, convex and around all points, each within rounding: the definition of a convex hull whose
    /// corners are points.
    fn is_hull(points: &[[f32; 3]]) -> SurfaceMesh {
        let hull = convex_hull(points).unwrap();
        let (corners, triangles) = (hull.positions.len(), hull.triangles.len());
        assert_eq!(triangles, 2 * corners - 4, "Euler's formula of a sphere");
        let mut edges: Vec<_> = hull
            .triangles
            .iter()
            .flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]])
            .collect();
        edges.sort_unstable();
        let twins = edges
            .iter()
            .filter(|[a, b]| edges.binary_search(&[*b, *a]).is_ok())
            .count();
        assert_eq!(
            twins,
            3 * triangles,
            "each edge is used once in each direction"
        );
        let extent = points.iter().flatten().fold(0.0_f32, |m, c| m.max(c.abs()));
        for triangle in &hull.triangles {
            let [a, b, c] = triangle.map(|v| Vec3::from(hull.positions[v as usize]).as_dvec3());
            let normal = (b - a).cross(c - a).normalize();
            let above = points
                .iter()
                .map(|p| (Vec3::from(*p).as_dvec3() - a).dot(normal));
            let most = above.fold(f64::NEG_INFINITY, f64::max);
            assert!(
                most <= 6e-7 * f64::from(extent),
                "a point is {most} outside"
            );
        }
        hull
    }

    #[test]
    fn hulls_are_closed_convex_and_around_all_points() {
        let mut next = random(7);
        for count in [4, 5, 8, 30, 300, 2000] {
            let points: Vec<[f32; 3]> = (0..count).map(|_| [next(), next(), next()]).collect();
            is_hull(&points);
            // On a sphere each point is a corner.
            let ball: Vec<[f32; 3]> = points
                .iter()
                .map(|p| Vec3::from(*p).normalize().to_array())
                .collect();
            assert_eq!(is_hull(&ball).positions.len(), count);
        }
    }

    #[test]
    fn points_on_faces_and_twice_are_no_corners() {
        let grid = |n: i32| {
            (0..n).flat_map(move |x| (0..n).flat_map(move |y| (0..n).map(move |z| [x, y, z])))
        };
        let mut points: Vec<[f32; 3]> = grid(5).map(|p| p.map(|c| 0.3 * c as f32 + 7.0)).collect();
        points.extend(points.clone());
        // A point on an edge may stay: it was the farthest of those that one face saw.
        let hull = is_hull(&points);
        assert!(
            (8..=12).contains(&hull.positions.len()),
            "{:?}",
            hull.positions
        );
        // A disc of many corners: both of its sides are flat.
        let turn = |k: i32, y: f32| [(0.1 * k as f32).cos(), y, (0.1 * k as f32).sin()];
        let disc: Vec<[f32; 3]> = (0..62)
            .flat_map(|k| [turn(k, 0.0), turn(k, 0.01)])
            .collect();
        assert_eq!(is_hull(&disc).positions.len(), 124);
    }

    #[test]
    fn what_has_no_hull_is_refused() {
        let status = |points: &[[f32; 3]]| convex_hull(points).unwrap_err().status;
        assert_eq!(status(&[]), Status::MeshEmpty);
        assert_eq!(status(&[[0.0; 3]; 3]), Status::MeshEmpty);
        assert_eq!(status(&[[1.0; 3]; 9]), Status::MeshZeroVolume);
        let line: Vec<[f32; 3]> = (0..9).map(|k| [0.1 * k as f32; 3]).collect();
        assert_eq!(status(&line), Status::MeshZeroVolume);
        let flat: Vec<[f32; 3]> = (0..99)
            .map(|k| [(k % 9) as f32, 0.7, (k / 9) as f32])
            .collect();
        assert_eq!(status(&flat), Status::MeshZeroVolume);
        let mut bad = [[0.0, 1.0, 2.0]; 5];
        bad[3][1] = f32::NAN;
        assert_eq!(status(&bad), Status::MeshNotFinite);
    }
}
