//! Parameters of a step and of one dispatch.

use bytemuck::{Pod, Zeroable};

/// What every kernel of a step knows about the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Params {
    /// xyz: gravity [unit/s²], w: step dt [s].
    pub gravity: [f32; 4],
    /// Colliders without bounds (the first movers), colliders (the first movers), number of the step, rows of one state array.
    pub counts: [u32; 4],
}

/// What one dispatch knows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsPass {
    /// First work row in the arena, work rows, substep, iteration.
    pub work: [u32; 4],
    /// First scratch row of: sums of chunks, rigid corrections; 1 if held vertices move later, part of the work (kernel's own).
    pub partials: [u32; 4],
}
