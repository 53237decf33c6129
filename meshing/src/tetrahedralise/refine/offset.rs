//! Meshes a body again with its boundary moved where the finest lattice missed the surface.

use super::tried::SURE;
use super::{AIM, FINER, GONE, Judged, LOST, OVER, POWER, Refiner, SEEN, Tried, WORTH, step};
use crate::tetrahedralise::dilate::Dilated;
use crate::tetrahedralise::field::{Work, part};
use crate::tetrahedralise::missed::{Fault, Place, missed_places};
use crate::tetrahedralise::part::Part;
use crate::tetrahedralise::report::NEAR_VOLUME;
use crate::tetrahedralise::spacing::stuffing_grid;
use crate::tetrahedralise::torn::torn_places;
use pliant_geometry::error::{Result, Status};
use std::collections::HashSet;

/// The offset in each round [tolerance].
const OFFSETS: [f64; 3] = [0.45, 0.6, 0.75];
/// The ratio of inward offsets, in each round. Larger ones break more walls, but a gap that stays filled needs them.
const INWARDS: [f64; 3] = [0.4, 0.6, 0.8];
/// The offset where touching components came apart [tolerance].
const JOINT: f64 = OFFSETS[2];
/// The largest offset [spacing], and if the volume is short. A ball of √5/4 spacings holds a lattice vertex.
const COVER: [f64; 2] = [0.6, 0.7];
/// The most tries, and on a lattice for a limb, where each takes twice as long.
const TRIES: [usize; 2] = [4, 3];
/// Least and largest factor to outward offsets that give too much volume.
const THINNER: [f64; 2] = [0.5, 0.95];
/// The most missed places, as their distances take time. A gearbox of 115 parts has 6,718, a rolled sheet 88,724.
const MOST_PLACES: usize = 1 << 16;
/// A lattice coarser than this would not resolve the offsets [tolerance].
const COARSEST: f64 = 2.0;

struct Moved<'a> {
    dilated: Dilated<'a>,
    spacing: f64,
    judged: Judged,
    /// The error of volume before moving.
    unmoved: f64,
    missed: Missed,
    share: usize,
    /// Whether inward offsets are allowed; not after they made a mesh worse.
    may_thin: bool,
}

/// Places that a mesh misses, and whether it came apart at some.
struct Missed {
    places: Vec<Place>,
    is_torn: bool,
}

impl Missed {
    fn has(&self, fault: Fault) -> bool {
        self.places.iter().any(|place| place.fault == fault)
    }
}

impl<'a> Refiner<'a> {
    /// Moves the boundary where the finest lattice missed the surface. If a limb is still missed, tries again with as
    /// many tets as an unresolved body may have: only the offset holds a sheet or bar between lattice points, and a
    /// finer lattice needs less of it.
    pub fn offset(&mut self, work: &Work) -> Result<()> {
        let finer = self.best.last().and_then(|last| self.finer_for_limb(last));
        self.offset_last(finer.is_some(), SEEN, TRIES[0], &part(work, 0.0, 0.5))?;
        let is_near = self.best.kept.as_ref().is_some_and(|t| t.made.is_near);
        let Some(spacing) = finer.filter(|_| !is_near) else {
            return Ok(());
        };
        let plain = Dilated::new(&self.body.solid);
        let most = self.goal.most[1];
        match self.made_of(&plain, spacing, most, &part(work, 0.5, 0.6))? {
            Some(tried) if tried.times <= OVER => {
                self.coarse = Some(spacing);
                self.best.take(tried, self.goal);
            }
            _ => return self.offset_last(false, SEEN, TRIES[0], &part(work, 0.6, 1.0)),
        }
        // Needless inward offsets would break limbs that only an offset holds.
        self.offset_last(false, SURE, TRIES[1], &part(work, 0.6, 1.0))
    }

    /// The spacing for a body whose mesh misses a limb, with more tets. `None` if it misses none or it is not worth it.
    pub(super) fn finer_for_limb(&self, last: &Tried) -> Option<f64> {
        let spacing = last.made.spacing;
        let [few, many] = self.goal.most;
        let factor = (last.tets() / many).powf(1.0 / POWER);
        let is_over = last.tets() > OVER * few;
        // Infinite if the mesh was not worth measuring.
        let missed = last.made.missed;
        let misses = missed > GONE * spacing && missed < f64::INFINITY;
        let finer = factor.max(FINER[0]) * spacing;
        let can_be_seen = self.can_be_seen(&last.made.part, finer);
        (misses && can_be_seen && !is_over && factor <= WORTH).then_some(finer)
    }

    /// Meshes the finest lattice again with its boundary moved where the surface was missed, and then everywhere, or
    /// less, if the volume is wrong. If that is worse, it is tried once more without inward offsets. It gives up if a
    /// finer lattice will follow, or if the volume is far off. Places count as filled beyond `filled` [tolerance], and
    /// after the first try as lacking, too, since needless offsets may spoil what is beside them.
    fn offset_last(
        &mut self,
        finer_comes: bool,
        filled: f64,
        tries: usize,
        work: &Work,
    ) -> Result<()> {
        let can_be_seen = |tried: &&Tried| self.can_be_seen(&tried.made.part, tried.made.spacing);
        let Some(last) = self.best.last().filter(can_be_seen) else {
            return Ok(());
        };
        let limits = [SEEN, filled].map(|share| share * self.goal.distance);
        let mut now = self.unmoved(last, limits, &part(work, 0.0, 0.1))?;
        // More tets may have been needed to resolve it.
        let most = self.goal.most[usize::from(last.tets() > OVER * self.goal.most[0])];
        for round in 0..tries {
            let work = step(&part(work, 0.1, 1.0), round, tries);
            let before = now.dilated.clone();
            let is_done = self.best.is_near(self.goal) && !now.missed.is_torn;
            if is_done || !self.move_boundary(&mut now, &part(&work, 0.0, 0.2))? {
                break;
            }
            let Some(tried) =
                self.made_of(&now.dilated, now.spacing, most, &part(&work, 0.2, 0.8))?
            else {
                break;
            };
            let is_better = tried.judged.is_better(&now.judged, self.goal);
            if !is_better && tried.judged.error.abs() > LOST {
                break; // a tangle of sheets, where an offset makes another body
            }
            if tried.times > OVER {
                now.spacing *= tried.times.powf(1.0 / POWER);
                now.dilated = before;
                let work = part(&work, 0.8, 1.0);
                now.dilated.follow(self.body, now.spacing, &work)?;
                continue;
            }
            if !is_better && finer_comes {
                break;
            } else if !is_better && now.may_thin && now.missed.has(Fault::Filled) {
                now.may_thin = false;
                now.dilated = before;
            } else {
                now.share += 1;
                now.judged = tried.judged;
                let work = part(&work, 0.8, 1.0);
                now.missed = self.missed(&tried, [limits[1]; 2], &work)?;
                self.best.take(tried, self.goal);
            }
        }
        Ok(())
    }

    fn unmoved(&self, last: &Tried, limits: [f64; 2], work: &Work) -> Result<Moved<'a>> {
        Ok(Moved {
            dilated: Dilated::new(&self.body.solid),
            spacing: last.made.spacing,
            judged: last.judged,
            unmoved: last.judged.error,
            missed: self.missed(last, limits, work)?,
            share: 0,
            may_thin: true,
        })
    }

    /// Moves the boundary. False if there is nothing that this could improve.
    fn move_boundary(&self, now: &mut Moved, work: &Work) -> Result<bool> {
        let (body, spacing) = (self.body, now.spacing);
        let may_thin = now.may_thin;
        let places = &mut now.missed.places;
        places.retain(|place| may_thin || place.fault != Fault::Filled);
        if places.len() > MOST_PLACES {
            return Ok(false);
        }
        let error = now.judged.error;
        let cover = COVER[usize::from(error < -NEAR_VOLUME)];
        let most = |of_goal: f64| (of_goal * self.goal.distance).min(cover * spacing);
        let is_thick = error > NEAR_VOLUME && now.dilated.reach() > 0.0;
        let is_near = now.judged.distance <= self.goal.distance;
        if is_thick && (is_near || now.missed.places.is_empty()) {
            // The volume grows about linearly with the offsets.
            let wanted = (AIM * NEAR_VOLUME - now.unmoved) / (error - now.unmoved);
            now.dilated.shrink(wanted.clamp(THINNER[0], THINNER[1]));
        } else if !now.missed.places.is_empty() {
            let share = now.share.min(OFFSETS.len() - 1);
            let by = most(OFFSETS[share]);
            let by = [by, INWARDS[share] * by, most(JOINT)];
            now.dilated
                .add(&now.missed.places, by, spacing, body, work)?;
        } else if error < -NEAR_VOLUME {
            let by = -error * body.volume / body.area;
            now.dilated.thicken(by, most(OFFSETS[0]));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn made_of(
        &self,
        dilated: &Dilated<'a>,
        spacing: f64,
        most: f64,
        work: &Work,
    ) -> Result<Option<Tried<'a>>> {
        let grid = stuffing_grid(self.body, self.input.middle, spacing, dilated.reach());
        match grid.and_then(|grid| self.stuffed(dilated, grid, [most; 2], work)) {
            Err(error) if error.status == Status::Capacity => Ok(None),
            tried => tried.map(Some),
        }
    }

    fn missed(&self, tried: &Tried, limits: [f64; 2], work: &Work) -> Result<Missed> {
        let (of, spacing) = (&tried.made.part, tried.made.spacing);
        let measured;
        let far = match &tried.far {
            Some(far) => far,
            None => {
                let boundary = of.boundary(&part(work, 0.0, 0.1))?;
                measured = self.missed_by(&boundary, spacing, &part(work, 0.1, 0.4))?;
                &measured.far
            }
        };
        let to_ask = part(work, 0.4, 0.8);
        let mut places = missed_places(of, self.body, far, spacing, limits, &to_ask)?;
        let torn = torn_places(of, self.body, spacing, &part(work, 0.8, 1.0))?;
        let cell = |place: &Place| place.cell(spacing);
        let mut taken: HashSet<_> = places.iter().map(cell).collect();
        let is_torn = !torn.is_empty();
        places.extend(torn.into_iter().filter(|place| taken.insert(cell(place))));
        Ok(Missed { places, is_torn })
    }

    /// Whether a lattice resolves the offsets. A very thin sheet without tets, made that much thicker, is another body.
    fn can_be_seen(&self, of: &Part, spacing: f64) -> bool {
        let thicker = OFFSETS[0] * self.goal.distance * self.body.area;
        let is_too_thin = of.tets.is_empty() && thicker > LOST * self.body.volume;
        spacing <= COARSEST * self.goal.distance && !is_too_thin
    }
}

#[cfg(test)]
mod tests {
    use super::super::Best;
    use super::*;
    use crate::tetrahedralise::field::Work;
    use crate::tetrahedralise::input::Input;
    use crate::tetrahedralise::refine::Goal;
    use glam::DVec3;
    use pliant_geometry::progress::Progress;
    use pliant_geometry::shapes::sphere;

    /// Whether a ball's boundary is moved if this many places are missing.
    fn is_moved(count: usize) -> bool {
        let input = Input::new(&sphere(3, 1.0), &Progress::NONE).unwrap();
        let goal = Goal {
            until_near: true,
            distance: 0.01,
            most: [40_000.0, 80_000.0],
        };
        let refiner = Refiner {
            body: &input.bodies[0],
            input: &input,
            goal: &goal,
            best: Best::default(),
            spacing: 0.01,
            coarse: None,
            taken: None,
        };
        let place = |n: usize| Place {
            at: DVec3::new(n as f64, 0.0, 0.0),
            fault: Fault::Lacking,
        };
        let judged = Judged {
            is_resolved: true,
            is_usable: true,
            distance: 0.02,
            error: 0.0,
            pieces: 1,
        };
        let mut now = Moved {
            dilated: Dilated::new(&input.bodies[0].solid),
            spacing: 0.01,
            judged,
            unmoved: 0.0,
            missed: Missed {
                places: (0..count).map(place).collect(),
                is_torn: false,
            },
            share: 0,
            may_thin: true,
        };
        let goes_on = refiner.move_boundary(&mut now, &Work::ALONE).unwrap();
        assert_eq!(goes_on, now.dilated.most() > 0.0);
        goes_on
    }

    #[test]
    fn nothing_is_moved_where_more_is_missed_than_is_worked_on() {
        assert_eq!(
            [1, MOST_PLACES, MOST_PLACES + 1].map(is_moved),
            [true, true, false]
        );
    }
}
