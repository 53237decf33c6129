//! Changes between steps that only the GPU can apply.

use bytemuck::{Pod, Zeroable};

/// A command of `kernel/edit.wgsl`: two rows of the arena.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Command {
    /// Its vector.
    pub vector: [f32; 3],
    /// Its number; `command_value` there.
    pub value: f32,
    /// Vertex.
    pub vertex: u32,
    /// Frame.
    pub frame: u32,
    /// Body.
    pub body: u32,
    /// What it does.
    pub kind: u32,
}
