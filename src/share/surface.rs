//! The head of a surface table.

use bytemuck::{Pod, Zeroable};

/// The triangles of a body as contact sees them: how many rows each table has, and where it begins, counted from the head.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Surface {
    /// Vertices that a triangle has.
    pub points: u32,
    /// Triangles.
    pub triangles: u32,
    /// Edges.
    pub edges: u32,
    /// Patches.
    pub patches: u32,
    /// First row of the points.
    pub point_row: u32,
    /// First row of the triangles.
    pub triangle_row: u32,
    /// First row of the edges.
    pub edge_row: u32,
    /// First row of the patches.
    pub patch_row: u32,
    /// First row of the rest positions.
    pub rest_row: u32,
    /// Zero.
    pub unused0: u32,
    /// Zero.
    pub unused1: u32,
    /// Zero.
    pub unused2: u32,
}

/// Rows of the head.
pub const SURFACE_ROWS: u32 = 3;
/// In place of the second opposite corner of an edge that has only one triangle.
pub const SURFACE_BORDER: u32 = 0xFFFF_FFFF;
