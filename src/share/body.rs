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
    /// Arena row of the asset, whose first table is that of the colours.
    pub colour_row: u32,
    /// Arena row of its slices.
    pub slice_row: u32,
    /// Arena row of its tet records.
    pub tet_row: u32,
    /// Arena row of its edge records.
    pub edge_row: u32,
    /// Arena row of its rounds, if it is resident.
    pub round_row: u32,
    /// Rounds.
    pub round_count: u32,
    /// Arena row of the heads of its groups of shares.
    pub head_row: u32,
    /// Arena row of what each vertex gathers.
    pub gather_row: u32,
    /// Substeps of a step.
    pub substeps: u32,
    /// Iterations of a substep.
    pub iterations: u32,
    /// Colours.
    pub colours: u32,
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
    /// The method's own parameters: see the material's file.
    pub elastic: [f32; 4],
    /// Distance that its surface keeps from colliders; from bodies too, unless it is zero [unit].
    pub margin: f32,
    /// 1/scale³.
    pub inverse_scale_cubed: f32,
    /// Diagonal of the rest pose [unit].
    pub size: f32,
    /// Mass [kg].
    pub mass: f32,
    /// Damping [1/s].
    pub damping: f32,
    /// Friction.
    pub friction: f32,
    /// Restitution.
    pub restitution: f32,
    /// Speed at which it leaves a collider that it starts in [unit/s].
    pub exit_speed: f32,
    /// Size in sizes of its asset.
    pub scale: f32,
    /// Arena row of its coarse correction, if it has one.
    pub coarse_row: u32,
    /// From λ of its motions to their squared frequencies [1/s²].
    pub coarse_rate: f32,
    /// Of a unit of the asset's measure [1/kg].
    pub coarse_weight: f32,
    /// Slowest elastic motion [rad/s]; zero if unknown.
    pub frequency: f32,
    /// How often pressure waves cross it in a second [1/s]; zero if it is no elastic solid.
    pub sound: f32,
    /// Arena row of its surface; zero: other bodies do not touch it.
    pub surface_row: u32,
    /// Number of its first patch in the world.
    pub first_patch: u32,
    /// Number of its first edge in the world.
    pub first_edge: u32,
    /// Arena row of its [`super::Carrier`], if it is one.
    pub carrier_row: u32,
    /// Arena row of what it ignores, four in a row: colliders, and [`BODY_IGNORED`] with slots of bodies.
    pub ignored_row: u32,
    /// How many.
    pub ignored_count: u32,
}

/// Body flag: no attachment and no fixed vertex, so momentum is restored.
pub const BODY_FREE: u32 = 1;
/// Body flag: it is free, and it or a collider of the world has a restitution, so its hits are noted.
pub const BODY_BOUNCES: u32 = 2;
/// Body flag: it has a coarse correction.
pub const BODY_COARSE: u32 = 4;
/// Body flag: a frame holds it.
pub const BODY_CARRIED: u32 = 8;
/// Flag of [`Body`]: it is free, and moved out of what it hits as a rigid body.
pub const BODY_PUSHED: u32 = 16;
/// Flag of [`Body`]: the surface of a collider, which no solver moves.
pub const BODY_CARRIER: u32 = 32;
/// Flag of [`Body`]: it touches itself.
pub const BODY_SELF: u32 = 64;
/// Flag of [`Body`]: it, or the collider that it is the surface of, asks for events.
pub const BODY_TELLS: u32 = 128;
/// Flag of [`Body`]: its surface is closed, and nothing belongs inside.
pub const BODY_SOLID: u32 = 256;
/// Flag of [`Body`]: its vertices keep their distances.
pub const BODY_RIGID: u32 = 512;
/// Bit of a body's slot in a list of what is ignored.
pub const BODY_IGNORED: u32 = 0x8000_0000;
