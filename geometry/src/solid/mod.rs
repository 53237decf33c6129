//! What is inside a surface, by generalized winding numbers (Jacobson et al. 2013): the solid angle of the surface over
//! 4π. For a closed surface this is a whole number, counted by ray crossings. Distant parts are approximated as dipoles
//! with a second term (Barill et al. 2018, "Fast winding numbers for soups and clouds").

mod row;
mod tree;

pub use row::{Row, Rows};
use tree::Open;
pub use tree::{Crossing, Look, Nearby, Tree};

use super::progress::{Meter, Progress};
use crate::error::Result;
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;
use std::ops::Range;
use std::sync::OnceLock;

/// A cluster is distant from this many times its radius on (β in the paper, which uses 2 with one more term).
const FAR: f64 = 3.0;
/// Points with at least this winding number are inside, whichever way the surface faces.
pub const INSIDE: f64 = 0.5;

/// The dipole of a node's triangles.
struct Dipole {
    centre: DVec3,
    /// Squared radius around the centre, times `FAR`².
    reach_squared: f64,
    /// Sum of area vectors.
    area: DVec3,
    /// Sum of area vector ⊗ (centroid − centre). Each column belongs to one component of the area vector.
    moment: DMat3,
}

/// A surface, for queries of inside, distance and crossings.
pub struct Solid {
    /// The search tree.
    pub tree: Tree,
    /// One for each node. Made on demand for a closed surface, which rarely needs them.
    dipoles: OnceLock<Vec<Dipole>>,
    /// Whether the winding number changes only at the surface.
    pub is_closed: bool,
    /// The closed components and the open ones, if there are both. Winding numbers of the former are counted.
    apart: Option<Box<[Solid; 2]>>,
}

impl Solid {
    /// Prepares a surface of at least one triangle.
    pub fn new(triangles: &[[DVec3; 3]]) -> Self {
        Self {
            tree: Tree::new(triangles),
            dipoles: OnceLock::new(),
            is_closed: false,
            apart: None,
        }
    }

    /// The same with vertex indices. The surface is closed if every edge is used equally often in both directions.
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
        let solid = Self {
            tree: Tree::with_progress(corners, &progress.part(0.2, 0.6))?,
            dipoles: OnceLock::new(),
            is_closed,
            apart: None,
        };
        if !is_closed {
            let dipoles = dipoles(&solid.tree, &progress.part(0.6, 1.0))?;
            solid.dipoles.get_or_init(|| dipoles);
        }
        Ok(solid)
    }

    /// The same for a surface with open components; `is_open` has a flag for each triangle.
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
                dipoles: OnceLock::new(),
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

    /// The winding number of a point: 1 inside a closed surface that faces outward, 0 outside.
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
        let of_all = || dipoles(&self.tree, &Progress::NONE).unwrap_or_default();
        let dipoles = self.dipoles.get_or_init(of_all);
        let (mut sum, mut near) = (0.0, Angles::default());
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let (node, dipole) = (&self.tree.nodes[at as usize], &dipoles[at as usize]);
            let away = dipole.centre - p;
            let squared = away.length_squared();
            if squared > dipole.reach_squared {
                sum += dipole.solid_angle(away, squared);
            } else if node.count == 0 {
                open.push(node);
            } else {
                let triangles = node.triangles().map(|t| self.tree.triangles[t]);
                triangles.for_each(|t| near.add(t, p));
            }
        }
        (sum + near.sum()) / (4.0 * PI)
    }

    /// The winding number summed over all triangles, for tests.
    #[cfg(any(test, feature = "shapes"))]
    pub fn winding_of_all(&self, p: DVec3) -> f64 {
        self.tree
            .triangles
            .iter()
            .map(|t| solid_angle(*t, p))
            .sum::<f64>()
            / (4.0 * PI)
    }

    /// Whether a point is inside. Crossings of a closed surface are exact, and cheaper in clusters of parts.
    pub fn contains(&self, p: DVec3) -> bool {
        match self.is_closed.then(|| self.turns(p)).flatten() {
            Some(turns) => turns != 0,
            None => self.winding(p).abs() >= INSIDE,
        }
    }

    /// The winding number in a closed surface, along the shortest axis-parallel way out that rounding allows.
    fn turns(&self, p: DVec3) -> Option<i32> {
        let [low, high] = self.tree.bounds().map(|end| (end - p).abs());
        let mut ways =
            [0, 1, 2].map(|axis| (low[axis].min(high[axis]), axis, high[axis] < low[axis]));
        ways.sort_unstable_by(|x, y| x.0.total_cmp(&y.0));
        let mut ways = ways.into_iter();
        ways.find_map(|(_, axis, is_up)| self.tree.turns(p, axis, is_up))
    }

    /// Where the segment from `a` (inside) to `b` (outside) leaves the solid, from 0 to 1. Of several crossings the
    /// winding number between them tells the right one. A segment that leaves through a hole is bisected.
    pub fn way_out(&self, a: DVec3, b: DVec3, look: &mut Look) -> f64 {
        look.along(a, b, &self.tree);
        let found = &look.found;
        let Some(last) = found.last().map(|c| c.at) else {
            return self.bisect(a, b, [0.0, 1.0]);
        };
        let mut previous = found[0].at;
        for next in found.iter().map(|c| c.at) {
            // Closer crossings are one edge or corner.
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
    /// The solid angle seen from `-away` relative to the centre: a·r/r³ and the trace of M (1 − 3 r rᵀ/r²)/r³.
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

/// The triangles below each node. Children come after their parent, so this goes backwards.
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

/// The dipole of each node.
fn dipoles(tree: &Tree, progress: &Progress) -> Result<Vec<Dipole>> {
    let ranges = ranges(tree);
    let mut meter = Meter::new(progress, ranges.iter().map(Range::len).sum());
    let mut dipoles = Vec::with_capacity(ranges.len());
    for range in ranges {
        meter.add(range.len())?;
        dipoles.push(dipole(&tree.triangles[range]));
    }
    Ok(dipoles)
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

/// A sum of signed solid angles of triangles (van Oosterom and Strackee 1983), positive seen from behind. Half of each
/// is the argument of a complex number. Multiplying these and counting full turns needs only one arctangent.
struct Angles {
    /// The product, as a complex number.
    product: [f64; 2],
    /// Full turns that the argument of the product lacks.
    turns: f64,
}

impl Default for Angles {
    fn default() -> Self {
        Self {
            product: [1.0, 0.0],
            turns: 0.0,
        }
    }
}

impl Angles {
    /// Adds a triangle's, seen from `p`.
    fn add(&mut self, corners: [DVec3; 3], p: DVec3) {
        let [a, b, c] = corners.map(|q| q - p);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let volume = a.dot(b.cross(c));
        let rest = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        if volume == 0.0 {
            return; // in the plane of the triangle; on it, the mean of both sides
        }
        let [x, y] = self.product;
        let (re, im) = (x * rest - y * volume, x * volume + y * rest);
        // Arguments lie in (−π, π]. The sum of two positive ones passed π if it comes out negative, and vice versa.
        if y >= 0.0 && volume > 0.0 && im < 0.0 {
            self.turns += 1.0;
        } else if y < 0.0 && volume < 0.0 && (im > 0.0 || (im == 0.0 && re < 0.0)) {
            self.turns -= 1.0;
        }
        let size = re.abs().max(im.abs());
        self.product = [re / size, im / size];
    }

    fn sum(&self) -> f64 {
        let [x, y] = self.product;
        2.0 * (y.atan2(x) + 2.0 * PI * self.turns)
    }
}

/// The signed solid angle of a triangle.
#[cfg(any(test, feature = "shapes"))]
fn solid_angle(corners: [DVec3; 3], p: DVec3) -> f64 {
    let mut angles = Angles::default();
    angles.add(corners, p);
    angles.sum()
}

#[cfg(test)]
#[path = "solid_tests.rs"]
mod tests;
