//! Links over the surface. A surface may run along faces, edges or corners of cells, as flat sides often do. Then it
//! passes from cell to cell without a cell that holds the path.

use super::{Graph, Node};
use crate::tetrahedralise::fragments::meets_box;
use glam::DVec3;
use pliant_geometry::sets::Sets;

/// Something this close to a cell counts as in it [cell].
pub const BESIDE: f64 = 1e-5;

/// Offsets to the cell itself and to those that share a face, an edge or a corner, nearest first.
fn steps() -> impl Iterator<Item = (u32, [i32; 3])> {
    let all = (0..27).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]);
    let far = |step: &[i32; 3]| step.iter().map(|s| s.unsigned_abs()).sum::<u32>();
    (0..4).flat_map(move |faces| {
        let so_far = all.clone().filter(move |step| far(step) == faces);
        so_far.map(move |step| (faces, step))
    })
}

fn centre(cell: [i32; 3]) -> DVec3 {
    DVec3::from_array(cell.map(f64::from)) + 0.5
}

impl Graph<'_> {
    /// The fragments by which two triangles meet in cells that satisfy `is_there`: all that hold both, or the nearest.
    pub(super) fn beside(
        &self,
        t: u32,
        u: u32,
        is_there: impl Fn(DVec3) -> bool,
    ) -> Vec<[Node; 2]> {
        let is_there = |cell: [i32; 3]| is_there(DVec3::from_array(cell.map(f64::from)));
        let own = self.fragments.of(t as usize);
        let own: Vec<usize> = own.filter(|f| is_there(self.fragments.cells[*f])).collect();
        let mut pairs = Vec::new();
        let mut nearest = 0;
        for (faces, step) in steps() {
            if nearest < faces && !pairs.is_empty() {
                break;
            }
            nearest = faces;
            for &fragment in &own {
                let cell = self.fragments.cells[fragment];
                let beside = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
                if let Some(other) = self.fragment(u, beside)
                    && is_there(beside)
                {
                    let number = self.points + fragment as u32;
                    pairs.push([Node { number, cell }, other]);
                }
            }
        }
        pairs
    }

    pub(super) fn link_edge(&mut self, ends: [u32; 2], t: u32, u: u32) {
        let corner = |v: u32| {
            let place = self.shape.triangles[t as usize]
                .iter()
                .position(|w| *w == v);
            (self.shape.corners[t as usize][place.unwrap_or(0)] - self.cells.origin)
                / self.cells.spacing
        };
        let [a, b] = ends.map(corner);
        let is_there = |low: DVec3| meets_box([a, b, b], low + 0.5, DVec3::splat(0.5 + BESIDE));
        let pairs = self.beside(t, u, is_there);
        pairs.into_iter().for_each(|[a, b]| self.link(a, b));
    }

    pub(super) fn link_within(&mut self, t: usize) {
        let local = self.shape.corners[t].map(|p| (p - self.cells.origin) / self.cells.spacing);
        let own = self.fragments.of(t);
        if own.len() < 2 {
            return;
        }
        let mut linked = Sets::new(own.len());
        let mut left = own.len() - 1;
        for (faces, step) in steps().filter(|(faces, step)| *faces > 0 && *step > [0; 3]) {
            if faces > 1 && left == 0 {
                return;
            }
            let way = DVec3::from_array(step.map(f64::from));
            // What two cells share: a face, an edge or a corner.
            let half = 0.5 * (1.0 - way.abs()) + BESIDE;
            for fragment in own.clone() {
                let cell = self.fragments.cells[fragment];
                let beside = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
                let Some(other) = self.fragments.find(t, beside) else {
                    continue;
                };
                let pair = [fragment, other as usize].map(|f| (f - own.start) as u32);
                let is_new = linked.find(pair[0]) != linked.find(pair[1]);
                if (faces == 1 || is_new) && meets_box(local, centre(cell) + 0.5 * way, half) {
                    left -= usize::from(linked.join(pair[0], pair[1]));
                    let number = self.points + fragment as u32;
                    let other = Node {
                        number: self.points + other,
                        cell: beside,
                    };
                    self.link(Node { number, cell }, other);
                }
            }
        }
    }
}
