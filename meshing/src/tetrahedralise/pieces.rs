//! The connected pieces of a solid in each cell of a lattice, and how they connect through faces between cells.
//!
//! Nodes of a graph are inside points of a finer grid, and fragments (triangles in cells). Links are paths that surely
//! stay in the solid: along grid lines from point to point, from a point to the next triangle, through a thin wall; and
//! over edges of the surface. No link crosses air, so narrow gaps stay open in any grid.

mod collect;
mod contacts;
mod corners;
mod fine;
mod room;
mod surface;

use super::across::Across;
use super::bits::{Bits, Grid};
use super::field::{self, Work, part};
use super::fragments::{Fragments, point_in_box};
use super::input::Shape;
use super::room::CAGE_TETS;
use super::scan::{Hit, for_each_hit, for_each_slab};
use fine::{FINE, cell_of};
use glam::DVec3;
use pliant_geometry::MAX_TETS;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use pliant_geometry::sets::Sets;
use pliant_geometry::solid::Crossing;

/// Where a look from the surface is first evaluated [its length], as it may leave the cell soon.
const FIRST_LOOK: f64 = 1e-3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub cell: [i32; 3],
}

#[derive(Default)]
pub struct Pieces {
    pub pieces: Vec<Piece>,
    /// Connected pieces of neighbouring cells, lower number first, and the number of links; ascending.
    pub joins: Vec<([u32; 2], u32)>,
}

impl Pieces {
    pub fn crowds(&self) -> Vec<Vec<u32>> {
        let mut order: Vec<u32> = (0..self.pieces.len() as u32).collect();
        let cell = |piece: &u32| self.pieces[*piece as usize].cell;
        order.sort_by_key(cell);
        let cells = order.chunk_by(|a, b| cell(a) == cell(b));
        let crowds = cells.filter(|pieces| pieces.len() > 1);
        crowds.map(<[u32]>::to_vec).collect()
    }
}

#[derive(Clone, Copy)]
struct Node {
    number: u32,
    cell: [i32; 3],
}

/// The graph during construction. Points are numbered before fragments.
struct Graph<'a> {
    shape: &'a Shape<'a>,
    cells: &'a Grid,
    fine: Grid,
    inside: Bits,
    points: u32,
    /// For each axis, the points whose segment to the next point crosses the surface.
    crossed: [Bits; 3],
    fragments: Fragments,
    sets: Sets,
    /// Links between nodes of cells that share a face, without those from point to point.
    across: Across,
    /// Links between cells that share only an edge or a corner.
    diagonal: Across,
    /// Fragments that have a link through the solid.
    is_deep: Vec<bool>,
}

/// Finds the pieces. Cell (i, j, k) has its lowest corner at grid point (i, j, k).
pub fn pieces(shape: &Shape, cells: &Grid, work: &Work) -> Result<Pieces> {
    let mut graph = Graph::new(shape, cells, &part(work, 0.0, 0.5))?;
    let progress = &work.progress;
    graph.link_points(&progress.part(0.5, 0.55))?;
    let fine = graph.fine;
    let slabs = progress.part(0.55, 0.6);
    for_each_slab(shape.corners, &fine, &slabs, |hits, progress| {
        graph.link_hits(hits, progress)
    })?;
    graph.link_surface(&progress.part(0.6, 0.75))?;
    graph.link_contacts(&progress.part(0.75, 0.8))?;
    graph.link_shallow(&progress.part(0.8, 0.9))?;
    graph.merge_slivers(&progress.part(0.9, 0.95))?;
    graph.collect(&progress.part(0.95, 1.0))
}

impl<'a> Graph<'a> {
    fn new(shape: &'a Shape, cells: &'a Grid, work: &Work) -> Result<Self> {
        let spacing = cells.spacing / FINE as f64;
        let fine = Grid {
            origin: cells.origin + 0.5 * spacing,
            spacing,
            counts: cells.counts.map(|n| n * FINE),
        };
        // The most points that the largest cage can hold.
        let most = MAX_TETS / CAGE_TETS as usize * FINE.pow(3);
        let mut inside = field::inside(shape.solid, &fine, most, &part(work, 0.0, 0.7))?;
        let points = inside.rank_all();
        let mut crossed = [0; 3].map(|_| Bits::new(&fine));
        let progress = &work.progress;
        for_each_hit(shape.corners, &fine, &progress.part(0.7, 0.8), |hit| {
            crossed[hit.axis as usize].insert(hit.before);
        })?;
        let fragments = Fragments::new(shape.corners, cells, &progress.part(0.8, 1.0))?;
        room::require_room(cells, &inside, &fragments)?;
        let rest = fragments.cells.len();
        Ok(Self {
            shape,
            cells,
            fine,
            inside,
            points: points as u32,
            crossed,
            fragments,
            sets: Sets::new(points + rest),
            across: Across::new(),
            diagonal: Across::new(),
            is_deep: vec![false; rest],
        })
    }

    fn point(&self, at: [i32; 3]) -> Option<Node> {
        Some(Node {
            number: self.inside.rank(at)?,
            cell: cell_of(at),
        })
    }

    /// Links two nodes by a path within their two cells.
    fn link(&mut self, a: Node, b: Node) {
        let steps = (0..3).map(|axis| a.cell[axis].abs_diff(b.cell[axis]));
        match steps.sum::<u32>() {
            0 => {
                self.sets.join(a.number, b.number);
            }
            1 => self.across.add([a.number, b.number], &mut self.sets),
            _ => self.diagonal.add([a.number, b.number], &mut self.sets),
        }
    }

    fn fragment(&self, triangle: u32, cell: [i32; 3]) -> Option<Node> {
        let fragment = self.fragments.find(triangle as usize, cell)?;
        let number = self.points + fragment;
        Some(Node { number, cell })
    }

    /// The fragment that a line hits; on the border of two cells it may be in either.
    fn fragment_of(&self, hit: &Hit) -> Option<Node> {
        let axis = hit.axis as usize;
        let mut cell = cell_of(hit.before);
        let along = (hit.at + 0.5) / FINE as f64;
        cell[axis] = along.floor() as i32;
        self.fragment(hit.triangle, cell).or_else(|| {
            cell[axis] += if along - along.floor() < 0.5 { -1 } else { 1 };
            self.fragment(hit.triangle, cell)
        })
    }

    /// Visits pairs of neighbouring points, lower number first, with nothing in between: within cells, or across cells.
    fn for_each_line(
        &self,
        is_across: bool,
        progress: &Progress,
        mut visit: impl FnMut(u32, u32),
    ) -> Result<()> {
        let mut meter = Meter::new(progress, self.points as usize);
        let mut number = 0;
        self.inside.try_for_each(|at| {
            for axis in 0..3 {
                let mut next = at;
                next[axis] += 1;
                if (next[axis] % FINE as i32 == 0) == is_across
                    && let Some(other) = self.inside.rank(next)
                    && !self.crossed[axis].has(at)
                {
                    visit(number, other);
                }
            }
            number += 1;
            meter.add(1)
        })
    }

    fn link_points(&mut self, progress: &Progress) -> Result<()> {
        let mut sets = std::mem::take(&mut self.sets);
        let linked = self.for_each_line(false, progress, |a, b| {
            sets.join(a, b);
        });
        self.sets = sets;
        linked
    }

    /// Links points to the surface, and surface to surface through the solid.
    fn link_hits(&mut self, hits: &[Hit], progress: &Progress) -> Result<()> {
        let mut meter = Meter::new(progress, hits.len());
        for group in hits.chunk_by(|x, y| x.segment() == y.segment()) {
            meter.add(group.len())?;
            let axis = group[0].axis as usize;
            let mut after = group[0].before;
            after[axis] += 1;
            let ends = [self.point(group[0].before), self.point(after)];
            let nodes: Vec<Option<Node>> = group.iter().map(|hit| self.fragment_of(hit)).collect();
            let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
            for (end, node) in [(ends[0], first), (ends[1], last)] {
                if let (Some(end), Some(node)) = (end, node) {
                    self.link_deep(end, node);
                }
            }
            for (pair, nodes) in group.windows(2).zip(nodes.windows(2)) {
                let [Some(a), Some(b)] = [nodes[0], nodes[1]] else {
                    continue;
                };
                if pair[1].at - pair[0].at <= 1e-9 || self.is_deep_in_one(a, b) {
                    continue;
                }
                let mut middle = DVec3::from_array(pair[0].before.map(f64::from));
                middle[axis] = 0.5 * (pair[0].at + pair[1].at);
                let middle = self.fine.origin + middle * self.fine.spacing;
                if self.shape.solid.contains(middle) {
                    self.link_deep(a, b);
                }
            }
        }
        Ok(())
    }

    /// Whether a link between two fragments is redundant, as most are where thousands of parts lie in one place.
    fn is_deep_in_one(&mut self, a: Node, b: Node) -> bool {
        let is_deep = |node: Node| self.is_deep[(node.number - self.points) as usize];
        let are_both = a.cell == b.cell && is_deep(a) && is_deep(b);
        are_both && self.sets.find(a.number) == self.sets.find(b.number)
    }

    fn link_deep(&mut self, a: Node, b: Node) {
        for node in [a, b] {
            if let Some(fragment) = node.number.checked_sub(self.points) {
                self.is_deep[fragment as usize] = true;
            }
        }
        self.link(a, b);
    }

    fn link_surface(&mut self, progress: &Progress) -> Result<()> {
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * self.shape.triangles.len());
        for (t, &[a, b, c]) in self.shape.triangles.iter().enumerate() {
            edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]| ([p.min(q), p.max(q)], t as u32)));
        }
        progress.report(0.1)?;
        edges.sort_unstable();
        let mut meter = Meter::new(&progress.part(0.3, 1.0), 2 * edges.len());
        for group in edges.chunk_by(|x, y| x.0 == y.0) {
            meter.add(group.len())?;
            for pair in group.windows(2) {
                self.link_edge(group[0].0, pair[0].1, pair[1].1);
            }
        }
        for t in 0..self.shape.triangles.len() {
            meter.add(3)?;
            self.link_within(t);
        }
        Ok(())
    }

    /// Patches that no grid line meets look inward, to the surface in the same cell or a point near the line of sight.
    fn link_shallow(&mut self, progress: &Progress) -> Result<()> {
        let points = self.points;
        let mut deep = vec![false; points as usize + self.is_deep.len()];
        for fragment in (0..self.is_deep.len()).filter(|f| self.is_deep[*f]) {
            deep[self.sets.find(points + fragment as u32) as usize] = true;
        }
        let mut found = Vec::new();
        let mut meter = Meter::new(progress, self.is_deep.len());
        for t in 0..self.shape.triangles.len() {
            for fragment in self.fragments.of(t) {
                meter.add(1)?;
                let node = points + fragment as u32;
                let root = self.sets.find(node);
                if deep[root as usize] {
                    continue;
                }
                let inward = self.look(t, fragment, -1.0, &mut found);
                // Inside another component there is solid in front of a face, too.
                let outward = match self.shape.starts.len() {
                    1 => None,
                    _ => self.look(t, fragment, 1.0, &mut found),
                };
                for other in inward.into_iter().chain(outward) {
                    self.sets.join(node, other);
                    deep[self.sets.find(node) as usize] = true;
                }
            }
        }
        Ok(())
    }

    /// What a fragment sees in its cell, against its face's normal (−1) or along it (1).
    fn look(&self, t: usize, fragment: usize, side: f64, found: &mut Vec<Crossing>) -> Option<u32> {
        let cell = self.fragments.cells[fragment];
        let (low, high) = (
            self.cells.position(cell),
            self.cells.position(cell.map(|c| c + 1)),
        );
        let [a, b, c] = self.shape.corners[t];
        let start = point_in_box([a, b, c], low, high)?;
        let way = side * (b - a).cross(c - a).normalize_or_zero();
        let end = start + way * self.cells.spacing.max_element() * 2.0;
        self.shape.solid.tree.crossings(start, end, found);
        let hit = found
            .iter()
            .find(|crossing| crossing.triangle != t as u32 && crossing.at > 1e-9);
        let reach = hit.map_or(1.0, |hit| hit.at);
        let on_way = |part: f64| start.lerp(end, part * reach);
        if side > 0.0 && !self.shape.solid.contains(on_way(FIRST_LOOK)) {
            return None;
        }
        let is_in_cell = |p: DVec3| p.cmpge(low).all() && p.cmple(high).all();
        if let Some(hit) = hit
            && is_in_cell(start.lerp(end, hit.at))
        {
            return Some(self.fragment(hit.triangle, cell)?.number);
        }
        let mut seen = Vec::new();
        for step in 0..=8 {
            let way = on_way((f64::from(step) / 9.0).max(FIRST_LOOK));
            if !is_in_cell(way) {
                break;
            }
            let local = ((way - self.fine.origin) / self.fine.spacing).floor();
            for corner in 0..8 {
                let bits = [corner & 1, corner >> 1 & 1, corner >> 2];
                let at = [0, 1, 2].map(|axis| local[axis] as i32 + bits[axis]);
                let is_own = cell_of(at) == cell;
                if let Some(point) = self.inside.rank(at).filter(|_| is_own) {
                    self.shape
                        .solid
                        .tree
                        .crossings(way, self.fine.position(at), &mut seen);
                    if seen.is_empty() {
                        return Some(point);
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
#[path = "pieces_tests.rs"]
mod tests;
