//! Helpers for tests of worlds.

use super::{WorldOptions, adapter};
use crate::asset::{Asset, cook, lattice};
use crate::gpu::context;
use crate::math::PliantPose;
use glam::{Quat, Vec3};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The length of a step [s].
pub const DT: f32 = 1.0 / 60.0;

/// Numbers that look random, the same in each run.
pub struct Random(pub u64);

impl Random {
    /// A number from -1 to 1.
    pub fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }

    /// A length from `least` to 64 times that, each octave as often.
    pub fn length(&mut self, least: f32) -> f32 {
        least * 2.0_f32.powf(3.0 + 3.0 * self.next())
    }

    pub fn pose(&mut self, within: f32) -> PliantPose {
        let place = within * self.vector();
        PliantPose {
            rotation: Quat::from_scaled_axis(3.0 * self.vector()).to_array(),
            ..PliantPose::at(place)
        }
    }
}

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
