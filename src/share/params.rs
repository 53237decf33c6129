//! Parameters of a step and of one dispatch: the immediates of a kernel.

use bytemuck::{Pod, Zeroable};

/// What a kernel knows of its dispatch and of the world; 64 bytes, as many as WebGPU has by default.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Params {
    /// Arena row of the dispatch's work list.
    pub work_row: u32,
    /// Rows of the list.
    pub work_count: u32,
    /// Substep of the plan in a wide kernel (memory/substep.wgsl), first epoch of a resident one, the epoch of a contact
    /// kernel.
    pub substep: u32,
    /// Which part of its work a kernel does, such as the iteration; see the kernel.
    pub part: u32,
    /// First state row of sums over vertices.
    pub sum_row: u32,
    /// First state row of rigid motions.
    pub rigid_row: u32,
    /// Parts that the step is run in: all bodies are at one instant when one begins.
    pub epochs: u32,
    /// Substeps of an epoch of the body that takes the most.
    pub substeps: u32,
    /// Gravity [unit/s²].
    pub gravity: [f32; 3],
    /// Length of the step [s]; `params_dt` there.
    pub dt: f32,
    /// Zero, which no compiler may know; see memory/kahan_sum.wgsl.
    pub zero: u32,
    /// Zero.
    pub unused: u32,
    /// Number of the step.
    pub step: u32,
    /// Rows of one channel.
    pub state_rows: u32,
}

/// The part of `Params` that each dispatch has for itself: the first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsPass {
    /// `Params::work_row`.
    pub work_row: u32,
    /// `Params::work_count`.
    pub work_count: u32,
    /// `Params::substep`.
    pub substep: u32,
    /// `Params::part`.
    pub part: u32,
    /// `Params::sum_row`.
    pub sum_row: u32,
    /// `Params::rigid_row`.
    pub rigid_row: u32,
    /// `Params::epochs`.
    pub epochs: u32,
    /// `Params::substeps`.
    pub substeps: u32,
}

/// The part of `Params` that all dispatches of a step share: the rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct ParamsStep {
    /// `Params::gravity`.
    pub gravity: [f32; 3],
    /// `Params::dt`.
    pub dt: f32,
    /// Zero, which no compiler may know; see memory/kahan_sum.wgsl.
    pub zero: u32,
    /// Zero.
    pub unused: u32,
    /// `Params::step`.
    pub step: u32,
    /// `Params::state_rows`.
    pub state_rows: u32,
}

impl ParamsStep {
    /// Its first byte in `Params`.
    pub const OFFSET: u32 = std::mem::offset_of!(Params, gravity) as u32;
}

const _: () = assert!(size_of::<ParamsPass>() == ParamsStep::OFFSET as usize);
