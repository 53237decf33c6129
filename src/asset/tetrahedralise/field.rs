//! Which points of a grid are inside a solid.

use super::bits::{Bits, Grid};
use super::parallel;
use super::progress::Progress;
use super::solid::{INSIDE, Solid};
use crate::error::Result;
use glam::DVec3;

/// Points along an edge of the blocks that threads take.
const BLOCK: i32 = 16;
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

/// The points of a grid with a winding number of `INSIDE` or more.
///
/// # Errors
/// `Cancelled`.
pub fn inside(solid: &Solid, grid: &Grid, work: &Work) -> Result<Bits> {
    let blocks = grid.counts.map(|n| n.div_ceil(BLOCK as usize));
    let count = blocks.iter().product();
    let corner = |number: usize| {
        let [x, y, _] = blocks;
        [number % x, number / x % y, number / x / y].map(|n| n as i32 * BLOCK)
    };
    let found = parallel::map(count, 4, work.threads, &work.progress, |number| {
        let mut points = Vec::new();
        block(solid, grid, corner(number), BLOCK, &mut points);
        points
    })?;
    let mut bits = Bits::new(grid);
    for run in found.into_iter().flatten() {
        for i in 0..run.length {
            bits.insert([run.first[0] + i, run.first[1], run.first[2]]);
        }
    }
    Ok(bits)
}

/// Points along x that are inside.
struct Run {
    first: [i32; 3],
    length: i32,
}

fn block(solid: &Solid, grid: &Grid, corner: [i32; 3], size: i32, runs: &mut Vec<Run>) {
    if (0..3).any(|axis| corner[axis] as usize >= grid.counts[axis]) {
        return;
    }
    let half = 0.5 * f64::from(size - 1);
    let centre = grid.position(corner) + DVec3::splat(half * grid.spacing);
    let radius = half * grid.spacing * 3f64.sqrt();
    let is_leaf = size == 1;
    if !is_leaf && solid.tree.is_near(centre, 2.0 * radius) {
        return halves(solid, grid, corner, size, runs);
    }
    let winding = solid.winding(centre).abs();
    if is_leaf || (winding - winding.round()).abs() <= WHOLE {
        if winding >= INSIDE {
            whole(grid, corner, size, runs);
        }
        return;
    }
    halves(solid, grid, corner, size, runs);
}

fn halves(solid: &Solid, grid: &Grid, corner: [i32; 3], size: i32, runs: &mut Vec<Run>) {
    for part in 0..8 {
        let step = [part & 1, part >> 1 & 1, part >> 2].map(|bit| bit * size / 2);
        let corner = [0, 1, 2].map(|axis| corner[axis] + step[axis]);
        block(solid, grid, corner, size / 2, runs);
    }
}

fn whole(grid: &Grid, corner: [i32; 3], size: i32, runs: &mut Vec<Run>) {
    let end = [0, 1, 2].map(|axis| (corner[axis] + size).min(grid.counts[axis] as i32));
    for k in corner[2]..end[2] {
        for j in corner[1]..end[1] {
            runs.push(Run {
                first: [corner[0], j, k],
                length: end[0] - corner[0],
            });
        }
    }
}
