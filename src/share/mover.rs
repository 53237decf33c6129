//! Colliders and frames: things with a prescribed motion.

use bytemuck::{Pod, Zeroable};

/// A collider, or (shape 0) a frame that carries attachments.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Mover {
    /// Position at the start of the step [unit].
    pub position0: [f32; 3],
    /// Friction; `mover_friction` there.
    pub friction: f32,
    /// Rotation at the start of the step.
    pub rotation0: [f32; 4],
    /// Position at the end of the step [unit].
    pub position1: [f32; 3],
    /// Restitution; `mover_restitution` there.
    pub restitution: f32,
    /// Rotation at the end of the step.
    pub rotation1: [f32; 4],
    /// See the collider's file [unit].
    pub size: [f32; 3],
    /// Bounding radius [unit], negative if it has no bounds; `mover_radius` there.
    pub radius: f32,
    /// Shape; 0 for a frame.
    pub shape: u32,
    /// Collision layers that it is in.
    pub layers: u32,
    /// Collision layers that it meets.
    pub mask: u32,
    /// 1 if it moves in the step.
    pub moves: u32,
}
