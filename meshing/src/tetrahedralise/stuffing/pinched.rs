//! Where the boundary touches itself after vertices moved, and which vertices are put back.

use super::super::bcc::{WAYS, step};
use super::super::field::{Work, part};
use super::super::manifold::{boundary_of, pinched};
use super::super::room::{require_body, require_vertices};
use super::{CHUNK, Cut, Stuffing, Warped, numbered};
use pliant_geometry::MAX_VERTICES;
use pliant_geometry::error::{Error, Result, Status};
use pliant_geometry::parallel;
use std::sync::atomic::{AtomicBool, Ordering};

/// From these rounds on, neighbours of pinched vertices are put back too, farther with each round, and then all
/// vertices, which gives up to twice as many tets.
const ROUNDS: [usize; 2] = [2, 16];

/// If more than one in this many signs changed, all vertices are checked, as finding their neighbours takes as long.
const FEW: usize = 32;

impl Stuffing {
    /// Puts vertices back until the boundary touches itself nowhere. Returns which are held, and the positions of
    /// others. The boundary depends on signs only, so after the first round it is checked where these changed.
    pub(super) fn put_back(&self, work: &Work) -> Result<(Vec<bool>, Warped)> {
        let near = self.near_boundary();
        let mut held = self.between.clone();
        let mut warped = self.warp(&held);
        require_vertices(self.fewest_vertices(&warped, &near))?;
        let mut pinched = self.pinched(&warped, None, &part(work, 0.0, 0.5))?;
        let mut last = pinched.len();
        for round in 0.. {
            let work = part(work, 0.5, 1.0).round(round as i32);
            work.progress.report(0.0)?;
            if round >= ROUNDS[0] {
                self.require_held(last, pinched.len())?;
            }
            last = pinched.len();
            if !self.hold(&mut held, pinched.clone(), round) {
                break;
            }
            let before = std::mem::replace(&mut warped, self.warp(&held));
            require_vertices(self.fewest_vertices(&warped, &near))?;
            work.progress.report(0.3)?;
            let signs = before.sign.iter().zip(&warped.sign);
            let mut changed: Vec<_> = signs.map(|(was, is)| was != is).collect();
            pinched.into_iter().for_each(|site| changed[site] = true);
            let count = changed.iter().filter(|is| **is).count();
            let around = (count < changed.len() / FEW).then(|| {
                let dirty = self.with_neighbours(&changed);
                let around = self.with_neighbours(&dirty);
                [dirty, around]
            });
            let some = around
                .as_ref()
                .map(|sets| sets.each_ref().map(|set| &set[..]));
            pinched = self.pinched(&warped, some, &part(&work, 0.4, 1.0))?;
        }
        Ok((held, warped))
    }

    /// The lattice vertices at which the boundary touches itself: all, or those in a first set (with neighbours in a
    /// second).
    fn pinched(
        &self,
        warped: &Warped,
        some: Option<[&[bool]; 2]>,
        work: &Work,
    ) -> Result<Vec<usize>> {
        let [among, around] = [0, 1].map(|set| some.map(|some| some[set]));
        let (triangles, from) = self.boundary(warped, around, &part(work, 0.0, 0.7))?;
        let found = pinched(&triangles, from.len(), &part(work, 0.7, 1.0))?;
        let edges = found.edges.iter().map(|edge| edge[0]);
        let pinched = edges.chain(found.vertices);
        let sites = pinched.map(|v| from[v as usize] as usize);
        let is_asked =
            |site: &usize| *site < self.sites.len() && among.is_none_or(|among| among[*site]);
        Ok(sites.filter(is_asked).collect())
    }

    /// Inside vertices with a tet that can be at the boundary.
    pub(super) fn near_boundary(&self) -> Vec<bool> {
        self.with_neighbours(&self.is_shallow)
    }

    fn with_neighbours(&self, some: &[bool]) -> Vec<bool> {
        let mut all = some.to_vec();
        for v in (0..some.len()).filter(|v| some[*v]) {
            let around = WAYS.iter().map(|way| step(self.sites[v], *way));
            around
                .filter_map(|other| self.grown.rank(other))
                .for_each(|other| all[other as usize] = true);
        }
        all
    }

    /// The boundary of the mesh, or of the tets with an inside vertex in `only`, and the origins of its vertices (see
    /// `fill`).
    pub(super) fn boundary(
        &self,
        warped: &Warped,
        only: Option<&[bool]>,
        work: &Work,
    ) -> Result<(Vec<[u32; 3]>, Vec<u32>)> {
        let may_be = |v: &&u32| self.is_shallow.get(**v as usize).is_none_or(|is| *is);
        let among = |corners: &[u32]| corners.iter().filter(may_be).count();
        let is_used: Vec<_> = std::iter::repeat_with(|| AtomicBool::new(false))
            .take(self.sites.len() + self.cuts.len())
            .collect();
        let take = |tet: [u32; 4], (tets, count): &mut (Vec<[u32; 4]>, usize)| {
            *count += 1;
            let used = tet.iter().map(|v| &is_used[*v as usize]);
            used.for_each(|is| is.store(true, Ordering::Relaxed));
            tets.extend((among(&tet) >= 3).then_some(tet));
        };
        let (to_cut, sites) = (part(work, 0.0, 0.5), self.sites.len());
        let chunks = sites.div_ceil(CHUNK);
        let found = parallel::map(chunks, 1, work.threads, &to_cut.progress, |chunk| {
            let mut found = (Vec::new(), 0);
            let of = chunk * CHUNK..sites.min((chunk + 1) * CHUNK);
            self.for_each_tet(warped, only, of, |tet| take(tet, &mut found));
            found
        })?;
        let mut all = (Vec::new(), 0);
        for (tets, count) in found {
            all.0.extend(tets);
            all.1 += count;
        }
        if only.is_none() {
            self.octree_tets(|tet| take(tet, &mut all));
        }
        let (mut tets, count) = all;
        let used = is_used.iter().filter(|is| is.load(Ordering::Relaxed));
        require_body(count, used.count())?;
        let from = numbered(&mut tets, is_used.len());
        let mut triangles = boundary_of(&tets, from.len(), &part(work, 0.5, 1.0))?;
        triangles.retain(|triangle| among(&triangle.map(|v| from[v as usize])) == 3);
        Ok((triangles, from))
    }

    /// Holds vertices, from some round on also their neighbours, then all. False if all were held before.
    fn hold(&self, held: &mut [bool], mut last: Vec<usize>, round: usize) -> bool {
        let before = held.iter().filter(|held| **held).count();
        let is_any = !last.is_empty();
        last.iter().for_each(|site| held[*site] = true);
        for _ in ROUNDS[0]..=round {
            let around = last.iter().flat_map(|site| {
                let ways = WAYS.iter().map(|way| step(self.sites[*site], *way));
                ways.filter_map(|other| self.grown.rank(other))
            });
            last = around.map(|v| v as usize).collect();
            last.sort_unstable();
            last.dedup();
            last.iter().for_each(|site| held[*site] = true);
        }
        if is_any && round >= ROUNDS[1] {
            held.fill(true);
        }
        held.iter().filter(|held| **held).count() > before
    }

    /// Refuses a lattice with more cuts than a body can have vertices if the last round did not reduce the pinched
    /// vertices: more and more would be put back. This only bounds the time, as not every cut becomes a vertex.
    fn require_held(&self, last: usize, pinched: usize) -> Result<()> {
        let count = self.cuts.len();
        if count <= MAX_VERTICES || pinched < last.max(1) {
            return Ok(());
        }
        let message = format!(
            "the boundary touches itself in many places, and the surface cuts {count} edges of the lattice, too many to mend that \
             (at most {MAX_VERTICES}); ask for fewer tets or a larger spacing"
        );
        Err(Error::new(Status::Capacity, message))
    }

    /// Counts vertices before the mesh is made: inside ones with cuts that stay in place, the deep ones beside them
    /// (`surely_used`), and the cuts between two that stay.
    pub(super) fn fewest_vertices(&self, warped: &Warped, near: &[bool]) -> usize {
        let is_kept = |v: &usize| match self.is_shallow[*v] {
            true => warped.sign[*v] == 1,
            false => near[*v],
        };
        let is_cut = |cut: &&Cut| {
            let other = step(self.sites[cut.inside as usize], WAYS[cut.way as usize]);
            let outside = self.grown.rank(other);
            warped.sign[cut.inside as usize] == 1
                && outside.is_some_and(|v| warped.sign[v as usize] == -1)
        };
        let kept = (0..self.sites.len()).filter(is_kept).count();
        kept + self.cuts.iter().filter(is_cut).count()
    }
}

#[cfg(test)]
#[path = "pinched_tests.rs"]
mod tests;
