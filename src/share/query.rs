//! Queries of places: what they look at, what is asked and what is found.

use bytemuck::{Pod, Zeroable};

/// A body that queries find, or a surface of a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct QueryBody {
    /// Its first vertex in the world.
    pub first_vertex: u32,
    /// Arena row of its surface.
    pub surface_row: u32,
    /// Its slot, or [`QUERY_NONE`] for a collider.
    pub slot: u32,
    /// Its layers.
    pub layers: u32,
    /// Of a collider's frame, from the corner of its cell [unit].
    pub position: [f32; 4],
    /// Of a collider's frame.
    pub rotation: [f32; 4],
    /// Of a collider.
    pub scale: [f32; 4],
    /// Of a collider.
    pub cell: [i32; 4],
}

/// A question.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Query {
    /// The cell that `place` is in.
    pub cell: [i32; 3],
    /// Layers it sees.
    pub mask: u32,
    /// Origin, point or centre, from the corner of the cell [unit].
    pub place: [f32; 3],
    /// How far it looks, or the radius of a ball around the shape [unit]; `query_reach` there.
    pub reach: f32,
    /// Unit direction of a ray; size of a shape, as of a collider.
    pub direction: [f32; 3],
    /// Zero.
    pub unused0: f32,
    /// Rotation of a shape.
    pub turn: [f32; 4],
    /// Number of the shape.
    pub shape: u32,
    /// Whether it finds colliders.
    pub colliders: u32,
    /// Zero.
    pub unused1: [u32; 2],
}

/// The nearest that a ray or a point finds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct QueryHit {
    /// Place of the body in the list, or [`QUERY_NONE`].
    pub body: u32,
    /// Vertices of the body.
    pub corners: [u32; 3],
    /// Of the corners.
    pub weights: [f32; 3],
    /// How far [unit].
    pub distance: f32,
    /// From the corner of the cell [unit].
    pub point: [f32; 3],
    /// Zero.
    pub unused0: f32,
    /// The body's cell.
    pub cell: [i32; 3],
    /// Zero.
    pub unused1: i32,
    /// Of the triangle.
    pub normal: [f32; 3],
    /// Zero.
    pub unused2: f32,
}

/// Rows of a [`QueryBody`].
pub const QUERY_BODY_ROWS: u32 = 5;
/// No body.
pub const QUERY_NONE: u32 = 0xFFFF_FFFF;
/// The most bodies that a shape is told of.
pub const QUERY_ROOM: u32 = 64;
/// Words of a shape's list: bodies it overlaps, how many are told, those.
pub const QUERY_LIST_WORDS: u32 = 66;
/// The most bodies.
pub const QUERY_BODIES: u32 = 65_536;
