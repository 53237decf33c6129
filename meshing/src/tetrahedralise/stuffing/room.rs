//! Whether a lattice's mesh fits in a body, before it is made. A given spacing can ask for any number of tets.

use super::super::bcc::{Sites, WAYS, step};
use super::super::graded::Octree;
use super::super::room::require_vertices;
use pliant_geometry::MAX_VERTICES;
use pliant_geometry::error::{Error, Result, Status};

/// The most edges to cut. A wall of at least 0.8 spacings has a vertex for every four cuts (3.7 measured). In thinner
/// ones most inside vertices move onto the surface, and little is left.
const MOST_CUTS: usize = 4 * MAX_VERTICES;

/// Refuses a lattice whose mesh surely has too many vertices or cuts. `deep` vertices have all neighbours inside.
pub fn require(inside: &Sites, deep: &Sites, octree: &Octree) -> Result<()> {
    require_vertices(surely_used(inside, deep, octree).count())?;
    if cut_count(inside, deep) <= MOST_CUTS {
        return Ok(());
    }
    let message =
        "the surface cuts too many edges of the lattice; ask for fewer tets or a larger spacing";
    Err(Error::new(Status::Capacity, message))
}

/// The vertices that the mesh has however vertices move: the octree's, deep ones beside others, and those others, which
/// are inside or, once moved, on the boundary of a tet of the deep one.
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
