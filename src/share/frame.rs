//! Prescribed motions through the step.

use bytemuck::{Pod, Zeroable};

/// A prescribed motion through the step, of a collider or of what holds vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Frame {
    /// Position at the start of the step, from the corner of `cell0` [unit].
    pub position0: [f32; 3],
    /// 1 if it moves in the step; `frame_moves` there.
    pub moves: f32,
    /// Rotation at the start of the step.
    pub rotation0: [f32; 4],
    /// Cell at the start of the step; the last is zero.
    pub cell0: [i32; 4],
    /// Position at the end of the step, from the corner of `cell1` [unit].
    pub position1: [f32; 3],
    /// 1 if it moved neither in the last step nor moves in this one; `frame_rests` there.
    pub rests: f32,
    /// Rotation at the end of the step.
    pub rotation1: [f32; 4],
    /// Cell at the end of the step; the last is zero.
    pub cell1: [i32; 4],
    /// Its y axis at the end of the step, in units of 2⁻³⁰; the last is zero.
    pub up1: [i32; 4],
}
