//! How fine a mesh is wanted.

use super::field::Work;
use pliant_geometry::MAX_TETS;
use pliant_geometry::error::{Error, Result, number};
use pliant_geometry::parallel;
use pliant_geometry::progress::Progress;

/// How fine a mesh is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Wanted number of tets, 1 to 2^24; of a body that fills many cells met within some 15 %. A conforming body with walls, necks or limbs
    /// that so many do not resolve has up to twice as many (and somewhat more), and each cage a cell of five tets at the least, and more where thin or
    /// near parts keep apart. More follow the shape more closely and cost time in proportion, here and in every step.
    pub elements: usize,
    /// How many tets a conforming mesh may have where `elements` do not bring it near its surface (`NEAR`, `NEAR_VOLUME`), up to 2^24;
    /// about. 0 to ask for no more. Bodies with walls or necks that are not resolved, or a limb that is missed, may take twice as many. A cage does not
    /// ask for it.
    pub most_elements: usize,
    /// The longest edge of a cell, or long edge of the body-centred lattice [length unit]; 0 to have it found from `elements`.
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
    /// 50,000 tets, and up to 200,000 where they are needed to be near the surface, or twice that to resolve walls or necks (at most 15 % over).
    pub const CONFORMING: Options = Options {
        elements: 50_000,
        most_elements: 200_000,
        spacing: 0.0,
        threads: 0,
    };

    /// Whether the numbers can be worked with.
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
