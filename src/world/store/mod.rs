//! What a world has on its GPU: the memory, what lies where in it, and the records that it holds.

mod bodies;
mod coarse;
mod colliders;
mod constant_rows;
mod contact_snapshot;
mod contacts;
mod edits;
mod frames;
mod ignored;
mod kept_rows;
mod kinematic_surfaces;
mod lists;
mod place;
mod ranges;
mod records;
pub mod report;
mod saved_contacts;
mod saved_states;
mod surfaces;
mod tables;

pub use contact_snapshot::SavedContacts;
pub use saved_states::{Rows, damaged};

use crate::contact::Surfaces;
use crate::desc::WorldOptions;
use crate::error::Result;
use crate::gpu::context::Context;
use crate::gpu::state::State;
use crate::gpu::table_cache::TableCache;
use crate::share::{self, Frame};
use crate::solver::Coarse;
use crate::solver::pack::Tables;
use constant_rows::ConstantRows;
use contact_snapshot::Restored;
use ranges::Lists;
use std::sync::Arc;

/// The GPU memory of a world.
pub struct Store {
    context: Arc<Context>,
    options: Arc<WorldOptions>,
    state: State,
    /// Tables of solvers.
    packed: TableCache<Tables>,
    coarse: TableCache<Coarse>,
    surfaces: Surfaces,
    /// Grids of colliders, by content hash.
    grids: TableCache<()>,
    lists: Lists,
    /// Constants of bodies without room in their records.
    constant_rows: ConstantRows,
    /// The body records the GPU has, by slot.
    records: Vec<share::Body>,
    /// The record before the frames.
    record: share::World,
    /// Frames of the running step; reused by every step's upload.
    frame_rows: Vec<Frame>,
    /// The frames that the GPU has.
    frames_sent: Vec<Frame>,
    contacts: share::Contacts,
    /// How the buffer `contacts` is laid out: what it holds is of this layout.
    contacts_laid: share::Contacts,
    /// What a world that is being restored gives its objects.
    restored: Restored,
}

impl Store {
    pub fn new(context: &Arc<Context>, options: &Arc<WorldOptions>) -> Result<Self> {
        Ok(Self {
            context: context.clone(),
            options: options.clone(),
            state: State::new(context)?,
            packed: TableCache::new(0),
            coarse: TableCache::new(Coarse::MOST_UNUSED),
            surfaces: Surfaces::default(),
            grids: TableCache::new(0),
            lists: Lists::default(),
            constant_rows: ConstantRows::default(),
            records: Vec::new(),
            record: share::World::default(),
            frame_rows: Vec::new(),
            frames_sent: Vec::new(),
            contacts: share::Contacts::default(),
            contacts_laid: share::Contacts::default(),
            restored: Restored::default(),
        })
    }

    /// The buffers.
    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// The surfaces that the GPU has.
    pub fn surfaces(&self) -> &Surfaces {
        &self.surfaces
    }

    /// The world's record.
    pub fn record(&self) -> &share::World {
        &self.record
    }

    /// How contact between bodies is laid out in the current plan.
    pub fn contacts(&self) -> &share::Contacts {
        &self.contacts
    }
}

#[cfg(test)]
impl Store {
    pub fn record_mut(&mut self) -> &mut share::World {
        &mut self.record
    }

    pub fn contacts_mut(&mut self) -> &mut share::Contacts {
        &mut self.contacts
    }

    pub fn records(&self) -> &[share::Body] {
        &self.records
    }

    pub fn packed(&self) -> &TableCache<Tables> {
        &self.packed
    }

    pub fn coarse(&self) -> &TableCache<Coarse> {
        &self.coarse
    }

    /// Acts as if the GPU had no frames.
    pub fn forget_frames(&mut self) {
        self.frames_sent.clear();
    }
}
