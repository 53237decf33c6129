//! A set of points of a cubic grid, one bit a point, 64 points (4 × 4 × 4) a word.

use crate::error::{Error, Result, Status};
use glam::DVec3;

/// The most points of a grid: 32 MiB of bits.
pub const MAX_POINTS: usize = 1 << 28;
/// Points along an edge of a word's brick.
const BRICK: usize = 4;

/// Where the points of a cubic grid are.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Point (0, 0, 0) [length unit].
    pub origin: DVec3,
    /// Distance of neighbours [length unit].
    pub spacing: f64,
    /// Points along each axis.
    pub counts: [usize; 3],
}

impl Grid {
    /// The points of the lattice `offset + spacing·integers` in a box, and one more on each side. The grids of different
    /// boxes share their points.
    ///
    /// # Errors
    /// `Capacity` above `MAX_POINTS`.
    pub fn covering(low: DVec3, high: DVec3, offset: DVec3, spacing: f64) -> Result<Self> {
        let first = ((low - offset) / spacing).floor() - 1.0;
        let last = ((high - offset) / spacing).ceil() + 1.0;
        let size = last - first + 1.0;
        if size.x * size.y * size.z > MAX_POINTS as f64 {
            return Err(Error::new(
                Status::Capacity,
                format!(
                    "the surface's box would hold {:.0} × {:.0} × {:.0} lattice points, at most 2^28 are worked on; \
                     ask for fewer elements or a larger spacing",
                    size.x, size.y, size.z
                ),
            ));
        }
        Ok(Self {
            origin: offset + first * spacing,
            spacing,
            counts: size.to_array().map(|n| n as usize),
        })
    }

    /// Where a point is.
    pub fn position(&self, at: [i32; 3]) -> DVec3 {
        self.origin + DVec3::from_array(at.map(f64::from)) * self.spacing
    }

    /// How many bricks an axis.
    pub fn bricks(&self) -> [usize; 3] {
        self.counts.map(|n| n.div_ceil(BRICK))
    }
}

/// A set of points of a grid.
#[derive(Clone)]
pub struct Bits {
    counts: [usize; 3],
    bricks: [usize; 3],
    words: Vec<u64>,
    /// How many points stand in the words before each; filled by `rank_all`.
    before: Vec<u32>,
}

impl Bits {
    /// The empty set.
    pub fn new(grid: &Grid) -> Self {
        let bricks = grid.bricks();
        Self {
            counts: grid.counts,
            bricks,
            words: vec![0; bricks.iter().product()],
            before: Vec::new(),
        }
    }

    fn place(&self, at: [i32; 3]) -> Option<(usize, u32)> {
        let inside = (0..3).all(|axis| at[axis] >= 0 && (at[axis] as usize) < self.counts[axis]);
        if !inside {
            return None;
        }
        let [i, j, k] = at.map(|c| c as usize);
        let word = i / BRICK + self.bricks[0] * (j / BRICK + self.bricks[1] * (k / BRICK));
        Some((
            word,
            (i % BRICK + BRICK * (j % BRICK + BRICK * (k % BRICK))) as u32,
        ))
    }

    /// Whether a point is in the set; points outside the grid are not.
    pub fn has(&self, at: [i32; 3]) -> bool {
        self.place(at)
            .is_some_and(|(word, bit)| self.words[word] >> bit & 1 == 1)
    }

    /// Puts a point into the set, if the grid has it.
    pub fn insert(&mut self, at: [i32; 3]) {
        if let Some((word, bit)) = self.place(at) {
            self.words[word] |= 1 << bit;
        }
    }

    /// Takes a point out of the set.
    pub fn remove(&mut self, at: [i32; 3]) {
        if let Some((word, bit)) = self.place(at) {
            self.words[word] &= !(1 << bit);
        }
    }

    /// Counts points, so that `rank` can be asked; returns how many there are.
    pub fn rank_all(&mut self) -> usize {
        let mut sum = 0;
        self.before.clear();
        for word in &self.words {
            self.before.push(sum as u32);
            sum += word.count_ones() as usize;
        }
        sum
    }

    /// The number of a point in the order of `for_each`, if it is in the set.
    pub fn rank(&self, at: [i32; 3]) -> Option<u32> {
        let (word, bit) = self.place(at)?;
        let all = self.words[word];
        (all >> bit & 1 == 1).then(|| self.before[word] + (all & ((1 << bit) - 1)).count_ones())
    }

    /// Every point of the set, in one order.
    pub fn for_each(&self, mut visit: impl FnMut([i32; 3])) {
        for (number, &all) in self.words.iter().enumerate() {
            let mut word = all;
            let brick = [
                number % self.bricks[0],
                number / self.bricks[0] % self.bricks[1],
                number / self.bricks[0] / self.bricks[1],
            ];
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                let within = [bit % BRICK, bit / BRICK % BRICK, bit / BRICK / BRICK];
                visit([0, 1, 2].map(|axis| (brick[axis] * BRICK + within[axis]) as i32));
            }
        }
    }

    /// How many points are in the set.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_visits() {
        let grid = Grid {
            origin: DVec3::ZERO,
            spacing: 1.0,
            counts: [9, 5, 6],
        };
        let mut bits = Bits::new(&grid);
        let mut expected = 0;
        for k in -1..7 {
            for j in -1..6 {
                for i in -1..10 {
                    if (3 * i + 5 * j + 7 * k) % 4 == 0 {
                        bits.insert([i, j, k]);
                        expected +=
                            usize::from(i >= 0 && j >= 0 && k >= 0 && i < 9 && j < 5 && k < 6);
                    }
                }
            }
        }
        assert_eq!(bits.rank_all(), expected);
        assert_eq!(bits.count(), expected);
        let mut next = 0;
        bits.for_each(|at| {
            assert!(bits.has(at) && (3 * at[0] + 5 * at[1] + 7 * at[2]) % 4 == 0);
            assert_eq!(bits.rank(at), Some(next));
            next += 1;
        });
        assert_eq!(next as usize, expected);
        assert_eq!(bits.rank([1, 0, 0]), None);
        assert!(!bits.has([-4, 0, 0]) && !bits.has([12, 0, 0]));
    }
}
