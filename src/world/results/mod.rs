//! What finished steps tell the caller. Nothing here waits.

mod balance;
mod bodies;
mod contact_events;
mod events;
mod impulses;
mod keys;
mod layout;
mod maps;
mod reactions;
mod stats;
mod step_notes;
mod stopped;
mod views;

#[cfg(test)]
pub use keys::report;
pub use maps::Maps;

use crate::desc::{PLIANT_WORLD_EVENTS, PLIANT_WORLD_IMPULSES, WorldOptions};
use crate::error::{Error, Result, Status};
use crate::gpu::context::Context;
use crate::gpu::readback::Piece;
use events::Events;
use impulses::Impulses;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Where the newest step's results are. Later edits do not show in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Newest {
    /// In the ring, or being copied there.
    Copied,
    /// Only in the GPU buffers, until the next step or edit overwrites them.
    Waiting,
    /// Lost: an edit overwrote them while every slot was mapped.
    Gone,
}

/// Results of a world's steps.
pub struct Results {
    context: Arc<Context>,
    options: Arc<WorldOptions>,
    /// What is copied back after a step.
    pieces: Vec<Piece>,
    maps: Arc<Maps>,
    /// What bodies give colliders, if the world was asked for it.
    impulses: Option<Impulses>,
    /// What touches what, if it was asked for that.
    events: Option<Events>,
    newest: Newest,
    /// Steps whose results found no free slot.
    skipped: u64,
    /// Body slots of the newest step, in handle order.
    stepped: Vec<u32>,
    /// Body slots that a warning has called stopped, and the first of `stepped` that the next step looks at.
    stopped: BTreeSet<u32>,
    watched: usize,
    /// The step at which a restored world stands: it has no results before the next one.
    loaded: u64,
    /// Time of the newest call of `step`.
    step_time: Duration,
}

impl Results {
    /// None yet, in the world with this number.
    pub fn new(context: &Arc<Context>, options: &Arc<WorldOptions>, number: u32) -> Self {
        let has = |flag| options.flags & flag != 0;
        Self {
            context: context.clone(),
            options: options.clone(),
            pieces: Vec::new(),
            maps: Arc::new(Maps::new(number)),
            impulses: has(PLIANT_WORLD_IMPULSES).then(Impulses::default),
            events: has(PLIANT_WORLD_EVENTS).then(Events::default),
            newest: Newest::Copied,
            skipped: 0,
            stepped: Vec::new(),
            stopped: BTreeSet::new(),
            watched: 0,
            loaded: 0,
            step_time: Duration::ZERO,
        }
    }

    /// Follows the results of the world that this one replaces, after this step.
    pub fn follow(&mut self, later: &Results, step: u64) {
        self.maps = later.maps.clone();
        self.loaded = step;
    }

    pub fn maps(&self) -> &Arc<Maps> {
        &self.maps
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether bodies tell of their momentum.
    pub fn wants_momentum(&self) -> bool {
        self.impulses.is_some() || self.events.is_some()
    }

    /// Whether the newest step's results are only in the GPU buffers.
    pub fn is_waiting(&self) -> bool {
        self.newest == Newest::Waiting
    }

    /// The results of the newest step have been copied, if the ring had room.
    pub fn are_copied(&mut self, copied: bool) {
        self.newest = match copied {
            true => Newest::Copied,
            false => Newest::Waiting,
        };
    }

    /// A step was submitted. `copied`: the ring had room for its results.
    pub fn count_step(&mut self, copied: bool) {
        self.skipped += u64::from(!copied);
        self.are_copied(copied);
    }

    /// An edit overwrites what has not been copied.
    pub fn overwrite(&mut self) {
        if self.newest == Newest::Waiting {
            self.newest = Newest::Gone;
        }
    }

    /// Notes the bodies of a step that was queued.
    pub fn note_bodies(&mut self, slots: &[u32]) {
        self.stepped.clear();
        self.stepped.extend(slots);
    }

    pub fn note_time(&mut self, time: Duration) {
        self.step_time = time;
    }

    /// The body in this slot is another one, or runs again.
    pub fn forget_stopped(&mut self, slot: u32) {
        self.stopped.remove(&slot);
    }

    /// Fails while the world has made no step after this one.
    pub fn check_stepped(&self, step: u64) -> Result<()> {
        if step == self.loaded {
            return Err(Error::new(
                Status::NotReady,
                "the world has not been stepped yet; call pliant_world_step first",
            ));
        }
        Ok(())
    }

    /// Why the newest step's results are not there. `waits`: the caller has waited for them.
    pub fn absence(&self, waits: bool) -> Error {
        // Waiting longer cannot help when slots are mapped, so this is not NOT_READY.
        let (status, message) = match (waits, self.newest) {
            (true, Newest::Gone) => (
                Status::InvalidState,
                "the newest step's results are lost: an edit overwrote them while every slot was mapped; call pliant_unmap and step again",
            ),
            (true, _) => (
                Status::InvalidState,
                "the newest step's results cannot be copied because every slot is mapped; call pliant_unmap",
            ),
            _ => (Status::NotReady, "the newest step has not finished yet"),
        };
        Error::new(status, message)
    }
}

#[cfg(test)]
impl Results {
    pub fn pieces_mut(&mut self) -> &mut [Piece] {
        &mut self.pieces
    }

    pub fn skipped(&self) -> u64 {
        self.skipped
    }
}
