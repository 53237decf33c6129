//! What queries find.

use crate::ids::{PliantBodyId, PliantColliderId};

/// What a ray or a point found. Where it found nothing, `body` and `collider` are null handles and the rest is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PliantHit {
    /// The body, or the null handle.
    pub body: PliantBodyId,
    /// The collider, or the null handle.
    pub collider: PliantColliderId,
    /// `user_data` of the body or collider.
    pub user_data: u64,
    /// The place on the surface [length unit, world].
    pub point: [f64; 3],
    /// From the origin of the ray along it, or from the point [length unit].
    pub distance: f64,
    /// Unit normal of the surface there, which points outwards [1]. A sheet has the side of its triangles' order.
    pub normal: [f32; 3],
    /// Share of each vertex in the place [1]: none is below zero, and they add up to one. Zeros for a collider.
    pub weights: [f32; 3],
    /// Vertices of the triangle, as indices into the mesh given to the asset. Zeros for a collider.
    pub vertices: [u32; 3],
    /// Zero.
    pub reserved: u32,
}

/// A body or collider that a shape overlaps.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PliantOverlap {
    /// Place of the shape in the batch.
    pub query: u32,
    /// Zero.
    pub reserved: u32,
    /// The body, or the null handle.
    pub body: PliantBodyId,
    /// The collider, or the null handle.
    pub collider: PliantColliderId,
    /// `user_data` of the body or collider.
    pub user_data: u64,
}
