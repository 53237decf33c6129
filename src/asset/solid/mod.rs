//! What is inside a surface, by generalized winding numbers (Jacobson et al. 2013): the solid angle of the surface seen
//! from a point, over 4π. It counts how often the surface goes round the point where the surface is closed, and degrades
//! gracefully over holes. Far parts of the surface are taken as dipoles (Barill et al. 2018, "Fast winding numbers for
//! soups and clouds"), with the second term of their expansion. Of a closed surface, where it is a whole number, crossings of a ray tell it.

mod row;
mod tree;

pub use row::{Row, Rows};
use tree::Open;
pub use tree::{Crossing, Look, Tree};

use super::SurfaceMesh;
use super::progress::{Meter, Progress};
use crate::error::Result;
use glam::{DMat3, DQuat, DVec3, Vec3};
use std::f64::consts::PI;
use std::ops::Range;

/// A cluster is far from here on: this many times its radius (β in the paper, which finds 2 to be enough with one more term).
const FAR: f64 = 3.0;
/// A point is inside from this winding number on, whichever way round the surface is.
pub const INSIDE: f64 = 0.5;

/// The dipole of the triangles of a node about their centre.
struct Dipole {
    centre: DVec3,
    /// Squared radius of the triangles about the centre, times `FAR`².
    reach_squared: f64,
    /// Sum of area vectors.
    area: DVec3,
    /// Sum of area vector ⊗ (triangle's centroid − centre): its columns are components of the area vector.
    moment: DMat3,
}

/// A surface that can be asked what is inside, what is near, and what a segment crosses.
pub struct Solid {
    /// The search tree.
    pub tree: Tree,
    dipoles: Vec<Dipole>,
    /// The winding number changes at the surface only.
    pub is_closed: bool,
    /// Closed components and open ones by themselves, where the surface has both: of the former the winding number is counted.
    apart: Option<Box<[Solid; 2]>>,
}

impl Solid {
    /// Prepares a surface of at least one triangle.
    pub fn new(triangles: &[[DVec3; 3]]) -> Self {
        let tree = Tree::new(triangles);
        let ranges = ranges(&tree).into_iter();
        let dipoles = ranges.map(|range| dipole(&tree.triangles[range])).collect();
        Self {
            tree,
            dipoles,
            is_closed: false,
            apart: None,
        }
    }

    /// The same for a surface whose vertices are known: it is closed where every edge is used as often one way as the other.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn of_mesh(
        corners: &[[DVec3; 3]],
        triangles: &[[u32; 3]],
        progress: &Progress,
    ) -> Result<Self> {
        let is_closed = is_closed(triangles);
        progress.report(0.2)?;
        let tree = Tree::with_progress(corners, &progress.part(0.2, 0.6))?;
        let ranges = ranges(&tree);
        let work = ranges.iter().map(Range::len).sum();
        let mut meter = Meter::new(&progress.part(0.6, 1.0), work);
        let mut dipoles = Vec::with_capacity(ranges.len());
        for range in ranges {
            meter.add(range.len())?;
            dipoles.push(dipole(&tree.triangles[range]));
        }
        Ok(Self {
            tree,
            dipoles,
            is_closed,
            apart: None,
        })
    }

    /// The same for a surface of which some triangles are of open components.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn of_open_mesh(
        corners: &[[DVec3; 3]],
        triangles: &[[u32; 3]],
        is_open: &[bool],
        progress: &Progress,
    ) -> Result<Self> {
        let part = |of_open: bool, progress: &Progress| {
            let own = |n: &usize| is_open[*n] == of_open;
            let numbers: Vec<_> = (0..corners.len()).filter(own).collect();
            let corners: Vec<_> = numbers.iter().map(|n| corners[*n]).collect();
            let triangles: Vec<_> = numbers.iter().map(|n| triangles[*n]).collect();
            Self::of_mesh(&corners, &triangles, progress)
        };
        let all = Self::of_mesh(corners, triangles, &progress.part(0.0, 0.5))?;
        if all.is_closed || !is_open.contains(&true) || !is_open.contains(&false) {
            return Ok(all);
        }
        let open = part(true, &progress.part(0.5, 0.7))?;
        let closed = part(false, &progress.part(0.7, 1.0))?;
        Ok(match closed.is_closed {
            true => Self {
                dipoles: Vec::new(),
                apart: Some(Box::new([closed, open])),
                ..all
            },
            false => all,
        })
    }

    /// The same surface turned about the origin.
    pub fn turned(&self, by: DQuat) -> Self {
        let triangles = self.tree.triangles.iter().map(|t| t.map(|p| by * p));
        let all = Self::new(&triangles.collect::<Vec<_>>());
        let apart = self.apart.as_deref();
        Self {
            is_closed: self.is_closed,
            apart: apart.map(|apart| Box::new(apart.each_ref().map(|part| part.turned(by)))),
            ..all
        }
    }

    /// The same of a mesh of at least one triangle.
    pub fn of(surface: &SurfaceMesh) -> Self {
        let point = |v: u32| Vec3::from_array(surface.positions[v as usize]).as_dvec3();
        let corners = |t: &[u32; 3]| t.map(point);
        Self::new(&surface.triangles.iter().map(corners).collect::<Vec<_>>())
    }

    /// The winding number of a point: 1 inside a closed surface that faces outward, 0 outside it.
    pub fn winding(&self, p: DVec3) -> f64 {
        match self.apart.as_deref() {
            Some([closed, open]) => {
                let counted = closed.turns(p).map(f64::from);
                counted.unwrap_or_else(|| closed.winding(p)) + open.winding(p)
            }
            None => self.winding_by_dipoles(p),
        }
    }

    fn winding_by_dipoles(&self, p: DVec3) -> f64 {
        let mut sum = 0.0;
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let (node, dipole) = (&self.tree.nodes[at as usize], &self.dipoles[at as usize]);
            let away = dipole.centre - p;
            let squared = away.length_squared();
            if squared > dipole.reach_squared {
                sum += dipole.solid_angle(away, squared);
            } else if node.count == 0 {
                open.push(node);
            } else {
                sum += node
                    .triangles()
                    .map(|t| solid_angle(self.tree.triangles[t], p))
                    .sum::<f64>();
            }
        }
        sum / (4.0 * PI)
    }

    /// The winding number by every triangle, for tests.
    #[cfg(test)]
    pub fn winding_of_all(&self, p: DVec3) -> f64 {
        self.tree
            .triangles
            .iter()
            .map(|t| solid_angle(*t, p))
            .sum::<f64>()
            / (4.0 * PI)
    }

    /// Whether a point is inside. Where a closed surface is crossed is counted, which is exact, and cheaper where thousands of parts are in one
    /// place: from there all are near.
    pub fn contains(&self, p: DVec3) -> bool {
        match self.is_closed.then(|| self.turns(p)).flatten() {
            Some(turns) => turns != 0,
            None => self.winding(p).abs() >= INSIDE,
        }
    }

    /// How often a closed surface goes round a point, by the shortest way out along an axis, or the next one.
    fn turns(&self, p: DVec3) -> Option<i32> {
        let [low, high] = self.tree.bounds().map(|end| (end - p).abs());
        let mut ways =
            [0, 1, 2].map(|axis| (low[axis].min(high[axis]), axis, high[axis] < low[axis]));
        ways.sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
        let mut ways = ways.into_iter();
        ways.find_map(|(_, axis, is_up)| self.tree.turns(p, axis, is_up))
    }

    /// Where the segment from `a`, inside, to `b`, outside, leaves the solid, from 0 to 1. Where it crosses one triangle,
    /// there; else the winding number between crossings tells which one is the way out. A segment that leaves through a
    /// hole is bisected.
    pub fn way_out(&self, a: DVec3, b: DVec3, look: &mut Look) -> f64 {
        look.along(a, b, &self.tree);
        let found = &look.found;
        let Some(last) = found.last().map(|c| c.at) else {
            return self.bisect(a, b, [0.0, 1.0]);
        };
        let mut previous = found[0].at;
        for next in found.iter().map(|c| c.at) {
            // Crossings this close are one edge or corner of the surface.
            if next - previous > 1e-9 && !self.contains(a.lerp(b, 0.5 * (previous + next))) {
                return previous;
            }
            previous = next;
        }
        last
    }

    fn bisect(&self, a: DVec3, b: DVec3, [mut inside, mut outside]: [f64; 2]) -> f64 {
        for _ in 0..30 {
            let middle = 0.5 * (inside + outside);
            match self.contains(a.lerp(b, middle)) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        inside
    }
}

impl Dipole {
    /// Solid angle from a point that is `away` from the centre: a·r/r³ and the trace of M (1 − 3 r rᵀ/r²)/r³.
    fn solid_angle(&self, away: DVec3, squared: f64) -> f64 {
        let cube = squared * squared.sqrt();
        let first = self.area.dot(away);
        let trace = self.moment.x_axis.x + self.moment.y_axis.y + self.moment.z_axis.z;
        let second = trace - 3.0 * away.dot(self.moment * away) / squared;
        (first + second) / cube
    }
}

fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let mut edges: Vec<([u32; 2], i32)> = Vec::with_capacity(3 * triangles.len());
    for [a, b, c] in triangles {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            edges.push(([*p.min(q), *p.max(q)], if p < q { 1 } else { -1 }));
        }
    }
    edges.sort_unstable();
    let mut groups = edges.chunk_by(|x, y| x.0 == y.0);
    groups.all(|group| group.iter().map(|(_, way)| way).sum::<i32>() == 0)
}

/// The triangles below each node. Children stand after their parent, so the nodes are gone through backwards.
fn ranges(tree: &Tree) -> Vec<Range<usize>> {
    let mut ranges = vec![0..0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        ranges[at] = match node.count {
            0 => ranges[node.first as usize].start..ranges[node.first as usize + 1].end,
            _ => node.triangles(),
        };
    }
    ranges
}

fn dipole(triangles: &[[DVec3; 3]]) -> Dipole {
    let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a) * 0.5;
    let centroid = |t: [DVec3; 3]| (t[0] + t[1] + t[2]) / 3.0;
    let (mut weight, mut centre) = (0.0, DVec3::ZERO);
    for t in triangles {
        weight += area(*t).length();
        centre += centroid(*t) * area(*t).length();
    }
    let centre = if weight > 0.0 {
        centre / weight
    } else {
        centroid(triangles[0])
    };
    let mut dipole = Dipole {
        centre,
        reach_squared: 0.0,
        area: DVec3::ZERO,
        moment: DMat3::ZERO,
    };
    for t in triangles {
        let (area, off) = (area(*t), centroid(*t) - centre);
        dipole.area += area;
        dipole.moment += DMat3::from_cols(off * area.x, off * area.y, off * area.z);
        let farthest = t
            .iter()
            .map(|p| p.distance_squared(centre))
            .fold(0.0, f64::max);
        dipole.reach_squared = dipole.reach_squared.max(farthest * FAR * FAR);
    }
    dipole
}

/// The signed solid angle of a triangle (van Oosterom and Strackee 1983), positive seen from behind.
fn solid_angle(corners: [DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c] = corners.map(|q| q - p);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let volume = a.dot(b.cross(c));
    let rest = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    if volume == 0.0 {
        return 0.0; // in the plane of the triangle; on it, the mean of both sides
    }
    2.0 * volume.atan2(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::lattice::box_surface;
    use crate::asset::test_surfaces::{moved, sphere};

    fn cube(cells: usize, size: f32) -> Vec<[DVec3; 3]> {
        let mesh = box_surface([cells; 3], [size; 3]);
        let at = |v: u32| glam::Vec3::from(mesh.positions[v as usize]).as_dvec3();
        mesh.triangles.iter().map(|t| t.map(at)).collect()
    }

    /// Points of a lattice that is not that of the cube, in and around it.
    fn points() -> impl Iterator<Item = DVec3> {
        (0..1331).map(|i| {
            DVec3::new((i % 11) as f64, (i / 11 % 11) as f64, (i / 121) as f64) * 0.1713 - 0.35
        })
    }

    #[test]
    fn the_winding_number_of_a_cube_is_one_inside_and_zero_outside() {
        let solid = Solid::new(&cube(12, 1.0));
        for p in points() {
            let expected = f64::from(p.cmpgt(DVec3::ZERO).all() && p.cmplt(DVec3::ONE).all());
            // Exact but for rounding. The terms left out are of the order of 1/β² of a cluster's share, and those of
            // opposite clusters cancel in part: 2 % is a fifth of 1/β².
            assert!((solid.winding_of_all(p) - expected).abs() < 1e-12, "{p}");
            assert!(
                (solid.winding(p) - expected).abs() < 0.02,
                "{p} {}",
                solid.winding(p)
            );
        }
    }

    /// Cubes through each other, of which one is turned inside out.
    fn cubes() -> Solid {
        let (mut corners, mut triangles, mut first) = (Vec::new(), Vec::new(), 0);
        for (cells, size, from) in [
            (2, 1.0, 0.0),
            (3, 0.5, 0.25),
            (1, 1.5, -0.5),
            (2, 0.75, 0.5),
        ] {
            let mesh = box_surface([cells; 3], [size; 3]);
            let is_turned = cells == 3;
            for (&[a, b, c], mut own) in mesh.triangles.iter().zip(cube(cells, size)) {
                own.iter_mut().for_each(|p| *p += DVec3::splat(from));
                let mut named = [a, b, c].map(|v| first + v);
                if is_turned {
                    own.swap(1, 2);
                    named.swap(1, 2);
                }
                corners.push(own);
                triangles.push(named);
            }
            first += mesh.positions.len() as u32;
        }
        let solid = Solid::of_mesh(&corners, &triangles, &Progress::NONE).unwrap();
        assert!(solid.is_closed);
        solid
    }

    /// Points of which some lie on the planes, edges and diagonals of the cubes' sides: so many along each axis, from here on, so far apart.
    const ON_PLANES: (i32, f64, f64) = (9, -0.625, 0.25);

    #[test]
    fn a_closed_surface_is_counted_as_every_triangle_says() {
        let solid = cubes();
        let (mut counted, mut asked) = (0, 0);
        let (count, first, spacing) = ON_PLANES;
        let on_planes = (0..count.pow(3)).map(|i| {
            let at = [i % count, i / count % count, i / count / count];
            DVec3::from_array(at.map(f64::from)) * spacing + first
        });
        for p in points().chain(on_planes) {
            asked += 1;
            let expected = solid.winding_of_all(p);
            for axis in 0..3 {
                for is_up in [false, true] {
                    if let Some(turns) = solid.tree.turns(p, axis, is_up) {
                        counted += 1;
                        assert!(
                            (f64::from(turns) - expected).abs() < 1e-9,
                            "{p} {turns} {expected}"
                        );
                    }
                }
            }
        }
        assert!(counted > 4 * asked, "{counted} of {asked}");
    }

    /// Asks the rows of a cube of points along each axis; returns how many runs were told, of how many points, and how many of those are on the surface.
    fn ask_rows(solid: &Solid, (count, first, spacing): (i32, f64, f64)) -> [i32; 3] {
        let mut rows = Rows::default();
        let [mut asked, mut told, mut on_surface] = [0; 3];
        for n in 0..3 * count * count {
            let (axis, j, k) = (n as usize % 3, n / 3 % count, n / 3 / count);
            let mut start = DVec3::splat(first);
            start[(axis + 1) % 3] += f64::from(j) * spacing;
            start[(axis + 2) % 3] += f64::from(k) * spacing;
            let row = Row {
                start,
                spacing,
                axis,
                count,
            };
            let mut next = 0;
            solid.row(&row, &mut rows, |points, is_inside| {
                assert!(points.start == next && points.end > next);
                (next, asked) = (points.end, asked + 1);
                for n in points {
                    let mut p = start;
                    p[axis] += f64::from(n) * spacing;
                    let winding = solid.winding_of_all(p);
                    let is_off = (winding - winding.round()).abs() < 1e-9;
                    assert!(!is_off || is_inside == (winding.round() != 0.0), "{p}");
                    (told, on_surface) = (told + 1, on_surface + i32::from(!is_off));
                }
            });
            assert_eq!(next, count);
        }
        [asked, told, on_surface]
    }

    /// Rows run along the sides of the cubes, through the sloping edges of an octahedron, and anywhere.
    #[test]
    fn points_of_a_row_are_inside_as_every_triangle_says() {
        let mesh = moved(sphere(0, 1.0), [0.125; 3], 1.0);
        let at = |v: u32| Vec3::from(mesh.positions[v as usize]).as_dvec3();
        let corners: Vec<_> = mesh.triangles.iter().map(|t| t.map(at)).collect();
        let octahedron = Solid::of_mesh(&corners, &mesh.triangles, &Progress::NONE).unwrap();
        for solid in [cubes(), octahedron] {
            for points in [ON_PLANES, (11, -0.35, 0.1713), (60, -0.51, 0.031)] {
                let [asked, told, on_surface] = ask_rows(&solid, points);
                assert_eq!(told, 3 * points.0.pow(3));
                // Off the surface, runs of points are told at once: few triangles stand at each side of them.
                assert!(asked < told / 2 + on_surface, "{asked} {told} {on_surface}");
            }
        }
    }

    #[test]
    fn segments_near_a_place_cross_what_they_cross_alone() {
        let solid = Solid::new(&cube(12, 1.0));
        let (mut look, mut found) = (Look::default(), Vec::new());
        let mut crossings = [0; 2];
        for p in points() {
            for reach in [0.05, 0.2, 0.9] {
                look.around(&solid.tree, p, reach);
                for q in points().step_by(37) {
                    let end = p + (q - p).clamp(DVec3::splat(-reach), DVec3::splat(reach));
                    look.along(p, end, &solid.tree);
                    solid.tree.crossings(p, end, &mut found);
                    assert_eq!(look.found, found, "{p} {end}");
                    crossings[usize::from(look.is_near())] += found.len();
                }
            }
        }
        assert!(crossings.iter().all(|n| *n > 1000), "{crossings:?}");
    }

    #[test]
    fn an_open_side_takes_the_solid_angle_that_it_fills() {
        // Without one side, seen from the middle under a sixth of the sphere.
        let open: Vec<_> = cube(8, 1.0)
            .into_iter()
            .filter(|t| t.iter().any(|p| p.z < 1.0))
            .collect();
        let solid = Solid::new(&open);
        assert!((solid.winding_of_all(DVec3::splat(0.5)) - 5.0 / 6.0).abs() < 1e-12);
        assert!((solid.winding(DVec3::splat(0.5)) - 5.0 / 6.0).abs() < 0.02);
        // The way out leads through the hole, where the winding number passes a half: on the axis of the hole at its plane
        // the side fills half of the sphere.
        let at = solid.way_out(
            DVec3::splat(0.5),
            DVec3::new(0.5, 0.5, 1.5),
            &mut Look::default(),
        );
        assert!((at - 0.5).abs() < 0.02, "{at}");
    }

    #[test]
    fn nearest_points_and_crossings_agree_with_every_triangle() {
        let triangles = cube(5, 1.0);
        let solid = Solid::new(&triangles);
        let mut look = Look::default();
        for p in points() {
            let all = triangles
                .iter()
                .map(|t| p.distance(crate::math::triangle::nearest_on_triangle(p, *t)));
            let nearest = all.fold(f64::INFINITY, f64::min);
            let (q, squared, _) = solid.tree.nearest(p, f64::INFINITY).unwrap();
            assert!(
                (squared.sqrt() - nearest).abs() < 1e-12 && (p.distance(q) - nearest).abs() < 1e-12
            );
            assert!(
                solid.tree.is_near(p, nearest + 1e-9) && !solid.tree.is_near(p, nearest - 1e-9)
            );
            // A line from outside in an odd direction leaves the cube where a side's plane says.
            let inner = DVec3::new(0.41, 0.57, 0.63);
            let outer = inner + (p - inner).normalize() * 3.0;
            let sides = (0..3).map(|axis| {
                (f64::from(outer[axis] > 0.0) - inner[axis]) / (outer[axis] - inner[axis])
            });
            let expected = sides.filter(|at| *at > 0.0).fold(f64::INFINITY, f64::min);
            assert!(
                (solid.way_out(inner, outer, &mut look) - expected).abs() < 1e-12,
                "{p}"
            );
        }
    }
}
