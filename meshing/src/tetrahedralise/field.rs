//! Which points of a grid are inside a solid.

use super::bits::{Bits, Grid, NODE, Words, insert_in_node};
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;
use pliant_geometry::solid::{INSIDE, Row, Rows, Solid};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Points along an edge of the blocks that threads take.
const BLOCK: i32 = NODE as i32;
/// A block is decided as a whole if its points are within half of its centre's distance from the surface, and the
/// winding number w there is this close to a whole number. Off the surface w is harmonic. Where 0 ≤ w ≤ 1, Harnack's
/// inequality gives w ≤ 6 w(centre) at half the distance, and the same for 1 − w: below `INSIDE`.
const WHOLE: f64 = 0.08;

#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub threads: usize,
    pub progress: Progress<'a>,
}

impl Work<'_> {
    #[cfg(test)]
    pub const ALONE: Self = Self {
        threads: 1,
        progress: Progress::NONE,
    };

    /// A round of an unknown number of rounds.
    pub fn round(&self, number: i32) -> Self {
        Self {
            progress: self.progress.round(number),
            ..*self
        }
    }
}

pub fn part<'a>(work: &Work<'a>, from: f32, to: f32) -> Work<'a> {
    Work {
        progress: work.progress.part(from, to),
        ..*work
    }
}

/// The points of a grid with a winding number of at least `INSIDE`. More than `most` are refused.
pub fn inside(solid: &Solid, grid: &Grid, most: usize, work: &Work) -> Result<Bits> {
    let inside = Inside {
        solid,
        grid,
        most,
        found: AtomicUsize::new(0),
    };
    let nodes = match solid.is_closed {
        true => inside.columns(work),
        false => inside.blocks(work),
    }?;
    // Which points were skipped depends on the threads; that some were does not.
    match inside.found.into_inner() > most {
        true => Err(too_many()),
        false => Ok(Bits::of_nodes(grid, nodes)),
    }
}

fn too_many() -> Error {
    let message =
        "too many lattice points lie inside the surface; ask for fewer tets or a larger spacing";
    Error::new(Status::Capacity, message)
}

type Node = Option<Box<Words>>;

fn insert(node: &mut Node, at: [i32; 3]) {
    insert_in_node(node, at.map(|c| c as usize % NODE));
}

struct Inside<'a> {
    solid: &'a Solid,
    grid: &'a Grid,
    most: usize,
    found: AtomicUsize,
}

impl Inside<'_> {
    fn find(&self, count: usize) -> bool {
        self.found.fetch_add(count, Ordering::Relaxed) + count <= self.most
    }

    fn is_full(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.most
    }

    /// All nodes of a closed solid. A line along the longest side answers for all points on it.
    fn columns(&self, work: &Work) -> Result<Vec<Node>> {
        let nodes = self.grid.nodes();
        let axis = (0..3).fold(0, |best, axis| match nodes[axis] > nodes[best] {
            true => axis,
            false => best,
        });
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let place = |number: usize, along: usize| {
            let mut at = [0; 3];
            (at[axis], at[b], at[c]) = (along, number % nodes[b], number / nodes[b]);
            at
        };
        let count = nodes[b] * nodes[c];
        let columns = parallel::map(count, 1, work.threads, &work.progress, |number| {
            self.column(axis, place(number, 0).map(|n| n as i32 * BLOCK))
        })?;
        let mut all = vec![None; nodes.iter().product()];
        for (number, column) in columns.into_iter().enumerate() {
            for (along, node) in column.into_iter().enumerate() {
                let [i, j, k] = place(number, along);
                all[i + nodes[0] * (j + nodes[1] * k)] = node;
            }
        }
        Ok(all)
    }

    fn column(&self, axis: usize, corner: [i32; 3]) -> Vec<Node> {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut nodes = vec![None; self.grid.nodes()[axis]];
        let mut rows = Rows::default();
        let end = |axis: usize| (corner[axis] + BLOCK).min(self.grid.counts[axis] as i32);
        for k in corner[c]..end(c) {
            for j in corner[b]..end(b) {
                let mut at = corner;
                (at[b], at[c]) = (j, k);
                let row = Row {
                    start: self.grid.position(at),
                    spacing: self.grid.spacing[axis],
                    axis,
                    count: self.grid.counts[axis] as i32,
                };
                self.solid.row(&row, &mut rows, |points, is_inside| {
                    if is_inside && self.find(points.len()) {
                        for n in points {
                            at[axis] = n;
                            insert(&mut nodes[n as usize / NODE], at);
                        }
                    }
                });
                if self.is_full() {
                    return nodes;
                }
            }
        }
        nodes
    }

    /// All nodes of any solid: whole blocks where possible, else point by point.
    fn blocks(&self, work: &Work) -> Result<Vec<Node>> {
        let blocks = self.grid.nodes();
        let corner = |number: usize| {
            let [x, y, _] = blocks;
            [number % x, number / x % y, number / x / y].map(|n| n as i32 * BLOCK)
        };
        let count = blocks.iter().product();
        parallel::map(count, 4, work.threads, &work.progress, |number| {
            let mut node = None;
            if !self.is_full() {
                self.block(corner(number), BLOCK, &mut node);
            }
            node
        })
    }

    fn block(&self, corner: [i32; 3], size: i32, node: &mut Node) {
        let (solid, grid) = (self.solid, self.grid);
        if (0..3).any(|axis| corner[axis] as usize >= grid.counts[axis]) {
            return;
        }
        let half = 0.5 * f64::from(size - 1);
        let centre = grid.position(corner) + half * grid.spacing;
        let radius = half * grid.spacing.length();
        if size == 1 || !solid.tree.is_near(centre, 2.0 * radius) {
            let winding = solid.winding(centre).abs();
            if size == 1 || (winding - winding.round()).abs() <= WHOLE {
                if winding >= INSIDE {
                    self.whole(corner, size, node);
                }
                return;
            }
        }
        for part in 0..8 {
            let step = [part & 1, part >> 1 & 1, part >> 2].map(|bit| bit * size / 2);
            let corner = [0, 1, 2].map(|axis| corner[axis] + step[axis]);
            self.block(corner, size / 2, node);
        }
    }

    fn whole(&self, corner: [i32; 3], size: i32, node: &mut Node) {
        let end = |axis: usize| (corner[axis] + size).min(self.grid.counts[axis] as i32);
        let count = (0..3).map(|axis| (end(axis) - corner[axis]) as usize);
        if !self.find(count.product()) {
            return;
        }
        for k in corner[2]..end(2) {
            for j in corner[1]..end(1) {
                (corner[0]..end(0)).for_each(|i| insert(node, [i, j, k]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use pliant_geometry::shapes::{fork, torus};

    #[test]
    fn columns_and_blocks_say_what_the_winding_number_of_each_point_says() {
        for mesh in [torus(12), fork()] {
            let at = |v: u32| glam::Vec3::from(mesh.positions[v as usize]).as_dvec3();
            let corners: Vec<_> = mesh.triangles.iter().map(|t| t.map(at)).collect();
            let of = |from: usize| {
                Solid::of_mesh(&corners[from..], &mesh.triangles[from..], &Progress::NONE).unwrap()
            };
            let solid = of(0);
            assert!(solid.is_closed && !of(1).is_closed);
            let (low, high) = (DVec3::splat(-1.6), DVec3::splat(6.1));
            let grid = Grid::covering(low, high, DVec3::splat(0.0123), 0.29).unwrap();
            let work = Work {
                threads: 2,
                progress: Progress::NONE,
            };
            let found = inside(&solid, &grid, usize::MAX, &work).unwrap();
            // The limit holds whichever threads find the points.
            let count = found.count();
            assert!(inside(&solid, &grid, count, &work).is_ok());
            let refused = inside(&solid, &grid, count - 1, &work).err();
            assert_eq!(refused.map(|e| e.status), Some(Status::Capacity));
            for k in 0..grid.counts[2] as i32 {
                for j in 0..grid.counts[1] as i32 {
                    for i in 0..grid.counts[0] as i32 {
                        let expected =
                            solid.winding_of_all(grid.position([i, j, k])).abs() >= INSIDE;
                        assert_eq!(found.has([i, j, k]), expected, "{i} {j} {k}");
                    }
                }
            }
        }
    }
}
