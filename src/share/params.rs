//! Parameters of a step and of one dispatch: the immediates of a kernel.

use bytemuck::{Pod, Zeroable};

/// What a kernel knows of its dispatch and of the world; 64 bytes, as many as WebGPU has by default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Params {
    /// Of the dispatch: first work row in the arena, work rows, substep, iteration.
    pub work: [u32; 4],
    /// Of the dispatch: first scratch row of: sums over vertices, rigid corrections; 1 if held vertices move later, part of the work (kernel's own).
    pub partials: [u32; 4],
    /// xyz: gravity [unit/s²], w: step dt [s].
    pub gravity: [f32; 4],
    /// Colliders without bounds (the first movers), colliders (the first movers), number of the step, rows of one state array.
    pub counts: [u32; 4],
}

/// The part of `Params` that each dispatch has for itself: the first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsPass {
    /// `Params::work`.
    pub work: [u32; 4],
    /// `Params::partials`.
    pub partials: [u32; 4],
}

/// The part of `Params` that all dispatches of a step share: the rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsStep {
    /// `Params::gravity`.
    pub gravity: [f32; 4],
    /// `Params::counts`.
    pub counts: [u32; 4],
}

impl ParamsStep {
    /// Its first byte in `Params`.
    pub const OFFSET: u32 = std::mem::offset_of!(Params, gravity) as u32;
}

const _: () = assert!(size_of::<ParamsPass>() == ParamsStep::OFFSET as usize);
