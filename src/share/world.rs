//! What a world holds.

use bytemuck::{Pod, Zeroable};

/// What a world holds, and where: the record before the frames.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct World {
    /// Arena row of the first collider; those without bounds come first.
    pub collider_row: u32,
    /// Colliders without bounds.
    pub half_spaces: u32,
    /// All colliders.
    pub colliders: u32,
    /// Arena row of the first attachment.
    pub attachment_row: u32,
    /// Attachments.
    pub attachments: u32,
    /// Words of the contact buffer for lists of colliders near bodies.
    pub nearby_room: u32,
    /// First word of the lists.
    pub nearby_list: u32,
    /// First word of the objects.
    pub nearby_proxy: u32,
    /// First word of the buckets.
    pub nearby_bucket: u32,
    /// Number of buckets: a power of two.
    pub nearby_buckets: u32,
    /// Colliders that move in the step.
    pub moving: u32,
    /// 1 if gravity has changed or a collider has appeared since the last step.
    pub disturbed: u32,
    /// Velocity of the air [unit/s]; w: zero.
    pub wind: [f32; 4],
    /// What render vertices are relative to, from the corner of `origin_cell` [unit]; w: zero.
    pub origin: [f32; 4],
    /// Where that was in the step before, relative to it [unit]; w: zero.
    pub origin_shift: [f32; 4],
    /// The cell; the last is zero.
    pub origin_cell: [i32; 4],
}

const _: () = assert!(size_of::<World>() == size_of::<super::Frame>());
