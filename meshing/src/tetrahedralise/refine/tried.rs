//! Meshes of a body that were made, how good they are, and the best of them.

use super::goal::Goal;
use crate::tetrahedralise::dilate::Dilated;
use crate::tetrahedralise::made::Made;
use crate::tetrahedralise::missed::Far;
use crate::tetrahedralise::report::NEAR_VOLUME;
use std::cmp::Reverse;

/// A mesh that is nearer than this share of the tolerance is surely near between the places that are asked for, too.
pub const SURE: f64 = 0.95;

/// How good a mesh is.
#[derive(Clone, Copy)]
pub struct Judged {
    /// In no more pieces than the body has components, and its volume right to `RESOLVED`.
    pub is_resolved: bool,
    /// Worth having: resolved, or in no more pieces than that, right to `LOST`, and with all limbs.
    pub is_usable: bool,
    /// The larger of both distances [length unit].
    pub distance: f64,
    /// Of the volume, relative; below zero where the mesh has less.
    pub error: f64,
    /// Connected pieces.
    pub pieces: usize,
}

impl Judged {
    /// Whether it is to be preferred: resolved first, then by how many times it misses the distance or the volume, and of those that do
    /// not by fewer pieces.
    pub fn is_better(&self, other: &Self, goal: &Goal) -> bool {
        let rank = |j: &Self| {
            let miss = j.miss(goal);
            (j.is_resolved, -miss.max(1.0), Reverse(j.pieces), -miss)
        };
        rank(self) > rank(other)
    }

    /// How many times it misses the distance or the volume.
    pub fn miss(&self, goal: &Goal) -> f64 {
        (self.distance / goal.distance).max(self.error.abs() / NEAR_VOLUME)
    }
}

/// A mesh that was made.
pub struct Tried<'a> {
    pub made: Made,
    pub judged: Judged,
    /// The samples of the surface that are far from it, where that was measured.
    pub far: Option<Far<'a>>,
    pub put_back: usize,
    /// What it is the mesh of.
    pub dilated: Dilated<'a>,
    /// How many times the tets that it may have.
    pub times: f64,
}

impl Tried<'_> {
    pub fn tets(&self) -> f64 {
        self.made.part.tets.len() as f64
    }

    /// Also between the places that are asked for.
    pub fn is_surely_near(&self, goal: &Goal) -> bool {
        self.made.is_near && self.judged.distance <= SURE * goal.distance
    }
}

/// The best mesh so far, and the one of the finest lattice where that is another.
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

    /// Near, and in one piece.
    pub fn is_done(&self, goal: &Goal) -> bool {
        let is_whole = |t: &Tried| t.judged.pieces == 1;
        self.is_near(goal) && self.kept.as_ref().is_some_and(is_whole)
    }

    /// The mesh of the finest lattice.
    pub fn last(&self) -> Option<&Tried<'a>> {
        self.finest.as_ref().or(self.kept.as_ref())
    }
}
