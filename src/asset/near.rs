//! Finds near points with a grid, the same ones on all machines.

use glam::DVec3;
use pliant_geometry::incidence::{Rows, incidence};

/// Points a cell holds on average.
const POINTS_A_CELL: usize = 2;
/// Cells along an axis.
const MOST_CELLS: f64 = 1024.0;

/// Points in the cells of a grid.
pub struct Near<'a> {
    points: &'a [DVec3],
    low: DVec3,
    cell: f64,
    size: [usize; 3],
    /// Points of each cell, ascending.
    rows: Rows,
}

impl<'a> Near<'a> {
    /// A grid over finite points, at least one.
    pub fn new(points: &'a [DVec3]) -> Self {
        let (low, high) = points
            .iter()
            .fold((DVec3::MAX, DVec3::MIN), |(l, h), p| (l.min(*p), h.max(*p)));
        let extent = (high - low).max(DVec3::splat(1e-300));
        let largest = extent.max_element();
        // A flat or thin box has fewer cells than its volume suggests: axes below a cell count as one.
        let cells = (points.len() / POINTS_A_CELL).max(1) as f64;
        let sides = (extent / largest).to_array();
        let mut along = 1.0;
        while along < MOST_CELLS && count(sides, along) < cells {
            along *= 1.25;
        }
        let cell = largest / along;
        let size = (extent / cell).to_array().map(|n| n as usize + 1);
        let mut near = Self {
            points,
            low,
            cell,
            size,
            rows: Rows {
                starts: Vec::new(),
                items: Vec::new(),
            },
        };
        let cells: Vec<[u32; 1]> = points.iter().map(|p| [near.at(near.place(*p))]).collect();
        near.rows = incidence(&cells, size.iter().product());
        near
    }

    fn place(&self, p: DVec3) -> [usize; 3] {
        let cells = ((p - self.low) / self.cell).to_array();
        // A negative number becomes zero.
        [0, 1, 2].map(|i| (cells[i] as usize).min(self.size[i] - 1))
    }

    fn at(&self, [x, y, z]: [usize; 3]) -> u32 {
        (x + self.size[0] * (y + self.size[1] * z)) as u32
    }

    /// Calls `found` with the square of the distance and the index of the points in the cells that are `ring` cells
    /// from `centre`.
    fn ring(&self, p: DVec3, centre: [usize; 3], ring: usize, found: &mut impl FnMut(f64, u32)) {
        let range =
            |i: usize| centre[i].saturating_sub(ring)..=(centre[i] + ring).min(self.size[i] - 1);
        let apart = |i: usize, at: usize| at.abs_diff(centre[i]);
        for z in range(2) {
            for y in range(1) {
                let is_side = apart(2, z) == ring || apart(1, y) == ring;
                for x in range(0) {
                    if !is_side && apart(0, x) != ring {
                        continue;
                    }
                    for k in self.rows.row(self.at([x, y, z]) as usize) {
                        found(p.distance_squared(self.points[*k as usize]), *k);
                    }
                }
            }
        }
    }

    /// The nearest point; of several the first.
    pub fn nearest(&self, p: DVec3) -> u32 {
        self.within_ring(p, 1, |near| near[0].1)
    }

    /// The points at most as far as the one that comes at place `count` by distance, ascending by index. Points within
    /// a millionth of that distance count as equally far, so that lattices have whole rings.
    pub fn nearest_few(&self, p: DVec3, count: usize) -> Vec<u32> {
        self.within_ring(p, count, |near| {
            let last = near[(count - 1).min(near.len() - 1)].0 * (1.0 + 2e-6);
            let few = near.iter().take_while(|(d, _)| *d <= last);
            let mut few: Vec<u32> = few.map(|(_, k)| *k).collect();
            few.sort_unstable();
            few
        })
    }

    /// Looks at more and more points, until those unseen are farther than the `count` nearest; `take` gets them sorted.
    fn within_ring<T>(&self, p: DVec3, count: usize, take: impl Fn(&[(f64, u32)]) -> T) -> T {
        let centre = self.place(p);
        let mut near: Vec<(f64, u32)> = Vec::new();
        let last = self.size.into_iter().max().unwrap_or(1);
        for ring in 0..=last {
            self.ring(p, centre, ring, &mut |d, k| near.push((d, k)));
            // Unseen points are at least this far: p's nearest place in the grid is in the cell `centre`.
            let seen = ring as f64 * self.cell;
            let inside = near.iter().filter(|(d, _)| d * (1.0 + 4e-6) < seen * seen);
            if inside.count() >= count {
                break;
            }
        }
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        take(&near)
    }
}

/// Cells of a box with these sides, `along` per unit.
fn count(sides: [f64; 3], along: f64) -> f64 {
    sides
        .map(|side| (side * along).floor() + 1.0)
        .iter()
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(k: usize) -> f64 {
        ((k + 1) as f64 * 0.754_877_666_246_692_8).fract()
    }

    /// Points in a box, some of them equal.
    fn points(count: usize, sides: DVec3) -> Vec<DVec3> {
        let at = |k: usize| DVec3::new(number(3 * k), number(3 * k + 1), number(3 * k + 2));
        (0..count).map(|k| sides * at(k % (count - 2))).collect()
    }

    #[test]
    fn the_nearest_are_those_of_a_search_through_all() {
        for sides in [
            DVec3::ONE,
            DVec3::new(1.0, 1e-4, 0.3),
            DVec3::X,
            DVec3::ZERO,
        ] {
            let all = points(200, sides);
            let near = Near::new(&all);
            for k in 0..40 {
                // Inside and outside of the grid.
                let p = 2.0 * DVec3::new(number(5 * k), number(5 * k + 1), number(5 * k + 2));
                let mut sorted: Vec<(f64, u32)> = (0..)
                    .zip(&all)
                    .map(|(i, x)| (x.distance_squared(p), i))
                    .collect();
                sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                assert_eq!(near.nearest(p), sorted[0].1, "{sides} {p}");
                let last = sorted[6].0 * (1.0 + 2e-6);
                let few = sorted.iter().filter(|(d, _)| *d <= last);
                let mut few: Vec<u32> = few.map(|(_, i)| *i).collect();
                few.sort_unstable();
                assert_eq!(near.nearest_few(p, 7), few, "{sides} {p}");
            }
        }
    }
}
