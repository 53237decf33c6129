//! How far a call has come, and the caller's way to stop it.

use crate::error::{Error, Result, Status};

/// Told how much of the work is done, from 0 to 1; false stops it. Called on the calling thread only.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    callback: Option<&'a dyn Fn(f32) -> bool>,
    from: f32,
    to: f32,
}

impl<'a> Progress<'a> {
    /// Nobody is told and nothing stops the work.
    pub const NONE: Progress<'static> = Progress {
        callback: None,
        from: 0.0,
        to: 1.0,
    };

    /// Tells `callback`.
    pub fn new(callback: &'a dyn Fn(f32) -> bool) -> Self {
        Self {
            callback: Some(callback),
            from: 0.0,
            to: 1.0,
        }
    }

    /// The progress of a part of the work, which fills `from` to `to` of the whole.
    pub fn part(&self, from: f32, to: f32) -> Self {
        Self {
            callback: self.callback,
            from: self.at(from),
            to: self.at(to),
        }
    }

    /// Where `done` of this part is in the whole. It rises with `done` to the last bit, and where one part ends the next begins.
    fn at(&self, done: f32) -> f32 {
        match done < 1.0 {
            true => (self.from + (self.to - self.from) * done).min(self.to),
            false => self.to,
        }
    }

    /// Tells that `done` of this part is done; false when the caller wants to stop.
    pub fn goes_on(&self, done: f32) -> bool {
        self.callback.is_none_or(|tell| tell(self.at(done)))
    }

    /// The same as a result.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn report(&self, done: f32) -> Result<()> {
        match self.goes_on(done) {
            true => Ok(()),
            false => Err(cancelled()),
        }
    }
}

/// The error of work that the caller stopped.
pub fn cancelled() -> Error {
    Error::new(
        Status::Cancelled,
        "the progress callback asked to stop; nothing was made",
    )
}
