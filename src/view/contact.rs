//! Shapes, and what colliders get.

use crate::ids::PliantColliderId;

/// What bodies gave a collider in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantColliderImpulse {
    /// The collider.
    pub collider: PliantColliderId,
    /// As given when the collider was added.
    pub user_data: u64,
    /// Impulse on it [N s]. Over the length of the step it is the mean force.
    pub impulse: [f32; 3],
    /// Angular impulse on it about its origin [N m s].
    pub angular_impulse: [f32; 3],
    /// 1 if something is missing: a body that fixed vertices or attachments hold touched it, or one that touched more
    /// than four colliders.
    pub dropped: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// What bodies gave colliders in a step. It ends with the next step or the next call that writes one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantImpulseView {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of colliders: all that the world had in the step, in the order of their slots.
    pub count: u32,
    /// The step.
    pub frame: u64,
    /// What each got, `stride` bytes apart.
    pub impulses: *const PliantColliderImpulse,
    /// Bytes from one to the next.
    pub stride: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

/// Properties of a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PliantShapeInfo {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// `PLIANT_SHAPE_…`, from `PLIANT_SHAPE_MESH` on.
    pub kind: u32,
    /// Vertices of a mesh, convex hull or heightfield that belong to a triangle.
    pub vertex_count: u32,
    /// Its triangles that have an area.
    pub triangle_count: u32,
    /// Points of the grid of an SDF along x, y and z.
    pub grid_counts: [u32; 3],
    /// Parts of a compound, of which none is a compound.
    pub part_count: u32,
    /// Low corner of the box around it [length unit]; infinite if a half-space is part of it.
    pub low: [f32; 3],
    /// High corner.
    pub high: [f32; 3],
    /// Hash of its contents.
    pub content_hash: u64,
}
