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

    /// The progress of a round, counted from 0, of work that may take any number of them: each fills half of what is left.
    pub fn round(&self, number: i32) -> Self {
        let left = 0.5_f32.powi(number);
        self.part(1.0 - left, 1.0 - 0.5 * left)
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

/// Items that are worked on between two calls, where each takes a microsecond or so.
pub const STRIDE: usize = 1 << 14;

/// Counts items of work that are done one after the other, and tells every so many of them.
pub struct Meter<'a> {
    progress: Progress<'a>,
    done: usize,
    next: usize,
    count: usize,
}

impl<'a> Meter<'a> {
    /// Of so many items.
    pub fn new(progress: &Progress<'a>, count: usize) -> Self {
        Self {
            progress: *progress,
            done: 0,
            next: STRIDE,
            count,
        }
    }

    /// So many more are done.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn add(&mut self, items: usize) -> Result<()> {
        self.done += items;
        if self.done < self.next {
            return Ok(());
        }
        self.next = self.done + STRIDE;
        self.progress.report(self.done as f32 / self.count as f32)
    }
}

/// The error of work that the caller stopped.
pub fn cancelled() -> Error {
    Error::new(
        Status::Cancelled,
        "the progress callback asked to stop; nothing was made",
    )
}
