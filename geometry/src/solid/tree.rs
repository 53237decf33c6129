//! A bounding box tree over triangles: nearest point, proximity, and crossings of a segment.

use crate::error::Result;
use crate::progress::{Meter, Progress};
use crate::triangle::nearest_on_triangle;
use glam::{BVec3, DVec3};

/// Most triangles in a leaf.
const LEAF: usize = 6;
/// A segment that misses an edge by less than this fraction still crosses, so none slips between two triangles.
const EDGE_MARGIN: f64 = 1e-12;

/// A box with triangles `first..first + count`, or, if `count` is 0, with the child nodes `first` and `first + 1`.
pub struct Node {
    /// Its lowest corner.
    pub low: DVec3,
    /// Its highest corner.
    pub high: DVec3,
    /// First triangle, or first of two children.
    pub first: u32,
    /// Number of triangles; 0 for an inner node.
    pub count: u32,
}

/// The tree. Its triangles are reordered.
pub struct Tree {
    /// Children come after their parent.
    pub nodes: Vec<Node>,
    /// Corners, in the tree's order.
    pub triangles: Vec<[DVec3; 3]>,
    /// The original number of each triangle.
    pub source: Vec<u32>,
}

/// A stack of nodes to visit. Boxes are halved and triangles have 32-bit numbers, so 34 entries are enough.
pub struct Open<T = u32> {
    nodes: [T; 34],
    count: usize,
}

impl Open {
    /// Starts at the root.
    pub fn new() -> Self {
        Self::from(0)
    }

    /// Both children of an inner node.
    pub fn push(&mut self, node: &Node) {
        self.extend([node.first, node.first + 1]);
    }
}

impl<T: Copy> Open<T> {
    /// Starts at the root, with a value for it.
    pub fn from(first: T) -> Self {
        Self {
            nodes: [first; 34],
            count: 1,
        }
    }

    /// The next node to visit.
    pub fn pop(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        Some(self.nodes[self.count])
    }

    /// Pushes both children; the second one is visited first.
    pub fn extend(&mut self, pair: [T; 2]) {
        self.nodes[self.count..self.count + 2].copy_from_slice(&pair);
        self.count += 2;
    }
}

/// A tree under construction.
struct Growing<'a> {
    given: &'a [[DVec3; 3]],
    centroids: Vec<DVec3>,
    order: Vec<u32>,
    nodes: Vec<Node>,
    open: Vec<usize>,
}

impl<'a> Growing<'a> {
    fn new(given: &'a [[DVec3; 3]]) -> Self {
        let order: Vec<u32> = (0..given.len() as u32).collect();
        Self {
            given,
            centroids: given
                .iter()
                .map(|t| t.iter().sum::<DVec3>() / 3.0)
                .collect(),
            nodes: vec![node(given, &order, 0)],
            order,
            open: vec![0],
        }
    }

    /// Splits the next box, unless it is a leaf. Returns its number of triangles; `None` when all boxes are done.
    fn halve(&mut self) -> Option<usize> {
        let parent = self.open.pop()?;
        let (nodes, given, centroids) = (&mut self.nodes, self.given, &self.centroids);
        let (first, count) = (nodes[parent].first as usize, nodes[parent].count as usize);
        if count <= LEAF {
            return Some(count);
        }
        let centroid = |t: u32| centroids[t as usize];
        let part = &mut self.order[first..first + count];
        let (low, high) = bounds(part.iter().map(|t| centroid(*t)));
        let size = high - low;
        let axis = (0..3).fold(
            0,
            |best, axis| if size[axis] > size[best] { axis } else { best },
        );
        let half = count / 2;
        part.select_nth_unstable_by(half, |a, b| {
            centroid(*a)[axis]
                .total_cmp(&centroid(*b)[axis])
                .then(a.cmp(b))
        });
        let children = nodes.len();
        let (left, right) = part.split_at(half);
        let pair = [node(given, left, first), node(given, right, first + half)];
        nodes.extend(pair);
        (nodes[parent].first, nodes[parent].count) = (children as u32, 0);
        self.open.extend([children + 1, children]);
        Some(count)
    }

    fn tree(self) -> Tree {
        let triangles = self.order.iter().map(|t| self.given[*t as usize]).collect();
        Tree {
            nodes: self.nodes,
            triangles,
            source: self.order,
        }
    }
}

/// Where a segment crosses a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// 0 at the segment's start, 1 at its end.
    pub at: f64,
    /// The triangle's original number.
    pub triangle: u32,
}

impl Tree {
    /// Builds the tree. Each box is split at the median centroid along the longest axis.
    pub fn new(given: &[[DVec3; 3]]) -> Self {
        let mut growing = Growing::new(given);
        while growing.halve().is_some() {}
        growing.tree()
    }

    /// The same with progress.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn with_progress(given: &[[DVec3; 3]], progress: &Progress) -> Result<Self> {
        let mut growing = Growing::new(given);
        // Every triangle is in one box of each generation.
        let generations = (given.len() / LEAF).max(1).ilog2() as usize + 2;
        let mut meter = Meter::new(progress, generations * given.len());
        while let Some(count) = growing.halve() {
            meter.add(count)?;
        }
        Ok(growing.tree())
    }

    /// The box around all triangles.
    pub fn bounds(&self) -> [DVec3; 2] {
        [self.nodes[0].low, self.nodes[0].high]
    }

    /// The nearest point of the surface within `reach`, its squared distance and the triangle's original number.
    pub fn nearest(&self, p: DVec3, reach: f64) -> Option<(DVec3, f64, u32)> {
        self.nearest_of(p, reach, usize::MAX, |_, _| true)
    }

    /// The same among triangles that `counts` accepts. Visits at most `most` nodes, as clusters cannot be pruned.
    pub fn nearest_of(
        &self,
        p: DVec3,
        reach: f64,
        most: usize,
        counts: impl Fn(u32, DVec3) -> bool,
    ) -> Option<(DVec3, f64, u32)> {
        let (mut best, mut limit) = (None, reach * reach);
        let mut open = Open::from((0u32, self.nodes[0].distance_squared(p)));
        let mut left = most;
        while let Some((at, squared)) = open.pop() {
            if squared >= limit {
                continue;
            }
            if left == 0 {
                break;
            }
            left -= 1;
            let node = &self.nodes[at as usize];
            for t in node.triangles() {
                let q = nearest_on_triangle(p, self.triangles[t]);
                let squared = p.distance_squared(q);
                if squared < limit && counts(self.source[t], q) {
                    (best, limit) = (Some((q, squared, self.source[t])), squared);
                }
            }
            if node.count == 0 {
                let child = [node.first, node.first + 1]
                    .map(|c| (c, self.nodes[c as usize].distance_squared(p)));
                let [near, far] = if child[0].1 <= child[1].1 {
                    child
                } else {
                    [child[1], child[0]]
                };
                open.extend([far, near]);
            }
        }
        best
    }

    /// Whether a point of the surface is nearer than `reach`.
    pub fn is_near(&self, p: DVec3, reach: f64) -> bool {
        self.any_near(p, reach).is_some()
    }

    /// The index of some triangle within `reach`, in the tree's order.
    fn any_near(&self, p: DVec3, reach: f64) -> Option<usize> {
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let node = &self.nodes[at as usize];
            if node.distance_squared(p) >= reach * reach {
                continue;
            }
            let found = node.triangles().find(|t| self.is_one_near(*t, p, reach));
            if found.is_some() {
                return found;
            }
            if node.count == 0 {
                open.push(node);
            }
        }
        None
    }

    fn is_one_near(&self, place: usize, p: DVec3, reach: f64) -> bool {
        let nearest = nearest_on_triangle(p, self.triangles[place]);
        p.distance_squared(nearest) < reach * reach
    }

    /// Where the segment from `a` to `b` crosses triangles, sorted.
    pub fn crossings(&self, a: DVec3, b: DVec3, found: &mut Vec<Crossing>) {
        found.clear();
        let line = Line::new(a, b);
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let node = &self.nodes[at as usize];
            if !node.meets(&line) {
                continue;
            }
            self.cross(node, &line, found);
            if node.count == 0 {
                open.push(node);
            }
        }
        sort(found);
    }

    /// Adds the crossings with a leaf's triangles.
    fn cross(&self, leaf: &Node, line: &Line, found: &mut Vec<Crossing>) {
        for t in leaf.triangles() {
            if let Some(at) = crossing(self.triangles[t], line.a, line.along) {
                found.push(Crossing {
                    at,
                    triangle: self.source[t],
                });
            }
        }
    }

    /// The leaves that a box meets; stops at `most + 1`.
    fn leaves(&self, [low, high]: [DVec3; 2], most: usize, leaves: &mut Vec<u32>) {
        leaves.clear();
        let mut open = Open::new();
        while let Some(at) = open.pop() {
            let node = &self.nodes[at as usize];
            if !(node.low.cmple(high).all() && node.high.cmpge(low).all()) {
                continue;
            }
            match node.count {
                0 => open.push(node),
                _ => leaves.push(at),
            }
            if leaves.len() > most {
                return;
            }
        }
    }
}

/// Proximity queries for a sequence of points. The triangle that was near the last point is tried first.
#[derive(Default)]
pub struct Nearby {
    last: Option<usize>,
}

impl Nearby {
    /// The same as `Tree::is_near`. The tree must always be the same.
    pub fn is_near(&mut self, tree: &Tree, p: DVec3, reach: f64) -> bool {
        let is_near = |place: &usize| tree.is_one_near(*place, p, reach);
        if !self.last.as_ref().is_some_and(is_near) {
            let found = tree.any_near(p, reach);
            self.last = found.or(self.last);
            return found.is_some();
        }
        true
    }
}

fn sort(found: &mut [Crossing]) {
    found.sort_unstable_by(|x, y| x.at.total_cmp(&y.at).then(x.triangle.cmp(&y.triangle)));
}

/// A segment prepared for box tests.
struct Line {
    a: DVec3,
    along: DVec3,
    inverse: DVec3,
    low: DVec3,
    high: DVec3,
    /// The axes along which it moves.
    moves: BVec3,
}

impl Line {
    fn new(a: DVec3, b: DVec3) -> Self {
        let along = b - a;
        Self {
            a,
            along,
            inverse: along.recip(),
            low: a.min(b),
            high: a.max(b),
            moves: along.cmpne(DVec3::ZERO),
        }
    }
}

/// With at most this many leaves nearby, each is tested directly.
const FEW: usize = 8;

/// Crossings of many segments that start at one point. If few leaves are nearby, the tree is not searched.
#[derive(Default)]
pub struct Look {
    /// Crossings of the last segment, sorted.
    pub found: Vec<Crossing>,
    leaves: Vec<u32>,
    is_near: bool,
}

impl Look {
    /// Prepares for segments that stay within `reach` of `place` along each axis.
    pub fn around(&mut self, tree: &Tree, place: DVec3, reach: f64) {
        tree.leaves([place - reach, place + reach], FEW, &mut self.leaves);
        self.is_near = self.leaves.len() <= FEW;
    }

    /// Whether few leaves are nearby.
    #[cfg(test)]
    pub fn is_near(&self) -> bool {
        self.is_near
    }

    /// Finds what `Tree::crossings` finds. The tree must always be the same.
    pub fn along(&mut self, a: DVec3, b: DVec3, tree: &Tree) {
        if !self.is_near {
            return tree.crossings(a, b, &mut self.found);
        }
        self.found.clear();
        let line = Line::new(a, b);
        // A segment that meets a box also meets the boxes around it, even with rounding.
        let leaves = self.leaves.iter().map(|at| &tree.nodes[*at as usize]);
        for leaf in leaves.filter(|leaf| leaf.meets(&line)) {
            tree.cross(leaf, &line, &mut self.found);
        }
        sort(&mut self.found);
    }
}

impl Node {
    /// The indices of its triangles, in the tree's order.
    pub fn triangles(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize * usize::from(self.count > 0)
    }

    fn distance_squared(&self, p: DVec3) -> f64 {
        (self.low - p)
            .max(p - self.high)
            .max(DVec3::ZERO)
            .length_squared()
    }

    /// Whether the segment meets the box (Williams et al. 2005, slabs). Axes without movement are compared directly.
    fn meets(&self, line: &Line) -> bool {
        if line.low.cmpgt(self.high).any() || line.high.cmplt(self.low).any() {
            return false;
        }
        let s = (self.low - line.a) * line.inverse;
        let t = (self.high - line.a) * line.inverse;
        let enter = DVec3::select(line.moves, s.min(t) - 1e-12, DVec3::ZERO);
        let leave = DVec3::select(line.moves, s.max(t) + 1e-12, DVec3::ONE);
        enter.max_element().max(0.0) <= leave.min_element().min(1.0)
    }
}

fn bounds(points: impl Iterator<Item = DVec3>) -> (DVec3, DVec3) {
    points.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
        (low.min(p), high.max(p))
    })
}

fn node(given: &[[DVec3; 3]], part: &[u32], first: usize) -> Node {
    let (low, high) = bounds(part.iter().flat_map(|t| given[*t as usize]));
    Node {
        low,
        high,
        first: first as u32,
        count: part.len() as u32,
    }
}

/// Where a segment crosses a triangle, as a fraction of `along` (Möller and Trumbore 1997).
fn crossing([p, q, r]: [DVec3; 3], a: DVec3, along: DVec3) -> Option<f64> {
    let (e, f) = (q - p, r - p);
    let h = along.cross(f);
    let det = e.dot(h);
    if det == 0.0 {
        return None;
    }
    let s = a - p;
    let u = s.dot(h) / det;
    // A necessary condition for any `v`.
    if !(-EDGE_MARGIN..=1.0 + 3.0 * EDGE_MARGIN).contains(&u) {
        return None;
    }
    let w = s.cross(e);
    let v = along.dot(w) / det;
    let t = f.dot(w) / det;
    let inside = v >= -EDGE_MARGIN && u + v <= 1.0 + EDGE_MARGIN;
    (inside && (0.0..=1.0).contains(&t)).then_some(t)
}
