//! Worlds with what happens to them before each step, for tests of bits.

use super::common::*;
use glam::DVec3;
use pliant::desc::*;
use pliant::ids::{PliantBodyId, PliantColliderId, PliantFrameId};
use pliant::math::PliantPose;
use pliant::world::{Applied, Edit, World};

/// A step [s].
pub const DT: f32 = 1.0 / 60.0;

thread_local! {
    /// Whether the worlds of this thread's scenes run the threads of each workgroup in another order.
    pub static PERMUTES: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// A world and what happens to it before each step.
pub struct Scene {
    pub world: World,
    pub before: fn(&mut Scene, usize),
    pub bodies: Vec<PliantBodyId>,
    pub frames: Vec<PliantFrameId>,
    pub colliders: Vec<PliantColliderId>,
    /// Where in the world all of it is.
    pub at: DVec3,
}

/// Every how many steps a run takes the hash of the world.
pub const HASHED: usize = 5;

impl Scene {
    pub fn new(before: fn(&mut Scene, usize)) -> Self {
        Self::with(before, |_| {})
    }

    /// A scene whose world has other options than usual.
    pub fn with(before: fn(&mut Scene, usize), change: impl FnOnce(&mut WorldOptions)) -> Self {
        let world = world_with(|o| {
            o.permutes = PERMUTES.get();
            change(o);
        });
        Scene {
            world,
            before,
            bodies: Vec::new(),
            frames: Vec::new(),
            colliders: Vec::new(),
            at: DVec3::ZERO,
        }
    }

    /// The pose of what is at this point at the origin.
    pub fn pose(&self, point: [f32; 3]) -> PliantPose {
        PliantPose::at(self.at + DVec3::from(point.map(f64::from)))
    }

    /// Runs steps `from..to` and returns the hashes taken.
    pub fn run(&mut self, from: usize, to: usize) -> Vec<u64> {
        let mut hashes = Vec::new();
        for step in from..to {
            (self.before)(self, step);
            self.world.step(DT).expect("a step");
            if step % HASHED == HASHED - 1 {
                hashes.push(self.world.state_hash().expect("a hash"));
            }
        }
        hashes
    }
}

pub fn nothing(_: &mut Scene, _: usize) {}

pub fn add_ball(world: &mut World, pose: PliantPose, radius: f32) -> PliantColliderId {
    let desc = PliantColliderDesc {
        shape: PLIANT_SHAPE_SPHERE,
        pose,
        size: [radius, 0.0, 0.0],
        ..PliantColliderDesc::default()
    };
    match world.apply(Edit::AddCollider { desc }) {
        Ok(Applied::Collider(ball)) => ball,
        other => panic!("adding a ball gave {other:?}"),
    }
}
