//! What queries find.

use crate::ids::{PliantBodyId, PliantColliderId};

/// The result of a ray or a point. If the query found nothing, `body` and `collider` are null handles, and all other
/// fields are zero.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PliantHit {
    /// The body, or the null handle.
    pub body: PliantBodyId,
    /// The collider, or the null handle.
    pub collider: PliantColliderId,
    /// `user_data` of the body or collider.
    pub user_data: u64,
    /// The point on the surface [length unit, world].
    pub point: [f64; 3],
    /// Distance from the ray's origin, or from the point [length unit].
    pub distance: f64,
    /// Outward unit normal of the surface at the point [1]. For a sheet, the order of its triangles' corners determines
    /// the side.
    pub normal: [f32; 3],
    /// Barycentric coordinates of the point in its triangle [1]: 0 or more, with a sum of 1. Zeros for a collider.
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
    /// Index of the shape in the batch.
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
