//! The connected pieces of a solid in each cell of a lattice, and which pieces of neighbouring cells are connected
//! through the face between them.
//!
//! Nodes of a graph are the points of a finer grid inside the solid, and the fragments of triangles in cells. Two nodes
//! are linked where a path between them surely stays in the solid: along a line of the fine grid, from point to point, from
//! a point to the triangle that it meets next, and through a thin wall from triangle to triangle; and on the surface,
//! from a triangle to its neighbour over an edge. No link crosses air, so narrow gaps stay open however coarse the grid is.

mod contacts;
mod corners;
mod surface;

use super::bits::{Bits, Grid};
use super::field::{self, Work};
use super::fragments::{Fragments, point_in_box};
use super::scan::{Hit, hits};
use super::spacing::{CAGE_TETS, fits};
use super::union::Sets;
use crate::asset::solid::Crossing;
use crate::asset::solid::Solid;
use crate::error::{Error, Result, Status};
use glam::DVec3;
use std::collections::BTreeMap;

/// Fine points along an edge of a cell.
pub const FINE: usize = 4;
/// The most cells of a lattice: 2^31 fine points, 256 MiB of bits and half as much for their ranks.
const MAX_CELLS: usize = 1 << 25;

/// Where a look from the surface to what it sees first stops, of the way: it may leave the cell soon.
const FIRST_LOOK: f64 = 1e-3;

/// A connected piece of the solid in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// The cell.
    pub cell: [i32; 3],
}

/// All pieces and their connections.
#[derive(Default)]
pub struct Pieces {
    /// Ordered by cell.
    pub pieces: Vec<Piece>,
    /// Connected pieces of neighbouring cells, lower number first, and how many links say so.
    pub joins: BTreeMap<[u32; 2], u32>,
}

/// A body and its solid, as the search needs them.
pub struct Shape<'a> {
    /// Corners of each triangle.
    pub corners: &'a [[DVec3; 3]],
    /// Their vertex indices.
    pub triangles: &'a [[u32; 3]],
    /// Where the triangles of each connected component start.
    pub starts: &'a [u32],
    /// What is inside.
    pub solid: &'a Solid,
}

/// The graph while it is made: points come first, then fragments.
struct Graph<'a> {
    shape: &'a Shape<'a>,
    cells: &'a Grid,
    fine: Grid,
    inside: Bits,
    point_cells: Vec<[i32; 3]>,
    fragments: Fragments,
    sets: Sets,
    /// Links between nodes of neighbouring cells.
    across: Vec<[u32; 2]>,
    /// And of cells that share an edge or a corner only.
    diagonal: Vec<[u32; 2]>,
    /// Fragments that a link other than over the surface ends at.
    is_deep: Vec<bool>,
}

/// Finds the pieces of a shape in the cells of a grid; cell (i, j, k) has its lowest corner at grid point (i, j, k).
///
/// # Errors
/// `Cancelled`, `Capacity`.
pub fn pieces(shape: &Shape, cells: &Grid, work: &Work) -> Result<Pieces> {
    let mut graph = Graph::new(shape, cells, work)?;
    let hits = hits(shape.corners, &graph.fine);
    graph.link_points(&hits);
    graph.link_hits(&hits);
    graph.link_surface();
    graph.link_contacts();
    graph.link_shallow();
    graph.merge_slivers();
    Ok(graph.collect())
}

impl<'a> Graph<'a> {
    fn new(shape: &'a Shape, cells: &'a Grid, work: &Work) -> Result<Self> {
        let count: usize = cells.counts.iter().product();
        if count > MAX_CELLS {
            let message = format!(
                "the surface's box would hold {count} cells of a cage, at most {MAX_CELLS} are worked on; ask for fewer elements or \
                 a larger spacing"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        let spacing = cells.spacing / FINE as f64;
        let fine = Grid {
            origin: cells.origin + 0.5 * spacing,
            spacing,
            counts: cells.counts.map(|n| n * FINE),
        };
        let mut inside = field::inside(shape.solid, &fine, work)?;
        // A cell holds this many points at most, so no fewer cells are taken.
        let cell_points = FINE.pow(3) as f64;
        fits(CAGE_TETS * inside.rank_all() as f64 / cell_points)?;
        let mut point_cells = Vec::new();
        inside.for_each(|at| point_cells.push(at.map(|c| c.div_euclid(FINE as i32))));
        let fragments = Fragments::new(shape.corners, cells)?;
        let (points, rest) = (point_cells.len(), fragments.cells.len());
        Ok(Self {
            shape,
            cells,
            fine,
            inside,
            point_cells,
            fragments,
            sets: Sets::new(points + rest),
            across: Vec::new(),
            diagonal: Vec::new(),
            is_deep: vec![false; rest],
        })
    }

    fn cell(&self, node: u32) -> [i32; 3] {
        match (node as usize).checked_sub(self.point_cells.len()) {
            Some(fragment) => self.fragments.cells[fragment],
            None => self.point_cells[node as usize],
        }
    }

    /// Two nodes are connected by a path that leaves the cell of one for that of the other at most.
    fn link(&mut self, a: u32, b: u32) {
        let (p, q) = (self.cell(a), self.cell(b));
        match (0..3).map(|axis| p[axis].abs_diff(q[axis])).sum::<u32>() {
            0 => {
                self.sets.join(a, b);
            }
            1 => self.across.push([a, b]),
            _ => self.diagonal.push([a, b]),
        }
    }

    fn fragment(&self, triangle: u32, cell: [i32; 3]) -> Option<u32> {
        let fragment = self.fragments.find(triangle as usize, cell)?;
        Some(self.point_cells.len() as u32 + fragment)
    }

    /// The fragment that a line hits; on the border of two cells it may stand in either.
    fn fragment_of(&self, hit: &Hit) -> Option<u32> {
        let axis = hit.axis as usize;
        let mut cell = hit.before.map(|c| c.div_euclid(FINE as i32));
        let along = (hit.at + 0.5) / FINE as f64;
        cell[axis] = along.floor() as i32;
        self.fragment(hit.triangle, cell).or_else(|| {
            cell[axis] += if along - along.floor() < 0.5 { -1 } else { 1 };
            self.fragment(hit.triangle, cell)
        })
    }

    /// From point to point along lines that nothing crosses in between.
    fn link_points(&mut self, hits: &[Hit]) {
        let mut links = Vec::new();
        self.inside.for_each(|at| {
            for axis in 0..3 {
                let mut next = at;
                next[axis] += 1;
                let is_crossed = || {
                    hits.binary_search_by(|hit| hit.segment().cmp(&(axis as u8, at)))
                        .is_ok()
                };
                if let Some(other) = self.inside.rank(next).filter(|_| !is_crossed()) {
                    links.push([self.inside.rank(at).unwrap_or(other), other]);
                }
            }
        });
        links.into_iter().for_each(|[a, b]| self.link(a, b));
    }

    /// From points to the surface and through the solid from surface to surface.
    fn link_hits(&mut self, hits: &[Hit]) {
        for group in hits.chunk_by(|x, y| x.segment() == y.segment()) {
            let axis = group[0].axis as usize;
            let mut after = group[0].before;
            after[axis] += 1;
            let ends = [self.inside.rank(group[0].before), self.inside.rank(after)];
            let nodes: Vec<Option<u32>> = group.iter().map(|hit| self.fragment_of(hit)).collect();
            let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
            for (end, node) in [(ends[0], first), (ends[1], last)] {
                if let (Some(end), Some(node)) = (end, node) {
                    self.link_deep(end, node);
                }
            }
            for (pair, nodes) in group.windows(2).zip(nodes.windows(2)) {
                let mut middle = DVec3::from_array(pair[0].before.map(f64::from));
                middle[axis] = 0.5 * (pair[0].at + pair[1].at);
                let is_solid = pair[1].at - pair[0].at > 1e-9
                    && self
                        .shape
                        .solid
                        .contains(self.fine.origin + middle * self.fine.spacing);
                if let (true, [Some(a), Some(b)]) = (is_solid, nodes) {
                    self.link_deep(*a, *b);
                }
            }
        }
    }

    fn link_deep(&mut self, a: u32, b: u32) {
        for node in [a, b] {
            if let Some(fragment) = (node as usize).checked_sub(self.point_cells.len()) {
                self.is_deep[fragment] = true;
            }
        }
        self.link(a, b);
    }

    /// Over the edges between triangles, and from cell to cell within a triangle.
    fn link_surface(&mut self) {
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * self.shape.triangles.len());
        for (t, &[a, b, c]) in self.shape.triangles.iter().enumerate() {
            edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]| ([p.min(q), p.max(q)], t as u32)));
        }
        edges.sort_unstable();
        for group in edges.chunk_by(|x, y| x.0 == y.0) {
            for pair in group.windows(2) {
                self.link_edge(group[0].0, pair[0].1, pair[1].1);
            }
        }
        for t in 0..self.shape.triangles.len() {
            self.link_within(t);
        }
    }

    /// Patches of surface that no line of the fine grid meets look inward from one of their points: to the surface that
    /// they see in the same cell, or to a fine point beside the way there.
    fn link_shallow(&mut self) {
        let points = self.point_cells.len() as u32;
        let mut deep = vec![false; points as usize + self.is_deep.len()];
        for fragment in (0..self.is_deep.len()).filter(|f| self.is_deep[*f]) {
            deep[self.sets.find(points + fragment as u32) as usize] = true;
        }
        let mut found = Vec::new();
        for t in 0..self.shape.triangles.len() {
            for fragment in self.fragments.of(t) {
                let node = points + fragment as u32;
                let root = self.sets.find(node);
                if deep[root as usize] {
                    continue;
                }
                let inward = self.look(t, fragment, -1.0, &mut found);
                // What lies in the solid of another component has solid before its face too.
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
    }

    /// What a fragment sees in its cell, against its face (−1) or along it (1).
    fn look(&self, t: usize, fragment: usize, side: f64, found: &mut Vec<Crossing>) -> Option<u32> {
        let cell = self.fragments.cells[fragment];
        let (low, high) = (
            self.cells.position(cell),
            self.cells.position(cell.map(|c| c + 1)),
        );
        let [a, b, c] = self.shape.corners[t];
        let start = point_in_box([a, b, c], low, high)?;
        let way = side * (b - a).cross(c - a).normalize_or_zero();
        let end = start + way * self.cells.spacing * 2.0;
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
            return self.fragment(hit.triangle, cell);
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
                let is_own = at.map(|c| c.div_euclid(FINE as i32)) == cell;
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

    /// Whether there is solid on the way from the middle of some triangle inward to the next one: a needle can be so thin that it
    /// lies between the lines of the fine grid.
    fn is_thin_solid(&self) -> bool {
        let mut found = Vec::new();
        let size = self.cells.spacing * self.cells.counts.iter().sum::<usize>() as f64;
        (0..).zip(self.shape.corners).any(|(t, [a, b, c])| {
            let start = (a + b + c) / 3.0;
            let way = -(b - a).cross(c - a).normalize_or_zero() * size;
            self.shape
                .solid
                .tree
                .crossings(start, start + way, &mut found);
            let ends = found.iter().filter(|end| end.triangle != t && end.at > 0.0);
            ends.take(1)
                .any(|end| self.shape.solid.contains(start + way * (0.5 * end.at)))
        })
    }

    /// Which sets are connected through faces, lower first, and by how many links.
    fn joins(&mut self) -> BTreeMap<[u32; 2], u32> {
        let mut joins = BTreeMap::new();
        for at in 0..self.across.len() {
            let [a, b] = self.across[at].map(|node| self.sets.find(node));
            *joins.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
        joins
    }

    /// One node of each set, ordered by cell.
    fn roots(&mut self) -> Vec<([i32; 3], u32)> {
        let nodes = (self.point_cells.len() + self.fragments.cells.len()) as u32;
        let own: Vec<u32> = (0..nodes)
            .filter(|node| self.sets.find(*node) == *node)
            .collect();
        let mut roots: Vec<_> = own
            .into_iter()
            .map(|node| (self.cell(node), node))
            .collect();
        roots.sort_unstable();
        roots
    }

    /// Where a bulge reaches over two corners of a cell, two slivers of it lie there. A piece without fine points becomes
    /// one with another piece of its cell that is connected to a same piece of a neighbour. Farther connections do
    /// not count, so of two thin fingers only the first cells above the palm become one.
    fn merge_slivers(&mut self) {
        let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for [a, b] in self.joins().into_keys() {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let points = self.point_cells.len() as u32;
        for cell in self.roots().chunk_by(|x, y| x.0 == y.0) {
            for (place, &(_, a)) in cell.iter().enumerate() {
                for &(_, b) in &cell[..place] {
                    // The smallest member stands for a set, and points come before fragments.
                    let is_sliver = a >= points || b >= points;
                    if let (true, Some(of_a), Some(of_b)) =
                        (is_sliver, neighbours.get(&a), neighbours.get(&b))
                        && of_a.iter().any(|other| of_b.contains(other))
                    {
                        self.sets.join(a, b);
                    }
                }
            }
        }
    }

    /// Numbers the pieces by cell and collects their connections. A piece of surface alone, beside another piece of its
    /// cell and connected to one neighbour at most, belongs to that neighbour; it is left out.
    fn collect(mut self) -> Pieces {
        let points = self.point_cells.len() as u32;
        let mut is_solid = vec![false; points as usize + self.is_deep.len()];
        for node in 0..is_solid.len() as u32 {
            let is_deep = node < points || self.is_deep[(node - points) as usize];
            is_solid[self.sets.find(node) as usize] |= is_deep;
        }
        if !is_solid.contains(&true) && !self.is_thin_solid() {
            return Pieces::default(); // surface that nothing is inside of
        }
        let joins = self.joins();
        let mut degree: BTreeMap<u32, u32> = BTreeMap::new();
        let diagonal: Vec<[u32; 2]> = std::mem::take(&mut self.diagonal);
        let diagonal = diagonal
            .into_iter()
            .map(|pair| pair.map(|node| self.sets.find(node)));
        let diagonal: Vec<[u32; 2]> = diagonal.collect();
        for root in joins.keys().chain(&diagonal).flatten() {
            *degree.entry(*root).or_default() += 1;
        }
        let mut number_of = BTreeMap::new();
        let mut found = Pieces::default();
        for cell in self.roots().chunk_by(|x, y| x.0 == y.0) {
            for &(cell_of, root) in cell {
                let is_leaf = degree.get(&root).is_none_or(|count| *count <= 1);
                if cell.len() == 1 || is_solid[root as usize] || !is_leaf {
                    number_of.insert(root, found.pieces.len() as u32);
                    found.pieces.push(Piece { cell: cell_of });
                }
            }
        }
        for ([a, b], links) in joins {
            if let (Some(a), Some(b)) = (number_of.get(&a), number_of.get(&b)) {
                found.joins.insert([*a.min(b), *a.max(b)], links);
            }
        }
        let pieces = |[a, b]: [u32; 2]| Some([*number_of.get(&a)?, *number_of.get(&b)?]);
        let diagonal: Vec<[u32; 2]> = diagonal.into_iter().filter_map(pieces).collect();
        corners::connect(&mut found, &diagonal);
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::asset::SurfaceMesh;
    use crate::asset::tetrahedralise::{Options, Progress, cage};
    use crate::error::Status;

    /// A needle across a box of 400³ cells reaches into some hundred of them; its fine points would be 4·10⁹.
    #[test]
    fn a_lattice_far_larger_than_its_body_is_refused() {
        let needle = SurfaceMesh {
            positions: vec![[0.0; 3], [1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [1.0; 3]],
            triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
            ..Default::default()
        };
        let with = |spacing| {
            let options = Options {
                spacing,
                ..Options::CAGE
            };
            cage(&needle, &options, &Progress::NONE)
        };
        let error = with(1.0 / 400.0).expect_err("too many cells");
        assert_eq!(error.status, Status::Capacity);
        assert!(error.message.contains("larger spacing"), "{error}");
        assert!(with(1.0 / 20.0).is_ok());
    }
}
