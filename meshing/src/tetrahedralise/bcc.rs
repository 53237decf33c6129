//! The body-centred cubic lattice. A vertex is three integers, all even or all odd, in units of half the spacing.

use super::bits::{Bits, Grid};
use super::field::{self, Work, part};
use glam::DVec3;
use pliant_geometry::MAX_TETS;
use pliant_geometry::error::Result;
use pliant_geometry::solid::Solid;

pub type Site = [i32; 3];

/// The most vertices inside a surface. A vertex has six tets of its own (24 tets with four vertices meet at it). Eight
/// times the tets of a body leave room for cells that are joined inside.
const MOST: usize = MAX_TETS / 6 * 8;

/// The offset of each neighbour: six long edges, then eight short ones.
pub const WAYS: [[i32; 3]; 14] = [
    [2, 0, 0],
    [-2, 0, 0],
    [0, 2, 0],
    [0, -2, 0],
    [0, 0, 2],
    [0, 0, -2],
    [1, 1, 1],
    [-1, 1, 1],
    [1, -1, 1],
    [-1, -1, 1],
    [1, 1, -1],
    [-1, 1, -1],
    [1, -1, -1],
    [-1, -1, -1],
];
pub const LONG: usize = 6;

pub fn back(way: usize) -> usize {
    match way.checked_sub(LONG) {
        None => way ^ 1,
        Some(short) => LONG + 7 - short,
    }
}

pub fn step(a: Site, b: [i32; 3]) -> Site {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The index in `WAYS` of the way from `a` to a neighbour `b`.
pub fn way(a: Site, b: Site) -> Option<usize> {
    WAYS.iter().position(|way| step(a, *way) == b)
}

/// The 24 tets at a vertex, as their three other corners, of either orientation.
pub fn tets_at(site: Site) -> impl Iterator<Item = [Site; 3]> {
    WAYS[..LONG]
        .iter()
        .enumerate()
        .flat_map(move |(number, long)| {
            let axis = number / 2;
            let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
            let corner = move |turn: usize| {
                let mut way = [0; 3];
                way[axis] = long[axis] / 2;
                (way[b], way[c]) = [(1, 1), (-1, 1), (-1, -1), (1, -1)][turn % 4];
                step(site, way)
            };
            (0..4).map(move |turn| [step(site, *long), corner(turn), corner(turn + 1)])
        })
}

/// The same tets as indices into `WAYS`.
pub fn ways_of_tets() -> impl Iterator<Item = [usize; 3]> {
    let origin = [0; 3];
    tets_at(origin).map(move |others| others.map(|other| way(origin, other).unwrap_or(0)))
}

/// The lattice over a box, and a set of its vertices.
#[derive(Clone)]
pub struct Sites {
    grid: Grid,
    even: Bits,
    odd: Bits,
    even_count: u32,
}

impl Sites {
    pub fn inside(solid: &Solid, grid: Grid, work: &Work) -> Result<Self> {
        let centres = Grid {
            origin: grid.origin + 0.5 * grid.spacing,
            ..grid
        };
        let even = field::inside(solid, &grid, MOST, &part(work, 0.0, 0.5))?;
        let most = MOST - even.count();
        let odd = field::inside(solid, &centres, most, &part(work, 0.5, 1.0))?;
        Ok(Self {
            grid,
            even,
            odd,
            even_count: 0,
        })
    }

    #[cfg(test)]
    pub fn new(grid: Grid, mut is_in: impl FnMut(Site) -> bool) -> Self {
        let (even, odd) = (Bits::new(&grid), Bits::new(&grid));
        let mut sites = Self {
            grid,
            even,
            odd,
            even_count: 0,
        };
        let last = grid.counts.map(|n| 2 * n as i32 - 4);
        for k in 3..last[2] {
            for j in 3..last[1] {
                for i in 3..last[0] {
                    if i & 1 == j & 1 && i & 1 == k & 1 && is_in([i, j, k]) {
                        sites.insert([i, j, k]);
                    }
                }
            }
        }
        sites
    }

    pub fn none(&self) -> Self {
        Self {
            even: Bits::new(&self.grid),
            odd: Bits::new(&self.grid),
            ..*self
        }
    }

    /// Those whose neighbours are all in the set. None of these is beyond the grid.
    pub fn deep(&self) -> Self {
        let mut deep = self.none();
        self.for_each(|site| {
            if WAYS.iter().all(|way| self.has(step(site, *way))) {
                deep.insert(site);
            }
        });
        deep
    }

    /// The cells whose centres are in the set with all their neighbours.
    pub fn deep_cells(&self) -> Bits {
        let mut cells = Bits::new(&self.grid);
        self.odd.for_each(|cell| {
            let centre = cell.map(|c| 2 * c + 1);
            if WAYS.iter().all(|way| self.has(step(centre, *way))) {
                cells.insert(cell);
            }
        });
        cells
    }

    /// The set and its neighbours. `deep` vertices have no neighbours outside the set.
    pub fn grown(&self, deep: &Self) -> Self {
        let mut grown = Self {
            even: self.even.clone(),
            odd: self.odd.clone(),
            ..*self
        };
        self.for_each(|site| {
            if !deep.has(site) {
                WAYS.iter().for_each(|way| grown.insert(step(site, *way)));
            }
        });
        grown.even_count = grown.even.rank_all() as u32;
        grown.odd.rank_all();
        grown
    }

    pub fn insert(&mut self, site: Site) {
        self.set(site, true);
    }

    pub fn set(&mut self, site: Site, is_in: bool) {
        let at = site.map(|c| c >> 1);
        let bits = match site[0] & 1 {
            0 => &mut self.even,
            _ => &mut self.odd,
        };
        match is_in {
            true => bits.insert(at),
            false => bits.remove(at),
        }
    }

    /// Visits all vertices of the lattice, in the set or not, within `reach` of a point.
    pub fn for_each_near(&self, p: DVec3, reach: f64, mut visit: impl FnMut(Site)) {
        let unit = 0.5 * self.spacing();
        let [low, high] = [-reach, reach].map(|r| (p + r - self.grid.origin) / unit);
        let [low, high] = [low.ceil(), high.floor()].map(|v| v.to_array().map(|c| c as i32));
        for k in low[2]..=high[2] {
            for j in (low[1]..=high[1]).filter(|j| (j ^ k) & 1 == 0) {
                for i in (low[0]..=high[0]).filter(|i| (i ^ k) & 1 == 0) {
                    if self.position([i, j, k]).distance_squared(p) <= reach * reach {
                        visit([i, j, k]);
                    }
                }
            }
        }
    }

    /// Visits vertices outside the set with a neighbour in it.
    pub fn for_each_around(&self, mut visit: impl FnMut(Site)) {
        self.for_each(|site| {
            let around = WAYS.iter().map(|way| step(site, *way));
            around
                .filter(|other| !self.has(*other))
                .for_each(&mut visit);
        });
    }

    pub fn has(&self, site: Site) -> bool {
        if site[0] & 1 == 0 {
            &self.even
        } else {
            &self.odd
        }
        .has(site.map(|c| c >> 1))
    }

    /// The index of a vertex of a grown set.
    pub fn rank(&self, site: Site) -> Option<u32> {
        match site[0] & 1 {
            0 => self.even.rank(site.map(|c| c >> 1)),
            _ => Some(self.odd.rank(site.map(|c| c >> 1))? + self.even_count),
        }
    }

    /// Visits the set in the order of `rank`.
    pub fn for_each(&self, mut visit: impl FnMut(Site)) {
        self.even.for_each(|at| visit(at.map(|c| 2 * c)));
        self.odd.for_each(|at| visit(at.map(|c| 2 * c + 1)));
    }

    pub fn count(&self) -> usize {
        self.even.count() + self.odd.count()
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn spacing(&self) -> f64 {
        self.grid.spacing.x
    }

    pub fn position(&self, site: Site) -> DVec3 {
        self.grid.origin + DVec3::from_array(site.map(f64::from)) * (0.5 * self.spacing())
    }
}
