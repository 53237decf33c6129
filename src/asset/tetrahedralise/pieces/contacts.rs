//! Where the components of a body meet. They are one body because an edge of one meets a triangle of another (`bodies.rs`), so
//! the cells there hold both.

use super::Graph;
use super::surface::BESIDE;
use glam::DVec3;

impl Graph<'_> {
    /// Links triangles of different components where they meet.
    pub(super) fn link_contacts(&mut self) {
        let shape = self.shape;
        if shape.starts.len() < 2 {
            return;
        }
        let component = |t: u32| shape.starts.partition_point(|start| *start <= t);
        let mut found = Vec::new();
        for (t, &[p, q, r]) in (0..).zip(shape.corners) {
            for (a, b) in [(p, q), (q, r), (r, p)] {
                shape.solid.tree.crossings(a, b, &mut found);
                for meet in &found {
                    if component(meet.triangle) != component(t) {
                        let at = (a.lerp(b, meet.at) - self.cells.origin) / self.cells.spacing;
                        let is_there =
                            |low: DVec3| (at - low - 0.5).abs().max_element() <= 0.5 + BESIDE;
                        self.link_beside(t, meet.triangle, is_there);
                    }
                }
            }
        }
    }
}
