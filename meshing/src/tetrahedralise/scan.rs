//! Where the lines of a grid cross triangles, along the three axes.

use super::bits::Grid;
use glam::DVec3;
use pliant_geometry::error::Result;
use pliant_geometry::progress::{Meter, Progress};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub axis: u8,
    /// The grid point before the crossing; −1 along `axis` before the first point.
    pub before: [i32; 3],
    /// The position along the axis, in spacings from the grid's origin.
    pub at: f64,
    pub triangle: u32,
}

impl Hit {
    pub fn segment(&self) -> (u8, [i32; 3]) {
        (self.axis, self.before)
    }
}

/// The most hits held at a time, unless one plane of lines has more.
const MOST: usize = 1 << 16;

pub fn for_each_hit(
    triangles: &[[DVec3; 3]],
    grid: &Grid,
    progress: &Progress,
    mut visit: impl FnMut(Hit),
) -> Result<()> {
    let mut meter = Meter::new(progress, 3 * triangles.len());
    for axis in 0..3 {
        let mut go_on = |hit| {
            visit(hit);
            true
        };
        let all = [i32::MIN, i32::MAX];
        scan_all(triangles, grid, axis, all, &mut meter, &mut go_on)?;
    }
    Ok(())
}

/// Visits all hits in slabs. Hits of one segment are in one slab, sorted.
pub fn for_each_slab(
    triangles: &[[DVec3; 3]],
    grid: &Grid,
    progress: &Progress,
    mut visit: impl FnMut(&[Hit], &Progress) -> Result<()>,
) -> Result<()> {
    for axis in 0..3 {
        let last = grid.counts[(axis + 1) % 3] as i32 - 1;
        let part = progress.part(axis as f32 / 3.0, (axis + 1) as f32 / 3.0);
        slabs(triangles, grid, axis, [0, last], &part, &mut visit)?;
    }
    Ok(())
}

/// Splits the planes of lines in half while there are too many hits.
fn slabs(
    triangles: &[[DVec3; 3]],
    grid: &Grid,
    axis: usize,
    [first, last]: [i32; 2],
    progress: &Progress,
    visit: &mut impl FnMut(&[Hit], &Progress) -> Result<()>,
) -> Result<()> {
    let mut hits = Vec::new();
    // Aborted scans are no progress.
    let mut meter = Meter::new(&progress.part(0.0, 0.0), triangles.len());
    let mut add = |hit| {
        hits.push(hit);
        hits.len() <= MOST || first == last
    };
    let is_all = scan_all(triangles, grid, axis, [first, last], &mut meter, &mut add)?;
    if !is_all {
        drop(hits);
        let middle = first + (last - first) / 2;
        let [low, high] = [progress.part(0.0, 0.5), progress.part(0.5, 1.0)];
        slabs(triangles, grid, axis, [first, middle], &low, visit)?;
        return slabs(triangles, grid, axis, [middle + 1, last], &high, visit);
    }
    hits.sort_unstable_by(|x, y| {
        (x.segment().cmp(&y.segment()))
            .then(x.at.total_cmp(&y.at))
            .then(x.triangle.cmp(&y.triangle))
    });
    visit(&hits, progress)
}

/// Visits the hits of lines in some planes until `visit` returns false; returns whether these were all.
fn scan_all(
    triangles: &[[DVec3; 3]],
    grid: &Grid,
    axis: usize,
    planes: [i32; 2],
    meter: &mut Meter,
    visit: &mut impl FnMut(Hit) -> bool,
) -> Result<bool> {
    for (number, triangle) in (0..).zip(triangles) {
        meter.add(1)?;
        let local = triangle.map(|p| (p - grid.origin) / grid.spacing);
        let go_on = scan(local, axis, planes, |before, at| {
            visit(Hit {
                axis: axis as u8,
                before,
                at,
                triangle: number,
            })
        });
        if !go_on {
            return Ok(false);
        }
    }
    Ok(true)
}

fn scan(
    corners: [DVec3; 3],
    axis: usize,
    [first, last]: [i32; 2],
    mut visit: impl FnMut([i32; 3], f64) -> bool,
) -> bool {
    let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
    let low = corners[0].min(corners[1]).min(corners[2]);
    let high = corners[0].max(corners[1]).max(corners[2]);
    let flat = corners.map(|p| [p[b], p[c]]);
    let twice = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let area = twice(flat[0], flat[1], flat[2]);
    if area == 0.0 {
        return true;
    }
    for j in first.max(low[b].ceil() as i32)..=last.min(high[b].floor() as i32) {
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
                if !visit(before, at) {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large triangle has too many hits for one slab. Slabs have all hits, and each segment is in one.
    #[test]
    fn slabs_have_every_hit_once_and_segments_whole() {
        let grid = Grid {
            origin: DVec3::ZERO,
            spacing: DVec3::ONE,
            counts: [500; 3],
        };
        let corners = [
            DVec3::new(1.3, 2.1, 400.7),
            DVec3::new(480.2, 3.9, 7.1),
            DVec3::new(5.5, 470.4, 12.6),
        ];
        let twin = corners.map(|p| p + DVec3::splat(0.2));
        let triangles = [corners, twin];
        let mut expected = Vec::new();
        for_each_hit(&triangles, &grid, &Progress::NONE, |hit| expected.push(hit)).unwrap();
        let (mut found, mut largest, mut slab_count) = (Vec::new(), 0, 0);
        let mut segments = 0;
        for_each_slab(&triangles, &grid, &Progress::NONE, |slab, _| {
            segments += slab.chunk_by(|x, y| x.segment() == y.segment()).count();
            found.extend_from_slice(slab);
            largest = largest.max(slab.len());
            slab_count += 1;
            Ok(())
        })
        .unwrap();
        let order = |x: &Hit, y: &Hit| {
            (x.segment().cmp(&y.segment()))
                .then(x.at.total_cmp(&y.at))
                .then(x.triangle.cmp(&y.triangle))
        };
        expected.sort_unstable_by(order);
        found.sort_unstable_by(order);
        assert_eq!(found, expected);
        assert_eq!(
            segments,
            expected.chunk_by(|x, y| x.segment() == y.segment()).count()
        );
        assert!(slab_count > 3 && largest <= MOST, "{slab_count} {largest}");
    }
}
