//! Whether there is room for the mesh of a lattice, told before it is made: a size of cells that is named can ask for any number of them.

use super::super::bcc::{Sites, WAYS, step};
use super::super::graded::Octree;
use super::super::spacing::require_vertices;
use super::{Cut, Stuffing, Warped};
use pliant_geometry::MAX_VERTICES;
use pliant_geometry::error::{Error, Result, Status};

/// The most edges that are cut. A wall of 0.8 spacings or more has a vertex for every four of them at least (3.7 measured); of thinner ones most
/// vertices inside are moved to the surface, and nothing is left between them.
const MOST_CUTS: usize = 4 * MAX_VERTICES;

/// Refuses a lattice whose mesh would have more vertices than a body, however they are moved, or more cuts than are worked on; `deep` are
/// vertices inside with all around them.
///
/// # Errors
/// `Capacity`.
pub fn require(inside: &Sites, deep: &Sites, octree: &Octree) -> Result<()> {
    require_vertices(surely_used(inside, deep, octree).count())?;
    if cut_count(inside, deep) <= MOST_CUTS {
        return Ok(());
    }
    let message = "the surface cuts more edges of the lattice than are worked on; ask for fewer elements or a larger spacing";
    Err(Error::new(Status::Capacity, message))
}

/// Vertices that a mesh has however those with cuts are moved: the octree's, and deep ones beside others, as well as these, which are inside or,
/// once moved, on the boundary of a tet that the deep one is in. No tet with a vertex that is not deep is joined.
fn surely_used(inside: &Sites, deep: &Sites, octree: &Octree) -> Sites {
    let mut used = inside.none();
    octree.for_each_tet(|tet| tet.into_iter().for_each(|site| used.insert(site)));
    inside.for_each(|site| {
        let around = WAYS.iter().map(|way| step(site, *way));
        for other in around.filter(|other| !deep.has(site) && deep.has(*other)) {
            used.insert(site);
            used.insert(other);
        }
    });
    used
}

/// How many edges have one end inside.
fn cut_count(inside: &Sites, deep: &Sites) -> usize {
    let mut count = 0;
    inside.for_each(|site| {
        if !deep.has(site) {
            let around = WAYS.iter().map(|way| step(site, *way));
            count += around.filter(|other| !inside.has(*other)).count();
        }
    });
    count
}

impl Stuffing {
    /// Refuses a lattice with more cuts than a body can have vertices where the boundary touches itself at no fewer vertices than in the `last`
    /// round: more and more would be put back. A limit of work: only with all of them put back is every cut a vertex.
    pub(super) fn require_held(&self, last: usize, pinched: usize) -> Result<()> {
        let count = self.cuts.len();
        if count <= MAX_VERTICES || pinched < last.max(1) {
            return Ok(());
        }
        let message = format!(
            "the boundary touches itself in many places, which is mended in lattices of which the surface cuts up to {MAX_VERTICES} edges, not \
             {count}; ask for fewer elements or a larger spacing"
        );
        Err(Error::new(Status::Capacity, message))
    }

    /// Vertices of the mesh, before it is made: those inside that keep their places and have cuts, the deep ones beside them (`surely_used`), and
    /// the cuts of edges whose ends both do.
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
#[path = "room_tests.rs"]
mod tests;
