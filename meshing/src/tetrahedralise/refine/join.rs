//! Meshes a body again with chains of lattice vertices between its pieces.

use super::{Goal, Judged, OVER, Refiner, Tried, step};
use crate::tetrahedralise::field::{Work, part};
use crate::tetrahedralise::spacing::stuffing_grid;
use crate::tetrahedralise::torn::joining_ways;
use pliant_geometry::error::{Result, Status};

/// The most tries: a chain can separate other parts.
const TRIES: usize = 2;
/// How much worse a joined mesh may be if it is not near, since a body must not fall apart.
const WORSE: f64 = 1.1;

impl<'a> Refiner<'a> {
    /// Joins the pieces of the best mesh. A near mesh stays near.
    pub fn join(&mut self, work: &Work) -> Result<()> {
        for round in 0..TRIES {
            let Some(torn) = self.best.kept.as_ref().filter(|t| t.judged.pieces > 1) else {
                break;
            };
            let Some(tried) = self.joined(torn, &step(work, round, TRIES))? else {
                break;
            };
            if tried.times > OVER || !is_mended(&tried.judged, &torn.judged, self.goal) {
                break;
            }
            self.best.kept = Some(tried);
        }
        Ok(())
    }

    /// The same lattice with chains along the shortest segments between pieces, if it is possible.
    fn joined(&self, torn: &Tried<'a>, work: &Work) -> Result<Option<Tried<'a>>> {
        let (body, middle) = (self.body, self.input.middle);
        let spacing = torn.made.spacing;
        let ways = joining_ways(&torn.made.part, body, spacing, &part(work, 0.0, 0.2))?;
        if ways.is_empty() {
            return Ok(None);
        }
        let joined = stuffing_grid(body, middle, spacing, 0.0).and_then(|grid| {
            let dilated = torn.dilated.joined(&ways, &grid);
            let grid = stuffing_grid(body, middle, spacing, dilated.reach())?;
            self.stuffed(
                &dilated,
                grid,
                [self.goal.most[1]; 2],
                &part(work, 0.2, 1.0),
            )
        });
        match joined {
            Err(error) if error.status == Status::Capacity => Ok(None),
            joined => joined.map(Some),
        }
    }
}

/// Whether a mesh has fewer pieces and is about as good.
fn is_mended(joined: &Judged, torn: &Judged, goal: &Goal) -> bool {
    let may_miss = match torn.miss(goal) {
        miss if miss <= 1.0 => 1.0,
        miss => WORSE * miss,
    };
    let is_as_good = joined.is_usable && joined.is_resolved >= torn.is_resolved;
    is_as_good && joined.pieces < torn.pieces && joined.miss(goal) <= may_miss
}
