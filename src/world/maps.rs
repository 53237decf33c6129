//! Results that are mapped. They have a lock of their own, held for a moment only, so that any thread can give one back
//! while another one is inside the world.

use crate::asset::Asset;
use crate::error::Result;
use crate::gpu::readback::Ring;
use crate::ids::PliantMapId;
use crate::slots::Slots;
use parking_lot::Mutex;
use std::sync::Arc;

/// What is mapped, and what was given back since the world looked last.
pub struct Maps(Mutex<Table>);

struct Table {
    mapped: Slots<Mapped>,
    /// Slots of the ring, one for each result given back.
    given_back: Vec<usize>,
}

struct Mapped {
    /// Slot of the ring.
    slot: usize,
    /// Kept for its map of indices, which the caller reads.
    _asset: Option<Arc<Asset>>,
}

impl Maps {
    /// None yet, of the world with this number.
    pub(super) fn new(world: u32) -> Self {
        Self(Mutex::new(Table {
            mapped: Slots::new(world),
            given_back: Vec::new(),
        }))
    }

    /// To be called before something is mapped: what was given back does not pile up in a world that stands still. Fails
    /// when there is no handle left.
    pub(super) fn make_ready(&self, ring: &mut Ring) -> Result<()> {
        self.settle(ring);
        self.0.lock().mapped.check_room()
    }

    /// Names a slot of the ring that is held for the caller.
    pub(super) fn insert(&self, slot: usize, asset: Option<Arc<Asset>>) -> Result<PliantMapId> {
        let mapped = Mapped {
            slot,
            _asset: asset,
        };
        self.0.lock().mapped.insert(mapped)
    }

    /// Gives a mapped result back, from any thread; the world takes the slot when it needs one.
    pub fn unmap(&self, map: PliantMapId) -> Result<()> {
        let mut table = self.0.lock();
        let mapped = table.mapped.remove(map)?;
        table.given_back.push(mapped.slot);
        // The asset may be freed here: with the table unlocked.
        drop(table);
        drop(mapped);
        Ok(())
    }

    /// Lets the ring have what was given back. To be called before the ring looks for a free slot.
    pub(super) fn settle(&self, ring: &mut Ring) {
        let slots = &mut self.0.lock().given_back;
        slots.drain(..).for_each(|slot| ring.release(slot));
    }
}
