//! Where the boundary touches itself because vertices were moved, and which are put back for it.

use super::super::bcc::{WAYS, step};
use super::super::manifold::{boundary_of, pinched_edges, pinched_vertices};
use super::super::part::Part;
use super::super::progress::Progress;
use super::super::spacing::{require_body, require_vertices};
use super::{Stuffing, Warped};
use crate::error::Result;

/// From these rounds on more is put back than the vertices that the boundary touches itself at: those around them, farther with each round,
/// and all, which makes up to twice as many tets.
pub const ROUNDS: [usize; 2] = [2, 16];

impl Stuffing {
    /// The lattice's vertices at which the boundary touches itself; `near` are those inside with a tet that it can be at.
    pub(super) fn pinched(
        &self,
        warped: &Warped,
        near: &[bool],
        progress: &Progress,
    ) -> Result<Vec<usize>> {
        progress.report(0.0)?;
        require_vertices(self.fewest_vertices(warped, near))?;
        let (part, from) = self.fill(warped, Some(near));
        require_body(part.tets.len(), part.positions.len())?;
        progress.report(0.5)?;
        let triangles = self.boundary(part, &from);
        progress.report(0.8)?;
        let edges = pinched_edges(&triangles);
        let vertices = pinched_vertices(&triangles, from.len());
        let pinched = edges.iter().map(|edge| edge[0]).chain(vertices);
        let sites = pinched.map(|v| from[v as usize] as usize);
        Ok(sites.filter(|site| *site < self.sites.len()).collect())
    }

    /// Vertices inside with a tet that the boundary can be at.
    pub(super) fn near_boundary(&self) -> Vec<bool> {
        let mut near = self.is_shallow.clone();
        for v in (0..near.len()).filter(|v| self.is_shallow[*v]) {
            let around = WAYS.iter().map(|way| step(self.sites[v], *way));
            around
                .filter_map(|other| self.grown.rank(other))
                .for_each(|other| near[other as usize] = true);
        }
        near
    }

    /// The boundary of the mesh, of tets that have all of it.
    pub(super) fn boundary(&self, part: Part, from: &[u32]) -> Vec<[u32; 3]> {
        let mut tets = part.tets;
        drop(part.positions);
        let may_be = |v: &&u32| {
            let site = from[**v as usize] as usize;
            self.is_shallow.get(site).is_none_or(|shallow| *shallow)
        };
        let among = |corners: &[u32]| corners.iter().filter(may_be).count();
        tets.retain(|tet| among(tet) >= 3);
        tets.shrink_to_fit();
        let mut triangles = boundary_of(&tets, from.len());
        triangles.retain(|triangle| among(triangle) == 3);
        triangles
    }

    /// Holds vertices; from some round on also those around them, and then all. False if all were held before.
    pub(super) fn hold(&self, held: &mut [bool], mut last: Vec<usize>, round: usize) -> bool {
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
}
