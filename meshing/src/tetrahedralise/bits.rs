//! A set of points of a cubic grid, in bricks of 4³ points (a word) and nodes of 4³ bricks.

use glam::DVec3;
use pliant_geometry::error::{Error, Result, Status, number};

pub const MAX_POINTS: usize = 1 << 28;
/// Points along an edge of a brick, and bricks along an edge of a node.
pub const BRICK: usize = 4;
pub const NODE: usize = BRICK * BRICK;
/// Room between a box and the cells fitted to it [cell]. It keeps flat sides off the cells' planes, rounded vertices
/// inside, and tolerates a box this much longer than whole cells.
const ROOM: f64 = 1e-4;
const WORDS: usize = BRICK * BRICK * BRICK;

#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Point (0, 0, 0) [length unit].
    pub origin: DVec3,
    /// Distance between neighbours along each axis [length unit].
    pub spacing: DVec3,
    pub counts: [usize; 3],
}

impl Grid {
    /// The points of the lattice `offset + spacing · integers` in a box, and one more on each side.
    pub fn covering(low: DVec3, high: DVec3, offset: DVec3, spacing: f64) -> Result<Self> {
        let first = ((low - offset) / spacing).floor() - 1.0;
        let last = ((high - offset) / spacing).ceil() + 1.0;
        let origin = offset + first * spacing;
        Self::of(origin, DVec3::splat(spacing), last - first + 1.0)
    }

    /// Whole cells that fill a box with a little room, and one more on each side. Cells are at most `most` long (but
    /// for 3 `ROOM`), and as few as possible. A box thinner than `least` lies in the middle of one cell of that size.
    pub fn fitting(low: DVec3, high: DVec3, most: f64, least: f64) -> Result<Self> {
        let cells = ((high - low) / most - ROOM).ceil().max(DVec3::ONE);
        let room = high - low + 2.0 * ROOM * most;
        let spacing = (room / cells).max(DVec3::splat(least));
        let origin = 0.5 * (low + high) - (0.5 * cells + 1.0) * spacing;
        Self::of(origin, spacing, cells + 3.0)
    }

    fn of(origin: DVec3, spacing: DVec3, size: DVec3) -> Result<Self> {
        if size.element_product() > MAX_POINTS as f64 {
            let [x, y, z] = size.to_array().map(number);
            return Err(Error::new(
                Status::Capacity,
                format!(
                    "the surface's box would hold {x} × {y} × {z} lattice points, but the limit is 2^28; \
                     ask for fewer tets or a larger spacing"
                ),
            ));
        }
        Ok(Self {
            origin,
            spacing,
            counts: size.to_array().map(|n| n as usize),
        })
    }

    pub fn nodes(&self) -> [usize; 3] {
        self.counts.map(|n| n.div_ceil(NODE))
    }

    pub fn diagonal(&self) -> f64 {
        (DVec3::from_array(self.counts.map(|n| n as f64)) * self.spacing).length()
    }

    pub fn position(&self, at: [i32; 3]) -> DVec3 {
        self.origin + DVec3::from_array(at.map(f64::from)) * self.spacing
    }
}

/// A set of points of a grid. Only nodes with points are stored, so memory depends on the body, not on its box.
#[derive(Clone)]
pub struct Bits {
    counts: [usize; 3],
    nodes: [usize; 3],
    /// The words of each node, x first; `None` if it has no points.
    words: Vec<Option<Box<Words>>>,
    /// How many points come before each word, once `rank_all` was called.
    before: Vec<Option<Box<[u32; WORDS]>>>,
}

/// The words of a node, x first, and so are the bits of each word.
pub type Words = [u64; WORDS];

/// The word and the bit of a point, given its position in the node.
fn place_in_node(at: [usize; 3]) -> (usize, u32) {
    let [i, j, k] = at;
    let word = i / BRICK + BRICK * (j / BRICK + BRICK * (k / BRICK));
    let bit = i % BRICK + BRICK * (j % BRICK + BRICK * (k % BRICK));
    (word, bit as u32)
}

pub fn insert_in_node(node: &mut Option<Box<Words>>, at: [usize; 3]) {
    let (word, bit) = place_in_node(at);
    node.get_or_insert_with(|| Box::new([0; WORDS]))[word] |= 1 << bit;
}

impl Bits {
    pub fn new(grid: &Grid) -> Self {
        let nodes = grid.nodes();
        Self {
            counts: grid.counts,
            nodes,
            words: vec![None; nodes.iter().product()],
            before: Vec::new(),
        }
    }

    pub fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// A set from its nodes, x first. None has points outside the grid.
    pub fn of_nodes(grid: &Grid, words: Vec<Option<Box<Words>>>) -> Self {
        Self {
            counts: grid.counts,
            nodes: grid.nodes(),
            words,
            before: Vec::new(),
        }
    }

    fn place(&self, at: [i32; 3]) -> Option<(usize, usize, u32)> {
        let inside = (0..3).all(|axis| at[axis] >= 0 && (at[axis] as usize) < self.counts[axis]);
        if !inside {
            return None;
        }
        let [i, j, k] = at.map(|c| c as usize / NODE);
        let (word, bit) = place_in_node(at.map(|c| c as usize % NODE));
        Some((i + self.nodes[0] * (j + self.nodes[1] * k), word, bit))
    }

    pub fn has(&self, at: [i32; 3]) -> bool {
        self.place(at).is_some_and(|(node, word, bit)| {
            let words = self.words[node].as_ref();
            words.is_some_and(|words| words[word] >> bit & 1 == 1)
        })
    }

    pub fn insert(&mut self, at: [i32; 3]) {
        if let Some((node, word, bit)) = self.place(at) {
            self.words[node].get_or_insert_with(|| Box::new([0; WORDS]))[word] |= 1 << bit;
        }
    }

    pub fn remove(&mut self, at: [i32; 3]) {
        if let Some((node, word, bit)) = self.place(at)
            && let Some(words) = &mut self.words[node]
        {
            words[word] &= !(1 << bit);
        }
    }

    /// All stored words in the order of their bricks: brick, node, word.
    fn bricks(&self) -> impl Iterator<Item = ([usize; 3], usize, usize)> {
        let [x, y, z] = self.nodes;
        let rows = (0..BRICK * z).flat_map(move |k| (0..BRICK * y).map(move |j| (j, k)));
        rows.flat_map(move |(j, k)| {
            let row = x * (j / BRICK + y * (k / BRICK));
            let held = (0..x).filter(move |i| self.words[row + i].is_some());
            held.flat_map(move |i| {
                let word = BRICK * (j % BRICK + BRICK * (k % BRICK));
                (0..BRICK).map(move |n| ([BRICK * i + n, j, k], row + i, word + n))
            })
        })
    }

    fn word(&self, node: usize, word: usize) -> u64 {
        self.words[node].as_ref().map_or(0, |words| words[word])
    }

    /// Prepares for `rank`; returns the number of points.
    pub fn rank_all(&mut self) -> usize {
        let mut before: Vec<_> = (self.words.iter())
            .map(|words| words.as_ref().map(|_| Box::new([0; WORDS])))
            .collect();
        let mut sum = 0;
        for (_, node, word) in self.bricks() {
            if let Some(before) = &mut before[node] {
                before[word] = sum as u32;
            }
            sum += self.word(node, word).count_ones() as usize;
        }
        self.before = before;
        sum
    }

    /// The index of a point of the set, in the order of `for_each`.
    pub fn rank(&self, at: [i32; 3]) -> Option<u32> {
        let (node, word, bit) = self.place(at)?;
        let all = self.words[node].as_ref()?[word];
        let before = self.before[node].as_ref()?[word];
        (all >> bit & 1 == 1).then(|| before + (all & ((1 << bit) - 1)).count_ones())
    }

    /// Visits all points in a fixed order: by brick, x first.
    pub fn for_each(&self, mut visit: impl FnMut([i32; 3])) {
        let _ = self.try_for_each(|at| {
            visit(at);
            Ok(())
        });
    }

    pub fn try_for_each(&self, mut visit: impl FnMut([i32; 3]) -> Result<()>) -> Result<()> {
        for (brick, node, number) in self.bricks() {
            let mut word = self.word(node, number);
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                let within = [bit % BRICK, bit / BRICK % BRICK, bit / BRICK / BRICK];
                visit([0, 1, 2].map(|axis| (brick[axis] * BRICK + within[axis]) as i32))?;
            }
        }
        Ok(())
    }

    pub fn for_each_brick(&self, mut visit: impl FnMut([i32; 3])) {
        for (brick, node, word) in self.bricks() {
            if self.word(node, word) != 0 {
                visit(brick.map(|n| n as i32));
            }
        }
    }

    pub fn brick_count(&self) -> usize {
        let words = self.words.iter().flatten().flat_map(|words| words.iter());
        words.filter(|word| **word != 0).count()
    }

    pub fn count(&self) -> usize {
        let words = self.words.iter().flatten().flat_map(|words| words.iter());
        words.map(|word| word.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_visits() {
        let grid = Grid {
            origin: DVec3::ZERO,
            spacing: DVec3::ONE,
            counts: [19, 5, 37],
        };
        let mut bits = Bits::new(&grid);
        let mut expected = 0;
        for k in -1..38 {
            for j in -1..6 {
                for i in -1..20 {
                    if (3 * i + 5 * j + 7 * k) % 4 == 0 {
                        let is_in = i >= 0 && j >= 0 && k >= 0 && i < 19 && j < 5 && k < 37;
                        bits.insert([i, j, k]);
                        expected += usize::from(is_in);
                    }
                }
            }
        }
        assert_eq!(bits.rank_all(), expected);
        assert_eq!(bits.count(), expected);
        let mut next = 0;
        let mut last = Vec::new();
        bits.for_each(|at| {
            // By brick, and within it, x first.
            let order = [at[2] / 4, at[1] / 4, at[0] / 4].map(i64::from);
            let within = [at[2] % 4, at[1] % 4, at[0] % 4].map(i64::from);
            let order = [order, within].concat();
            assert!(next == 0 || last < order);
            last.clone_from(&order);
            assert!(bits.has(at) && (3 * at[0] + 5 * at[1] + 7 * at[2]) % 4 == 0);
            assert_eq!(bits.rank(at), Some(next));
            next += 1;
        });
        assert_eq!(next as usize, expected);
        assert_eq!(bits.rank([1, 0, 0]), None);
        assert!(!bits.has([-4, 0, 0]) && !bits.has([20, 0, 0]));
    }

    /// A box as long as whole cells gets no extra cell. Cells are at most 0.03 % too long, as documented for
    /// `cell_size`.
    #[test]
    fn whole_cells_that_were_named_stay_as_many_and_as_long() {
        for (cells, over) in (1..=8u32).flat_map(|n| [-1e-7, 0.0, 1e-7, 9e-5].map(|d| (n, d))) {
            let length = 0.1 * (f64::from(cells) + over);
            let (low, high) = (DVec3::splat(3.0), DVec3::splat(3.0 + length));
            let grid = Grid::fitting(low, high, 0.1, 0.05).unwrap();
            assert_eq!(grid.counts, [cells as usize + 3; 3], "{over}");
            let longer = grid.spacing / 0.1 - 1.0;
            assert!(longer.max_element() <= 3e-4 / f64::from(cells), "{longer}");
            let first = grid.position([1; 3]);
            assert!(
                first.cmplt(low).all() && grid.position([cells as i32 + 1; 3]).cmpgt(high).all()
            );
        }
    }

    #[test]
    fn a_refusal_is_a_sentence_however_small_the_spacing() {
        let grid = |spacing| Grid::covering(DVec3::ZERO, DVec3::ONE, DVec3::ZERO, spacing);
        assert!(grid(0.01).is_ok());
        for spacing in [1e-3, 1e-300] {
            let error = grid(spacing).expect_err("too many points");
            assert!(error.message.len() < 300, "{error}");
        }
        assert!(
            grid(1e-3)
                .unwrap_err()
                .message
                .contains("1003 × 1003 × 1003")
        );
    }
}
