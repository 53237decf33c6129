//! Kinematic surfaces: surfaces of colliders that frames carry.

use bytemuck::{Pod, Zeroable};

/// A surface of a collider: a body that a frame carries. `KINEMATIC_SURFACE_ROWS` rows of the arena.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct KinematicSurface {
    /// Scale of the asset along its axes; the last is zero.
    pub scale: [f32; 4],
    /// Low corner of the box around it in its frame [unit]; the last is zero.
    pub low: [f32; 4],
    /// High corner.
    pub high: [f32; 4],
    /// Its place among the frames.
    pub frame: u32,
    /// Zero.
    pub unused0: u32,
    /// Zero.
    pub unused1: u32,
    /// Zero.
    pub unused2: u32,
}

/// Arena rows of a surface.
pub const KINEMATIC_SURFACE_ROWS: u32 = 4;

const _: () = assert!(size_of::<KinematicSurface>() == 16 * KINEMATIC_SURFACE_ROWS as usize);
