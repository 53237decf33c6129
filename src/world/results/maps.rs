//! Mapped results. They have their own lock, held briefly, so that any thread can unmap one while another thread is
//! inside the world.

use crate::asset::Asset;
use crate::error::Result;
use crate::gpu::readback::Ring;
use crate::ids::PliantMapId;
use crate::slots::Slots;
use parking_lot::Mutex;
use std::sync::Arc;

/// Mapped results, and those released since the world last looked.
pub struct Maps(Mutex<Table>);

struct Table {
    mapped: Slots<Mapped>,
    /// Ring slots of released results.
    given_back: Vec<usize>,
}

struct Mapped {
    slot: usize,
    /// Keeps the index map alive that the caller reads.
    _asset: Option<Arc<Asset>>,
}

impl Maps {
    /// Nothing mapped, for the world with this number.
    pub(in crate::world) fn new(world: u32) -> Self {
        Self(Mutex::new(Table {
            mapped: Slots::new(world),
            given_back: Vec::new(),
        }))
    }

    /// Call before mapping: frees released slots, so that they do not pile up in a world that is not stepped. Fails
    /// when no handle is left.
    pub(in crate::world) fn make_ready(&self, ring: &mut Ring) -> Result<()> {
        self.settle(ring);
        self.0.lock().mapped.check_room()
    }

    /// Makes a handle for a ring slot held for the caller.
    pub(in crate::world) fn insert(
        &self,
        slot: usize,
        asset: Option<Arc<Asset>>,
    ) -> Result<PliantMapId> {
        let mapped = Mapped {
            slot,
            _asset: asset,
        };
        self.0.lock().mapped.insert(mapped)
    }

    /// Releases a mapped result, from any thread. The world reuses the slot when it needs one.
    pub fn unmap(&self, map: PliantMapId) -> Result<()> {
        let mut table = self.0.lock();
        let mapped = table.mapped.remove(map)?;
        table.given_back.push(mapped.slot);
        // Dropping may free the asset, so the table is unlocked first.
        drop(table);
        drop(mapped);
        Ok(())
    }

    /// Returns released slots to the ring. Call before the ring looks for a free slot.
    pub(in crate::world) fn settle(&self, ring: &mut Ring) {
        let slots = &mut self.0.lock().given_back;
        slots.drain(..).for_each(|slot| ring.release(slot));
    }
}
