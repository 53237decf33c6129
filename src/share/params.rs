//! Parameters of a step and of one dispatch.

use bytemuck::{Pod, Zeroable};

/// What every kernel of a step knows about the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Params {
    /// xyz: gravity [unit/s²], w: step dt [s].
    pub gravity: [f32; 4],
    /// Bodies, colliders (the first movers), attachments, rows of one state array.
    pub counts: [u32; 4],
    /// First arena row of: resident neo-Hookean bodies, resident mass-spring bodies, wide work; w: unused.
    pub lists: [u32; 4],
}

/// What one dispatch of a wide sweep knows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsPass {
    /// First work row, work rows, substep, iteration.
    pub work: [u32; 4],
    /// First scratch row of the partial sums, partial rows a body list holds, zero, zero.
    pub partials: [u32; 4],
}
