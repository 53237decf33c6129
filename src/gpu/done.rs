//! Which of a world's submissions the GPU is done with.

use super::context::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts submissions and those that are done. It belongs to one world, whose submissions are in the order of its calls.
#[derive(Default)]
pub struct Done {
    submitted: u64,
    finished: Arc<AtomicU64>,
}

impl Done {
    /// To be called after each submission.
    pub fn after_submit(&mut self, context: &Context) {
        self.submitted += 1;
        let (number, finished) = (self.submitted, self.finished.clone());
        context.queue.on_submitted_work_done(move || {
            finished.fetch_max(number, Ordering::Release);
        });
    }

    /// Whether all are done.
    pub fn all(&self) -> bool {
        self.finished.load(Ordering::Acquire) >= self.submitted
    }
}
