//! Which surfaces are in the arena.

use crate::share::Surface;
use std::collections::BTreeMap;

/// The surface of an asset in the arena.
pub struct StoredSurface {
    pub first: u32,
    pub rows: u32,
    pub head: Surface,
}

/// Surfaces of the arena, by the asset's content hash.
#[derive(Default)]
pub struct Surfaces(pub BTreeMap<u64, StoredSurface>);

impl Surfaces {
    /// The arena row of an asset's surface; zero without one.
    pub fn row(&self, asset: u64) -> u32 {
        // A row before the head keeps it off row zero.
        self.0.get(&asset).map_or(0, |stored| stored.first + 1)
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
