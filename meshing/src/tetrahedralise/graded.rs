//! The inside of a body-centred lattice, coarser with the distance from the surface (Labelle and Shewchuk 2007, section 3.1): the
//! leaves of an octree whose finest are the lattice's cells. Every vertex is one of the finest lattice's. Neighbours differ by one level at
//! most, and between them stand halves and quarters of lattice tets and halves of pyramids over a face.
//!
//! Whatever touches a cut tet stays at the finest level, so what is said of the surface holds as without grading.

use super::bcc::{Site, step};
use super::bits::{Bits, Grid};
use glam::DVec3;

/// Levels above the finest: cells up to 32 times as long.
const LEVELS: usize = 5;
/// Corners of a face, going round it, in the two axes that span it; halves of an octant's edge.
const ROUND: [[i32; 2]; 4] = [[0, 0], [2, 0], [2, 2], [0, 2]];

/// Which octants of each level are whole: leaves, or in leaves. Level 0 are the lattice's cells that may be joined.
pub struct Octree {
    whole: Vec<Bits>,
    /// Where the lattice's first cell is in the octree.
    shift: [i32; 3],
}

impl Octree {
    /// Joins cells, eight at a time, as long as all of them are `free` and levels of neighbours differ by one. Where the octants of a level
    /// begin is chosen, level by level, so that most are whole: in walls few cells thick that can halve the number of tets.
    pub fn new(free: Bits) -> Self {
        let mut octree = Self {
            whole: vec![free],
            shift: [0; 3],
        };
        for level in 1..=LEVELS {
            if !octree.join(level) {
                break;
            }
        }
        octree
    }

    /// The same of a few cells, for tests.
    #[cfg(test)]
    pub fn of_cells(counts: [usize; 3], free: impl Iterator<Item = [i32; 3]>) -> Self {
        let mut cells = empty(counts);
        free.for_each(|cell| cells.insert(cell));
        Self::new(cells)
    }

    /// Makes a level of the one below. False if nothing can be joined.
    fn join(&mut self, level: usize) -> bool {
        // Beside an octant of level 1 the finest cells may stand, beside one of level 2 not.
        let around = if level == 1 { 0..2 } else { -1..3 };
        let below = &self.whole[level - 1];
        let is_block = |at: [i32; 3]| {
            let (i, j, k) = (around.clone(), around.clone(), around.clone());
            let mut rows = k.flat_map(move |k| j.clone().map(move |j| (j, k)));
            rows.all(|(j, k)| i.clone().all(|i| below.has(step(at, [i, j, k]))))
        };
        let (mut blocks, mut found) = (empty(below.counts()), [0; 8]);
        below.for_each(|at| {
            if is_block(at) {
                blocks.insert(at);
                found[parity(at)] += 1;
            }
        });
        let most = found.into_iter().max().unwrap_or(0);
        let best = found.iter().position(|n| *n == most).unwrap_or(0);
        let by = [0, 1, 2].map(|axis| (best >> axis & 1) as i32);
        let mut joined = empty(below.counts().map(|n| n / 2 + 1));
        blocks.for_each(|at| {
            if parity(at) == best {
                joined.insert(step(at, by).map(|c| c / 2));
            }
        });
        // Octants of all levels below are numbered anew so that they lie two and two in these.
        if by != [0; 3] {
            for (own, bits) in self.whole.iter_mut().enumerate() {
                *bits = moved(bits, by.map(|c| c << (level - 1 - own)));
            }
            self.shift = step(self.shift, by.map(|c| c << (level - 1)));
        }
        if most > 0 {
            self.whole.push(joined);
        }
        most > 0
    }

    /// Whether a cell of the finest lattice is in a larger octant.
    pub fn is_joined(&self, cell: [i32; 3]) -> bool {
        self.is_in_larger(0, step(cell, self.shift))
    }

    fn is_in_larger(&self, level: usize, at: [i32; 3]) -> bool {
        let larger = self.whole.get(level + 1);
        larger.is_some_and(|larger| larger.has(at.map(|c| c >> 1)))
    }

    /// Every tet that the finest lattice does not have, of either orientation.
    pub fn for_each_tet(&self, mut emit: impl FnMut([Site; 4])) {
        let back = self.shift.map(|c| -2 * c);
        let mut emit = |sites: [Site; 4]| emit(sites.map(|site| step(site, back)));
        for (level, whole) in self.whole.iter().enumerate().skip(1) {
            whole.for_each(|at| {
                if !self.is_in_larger(level, at) {
                    for axis in 0..3 {
                        for way in [-1, 1] {
                            self.face(
                                &Octant {
                                    level,
                                    at,
                                    axis,
                                    way,
                                },
                                &mut emit,
                            );
                        }
                    }
                }
            });
        }
    }

    /// The tets between the centre of a leaf, one of its faces, and the centres beyond.
    fn face(&self, octant: &Octant, emit: &mut impl FnMut([Site; 4])) {
        let whole = &self.whole[octant.level];
        let across = unit(octant.axis, octant.way);
        let beyond = step(octant.at, across);
        let centre = octant.point([1, 1], 1);
        if !whole.has(beyond) {
            return octant.to_smaller(emit);
        }
        // A larger neighbour has made them; of two of one size the first does.
        if octant.way < 0 || self.is_in_larger(octant.level, beyond) {
            return;
        }
        let other = octant.point([1, 1], 3);
        for turn in 0..4 {
            let (p, q) = (ROUND[turn], ROUND[(turn + 1) % 4]);
            let middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
            let ends = [p, q].map(|place| octant.point(place, 2));
            // An edge is halved where one of the four octants around it is.
            let out = octant.outward(middle);
            if whole.has(step(octant.at, out)) && whole.has(step(beyond, out)) {
                emit([ends[0], ends[1], centre, other]);
            } else {
                let half = octant.point(middle, 2);
                ends.iter()
                    .for_each(|end| emit([*end, half, centre, other]));
            }
        }
    }
}

/// A leaf seen from one of its faces.
struct Octant {
    level: usize,
    at: [i32; 3],
    axis: usize,
    way: i32,
}

impl Octant {
    fn across(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    /// A place over the face and along its normal, counted in halves of the octant's edge: 0 on the side opposite to the face, 2 on it.
    fn point(&self, place: [i32; 2], along: i32) -> Site {
        let mut halves = [0; 3];
        halves[self.axis] = if self.way > 0 { along } else { 2 - along };
        for (axis, c) in self.across().into_iter().zip(place) {
            halves[axis] = c;
        }
        [0, 1, 2].map(|axis| (2 * self.at[axis] + halves[axis]) << self.level)
    }

    /// The way from the face's centre to the middle of one of its edges.
    fn outward(&self, middle: [i32; 2]) -> [i32; 3] {
        let [b, c] = self.across();
        step(unit(b, middle[0] - 1), unit(c, middle[1] - 1))
    }

    /// The face meets four octants of half the size: quarters of lattice tets on this side, half pyramids on theirs. The diagonals
    /// of the four squares run to the face's centre.
    fn to_smaller(&self, emit: &mut impl FnMut([Site; 4])) {
        let (centre, face) = (self.point([1, 1], 1), self.point([1, 1], 2));
        let quarter = 1 << (self.level - 1);
        for (turn, p) in ROUND.into_iter().enumerate() {
            let corner = self.point(p, 2);
            let mut small = [0, 1, 2].map(|axis| (corner[axis] + face[axis]) / 2);
            small[self.axis] += self.way * quarter;
            for next in [(turn + 1) % 4, (turn + 3) % 4] {
                let q = ROUND[next];
                let half = self.point([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], 2);
                emit([centre, face, corner, half]);
                emit([small, face, corner, half]);
            }
        }
    }
}

fn unit(axis: usize, length: i32) -> [i32; 3] {
    let mut way = [0; 3];
    way[axis] = length;
    way
}

/// Which of the eight places of an octant a cell has where octants begin at even ones.
fn parity(at: [i32; 3]) -> usize {
    let bits = at.map(|c| (c & 1) as usize);
    bits[0] | bits[1] << 1 | bits[2] << 2
}

fn moved(bits: &Bits, by: [i32; 3]) -> Bits {
    let counts = bits.counts();
    let mut moved = empty([0, 1, 2].map(|axis| counts[axis] + by[axis] as usize));
    bits.for_each(|at| moved.insert(step(at, by)));
    moved
}

fn empty(counts: [usize; 3]) -> Bits {
    Bits::new(&Grid {
        origin: DVec3::ZERO,
        spacing: DVec3::ONE,
        counts,
    })
}
