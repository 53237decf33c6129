//! Changes between steps that only the GPU can apply.

use bytemuck::{Pod, Zeroable};

/// A command of `kernel/edit.wgsl`: three rows of the arena.
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
    /// Cell that a point of the world is in; the last is zero.
    pub cell: [i32; 4],
}

/// Arena rows of a command.
pub const COMMAND_ROWS: u32 = 3;

const _: () = assert!(size_of::<Command>() == 16 * COMMAND_ROWS as usize);
