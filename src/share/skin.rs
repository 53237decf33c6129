//! One skin of one body.

use bytemuck::{Pod, Zeroable};

/// One skin of one body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Skin {
    /// First body vertex, render vertices, number of the step in which the body last jumped, body.
    pub source: [u32; 4],
    /// Arena rows: bindings (`SKIN_ROWS` a vertex), groups, triangles around groups, triangles.
    pub tables: [u32; 4],
    /// First output word, words a vertex, word of the position, word of the normal.
    pub output: [u32; 4],
    /// Word of the tangent, word of the previous position, first word of the bounds, zero.
    pub extra: [u32; 4],
}

/// Arena rows a render vertex.
pub const SKIN_ROWS: u32 = 5;
/// Attribute left out.
pub const SKIN_ABSENT: u32 = 0xFFFF_FFFF;
