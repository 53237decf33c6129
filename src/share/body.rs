//! A body as the solvers see it.

use bytemuck::{Pod, Zeroable};

/// A body as the solvers see it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Body {
    /// First vertex.
    pub first_vertex: u32,
    /// Vertices.
    pub vertex_count: u32,
    /// First attachment.
    pub first_attachment: u32,
    /// Attachments.
    pub attachment_count: u32,
    /// Arena rows and numbers, which its solver names.
    pub table: [[u32; 4]; 3],
    /// The same of its parameters.
    pub constants: [[f32; 4]; 3],
    /// Arena row of constants that have no room there.
    pub constant_row: u32,
    /// State row of what its solver keeps from step to step, beside the channels.
    pub kept_row: u32,
    /// Substeps of a step.
    pub substeps: u32,
    /// Iterations of a substep.
    pub iterations: u32,
    /// Diagonal of the rest pose [unit].
    pub size: f32,
    /// Size in sizes of its asset.
    pub scale: f32,
    /// Mass [kg].
    pub mass: f32,
    /// Damping [1/s].
    pub damping: f32,
    /// `BODY_…`.
    pub flags: u32,
    /// Collision layers that it is in.
    pub layers: u32,
    /// Collision layers that it meets.
    pub mask: u32,
    /// Arena row of the faces around vertices.
    pub face_row: u32,
    /// Faces that have a place in `STATE_FACE`: at most two a vertex.
    pub face_count: u32,
    /// Distance that its surface keeps from colliders; from bodies too, unless it is zero [unit].
    pub margin: f32,
    /// Friction.
    pub friction: f32,
    /// Restitution.
    pub restitution: f32,
    /// Speed at which it leaves a collider that it starts in [unit/s].
    pub exit_speed: f32,
    /// Arena row of its surface; zero: other bodies do not touch it.
    pub surface_row: u32,
    /// Number of its first patch in the world.
    pub first_patch: u32,
    /// Number of its first edge in the world.
    pub first_edge: u32,
    /// Arena row of its [`super::KinematicSurface`], if it is one.
    pub kinematic_row: u32,
    /// Arena row of what it ignores, four in a row: colliders, and [`BODY_IGNORED`] with slots of bodies.
    pub ignored_row: u32,
    /// How many.
    pub ignored_count: u32,
    /// Zero.
    pub unused0: u32,
}

/// Body flag: no attachment and no fixed vertex, so momentum is restored.
pub const BODY_FREE: u32 = 1;
/// Body flag: it is free, and it or a collider of the world has a restitution, so its hits are noted.
pub const BODY_BOUNCES: u32 = 2;
/// Body flag: it has a coarse correction.
pub const BODY_COARSE: u32 = 4;
/// Body flag: a frame holds it.
pub const BODY_DRIVEN: u32 = 8;
/// Flag of [`Body`]: it is free, and moved out of what it hits as a rigid body.
pub const BODY_PUSHED: u32 = 16;
/// Flag of [`Body`]: the surface of a collider, which no solver moves.
pub const BODY_KINEMATIC: u32 = 32;
/// Flag of [`Body`]: it touches itself.
pub const BODY_SELF: u32 = 64;
/// Flag of [`Body`]: it, or the collider that it is the surface of, asks for events.
pub const BODY_ASKS_EVENTS: u32 = 128;
/// Flag of [`Body`]: its surface is closed, and nothing belongs inside.
pub const BODY_SOLID: u32 = 256;
/// Flag of [`Body`]: its vertices keep their distances.
pub const BODY_RIGID: u32 = 512;
/// Bit of a body's slot in a list of what is ignored.
pub const BODY_IGNORED: u32 = 0x8000_0000;
