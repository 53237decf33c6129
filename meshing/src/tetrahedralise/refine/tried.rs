//! Meshes of a body, their measures, and the best of them.

use super::goal::Goal;
use crate::tetrahedralise::dilate::Dilated;
use crate::tetrahedralise::made::Made;
use crate::tetrahedralise::missed::Far;
use crate::tetrahedralise::report::NEAR_VOLUME;
use std::cmp::Reverse;

/// A mesh below this share of the tolerance is surely near between samples, too.
pub const SURE: f64 = 0.95;

#[derive(Clone, Copy)]
pub struct Judged {
    /// In no more pieces than the body has components, with a volume right to `RESOLVED`.
    pub is_resolved: bool,
    /// Resolved, or the same with `LOST` and with all limbs.
    pub is_usable: bool,
    /// The larger of both distances [length unit].
    pub distance: f64,
    /// The relative error of volume; negative if the mesh has less.
    pub error: f64,
    pub pieces: usize,
}

impl Judged {
    /// Whether it is better: resolved, then the smaller miss; within the tolerance fewer pieces come first.
    pub fn is_better(&self, other: &Self, goal: &Goal) -> bool {
        let rank = |j: &Self| {
            let miss = j.miss(goal);
            (j.is_resolved, -miss.max(1.0), Reverse(j.pieces), -miss)
        };
        rank(self) > rank(other)
    }

    /// The larger of distance and error of volume, each divided by its tolerance.
    pub fn miss(&self, goal: &Goal) -> f64 {
        (self.distance / goal.distance).max(self.error.abs() / NEAR_VOLUME)
    }
}

pub struct Tried<'a> {
    pub made: Made,
    pub judged: Judged,
    pub far: Option<Far<'a>>,
    pub put_back: usize,
    pub dilated: Dilated<'a>,
    /// Its tets divided by those allowed.
    pub times: f64,
}

impl Tried<'_> {
    pub fn tets(&self) -> f64 {
        self.made.part.tets.len() as f64
    }

    /// Also between samples.
    pub fn is_surely_near(&self, goal: &Goal) -> bool {
        self.made.is_near && self.judged.distance <= SURE * goal.distance
    }
}

/// The best mesh so far, and the mesh of the finest lattice if that is another.
#[derive(Default)]
pub struct Best<'a> {
    pub kept: Option<Tried<'a>>,
    pub finest: Option<Tried<'a>>,
}

impl<'a> Best<'a> {
    pub fn take(&mut self, tried: Tried<'a>, goal: &Goal) {
        let is_better = |kept: &Tried| tried.judged.is_better(&kept.judged, goal);
        self.finest = None;
        match tried.judged.is_usable && self.kept.as_ref().is_none_or(is_better) {
            true => self.kept = Some(tried),
            false => self.finest = Some(tried),
        }
    }

    pub fn is_near(&self, goal: &Goal) -> bool {
        self.kept.as_ref().is_some_and(|t| t.is_surely_near(goal))
    }

    pub fn is_done(&self, goal: &Goal) -> bool {
        let is_whole = |t: &Tried| t.judged.pieces == 1;
        self.is_near(goal) && self.kept.as_ref().is_some_and(is_whole)
    }

    pub fn last(&self) -> Option<&Tried<'a>> {
        self.finest.as_ref().or(self.kept.as_ref())
    }
}
