//! Whether there is room for the mesh of a lattice, told before it is made: a size of cells that is named can ask for any number of them.

use super::super::bcc::{Sites, WAYS, step};
use super::super::graded::Octree;
use super::super::room::require_vertices;
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

#[cfg(test)]
#[path = "room_tests.rs"]
mod tests;
