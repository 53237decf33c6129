//! The features of contact that a world's kernels are compiled for.

use crate::gpu::kernel::{ContactBodies, ContactColliders};

/// The features of contact in a world; kernels are compiled without the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactFeatures {
    pub colliders: u32,
    /// Colliders with bounds, which collide with faces.
    pub bounded: u32,
    /// Bounded colliders that are distances on a grid.
    pub grids: u32,
    /// Surfaces that bodies with triangles may touch.
    pub touches: SurfaceContact,
    /// Whether two touching bodies may bounce: one of them has a restitution.
    pub rebounds: bool,
}

/// Colliders as kernels know them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColliderKinds {
    /// There is no collider.
    #[default]
    None,
    /// Half-spaces only.
    HalfSpaces,
    /// Convex solids too.
    Convex,
    /// Distances on a grid too.
    Grid,
}

/// Surfaces that bodies with triangles may touch, as kernels see them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SurfaceContact {
    /// Nothing.
    #[default]
    None,
    /// Other bodies or themselves.
    Bodies,
    /// Surfaces of colliders too, which push bodies as frames move them.
    Surfaces,
}

impl SurfaceContact {
    pub fn any(self) -> bool {
        self != SurfaceContact::None
    }
}

impl ContactFeatures {
    /// The kinds that kernels are compiled for.
    pub fn kinds(&self) -> ColliderKinds {
        match (self.colliders, self.bounded, self.grids) {
            (0, ..) => ColliderKinds::None,
            (_, 0, _) => ColliderKinds::HalfSpaces,
            (_, _, 0) => ColliderKinds::Convex,
            _ => ColliderKinds::Grid,
        }
    }

    /// The texts of solvers for a world.
    pub fn texts(&self) -> (ContactColliders, ContactBodies) {
        let colliders = match self.kinds() {
            ColliderKinds::None => ContactColliders::None,
            ColliderKinds::HalfSpaces => ContactColliders::Planes,
            ColliderKinds::Convex | ColliderKinds::Grid => ContactColliders::Solids,
        };
        let bodies = match self.touches.any() {
            true => ContactBodies::Contacts,
            false => ContactBodies::None,
        };
        (colliders, bodies)
    }
}
