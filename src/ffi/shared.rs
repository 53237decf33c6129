//! Assets and render meshes that worlds share, each with a count of how often it was retained.

use crate::asset::{Asset, SkinAsset};
use crate::error::{Error, Result, Status};
use crate::ids::Handle;
use crate::slots::Slots;
use parking_lot::Mutex;
use std::sync::{Arc, LazyLock};

struct Counted<T> {
    item: Arc<T>,
    count: u32,
}

/// A table of shared items; any thread may use it.
pub(super) struct Shared<T>(Mutex<Slots<Counted<T>>>);

/// All cooked bodies.
pub(super) static ASSETS: LazyLock<Shared<Asset>> = LazyLock::new(Shared::new);
/// All bound render meshes.
pub(super) static SKINS: LazyLock<Shared<SkinAsset>> = LazyLock::new(Shared::new);

impl<T> Shared<T> {
    fn new() -> Self {
        Self(Mutex::new(Slots::new(0)))
    }

    /// Stores an item with a count of one.
    pub(super) fn insert<H: Handle>(&self, item: T) -> Result<H> {
        self.0.lock().insert(Counted {
            item: Arc::new(item),
            count: 1,
        })
    }

    /// The item a handle names.
    pub(super) fn get<H: Handle>(&self, handle: H) -> Result<Arc<T>> {
        Ok(Arc::clone(&self.0.lock().get(handle)?.item))
    }

    /// Counts one more holder.
    pub(super) fn retain<H: Handle>(&self, handle: H) -> Result<()> {
        let mut table = self.0.lock();
        let entry = table.get_mut(handle)?;
        let more = entry.count.checked_add(1);
        entry.count =
            more.ok_or_else(|| Error::new(Status::Capacity, "retained 4294967295 times already"))?;
        Ok(())
    }

    /// Counts one holder less; the handle is stale after the last.
    pub(super) fn release<H: Handle>(&self, handle: H) -> Result<()> {
        let mut table = self.0.lock();
        let entry = table.get_mut(handle)?;
        entry.count -= 1;
        if entry.count > 0 {
            return Ok(());
        }
        let last = table.remove(handle)?;
        // Freed with the table unlocked: an asset can be large.
        drop(table);
        drop(last);
        Ok(())
    }
}
