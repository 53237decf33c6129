//! Progress of a call, and the caller's way to stop it.

use crate::error::{Error, Result, Status};

/// Reports progress from 0 to 1. The callback returns false to stop, and is called on the calling thread only.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    callback: Option<&'a dyn Fn(f32) -> bool>,
    from: f32,
    to: f32,
}

impl<'a> Progress<'a> {
    /// Reports to nobody.
    pub const NONE: Progress<'static> = Progress {
        callback: None,
        from: 0.0,
        to: 1.0,
    };

    /// Reports to `callback`.
    pub fn new(callback: &'a dyn Fn(f32) -> bool) -> Self {
        Self {
            callback: Some(callback),
            from: 0.0,
            to: 1.0,
        }
    }

    /// The progress of a part of the work: `from` to `to` of the whole.
    pub fn part(&self, from: f32, to: f32) -> Self {
        Self {
            callback: self.callback,
            from: self.at(from),
            to: self.at(to),
        }
    }

    /// The progress of a round, counted from 0, of work with an unknown number of rounds: each fills half of what is left.
    pub fn round(&self, number: i32) -> Self {
        let left = 0.5_f32.powi(number);
        self.part(1.0 - left, 1.0 - 0.5 * left)
    }

    /// The share of the whole at `done` of this part. Never falls, and one part ends exactly where the next begins.
    fn at(&self, done: f32) -> f32 {
        match done < 1.0 {
            true => (self.from + (self.to - self.from) * done).min(self.to),
            false => self.to,
        }
    }

    /// Reports that `done` of this part is done; false if the caller wants to stop.
    pub fn goes_on(&self, done: f32) -> bool {
        self.callback.is_none_or(|tell| tell(self.at(done)))
    }

    /// The same as a `Result`.
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

/// Items between two calls, for items of about a microsecond.
pub const STRIDE: usize = 1 << 14;

/// Counts items of work and reports every `STRIDE` of them.
pub struct Meter<'a> {
    progress: Progress<'a>,
    done: usize,
    next: usize,
    count: usize,
}

impl<'a> Meter<'a> {
    /// For `count` items.
    pub fn new(progress: &Progress<'a>, count: usize) -> Self {
        Self {
            progress: *progress,
            done: 0,
            next: STRIDE,
            count,
        }
    }

    /// Counts more items.
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
