//! Meshes a body again with open gaps where the mesh would bridge them.

use super::{FINER, OVER, POWER, Refiner, Tried, WORTH, step};
use crate::tetrahedralise::bcc::Sites;
use crate::tetrahedralise::dilate::Dilated;
use crate::tetrahedralise::field::{Work, part};
use crate::tetrahedralise::report::NEAR_VOLUME;
use crate::tetrahedralise::spacing::stuffing_grid;
use crate::tetrahedralise::stuffing::{Gaps, Stuffing};
use pliant_geometry::error::{Result, Status};

/// The largest share of vertices to remove: twice the tolerance of volume, as cuts hardly compensate for more.
const MOST_OUT: f64 = 2.0 * NEAR_VOLUME;

impl<'a> Refiner<'a> {
    /// Replaces the best mesh by one with open gaps if both are near the surface. Tries the same lattice, then finer
    /// ones with as many tets as an unresolved body may have. Otherwise counts the edges that bridge gaps.
    pub fn open_gaps(&mut self, work: &Work) -> Result<()> {
        let Some(kept) = &self.best.kept else {
            return Ok(());
        };
        let (spacing, dilated) = (kept.made.spacing, kept.dilated.clone());
        let found = self.gaps(&dilated, spacing, &part(work, 0.0, 0.2))?;
        let bridges = found.1.count();
        let may_be_finer = self.goal.until_near && bridges > 0;
        let factors = self.factors(kept);
        let tries = match (kept.made.is_near, may_be_finer) {
            (false, _) => 0, // already reported as worse
            (true, false) => 1,
            (true, true) => factors.len(),
        };
        let mut found = Some(found);
        for (number, factor) in factors.into_iter().take(tries).enumerate() {
            let work = step(&part(work, 0.2, 1.0), number, tries);
            let Some(mut open) = self.opened(&dilated, factor * spacing, found.take(), &work)?
            else {
                break;
            };
            if !open.judged.is_usable || open.judged.pieces > kept.judged.pieces {
                break; // that held it together
            }
            let is_open = open.made.bridged < bridges || bridges == 0;
            if is_open && open.made.is_near && open.times <= OVER {
                let is_more = open.tets() > OVER * self.goal.most[0];
                open.made.took_more = kept.made.took_more || is_more;
                self.best.kept = Some(open);
                return Ok(());
            }
        }
        if let Some(kept) = &mut self.best.kept {
            kept.made.bridged = bridges;
        }
        Ok(())
    }

    /// Factors to the spacing: 1, for as many tets as an unresolved body may have, and in between.
    fn factors(&self, kept: &Tried) -> Vec<f64> {
        let finer = (kept.tets() / self.goal.most[1]).powf(1.0 / POWER);
        let finer = finer.max(FINER[0]);
        match finer <= WORTH {
            true => vec![1.0, finer, finer.sqrt()],
            false => vec![1.0],
        }
    }

    fn gaps(&self, dilated: &Dilated, spacing: f64, work: &Work) -> Result<(Sites, Gaps)> {
        let grid = stuffing_grid(self.body, self.input.middle, spacing, dilated.reach())?;
        Stuffing::gaps(dilated, grid, work)
    }

    /// The mesh of a lattice with open gaps, if it has any and is possible. `found` has the gaps of the lattice that
    /// the boundary was moved for; without them they are searched.
    fn opened(
        &self,
        dilated: &Dilated<'a>,
        spacing: f64,
        found: Option<(Sites, Gaps)>,
        work: &Work,
    ) -> Result<Option<Tried<'a>>> {
        let mut dilated = dilated.clone();
        let found = match found {
            Some(found) => Ok(found),
            None => {
                dilated.follow(self.body, spacing, &part(work, 0.0, 0.1))?;
                self.gaps(&dilated, spacing, &part(work, 0.1, 0.3))
            }
        };
        let to_open = part(work, 0.3, 0.4);
        let open = found.and_then(|found| Stuffing::open(&dilated, found, MOST_OUT, &to_open));
        let most = [self.goal.most[1]; 2];
        let judged = open.and_then(|open| {
            let judge = |open: Stuffing| self.judged(&open, &dilated, spacing, most, work);
            open.map(judge).transpose()
        });
        match judged {
            Err(error) if error.status == Status::Capacity => Ok(None),
            judged => judged,
        }
    }
}
