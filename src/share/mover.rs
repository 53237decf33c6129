//! Colliders and frames: things with a prescribed motion.

use bytemuck::{Pod, Zeroable};

/// A collider, or (shape 0) a frame that carries attachments.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Mover {
    /// Position at the start of the step [unit]; w: friction.
    pub position0: [f32; 4],
    /// Rotation at the start of the step.
    pub rotation0: [f32; 4],
    /// Position at the end of the step [unit]; w: restitution.
    pub position1: [f32; 4],
    /// Rotation at the end of the step.
    pub rotation1: [f32; 4],
    /// See the collider's file [unit]; w: bounding radius [unit], negative if unbounded.
    pub size: [f32; 4],
    /// Shape, layers, mask, 1 if it moves in the step.
    pub filters: [u32; 4],
}

/// A vertex held by a frame or at a point; where is in its `SCRATCH_ANCHOR`. The same rows carry the commands of
/// `kernel/edit.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct MoverAttachment {
    /// xyz: unused, or a command's vector; w: stiffness [N/m], 0 is rigid.
    pub anchor: [f32; 4],
    /// Vertex, mover, body, a command's kind.
    pub link: [u32; 4],
}
