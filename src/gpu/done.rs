//! Tracks which of a world's submissions the GPU has finished.

use super::context::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts one world's submissions and the finished ones.
#[derive(Default)]
pub struct Done {
    submitted: u64,
    finished: Arc<AtomicU64>,
}

impl Done {
    /// Call after each submission.
    pub fn after_submit(&mut self, context: &Context) {
        self.submitted += 1;
        let (number, finished) = (self.submitted, self.finished.clone());
        context.queue.on_submitted_work_done(move || {
            finished.fetch_max(number, Ordering::Release);
        });
    }

    /// The number of the newest submission.
    pub fn newest(&self) -> u64 {
        self.submitted
    }

    /// Whether this submission is finished; 0 is.
    pub fn has_finished(&self, number: u64) -> bool {
        self.finished.load(Ordering::Acquire) >= number
    }

    /// Whether all submissions are finished.
    pub fn all(&self) -> bool {
        self.unfinished() == 0
    }

    /// How many submissions are not finished.
    pub fn unfinished(&self) -> u64 {
        let finished = self.finished.load(Ordering::Acquire);
        self.submitted.saturating_sub(finished)
    }
}
