//! One skin of one body.

use bytemuck::{Pod, Zeroable};

/// One skin of one body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Skin {
    /// First vertex of the body.
    pub first_vertex: u32,
    /// Render vertices.
    pub vertex_count: u32,
    /// Number of the step in which the body last jumped.
    pub jump_step: u32,
    /// Body.
    pub body: u32,
    /// Arena row of what each vertex is bound to, `SKIN_ROWS` a vertex.
    pub binding_row: u32,
    /// Arena row of the groups of vertices that share a normal.
    pub group_row: u32,
    /// Arena row of the triangles around groups.
    pub around_row: u32,
    /// Arena row of the triangles.
    pub triangle_row: u32,
    /// First word of the output.
    pub first_word: u32,
    /// Words a vertex.
    pub vertex_words: u32,
    /// Word of the position in a vertex.
    pub position_word: u32,
    /// Word of the normal, or `SKIN_ABSENT`.
    pub normal_word: u32,
    /// Word of the tangent, or `SKIN_ABSENT`.
    pub tangent_word: u32,
    /// Word of the position after the step before, or `SKIN_ABSENT`.
    pub previous_word: u32,
    /// First word of the bounds.
    pub bounds_word: u32,
    /// Zero.
    pub unused: u32,
}

/// Arena rows a render vertex.
pub const SKIN_ROWS: u32 = 5;
/// Attribute left out.
pub const SKIN_ABSENT: u32 = 0xFFFF_FFFF;
