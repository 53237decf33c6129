//! Colliders: shapes that frames carry.

use bytemuck::{Pod, Zeroable};

/// A collider: a shape that a frame carries. `COLLIDER_ROWS` rows of the arena.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Collider {
    /// See the shape's file [unit].
    pub size: [f32; 3],
    /// Bounding radius about the frame's origin [unit], negative if it has no bounds; `collider_radius` there.
    pub radius: f32,
    /// Velocity of its surface in its own frame [unit/s].
    pub surface: [f32; 3],
    /// Friction; `collider_friction` there.
    pub friction: f32,
    /// Shape.
    pub shape: u32,
    /// Its place among the frames.
    pub frame: u32,
    /// Collision layers that it is in.
    pub layers: u32,
    /// Collision layers that it meets.
    pub mask: u32,
    /// Restitution.
    pub restitution: f32,
    /// Arena row of the shape's own data; zero for shapes without.
    pub data_row: u32,
    /// Scale of that data.
    pub scale: f32,
    /// Zero.
    pub unused: u32,
}

/// Arena rows of a collider.
pub const COLLIDER_ROWS: u32 = 4;

const _: () = assert!(size_of::<Collider>() == 16 * COLLIDER_ROWS as usize);
