//! Which points of a grid are inside a solid.

use super::bits::{Bits, Grid, NODE, Words, insert_in_node};
use super::parallel;
use super::progress::Progress;
use crate::asset::solid::{Crossing, INSIDE, Solid};
use crate::error::{Error, Result, Status};
use glam::DVec3;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Points along an edge of the blocks that threads take: nodes of the set.
const BLOCK: i32 = NODE as i32;
/// Points along an edge of the blocks that are gone through by rows where a closed surface passes, if it has few triangles there, and
/// anyway.
const ROWS: [i32; 2] = [8, 4];
/// Triangles that are asked one by one.
const FEW: usize = 12;
/// A block whose points are all nearer to its centre than half the centre's distance from the surface is taken as a
/// whole if the winding number at its centre is no farther than this from a whole number. Winding numbers are harmonic off
/// the surface; where 0 ≤ w ≤ 1, Harnack's inequality gives at half the distance w ≤ 6 w(centre), and so 1 − w: below
/// `INSIDE` then. Closed surfaces have w = 0 or 1.
const WHOLE: f64 = 0.08;

/// What a sweep over a grid needs.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Threads to use.
    pub threads: usize,
    /// Whom to tell.
    pub progress: Progress<'a>,
}

#[cfg(test)]
impl Work<'_> {
    /// One thread's, which nobody waits for.
    pub const ALONE: Self = Self {
        threads: 1,
        progress: Progress::NONE,
    };
}

/// Work that fills a part of the progress.
pub fn part<'a>(work: &Work<'a>, from: f32, to: f32) -> Work<'a> {
    Work {
        progress: work.progress.part(from, to),
        ..*work
    }
}

/// The points of a grid with a winding number of `INSIDE` or more; no more than `most` are worked on.
///
/// # Errors
/// `Cancelled`, `Capacity`.
pub fn inside(solid: &Solid, grid: &Grid, most: usize, work: &Work) -> Result<Bits> {
    let blocks = grid.nodes();
    let count = blocks.iter().product();
    let corner = |number: usize| {
        let [x, y, _] = blocks;
        [number % x, number / x % y, number / x / y].map(|n| n as i32 * BLOCK)
    };
    let found = AtomicUsize::new(0);
    let nodes = parallel::map(count, 4, work.threads, &work.progress, |number| {
        let mut node = None;
        if found.load(Ordering::Relaxed) <= most {
            block(solid, grid, corner(number), BLOCK, &mut node);
            let words = node.iter().flat_map(|words| words.iter());
            let count = words.map(|word| word.count_ones() as usize).sum();
            found.fetch_add(count, Ordering::Relaxed);
        }
        node
    })?;
    // Which blocks were left out depends on the threads, that some were does not.
    match found.into_inner() > most {
        true => Err(too_many()),
        false => Ok(Bits::of_nodes(grid, nodes)),
    }
}

fn too_many() -> Error {
    let message = "more points of the lattice lie inside the surface than are worked on; ask for fewer elements or a larger spacing";
    Error::new(Status::Capacity, message)
}

/// The points of a block's node.
type Node = Option<Box<Words>>;

fn insert(node: &mut Node, at: [i32; 3]) {
    insert_in_node(node, at.map(|c| c as usize % NODE));
}

fn block(solid: &Solid, grid: &Grid, corner: [i32; 3], size: i32, node: &mut Node) {
    if (0..3).any(|axis| corner[axis] as usize >= grid.counts[axis]) {
        return;
    }
    let half = 0.5 * f64::from(size - 1);
    let centre = grid.position(corner) + half * grid.spacing;
    let radius = half * grid.spacing.length();
    let is_leaf = size == 1;
    if !is_leaf && solid.tree.is_near(centre, 2.0 * radius) {
        if solid.is_closed && size <= ROWS[0] {
            let few = few_in(solid, grid, corner, size);
            if few.is_some() || size <= ROWS[1] {
                return rows(solid, grid, [corner, corner.map(|c| c + size)], few, node);
            }
        }
        return halves(solid, grid, corner, size, node);
    }
    let winding = solid.winding(centre).abs();
    if is_leaf || (winding - winding.round()).abs() <= WHOLE {
        if winding >= INSIDE {
            whole(grid, corner, size, node);
        }
        return;
    }
    halves(solid, grid, corner, size, node);
}

/// Whether a way from one point of a block to another crosses the surface.
struct Crosses<'a> {
    solid: &'a Solid,
    /// All triangles of the block, where they are so few that the tree is not worth while.
    few: Option<Vec<u32>>,
    found: Vec<Crossing>,
}

impl Crosses<'_> {
    fn ask(&mut self, a: DVec3, b: DVec3) -> bool {
        let tree = &self.solid.tree;
        match &self.few {
            Some(few) => tree.crosses_any(a, b, few),
            None => {
                tree.crossings(a, b, &mut self.found);
                !self.found.is_empty()
            }
        }
    }
}

/// The triangles of a block, if they are few.
fn few_in(solid: &Solid, grid: &Grid, corner: [i32; 3], size: i32) -> Option<Vec<u32>> {
    let bounds = [corner, corner.map(|c| c + size - 1)].map(|at| grid.position(at));
    solid.tree.few_in_box(bounds, FEW)
}

/// A block of points along the surface of a closed solid: the winding number is asked for at its first point, and again where the way from a
/// neighbour that is known crosses the surface.
fn rows(
    solid: &Solid,
    grid: &Grid,
    [corner, end]: [[i32; 3]; 2],
    few: Option<Vec<u32>>,
    node: &mut Node,
) {
    let end = [0, 1, 2].map(|axis| end[axis].min(grid.counts[axis] as i32));
    let mut crosses = Crosses {
        solid,
        few,
        found: Vec::new(),
    };
    // Of the row, of the row's starts and of the layer's: a point, and whether it is inside.
    let mut before: [Option<(DVec3, bool)>; 3] = [None; 3];
    for k in corner[2]..end[2] {
        for j in corner[1]..end[1] {
            for i in corner[0]..end[0] {
                let p = grid.position([i, j, k]);
                let starts = 1 + usize::from(i == corner[0]) * (1 + usize::from(j == corner[1]));
                let is_inside = match before[starts - 1] {
                    Some((q, was_inside)) if !crosses.ask(q, p) => was_inside,
                    _ => solid.contains(p),
                };
                before[..starts].fill(Some((p, is_inside)));
                if is_inside {
                    insert(node, [i, j, k]);
                }
            }
        }
    }
}

fn halves(solid: &Solid, grid: &Grid, corner: [i32; 3], size: i32, node: &mut Node) {
    for part in 0..8 {
        let step = [part & 1, part >> 1 & 1, part >> 2].map(|bit| bit * size / 2);
        let corner = [0, 1, 2].map(|axis| corner[axis] + step[axis]);
        block(solid, grid, corner, size / 2, node);
    }
}

fn whole(grid: &Grid, corner: [i32; 3], size: i32, node: &mut Node) {
    let end = [0, 1, 2].map(|axis| (corner[axis] + size).min(grid.counts[axis] as i32));
    for k in corner[2]..end[2] {
        for j in corner[1]..end[1] {
            (corner[0]..end[0]).for_each(|i| insert(node, [i, j, k]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::test_surfaces::{fork, torus};

    #[test]
    fn rows_and_blocks_say_what_the_winding_number_of_each_point_says() {
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
            // One point fewer than there are is too few, whichever threads find them.
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
