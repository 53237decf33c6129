//! How fine a mesh should be.

use super::field::Work;
use pliant_geometry::MAX_TETS;
use pliant_geometry::error::{Error, Result, number};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;

/// How fine a mesh should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Wanted number of tets, 1 to 2^24; bodies of many cells usually come within 15 %. A conforming body with walls,
    /// necks or limbs that this does not resolve may have somewhat over twice as many. A cage has at least five, and
    /// more where thin or close parts stay apart. More follow the shape better and cost time in proportion.
    pub elements: usize,
    /// About the most tets of a conforming mesh that is not near its surface (`NEAR`, `NEAR_VOLUME`) with `elements`,
    /// up to 2^24; 0 for no more. Bodies with unresolved walls, necks or limbs may have twice as many. Not for cages.
    pub most_elements: usize,
    /// The longest edge of a cell, or long edge of the body-centred lattice [length unit]; 0 to derive it from
    /// `elements`.
    pub spacing: f64,
    /// Threads, at most 64; 0 for as many as the machine has.
    pub threads: usize,
}

impl Options {
    /// 2,000 tets.
    pub const CAGE: Options = Options {
        elements: 2_000,
        most_elements: 0,
        spacing: 0.0,
        threads: 0,
    };
    /// 50,000 tets; up to 200,000 to be near the surface, or 400,000 to resolve walls or necks (at most 15 % over).
    pub const CONFORMING: Options = Options {
        elements: 50_000,
        most_elements: 200_000,
        spacing: 0.0,
        threads: 0,
    };

    /// Checks the numbers.
    ///
    /// # Errors
    /// `InvalidArgument`.
    pub fn check(&self) -> Result<()> {
        if self.elements == 0 || self.elements > MAX_TETS {
            let elements = self.elements;
            return Err(Error::argument(format!(
                "elements is {elements}, expected 1 to {MAX_TETS}"
            )));
        }
        if self.most_elements > MAX_TETS {
            let most = self.most_elements;
            return Err(Error::argument(format!(
                "most_elements is {most}, expected at most {MAX_TETS}, or 0"
            )));
        }
        if !self.spacing.is_finite() || self.spacing < 0.0 {
            let spacing = number(self.spacing);
            return Err(Error::argument(format!(
                "spacing is {spacing}, expected a length, or 0 to find it from elements"
            )));
        }
        Ok(())
    }

    pub(super) fn work<'a>(&self, progress: &Progress<'a>) -> Work<'a> {
        Work {
            threads: parallel::thread_count(self.threads),
            progress: *progress,
        }
    }
}
