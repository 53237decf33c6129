//! What a world gives its GPU: submissions, pending commands, and the ring that carries results back.

mod commands;
mod submit;

pub use commands::{Commands, Launch, VertexChange};
pub use submit::Work;

use crate::error::{Error, Result, Status};
use crate::gpu::ahead::Ahead;
use crate::gpu::context::Context;
use crate::gpu::done::Done;
use crate::gpu::readback::{Frame, Piece, Ring};
use crate::gpu::run::Timer;
use crate::gpu::upload::Belt;
use std::sync::Arc;
use std::time::Duration;

/// Submissions that a GPU may be behind. It always has work, and a game on a slow one runs slowly instead of ever later.
const MOST_BEHIND: u64 = 8;

/// The submissions of a world.
pub struct Queue {
    context: Arc<Context>,
    commands: Commands,
    belt: Belt,
    ring: Ring,
    done: Done,
    /// Steps that are recorded before they are wanted.
    ahead: Ahead,
    timer: Option<Timer>,
    /// The number of the newest step.
    step: u64,
}

impl Queue {
    /// A queue after this step. `timed`: the stages of steps are timed.
    pub fn new(context: &Arc<Context>, timed: bool, step: u64) -> Result<Self> {
        Ok(Self {
            context: context.clone(),
            commands: Commands::default(),
            belt: Belt::default(),
            ring: Ring::default(),
            done: Done::default(),
            ahead: Ahead::default(),
            timer: if timed { Timer::new(context)? } else { None },
            step,
        })
    }

    /// Takes over the thread of the world that this one replaces: wgpu keeps some memory for every thread that ever used it.
    pub fn follow(&mut self, later: &mut Queue) {
        self.ahead = std::mem::take(&mut later.ahead);
        self.ahead.forget();
    }

    /// The number of the newest step.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The next step has been submitted; returns its number.
    pub fn end_step(&mut self) -> u64 {
        self.step += 1;
        self.step
    }

    /// Commands pending for the next submission.
    pub fn commands(&self) -> &Commands {
        &self.commands
    }

    pub fn commands_mut(&mut self) -> &mut Commands {
        &mut self.commands
    }

    /// Recordings name buffers that have been replaced.
    pub fn forget_recordings(&mut self) {
        self.ahead.forget();
    }

    pub fn is_timed(&self) -> bool {
        self.timer.is_some()
    }

    /// The ticks of this many stages, if they are timed.
    pub fn ticks(&self, stages: usize) -> Option<Piece> {
        let timer = self.timer.as_ref().filter(|_| stages > 0);
        timer.map(|timer| timer.piece(stages))
    }

    /// The newest finished step, or `NotReady`.
    pub fn newest(&mut self) -> Result<Frame<'_>> {
        self.ring.newest()
    }

    pub fn ring_mut(&mut self) -> &mut Ring {
        &mut self.ring
    }

    /// Counts a submission that the caller made; returns its number.
    pub fn note_submission(&mut self) -> u64 {
        self.done.after_submit(&self.context);
        self.done.newest()
    }

    /// Whether this submission is finished; 0 is.
    pub fn has_finished(&self, number: u64) -> bool {
        self.done.has_finished(number)
    }

    /// Whether all submissions are finished.
    pub fn is_done(&self) -> bool {
        self.done.all()
    }

    /// Waits until the newest step has finished and its results are there; false on timeout.
    pub fn wait(&self, timeout: Duration) -> Result<bool> {
        let is_there = || self.done.all() && !self.ring.is_in_flight(self.step);
        self.context.wait_until(timeout, is_there)
    }

    /// Hears what has finished, and waits while too much has not.
    pub fn keep_up(&self) -> Result<()> {
        let is_near = || self.done.unfinished() < MOST_BEHIND;
        let patience = self.context.patience();
        if self.context.wait_until(patience, is_near)? {
            return Ok(());
        }
        let patience = patience.as_secs();
        Err(Error::new(
            Status::Gpu,
            format!("the GPU has {MOST_BEHIND} steps to do and finished none within {patience} s"),
        ))
    }
}

#[cfg(test)]
impl Queue {
    pub fn ahead_mut(&mut self) -> &mut Ahead {
        &mut self.ahead
    }

    pub fn belt(&self) -> &Belt {
        &self.belt
    }
}
