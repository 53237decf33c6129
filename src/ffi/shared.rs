//! Assets and render meshes that worlds share, each with the number of its holders.

use crate::asset::shape::ShapeAsset;
use crate::asset::{Asset, SkinAsset};
use crate::error::{Error, Result, Status};
use crate::ids::Handle;
use crate::slots::Slots;
use crate::view::PliantSurfaceReport;
use parking_lot::Mutex;
use std::sync::{Arc, LazyLock};

struct Counted<T> {
    item: Arc<T>,
    count: u32,
}

/// A table of shared items. Any thread may use it.
pub(super) struct Shared<T>(Mutex<Slots<Counted<T>>>);

/// A cooked body or shell, and how it was made.
pub(super) struct Kept {
    /// The body or shell.
    pub(super) cooked: Arc<Asset>,
    /// What cooking did, one sentence a line; empty if it was loaded.
    pub(super) sentences: String,
    /// What cooking did to the surface; `None` if it was loaded or made of tets.
    pub(super) report: Option<PliantSurfaceReport>,
}

impl Kept {
    /// Without a report about a surface.
    pub(super) fn new(cooked: Arc<Asset>, sentences: String) -> Self {
        Self {
            cooked,
            sentences,
            report: None,
        }
    }
}

/// All cooked bodies and shells.
pub(super) static ASSETS: LazyLock<Shared<Kept>> = LazyLock::new(Shared::new);
/// All bound render meshes.
pub(super) static SKINS: LazyLock<Shared<SkinAsset>> = LazyLock::new(Shared::new);
/// All shapes of colliders.
pub(super) static SHAPES: LazyLock<Shared<ShapeAsset>> = LazyLock::new(Shared::new);

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

    /// The item of a handle.
    pub(super) fn get<H: Handle>(&self, handle: H) -> Result<Arc<T>> {
        Ok(Arc::clone(&self.0.lock().get(handle)?.item))
    }

    /// Adds a holder.
    pub(super) fn retain<H: Handle>(&self, handle: H) -> Result<()> {
        let mut table = self.0.lock();
        let entry = table.get_mut(handle)?;
        let more = entry.count.checked_add(1);
        entry.count =
            more.ok_or_else(|| Error::new(Status::Capacity, "retained 4294967295 times already"))?;
        Ok(())
    }

    /// Removes a holder. After the last one the handle is stale.
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
