//! Which triangles reach into which cells of a grid.

use super::bits::{Bits, Grid};
use glam::DVec3;
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::progress::{Meter, Progress};

pub struct Fragments {
    pub starts: Vec<u32>,
    pub cells: Vec<[i32; 3]>,
}

/// A triangle must reach this far into a cell [cell].
const INTO: f64 = 1e-6;
/// A triangle that reaches into no cell, as in the plane between two, is moved this far behind its face, where its
/// solid is. Along at least one axis this is more than the gap of 2 `INTO` between cells.
const BEHIND: f64 = 4.0 * INTO;

impl Fragments {
    /// The cells of each triangle. Cell (i, j, k) has its lowest corner at grid point (i, j, k).
    pub fn new(triangles: &[[DVec3; 3]], grid: &Grid, progress: &Progress) -> Result<Self> {
        let most = (1 << 22) + 16 * triangles.len();
        let (mut starts, mut cells) = (vec![0], Vec::new());
        let mut meter = Meter::new(progress, triangles.len());
        for triangle in triangles {
            meter.add(1)?;
            let local = triangle.map(|p| (p - grid.origin) / grid.spacing);
            let first = cells.len();
            cells_of(local, ends(local), &mut cells);
            if cells.len() == first {
                let inward = -(local[1] - local[0]).cross(local[2] - local[0]);
                let local = local.map(|p| p + inward.normalize_or_zero() * BEHIND);
                cells_of(local, ends(local), &mut cells);
            }
            if cells.len() == first {
                let local = local.map(|p| p + off_planes(local) * BEHIND);
                cells_of(local, ends(local), &mut cells);
            }
            cells[first..].sort_unstable();
            if cells.len() > most {
                let message =
                    "the surface passes too many cells; ask for fewer tets or a larger spacing";
                return Err(Error::new(Status::Capacity, message));
            }
            starts.push(cells.len() as u32);
        }
        Ok(Self { starts, cells })
    }

    /// The cells that triangles reach into; `None` if there are too many.
    pub fn touched(
        triangles: &[[DVec3; 3]],
        grid: &Grid,
        progress: &Progress,
    ) -> Result<Option<Bits>> {
        let mut most = (1 << 22) + 16 * triangles.len();
        let (mut touched, mut cells) = (Bits::new(grid), Vec::new());
        let mut meter = Meter::new(progress, triangles.len());
        for triangle in triangles {
            meter.add(1)?;
            let local = triangle.map(|p| (p - grid.origin) / grid.spacing);
            cells_of(local, ends(local), &mut cells);
            let Some(left) = most.checked_sub(cells.len()) else {
                return Ok(None);
            };
            most = left;
            cells.drain(..).for_each(|cell| touched.insert(cell));
        }
        Ok(Some(touched))
    }

    pub fn of(&self, triangle: usize) -> std::ops::Range<usize> {
        self.starts[triangle] as usize..self.starts[triangle + 1] as usize
    }

    pub fn find(&self, triangle: usize, cell: [i32; 3]) -> Option<u32> {
        let range = self.of(triangle);
        let place = self.cells[range.clone()].binary_search(&cell).ok()?;
        Some((range.start + place) as u32)
    }
}

/// A direction off all planes between cells that contain the triangle, which may be a needle along a line of the grid.
fn off_planes(local: [DVec3; 3]) -> DVec3 {
    let plane = (0.5 * (local[0] + local[1])).round();
    let off = local.map(|p| (p - plane).abs());
    let is_between = off[0].max(off[1]).max(off[2]).cmple(DVec3::splat(INTO));
    DVec3::select(is_between, DVec3::ONE, DVec3::ZERO)
}

/// The lowest and the highest cell of a triangle's box along each axis.
fn ends(local: [DVec3; 3]) -> [[i32; 2]; 3] {
    let low = local[0].min(local[1]).min(local[2]) + INTO;
    let high = local[0].max(local[1]).max(local[2]) - INTO;
    [0, 1, 2].map(|axis| {
        let (low, high) = (low[axis].min(high[axis]), high[axis].max(low[axis]));
        [low.floor() as i32, high.floor() as i32]
    })
}

/// The cells between `ends` that a triangle reaches into, by halving boxes: the cost depends on the cells found.
fn cells_of(local: [DVec3; 3], ends: [[i32; 2]; 3], cells: &mut Vec<[i32; 3]>) {
    let sides = ends.map(|[low, high]| high.saturating_sub(low));
    let axis = (0..3).fold(0, |best, a| if sides[a] > sides[best] { a } else { best });
    let low = DVec3::from_array(ends.map(|[low, _]| f64::from(low)));
    let high = DVec3::from_array(ends.map(|[_, high]| f64::from(high))) + 1.0;
    if !meets_box(local, 0.5 * (low + high), 0.5 * (high - low) - INTO) {
        return;
    }
    if sides[axis] == 0 {
        cells.push(ends.map(|[at, _]| at));
        return;
    }
    let middle = ends[axis][0] + sides[axis] / 2;
    let (mut lower, mut upper) = (ends, ends);
    (lower[axis][1], upper[axis][0]) = (middle, middle + 1);
    cells_of(local, lower, cells);
    cells_of(local, upper, cells);
}

/// Whether a triangle meets an axis-aligned box (Akenine-Möller 2001): no axis of the box, normal of the triangle or
/// cross product of their edges separates them. The box may be flat, and the triangle a segment.
pub fn meets_box(triangle: [DVec3; 3], centre: DVec3, half: DVec3) -> bool {
    let [a, b, c] = triangle.map(|p| p - centre);
    let separates = |axis: DVec3| {
        let reach = half.dot(axis.abs());
        let (p, q, r) = (a.dot(axis), b.dot(axis), c.dot(axis));
        p.min(q).min(r) > reach || p.max(q).max(r) < -reach
    };
    if [DVec3::X, DVec3::Y, DVec3::Z].into_iter().any(separates) || separates((b - a).cross(c - a))
    {
        return false;
    }
    let edges = [b - a, c - b, a - c];
    !edges.iter().any(|e| {
        [DVec3::X, DVec3::Y, DVec3::Z]
            .iter()
            .any(|x| separates(e.cross(*x)))
    })
}

/// A point of a triangle in a box: the mean corner of the clipped triangle (Sutherland and Hodgman 1974).
pub fn point_in_box(triangle: [DVec3; 3], low: DVec3, high: DVec3) -> Option<DVec3> {
    let mut polygon = triangle.to_vec();
    for axis in 0..3 {
        for (side, limit) in [(1.0, low[axis]), (-1.0, -high[axis])] {
            let depth = |p: DVec3| side * p[axis] - limit;
            let mut kept = Vec::with_capacity(polygon.len() + 1);
            for (i, &p) in polygon.iter().enumerate() {
                let q = polygon[(i + 1) % polygon.len()];
                let (dp, dq) = (depth(p), depth(q));
                if dp >= 0.0 {
                    kept.push(p);
                }
                if (dp >= 0.0) != (dq >= 0.0) {
                    kept.push(p.lerp(q, dp / (dp - dq)));
                }
            }
            polygon = kept;
        }
    }
    let count = polygon.len();
    (count > 0).then(|| polygon.iter().sum::<DVec3>() / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halving finds the same cells as testing every cell of the box.
    #[test]
    fn a_triangle_reaches_into_the_cells_that_each_say_so() {
        let grid = Grid {
            origin: DVec3::ZERO,
            spacing: DVec3::ONE,
            counts: [20; 3],
        };
        let corner = |i: u32| {
            DVec3::new(
                f64::from(i * 7 % 19),
                f64::from(i * 5 % 17),
                f64::from(i * 11 % 13),
            ) * 1.03
        };
        for i in 0..60 {
            let triangle = [corner(i), corner(3 * i + 1), corner(7 * i + 2)];
            let found = Fragments::new(&[triangle], &grid, &Progress::NONE).unwrap();
            let mut expected = Vec::new();
            for cell in (0..20i32.pow(3)).map(|n| [n / 400, n / 20 % 20, n % 20]) {
                let centre = DVec3::from_array(cell.map(f64::from)) + 0.5;
                if meets_box(triangle, centre, DVec3::splat(0.5 - INTO)) {
                    expected.push(cell);
                }
            }
            assert_eq!(found.cells, expected, "{triangle:?}");
        }
    }
}
