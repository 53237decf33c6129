//! A body as the solvers see it.

use bytemuck::{Pod, Zeroable};

/// A body as the solvers see it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Body {
    /// First vertex, vertices, first attachment, attachments.
    pub range: [u32; 4],
    /// Arena rows: colours, slices, tet rows, edge rows.
    pub tables: [u32; 4],
    /// Arena rows of a resident body: rounds, their number (no row), heads, vertices.
    pub shares: [u32; 4],
    /// Substeps, iterations, colours, flags (`BODY_…`).
    pub schedule: [u32; 4],
    /// Layers, mask, arena row of the faces around vertices, zero.
    pub filters: [u32; 4],
    /// The method's own parameters: see the material's file.
    pub elastic: [f32; 4],
    /// 1/scale³, diagonal of the rest pose [unit], total mass [kg], damping [1/s].
    pub shape: [f32; 4],
    /// Friction, restitution, depenetration speed [unit/s], depth a face may have in a collider [unit].
    pub contact: [f32; 4],
}

/// Body flag: no attachment and no fixed vertex, so momentum is restored.
pub const BODY_FREE: u32 = 1;
