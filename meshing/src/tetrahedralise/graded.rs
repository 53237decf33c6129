//! The inside of a body-centred lattice, coarser away from the surface (Labelle and Shewchuk 2007, section 3.1): the
//! leaves of an octree whose finest cells are the lattice's. Neighbours differ by at most one level. Between levels
//! there are halves and quarters of lattice tets and halves of pyramids. Everything at a cut tet stays at the finest
//! level.

use super::bcc::{Site, step};
use super::bits::{Bits, Grid};
use glam::DVec3;

/// Levels above the finest: cells up to 32 times as long.
const LEVELS: usize = 5;
/// The corners of a face, in order around it, along its two axes [half an octant's edge].
const ROUND: [[i32; 2]; 4] = [[0, 0], [2, 0], [2, 2], [0, 2]];

/// Which octants of each level are leaves or inside leaves. Level 0 has the cells that may be joined.
pub struct Octree {
    whole: Vec<Bits>,
    /// The position of the lattice's first cell in the octree.
    shift: [i32; 3],
}

impl Octree {
    /// Joins eight cells at a time if all are `free` and levels of neighbours differ by at most one. Each level's
    /// alignment is chosen to join the most. In walls a few cells thick this can halve the number of tets.
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

    #[cfg(test)]
    pub fn of_cells(counts: [usize; 3], free: impl Iterator<Item = [i32; 3]>) -> Self {
        let mut cells = empty(counts);
        free.for_each(|cell| cells.insert(cell));
        Self::new(cells)
    }

    /// Builds a level from the one below; false if nothing can be joined.
    fn join(&mut self, level: usize) -> bool {
        // Octants of level 1 may border on the finest cells, those of level 2 may not.
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
        // Shifts the levels below to the new alignment.
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

    /// Whether a cell of the finest lattice is part of a larger octant.
    pub fn is_joined(&self, cell: [i32; 3]) -> bool {
        self.is_in_larger(0, step(cell, self.shift))
    }

    fn is_in_larger(&self, level: usize, at: [i32; 3]) -> bool {
        let larger = self.whole.get(level + 1);
        larger.is_some_and(|larger| larger.has(at.map(|c| c >> 1)))
    }

    /// Visits every tet that the finest lattice does not have, of either orientation.
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

    /// The tets between a leaf's centre, one of its faces, and the centres beyond.
    fn face(&self, octant: &Octant, emit: &mut impl FnMut([Site; 4])) {
        let whole = &self.whole[octant.level];
        let across = unit(octant.axis, octant.way);
        let beyond = step(octant.at, across);
        let centre = octant.point([1, 1], 1);
        if !whole.has(beyond) {
            return octant.to_smaller(emit);
        }
        // A larger neighbour makes these tets, and so does the first of two equal ones.
        if octant.way < 0 || self.is_in_larger(octant.level, beyond) {
            return;
        }
        let other = octant.point([1, 1], 3);
        for turn in 0..4 {
            let (p, q) = (ROUND[turn], ROUND[(turn + 1) % 4]);
            let middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
            let ends = [p, q].map(|place| octant.point(place, 2));
            // An edge is halved if one of the four octants around it is.
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

    /// A point over the face and along its normal [half an edge]: 0 on the opposite side, 2 on the face.
    fn point(&self, place: [i32; 2], along: i32) -> Site {
        let mut halves = [0; 3];
        halves[self.axis] = if self.way > 0 { along } else { 2 - along };
        for (axis, c) in self.across().into_iter().zip(place) {
            halves[axis] = c;
        }
        [0, 1, 2].map(|axis| (2 * self.at[axis] + halves[axis]) << self.level)
    }

    /// The offset from the face's centre towards the middle of an edge.
    fn outward(&self, middle: [i32; 2]) -> [i32; 3] {
        let [b, c] = self.across();
        step(unit(b, middle[0] - 1), unit(c, middle[1] - 1))
    }

    /// The face borders on four octants of half the size: quarters of lattice tets on this side, half pyramids on
    /// theirs. The diagonals of the four squares run to the face's centre.
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

/// Which of an octant's eight places a cell has if octants begin at even cells.
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
