//! Vertices that something holds.

use bytemuck::{Pod, Zeroable};

/// A vertex held by a frame or at a point; where is in its `STATE_ANCHOR`. A row of the arena.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Attachment {
    /// Vertex.
    pub vertex: u32,
    /// Frame that holds it.
    pub frame: u32,
    /// Body.
    pub body: u32,
    /// Stiffness [N/m], 0 if it is rigid.
    pub stiffness: f32,
}
