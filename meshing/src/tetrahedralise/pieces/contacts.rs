//! Links where components meet: an edge of one crosses a triangle of another, so the cells there hold both.

use super::Graph;
use super::surface::BESIDE;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};
use std::collections::BTreeSet;

impl Graph<'_> {
    pub(super) fn link_contacts(&mut self, progress: &Progress) -> Result<()> {
        let shape = self.shape;
        if shape.starts.len() < 2 {
            return Ok(());
        }
        let mut meter = Meter::new(progress, 8 * shape.corners.len());
        let (mut found, mut linked) = (Vec::new(), BTreeSet::new());
        for (t, &[p, q, r]) in (0..).zip(shape.corners) {
            meter.add(8)?;
            for (a, b) in [(p, q), (q, r), (r, p)] {
                shape.solid.tree.crossings(a, b, &mut found);
                meter.add(found.len())?;
                let own = shape.component_of(t);
                let others = (found.iter()).filter(|meet| shape.component_of(meet.triangle) != own);
                others.for_each(|meet| {
                    self.link_contact([t, meet.triangle], a.lerp(b, meet.at), &mut linked);
                });
            }
        }
        Ok(())
    }

    /// Thousands of parts can meet in one place, so each pair of sets is linked only once.
    fn link_contact(&mut self, [t, u]: [u32; 2], at: DVec3, linked: &mut BTreeSet<[u32; 2]>) {
        let at = (at - self.cells.origin) / self.cells.spacing;
        let is_there = |low: DVec3| (at - low - 0.5).abs().max_element() <= 0.5 + BESIDE;
        let cell = at.floor().to_array().map(|c| c as i32);
        if let (Some(a), Some(b)) = (self.fragment(t, cell), self.fragment(u, cell))
            && self.sets.find(a.number) == self.sets.find(b.number)
        {
            return;
        }
        for [a, b] in self.beside(t, u, is_there) {
            let sets = [a, b].map(|node| self.sets.find(node.number));
            if a.cell == b.cell || linked.insert(sets) {
                self.link(a, b);
            }
        }
    }
}
