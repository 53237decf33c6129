//! Turns the graph's sets of nodes into pieces and their connections.

use super::fine::cell_of;
use super::{Graph, Piece, Pieces, corners};
use crate::tetrahedralise::across::add_up;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Graph<'_> {
    /// Whether there is solid between some triangle and the next one inward, for needles too thin for the fine grid.
    fn is_thin_solid(&self, progress: &Progress) -> Result<bool> {
        let mut found = Vec::new();
        let mut meter = Meter::new(progress, 8 * self.shape.corners.len());
        let size = self.cells.diagonal();
        for (t, [a, b, c]) in (0..).zip(self.shape.corners) {
            meter.add(8)?;
            let start = (a + b + c) / 3.0;
            let way = -(b - a).cross(c - a).normalize_or_zero() * size;
            self.shape
                .solid
                .tree
                .crossings(start, start + way, &mut found);
            let ends = found.iter().filter(|end| end.triangle != t && end.at > 0.0);
            let is_solid = |at: f64| self.shape.solid.contains(start + way * (0.5 * at));
            if ends.take(1).any(|end| is_solid(end.at)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sets connected through faces, lower first, and the number of links; ascending.
    fn joins(&mut self, progress: &Progress) -> Result<Vec<([u32; 2], u32)>> {
        let mut joins = self.across.clone();
        let mut sets = std::mem::take(&mut self.sets);
        let counted = self.for_each_line(true, progress, |a, b| joins.add([a, b], &mut sets));
        self.sets = sets;
        counted?;
        Ok(joins.all(&mut self.sets).to_vec())
    }

    fn roots(&mut self) -> Vec<([i32; 3], u32)> {
        let mut roots = Vec::new();
        let (sets, mut number) = (&mut self.sets, 0);
        let mut add = |cell| {
            if sets.find(number) == number {
                roots.push((cell, number));
            }
            number += 1;
        };
        self.inside.for_each(|at| add(cell_of(at)));
        self.fragments.cells.iter().for_each(|cell| add(*cell));
        roots.sort_unstable();
        roots
    }

    /// A bulge over two corners of a cell leaves two slivers there. A piece without fine points is merged with another
    /// of its cell if both connect to the same neighbouring piece. More distant connections do not count, so for two
    /// thin fingers this merges only the first cells above the palm.
    pub(super) fn merge_slivers(&mut self, progress: &Progress) -> Result<()> {
        let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for ([a, b], _) in self.joins(progress)? {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let points = self.points;
        for cell in self.roots().chunk_by(|x, y| x.0 == y.0) {
            for (place, &(_, a)) in cell.iter().enumerate() {
                for &(_, b) in &cell[..place] {
                    // The smallest member represents a set, and points come before fragments.
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
        Ok(())
    }

    /// Numbers the pieces by cell and collects their connections. A piece of surface alone, with at most one neighbour,
    /// belongs to that neighbour and is dropped, unless it is the only one in its cell (`room.rs` counts on that).
    pub(super) fn collect(mut self, progress: &Progress) -> Result<Pieces> {
        let points = self.points;
        let mut is_solid = vec![false; points as usize + self.is_deep.len()];
        for node in 0..is_solid.len() as u32 {
            let is_deep = node < points || self.is_deep[(node - points) as usize];
            is_solid[self.sets.find(node) as usize] |= is_deep;
        }
        if !is_solid.contains(&true) && !self.is_thin_solid(&progress.part(0.0, 0.5))? {
            return Ok(Pieces::default()); // nothing is inside
        }
        let joins = self.joins(&progress.part(0.5, 1.0))?;
        let mut degree: BTreeMap<u32, u32> = BTreeMap::new();
        let diagonal = self.diagonal.all(&mut self.sets).iter();
        let diagonal: Vec<[u32; 2]> = diagonal.map(|(pair, _)| *pair).collect();
        let pairs = joins.iter().map(|(pair, _)| pair);
        for root in pairs.chain(&diagonal).flatten() {
            *degree.entry(*root).or_default() += 1;
        }
        let mut number_of = BTreeMap::new();
        let mut found = Pieces::default();
        for cell in self.roots().chunk_by(|x, y| x.0 == y.0) {
            let links = |root: u32| degree.get(&root).copied().unwrap_or(0);
            let stays = |root: u32| is_solid[root as usize] || links(root) > 1;
            let all = cell.iter().map(|(_, root)| *root);
            let best = all.clone().min_by_key(|r| Reverse((stays(*r), links(*r))));
            for root in all.filter(|root| stays(*root) || Some(*root) == best) {
                number_of.insert(root, found.pieces.len() as u32);
                found.pieces.push(Piece { cell: cell[0].0 });
            }
        }
        for ([a, b], links) in joins {
            if let (Some(a), Some(b)) = (number_of.get(&a), number_of.get(&b)) {
                found.joins.push(([*a, *b], links));
            }
        }
        add_up(&mut found.joins);
        let pieces = |[a, b]: [u32; 2]| Some([*number_of.get(&a)?, *number_of.get(&b)?]);
        let diagonal: Vec<[u32; 2]> = diagonal.into_iter().filter_map(pieces).collect();
        corners::connect(&mut found, &diagonal);
        Ok(found)
    }
}
