//! The surfaces in the arena.

use crate::gpu::table_cache::{Key, TableCache};
use crate::share::Surface;

/// Surfaces of the arena, by the asset's content hash. The plan is their only user.
pub struct Surfaces(pub TableCache<Surface>);

impl Default for Surfaces {
    fn default() -> Self {
        Self(TableCache::new(0))
    }
}

impl Surfaces {
    /// The key of an asset's surface.
    pub fn key(asset: u64) -> Key {
        [asset].into()
    }

    /// The arena row of an asset's surface; zero without one.
    pub fn row(&self, asset: u64) -> u32 {
        // One row before the head, since zero means no surface.
        self.0.get(&[asset]).map_or(0, |stored| stored.first + 1)
    }

    /// The head of an asset's surface.
    pub fn head(&self, asset: u64) -> Option<Surface> {
        self.0.get(&[asset]).map(|stored| stored.note)
    }
}

/// Where the parts of a body's surface are in the world's arrays; kept while the body lives.
#[derive(Clone, Copy, Debug)]
pub struct SurfacePlace {
    pub first_patch: u32,
    pub first_edge: u32,
    pub patches: u32,
    pub edges: u32,
}
