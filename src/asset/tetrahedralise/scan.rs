//! Where the lines of a grid cross triangles, along the three axes.

use super::bits::Grid;
use super::progress::{Meter, Progress};
use crate::error::Result;
use glam::DVec3;

/// A line of the grid crosses a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Along which axis the line runs.
    pub axis: u8,
    /// The grid point before the crossing, −1 along `axis` when it is before the first.
    pub before: [i32; 3],
    /// Along the axis, in grid spacings from the grid's origin.
    pub at: f64,
    /// The triangle.
    pub triangle: u32,
}

impl Hit {
    /// Hits on one segment between neighbouring grid points have one of these.
    pub fn segment(&self) -> (u8, [i32; 3]) {
        (self.axis, self.before)
    }
}

/// All hits, those of one segment together and in order along it.
///
/// # Errors
/// `Cancelled`.
pub fn hits(triangles: &[[DVec3; 3]], grid: &Grid, progress: &Progress) -> Result<Vec<Hit>> {
    let mut hits = Vec::new();
    let mut meter = Meter::new(progress, triangles.len());
    for (number, triangle) in triangles.iter().enumerate() {
        meter.add(1)?;
        let local = triangle.map(|p| (p - grid.origin) / grid.spacing);
        for axis in 0..3 {
            scan(local, axis, number as u32, &mut hits);
        }
    }
    hits.sort_unstable_by(|x, y| {
        (x.segment().cmp(&y.segment()))
            .then(x.at.total_cmp(&y.at))
            .then(x.triangle.cmp(&y.triangle))
    });
    Ok(hits)
}

fn scan(corners: [DVec3; 3], axis: usize, triangle: u32, hits: &mut Vec<Hit>) {
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    let low = corners[0].min(corners[1]).min(corners[2]);
    let high = corners[0].max(corners[1]).max(corners[2]);
    let flat = corners.map(|p| [p[b], p[c]]);
    let twice = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let area = twice(flat[0], flat[1], flat[2]);
    if area == 0.0 {
        return;
    }
    for j in low[b].ceil() as i32..=high[b].floor() as i32 {
        for k in low[c].ceil() as i32..=high[c].floor() as i32 {
            let p = [f64::from(j), f64::from(k)];
            let weights = [
                twice(flat[1], flat[2], p) / area,
                twice(flat[2], flat[0], p) / area,
                twice(flat[0], flat[1], p) / area,
            ];
            if weights.iter().all(|w| *w >= 0.0) {
                let at = (0..3).map(|i| weights[i] * corners[i][axis]).sum::<f64>();
                let mut before = [0; 3];
                (before[axis], before[b], before[c]) = (at.floor() as i32, j, k);
                hits.push(Hit {
                    axis: axis as u8,
                    before,
                    at,
                    triangle,
                });
            }
        }
    }
}
