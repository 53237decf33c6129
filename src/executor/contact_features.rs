//! What contact has to handle in a world, as kernels know it.

use crate::gpu::kernel::{ContactBodies, ContactColliders};

/// What contact has to handle in a world; kernels are compiled without the rest.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactFeatures {
    pub colliders: u32,
    /// Colliders with bounds, which collide with faces.
    pub bounded: u32,
    /// Those of them that are distances on a grid.
    pub grids: u32,
    /// What bodies with triangles may touch.
    pub touches: SurfaceContact,
    /// Whether two that touch may bounce: one of them has a restitution.
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
    /// And distances on a grid.
    Grid,
}

/// What bodies with triangles may touch, as kernels know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SurfaceContact {
    /// Nothing.
    #[default]
    None,
    /// Each other or themselves.
    Bodies,
    /// And surfaces of colliders, which drive them where frames move them.
    Surfaces,
}

impl SurfaceContact {
    pub fn any(self) -> bool {
        self != SurfaceContact::None
    }
}

impl ContactFeatures {
    /// What kernels must know.
    pub fn kinds(&self) -> ColliderKinds {
        match (self.colliders, self.bounded, self.grids) {
            (0, ..) => ColliderKinds::None,
            (_, 0, _) => ColliderKinds::HalfSpaces,
            (_, _, 0) => ColliderKinds::Convex,
            _ => ColliderKinds::Grid,
        }
    }

    /// The texts of solvers that a world takes.
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
