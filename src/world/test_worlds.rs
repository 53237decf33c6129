//! Helpers for tests of worlds.

use super::{WorldOptions, adapter};
use crate::asset::{Asset, cook, lattice};
use crate::gpu::context;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A cube with this many half-metre cells along each edge.
pub fn cube(cells: usize) -> Arc<Asset> {
    let mesh = lattice::beam_lattice([cells; 3], [0.5; 3], lattice::Split::Five);
    Arc::new(cook::cook(&mesh, &Default::default()).unwrap().0)
}

/// Options that select a device of the test's own: each call uses another substring of its name.
pub fn own_device() -> WorldOptions {
    static GIVEN: AtomicUsize = AtomicUsize::new(0);
    let given = GIVEN.fetch_add(1, Ordering::Relaxed);
    let (first, length) = (given % 6, 3 + given / 6);
    let name = context::adapters().remove(0).info.name;
    let piece: String = name.chars().skip(first).take(length).collect();
    assert_eq!(piece.chars().count(), length, "{name} has no more pieces");
    let options = WorldOptions {
        adapter_name: Some(piece),
        ..WorldOptions::default()
    };
    context::own(adapter(&options));
    options
}
