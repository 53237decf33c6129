//! Refines a body's conforming mesh until it is near its surface or has as many tets as it may.

mod gaps;
mod goal;
mod join;
mod offset;
mod tried;

pub use goal::Goal;

use super::bits::Grid;
use super::dilate::Dilated;
use super::field::{Work, part};
use super::input::{Input, InputBody};
use super::made::{Made, cage_of};
use super::missed::{Missed, farthest, missed};
use super::part::piece_count;
use super::quality::Quality;
use super::report::{Method, NEAR_VOLUME, Report};
use super::spacing::{expected, is_worth, stuffing_grid};
use super::stuffing::Stuffing;
use glam::DVec3;
use pliant_geometry::error::{Result, Status};
use tried::{Best, Judged, Tried};

/// The largest relative error of volume of a resolved body.
const RESOLVED: f64 = 0.1;
/// A body that lost more than this share of its volume becomes a cage.
const LOST: f64 = 0.3;
/// Something missed by more than this is a limb that the lattice does not resolve [spacing].
const GONE: f64 = 3.0;
const ROUNDS: u32 = 5;
/// Least and largest factor from one spacing to the next.
const FINER: [f64; 2] = [0.5, 0.8];
/// A factor above this is not worth another mesh.
const WORTH: f64 = 0.95;
/// The share of the tolerance to aim at, as the next distance is only an estimate.
const AIM: f64 = 0.85;
/// A mesh may have this many times its tets.
const OVER: f64 = 1.15;
/// The number of tets is about proportional to the spacing to the power of minus this.
const POWER: f64 = 2.5;

/// Points count as missed from this share of the tolerance on, since samples are some distance apart.
const SEEN: f64 = 0.8;

/// Refine above this share of the volume's tolerance, since the reference is only right to a third of 1 %.
const SURE_VOLUME: f64 = 5.0 / 6.0;
/// A mesh that misses the surface by more than this many tolerances is not measured from its own boundary.
const HOPELESS: f64 = 2.0;

struct Refiner<'a> {
    body: &'a InputBody,
    input: &'a Input,
    goal: &'a Goal,
    best: Best<'a>,
    spacing: f64,
    /// A spacing at which the body was not resolved, or a limb was missed.
    coarse: Option<f64>,
    /// The finest spacing whose mesh was accepted.
    taken: Option<f64>,
}

/// Stuffs a body with finer lattices until it is near its surface, then moves its boundary where the surface was
/// missed. `lattice` is the first spacing. Without one, or if all fails, it becomes a cage with cells of size `cells`.
pub fn refined(
    body: &InputBody,
    input: &Input,
    lattice: Option<f64>,
    cells: f64,
    goal: &Goal,
    work: &Work,
    report: &mut Report,
) -> Result<Made> {
    if let Some(spacing) = lattice {
        let refiner = Refiner {
            body,
            input,
            goal,
            best: Best::default(),
            spacing,
            coarse: None,
            taken: None,
        };
        if let Some(tried) = refiner.best(&part(work, 0.0, 0.96))? {
            report.put_back += tried.put_back;
            return Ok(tried.made);
        }
    }
    let to_make = part(work, 0.96, 1.0);
    let made = cage_of(body, cells, &to_make, &mut report.cage)?;
    Ok(Made {
        is_unresolved: made.is_unresolved || lattice.is_some(),
        ..made
    })
}

impl<'a> Refiner<'a> {
    /// The best mesh, if one is usable.
    fn best(mut self, work: &Work) -> Result<Option<Tried<'a>>> {
        self.refine(&part(work, 0.0, 0.6))?;
        if self.goal.until_near && !self.best.is_done(self.goal) {
            self.offset(&part(work, 0.6, 0.9))?;
            self.join(&part(work, 0.9, 0.95))?;
        }
        let is_more = |tried: &Tried| tried.tets() > OVER * self.goal.most[0];
        if let Some(tried) = &mut self.best.kept {
            tried.made.took_more =
                (self.goal.until_near || self.coarse.is_some()) && is_more(tried);
        }
        self.open_gaps(&part(work, 0.95, 1.0))?;
        Ok(self.best.kept)
    }

    /// Tries finer lattices. Stops before a lattice whose box has far more cells than the body may have tets, which
    /// would waste memory on bodies that hardly fill their box.
    fn refine(&mut self, work: &Work) -> Result<()> {
        let plain = Dilated::new(&self.body.solid);
        for round in 0..ROUNDS {
            let work = work.round(round as i32);
            let is_first = round == 0;
            let worth = |grid: &Grid| is_first || is_worth(grid, self.goal.most[1]);
            let grid = stuffing_grid(self.body, self.input.middle, self.spacing, 0.0);
            let most = self.most();
            let found =
                grid.map(|grid| worth(&grid).then(|| self.stuffed(&plain, grid, most, &work)));
            let tried = match found.and_then(Option::transpose) {
                Ok(Some(tried)) => tried,
                Err(error) if is_first || error.status != Status::Capacity => return Err(error),
                _ => break, // finer than possible
            };
            if !self.take(tried) {
                break;
            }
        }
        Ok(())
    }

    /// Accepts a mesh and finds the next spacing. False if there is none to try.
    fn take(&mut self, tried: Tried<'a>) -> bool {
        let (judged, is_near, tets) = (tried.judged, tried.made.is_near, tried.tets());
        if tried.times > OVER {
            return self.coarsen(tried.times);
        }
        self.taken = Some(self.spacing);
        if !judged.is_resolved {
            self.coarse = Some(self.spacing);
        }
        self.best.take(tried, self.goal);
        let is_surely_near = is_near && judged.error.abs() <= SURE_VOLUME * NEAR_VOLUME;
        let is_done = is_surely_near || (judged.is_resolved && !self.goal.until_near);
        !is_done && self.go_finer(&judged, tets)
    }

    /// The most tets of a mesh that resolves the body, and of one that does not. More are allowed for the latter, after
    /// a coarser lattice did not resolve it, and for the first mesh, whose spacing is given or guessed from the volume.
    /// For thin walls the guess can be off several times.
    fn most(&self) -> [f64; 2] {
        let [few, many] = self.goal.most;
        match (self.taken, self.coarse) {
            (None, _) if !self.goal.until_near => [f64::INFINITY; 2],
            (None, _) | (_, Some(_)) => [many; 2],
            (Some(_), None) => [few, many],
        }
    }

    /// Chooses the next spacing, for as many tets as allowed. False if it is not worth it.
    fn go_finer(&mut self, judged: &Judged, tets: f64) -> bool {
        let tets = tets.max(expected(self.body, self.spacing));
        let factor = |most: f64| finer(judged, self.goal).max((tets / most).powf(1.0 / POWER));
        let [few, many] = self.goal.most.map(factor);
        let factor = match judged.is_resolved || few <= WORTH {
            true => few,
            false => many,
        };
        let is_worth = factor <= WORTH;
        self.spacing *= if is_worth { factor } else { 1.0 };
        is_worth
    }

    /// Chooses a coarser spacing after too many tets. False if nothing below an accepted one is worth it.
    fn coarsen(&mut self, times: f64) -> bool {
        let fine = self.spacing;
        self.spacing *= times.powf(1.0 / POWER);
        if let Some(taken) = self.taken {
            self.spacing = self.spacing.min((taken * fine).sqrt());
            return self.spacing <= WORTH * taken;
        }
        true
    }

    fn missed_by(&self, boundary: &[[DVec3; 3]], spacing: f64, work: &Work) -> Result<Missed<'a>> {
        let limit = match self.goal.until_near {
            true => SEEN * self.goal.distance,
            false => f64::INFINITY,
        };
        missed(boundary, self.body, spacing, limit, work)
    }

    fn stuffed(
        &self,
        dilated: &Dilated<'a>,
        grid: Grid,
        most: [f64; 2],
        work: &Work,
    ) -> Result<Tried<'a>> {
        let stuffing = Stuffing::of_body(dilated, grid, &part(work, 0.0, 0.4))?;
        self.judged(&stuffing, dilated, grid.spacing.x, most, work)
    }

    fn judged(
        &self,
        stuffing: &Stuffing,
        dilated: &Dilated<'a>,
        spacing: f64,
        most: [f64; 2],
        work: &Work,
    ) -> Result<Tried<'a>> {
        let (body, goal) = (self.body, self.goal);
        let (part, put_back) = stuffing.mesh(&self::part(work, 0.4, 0.55))?;
        let pieces = piece_count(&part);
        let is_whole = (1..=body.components.len()).contains(&pieces);
        let error = Quality::volume_of(&part) / body.volume - 1.0;
        let is_resolved = is_whole && error.abs() <= RESOLVED;
        let times = part.tets.len() as f64 / most[usize::from(!is_resolved)];
        let may_be_used = is_whole && error.abs() <= LOST && times <= OVER;
        let (mut missed, mut distance, mut far) = (f64::INFINITY, f64::INFINITY, None);
        if may_be_used {
            let boundary = part.boundary(&self::part(work, 0.55, 0.6))?;
            let to_measure = self::part(work, 0.6, 0.9);
            let found = self.missed_by(&boundary, spacing, &to_measure)?;
            (missed, far) = (found.most, Some(found.far));
            let to_measure = self::part(work, 0.9, 1.0);
            distance = match body.has_holes {
                true => missed, // what spans a hole is far from the surface
                false if missed > HOPELESS * goal.distance => missed,
                false => farthest(&boundary, &body.solid, missed, &to_measure)?,
            };
        }
        let is_usable = may_be_used && (is_resolved || missed <= GONE * spacing);
        let made = Made {
            part,
            method: Method::Conforming,
            is_unresolved: !is_resolved,
            spacing,
            missed,
            moved: dilated.most(),
            is_near: is_resolved && distance <= goal.distance && error.abs() <= NEAR_VOLUME,
            bridged: stuffing.bridged,
            took_more: false,
        };
        let judged = Judged {
            is_resolved,
            is_usable,
            distance,
            error,
            pieces,
        };
        Ok(Tried {
            made,
            judged,
            far,
            put_back,
            dilated: dilated.clone(),
            times,
        })
    }
}

/// The factor to the spacing that should bring a mesh near. The error of volume scales with its square.
fn finer(judged: &Judged, goal: &Goal) -> f64 {
    if !judged.is_resolved {
        return FINER[0];
    }
    let by_distance = AIM * goal.distance / judged.distance;
    let by_volume = (AIM * NEAR_VOLUME / judged.error.abs()).sqrt();
    by_distance.min(by_volume).clamp(FINER[0], FINER[1])
}

fn step<'a>(work: &Work<'a>, number: usize, of: usize) -> Work<'a> {
    let [from, to] = [number, number + 1].map(|n| n as f32 / of as f32);
    part(work, from, to)
}

#[cfg(test)]
#[path = "refine_tests.rs"]
mod tests;
