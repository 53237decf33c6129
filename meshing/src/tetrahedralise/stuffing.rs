//! Isosurface stuffing (Labelle and Shewchuk 2007, "Isosurface stuffing: fast tetrahedral meshes with good dihedral
//! angles") on a body-centred cubic lattice that is coarser inside (`graded.rs`).
//!
//! An edge from an inside to an outside vertex is cut where it leaves the solid. A vertex with a cut closer than a
//! threshold moves onto it, and stencils cut the tets. Dihedral angles are bounded for all positions of cuts.
//!
//! Moved vertices can make the boundary touch itself. They are put back, and the cuts of their edges are clamped to the
//! thresholds, which keeps the bounds. Without moved vertices the boundary is a manifold, so this ends.

mod gaps;
mod pinched;
mod room;

use super::bcc::{Site, Sites, WAYS, back, step, way, ways_of_tets};
use super::bits::Grid;
use super::dilate::Dilated;
use super::field::{Work, part};
use super::graded::Octree;
use super::part::Part;
use super::room::require_body;
use super::stencil::{Corner, cut, threshold};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;

pub use gaps::Gaps;
use glam::DVec3;
use pliant_geometry::check::volume6;
use pliant_geometry::error::Result;
use pliant_geometry::solid::Look;
use std::ops::Range;

const CHUNK: usize = 256;

#[derive(Clone, Copy)]
struct Cut {
    inside: u32,
    way: u8,
    /// Where it leaves the solid, from 0 at the inside vertex.
    at: f64,
}

/// The lattice vertices that tets can use, and the cuts of their edges.
pub struct Stuffing {
    sites: Vec<Site>,
    grown: Sites,
    is_inside: Vec<bool>,
    cuts: Vec<Cut>,
    /// The cuts of vertex `v` are `cuts[starts[v]..starts[v + 1]]`, sorted by `way`.
    starts: Vec<u32>,
    /// Vertices that can be at the boundary: outside, with a cut, or at the end of the grid.
    is_shallow: Vec<bool>,
    /// Vertices between two sides of a gap, which are not moved.
    between: Vec<bool>,
    /// Edges that bridge a gap because its walls are too thin to open it. Not counted if none is opened.
    pub bridged: usize,
    octree: Octree,
}

struct Warped {
    sign: Vec<i8>,
    moved: Vec<(u32, DVec3)>,
}

impl Warped {
    fn position(&self, v: usize, as_it_was: DVec3) -> DVec3 {
        let moved = self.moved.binary_search_by_key(&(v as u32), |(v, _)| *v);
        moved.map_or(as_it_was, |place| self.moved[place].1)
    }
}

impl Stuffing {
    /// Finds which vertices are inside and where edges are cut.
    pub fn new(solid: &Dilated, grid: Grid, work: &Work) -> Result<Self> {
        let inside = Self::inside(solid, grid, &part(work, 0.0, 0.6))?;
        let deep = inside.deep();
        // Only cells whose tets have no vertex with a cut are joined, so grading does not affect the surface.
        let made = Self::uncut(&inside, &deep, Octree::new(deep.deep_cells()));
        made.cut(solid, &part(work, 0.7, 1.0))
    }

    /// The same for a mesh that will be a body. Fails early if it would have too many vertices however they move.
    pub fn of_body(solid: &Dilated, grid: Grid, work: &Work) -> Result<Self> {
        let inside = Self::inside(solid, grid, &part(work, 0.0, 0.6))?;
        Self::of_sites(&inside, &part(work, 0.6, 0.7))?.cut(solid, &part(work, 0.7, 1.0))
    }

    /// The same with bridged gaps opened. `None` without gaps, or if more than a share `most` of the vertices must go.
    pub fn open(
        solid: &Dilated,
        (mut inside, gaps): (Sites, Gaps),
        most: f64,
        work: &Work,
    ) -> Result<Option<Self>> {
        let before = inside.count() as f64;
        let bridged = gaps.open(&mut inside, solid);
        if before - inside.count() as f64 > most * before {
            return Ok(None);
        }
        let mut made = Self::of_sites(&inside, &part(work, 0.0, 0.2))?;
        made.between = gaps.between(&inside, &made.sites, &part(work, 0.2, 0.4))?;
        if gaps.count() == 0 && !made.between.contains(&true) {
            return Ok(None);
        }
        made.bridged = bridged;
        made.cut(solid, &part(work, 0.4, 1.0)).map(Some)
    }

    pub fn gaps(solid: &Dilated, grid: Grid, work: &Work) -> Result<(Sites, Gaps)> {
        let plain = Sites::inside(solid.solid, grid, &part(work, 0.0, 0.4))?;
        let mut inside = plain.clone();
        solid.change(&mut inside, &part(work, 0.4, 0.5))?;
        let gaps = Gaps::find(&inside, plain, solid, &part(work, 0.5, 1.0))?;
        Ok((inside, gaps))
    }

    fn inside(solid: &Dilated, grid: Grid, work: &Work) -> Result<Sites> {
        let mut inside = Sites::inside(solid.solid, grid, &part(work, 0.0, 0.8))?;
        solid.change(&mut inside, &part(work, 0.8, 1.0))?;
        Ok(inside)
    }

    /// Without cuts; fails if the mesh would be too large for a body.
    fn of_sites(inside: &Sites, work: &Work) -> Result<Self> {
        let deep = inside.deep();
        work.progress.report(0.2)?;
        let octree = Octree::new(deep.deep_cells());
        work.progress.report(0.4)?;
        room::require(inside, &deep, &octree)?;
        work.progress.report(0.6)?;
        Ok(Self::uncut(inside, &deep, octree))
    }

    /// The inside vertices and their neighbours, without cuts.
    fn uncut(inside: &Sites, deep: &Sites, octree: Octree) -> Self {
        let grown = inside.grown(deep);
        let mut sites = Vec::with_capacity(grown.count());
        grown.for_each(|site| sites.push(site));
        Self {
            is_inside: sites.iter().map(|site| inside.has(*site)).collect(),
            is_shallow: sites.iter().map(|site| !deep.has(*site)).collect(),
            between: vec![false; sites.len()],
            bridged: 0,
            sites,
            grown,
            cuts: Vec::new(),
            starts: Vec::new(),
            octree,
        }
    }

    fn position(&self, v: usize) -> DVec3 {
        self.grown.position(self.sites[v])
    }

    fn cut(mut self, solid: &Dilated, work: &Work) -> Result<Self> {
        work.progress.report(0.0)?;
        let (count, spacing) = (self.sites.len(), self.grown.spacing());
        let chunks = count.div_ceil(CHUNK);
        let found = parallel::map(chunks, 1, work.threads, &work.progress, |chunk| {
            let (mut cuts, mut look) = (Vec::new(), Look::default());
            for v in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                if self.is_inside[v] && self.is_shallow[v] {
                    // Neighbours are at most a spacing away.
                    look.around(&solid.solid.tree, self.position(v), 1.001 * spacing);
                    cuts.extend(self.cuts_of(v, |a, b, _| solid.way_out(a, b, spacing, &mut look)));
                }
            }
            cuts.shrink_to_fit();
            cuts
        })?;
        self.take(found);
        Ok(self)
    }

    /// The cuts of a vertex. `at(inside, outside, way)` returns the position of a cut, from 0 to 1.
    fn cuts_of(&self, v: usize, mut at: impl FnMut(DVec3, DVec3, usize) -> f64) -> Vec<Cut> {
        let mut cuts = Vec::new();
        let start = self.position(v);
        for (number, way) in WAYS.iter().enumerate().filter(|_| self.is_inside[v]) {
            let other = step(self.sites[v], *way);
            let is_outside = |rank: u32| !self.is_inside[rank as usize];
            if self.grown.rank(other).is_some_and(is_outside) {
                cuts.push(Cut {
                    inside: v as u32,
                    way: number as u8,
                    at: at(start, self.grown.position(other), number),
                });
            }
        }
        cuts
    }

    fn take(&mut self, found: Vec<Vec<Cut>>) {
        self.cuts.reserve_exact(found.iter().map(Vec::len).sum());
        found.into_iter().for_each(|own| self.cuts.extend(own));
        let mut next = 0;
        let count = self.sites.len() as u32;
        let starts = (0..=count).map(|v| {
            next += self.cuts[next..]
                .iter()
                .take_while(|cut| cut.inside < v)
                .count();
            next as u32
        });
        self.starts = starts.collect();
    }

    /// The number of tets if no vertex is put back.
    pub fn tet_count(&self, progress: &Progress) -> Result<usize> {
        let warped = self.warp(&self.between);
        progress.report(0.3)?;
        let mut count = 0;
        self.for_each_tet(&warped, None, 0..self.sites.len(), |_| count += 1);
        self.octree.for_each_tet(|_| count += 1);
        Ok(count)
    }

    /// The mesh, and the number of vertices put back because the boundary touched itself.
    pub fn mesh(&self, work: &Work) -> Result<(Part, usize)> {
        let (held, warped) = self.put_back(&part(work, 0.0, 0.8))?;
        let (part, _) = self.fill(&warped);
        require_body(part.tets.len(), part.positions.len())?;
        let all = held.iter().zip(&self.between);
        let put_back = all.filter(|(held, was)| held != was).count();
        Ok((part, put_back))
    }

    fn cut_between(&self, inside: u32, way: usize) -> Option<u32> {
        let range = self.starts[inside as usize]..self.starts[inside as usize + 1];
        range
            .into_iter()
            .find(|c| self.cuts[*c as usize].way as usize == way)
    }

    /// Moves each vertex, in order, onto its nearest cut within the threshold. A moved vertex loses its cuts.
    fn warp(&self, held: &[bool]) -> Warped {
        let mut sign: Vec<i8> = self
            .is_inside
            .iter()
            .map(|inside| if *inside { 1 } else { -1 })
            .collect();
        let mut moved = Vec::new();
        for v in 0..self.sites.len() {
            // All neighbours of a deep vertex are inside, too.
            if held[v] || !self.is_shallow[v] {
                continue;
            }
            let mut best = (f64::INFINITY, DVec3::ZERO);
            for (number, way) in WAYS.iter().enumerate() {
                let Some(other) = self.grown.rank(step(self.sites[v], *way)) else {
                    continue;
                };
                if sign[v] * sign[other as usize] >= 0 {
                    continue;
                }
                let (inside, way) = match sign[v] {
                    1 => (v as u32, number),
                    _ => (other, back(number)),
                };
                let Some(cut) = self.cut_between(inside, way) else {
                    continue;
                };
                let cut = self.cuts[cut as usize];
                let near = if sign[v] == 1 { cut.at } else { 1.0 - cut.at };
                let length = self.position(v).distance(self.position(other as usize));
                if near < threshold(number) && near * length < best.0 {
                    best = (near * length, self.at_cut(&cut, cut.at));
                }
            }
            if best.0 < f64::INFINITY {
                sign[v] = 0;
                moved.push((v as u32, best.1));
            }
        }
        Warped { sign, moved }
    }

    /// The mesh of all tets, and the origin of each vertex: a lattice vertex, or their number plus a cut.
    fn fill(&self, warped: &Warped) -> (Part, Vec<u32>) {
        let mut tets = Vec::new();
        self.for_each_tet(warped, None, 0..self.sites.len(), |tet| tets.push(tet));
        self.octree_tets(|tet| tets.push(tet));
        let from = numbered(&mut tets, self.sites.len() + self.cuts.len());
        let position = |old: &u32| match (*old as usize).checked_sub(self.sites.len()) {
            None => warped.position(*old as usize, self.position(*old as usize)),
            Some(cut) => self.cut_position(&self.cuts[cut]),
        };
        let positions: Vec<_> = from.iter().map(position).collect();
        for tet in &mut tets {
            if volume6(tet.map(|v| positions[v as usize])).0 < 0.0 {
                tet.swap(2, 3);
            }
        }
        (Part { positions, tets }, from)
    }

    /// Visits the tets outside joined cells, of either orientation: those whose first inside vertex is in `of` and, if
    /// given, in `only`. Corners are lattice vertices, or their number plus a cut.
    fn for_each_tet(
        &self,
        warped: &Warped,
        only: Option<&[bool]>,
        of: Range<usize>,
        mut emit: impl FnMut([u32; 4]),
    ) {
        let site_count = self.sites.len() as u32;
        let corner = |site: Site| {
            let vertex = self.grown.rank(site)?;
            Some(Corner {
                site,
                sign: warped.sign[vertex as usize],
                vertex,
            })
        };
        let cut_point = |inside: &Corner, outside: &Corner| {
            let way = way(inside.site, outside.site).unwrap_or(0);
            site_count + self.cut_between(inside.vertex, way).unwrap_or(0)
        };
        // An odd vertex is a cell's centre. A tet lies in two cells, and neither may be joined.
        let is_joined =
            |site: &Site| site[0] & 1 == 1 && self.octree.is_joined(site.map(|c| c >> 1));
        let is_wanted = |v: u32| only.is_none_or(|only| only[v as usize]);
        let at_vertex: Vec<_> = ways_of_tets().collect();
        let of = of.start as u32..of.end as u32;
        let inside = of.filter(|v| warped.sign[*v as usize] == 1);
        for v in inside.filter(|v| is_wanted(*v)) {
            let own = Corner {
                site: self.sites[v as usize],
                sign: 1,
                vertex: v,
            };
            if is_joined(&own.site) {
                continue;
            }
            let around = WAYS.map(|way| {
                let other = step(own.site, way);
                // Each tet belongs to its first inside vertex.
                let is_first = |other: &Corner| other.sign < 1 || other.vertex > v;
                corner(other)
                    .filter(is_first)
                    .filter(|_| !is_joined(&other))
            });
            for others in &at_vertex {
                if let [Some(a), Some(b), Some(c)] = others.map(|way| around[way]) {
                    cut([own, a, b, c], &cut_point, &mut emit);
                }
            }
        }
    }

    /// The tets of joined cells.
    fn octree_tets(&self, mut emit: impl FnMut([u32; 4])) {
        // All vertices of the octree are deep inside.
        let number = |site| self.grown.rank(site).unwrap_or(0);
        self.octree.for_each_tet(|sites| emit(sites.map(number)));
    }

    /// The position of a cut between vertices that did not move. It is clamped for vertices that were put back.
    fn cut_position(&self, cut: &Cut) -> DVec3 {
        let threshold = threshold(cut.way as usize);
        let at = cut.at.clamp(threshold, 1.0 - threshold);
        self.at_cut(cut, at)
    }

    fn at_cut(&self, cut: &Cut, at: f64) -> DVec3 {
        let inside = self.sites[cut.inside as usize];
        let ends =
            [inside, step(inside, WAYS[cut.way as usize])].map(|end| self.grown.position(end));
        ends[0].lerp(ends[1], at)
    }
}

/// Renumbers the used vertices in order; returns their old numbers.
fn numbered(tets: &mut [[u32; 4]], count: usize) -> Vec<u32> {
    let mut new = vec![u32::MAX; count];
    let used = tets.as_flattened().iter();
    used.for_each(|v| new[*v as usize] = 0);
    let mut from = Vec::new();
    for (old, new) in new.iter_mut().enumerate().filter(|(_, new)| **new == 0) {
        *new = from.len() as u32;
        from.push(old as u32);
    }
    for v in tets.as_flattened_mut() {
        *v = new[*v as usize];
    }
    from
}

#[cfg(test)]
#[path = "stuffing_tests.rs"]
mod tests;
