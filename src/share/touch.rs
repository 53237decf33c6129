//! What bodies touch: where the sections of the buffer `touch` are.

use bytemuck::{Pod, Zeroable};

/// First rows of the sections, in rows of 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Touch {
    /// Of bodies, [`TOUCH_BODY_ROWS`] a slot.
    pub body_row: u32,
    /// Of vertices, [`TOUCH_VERTEX_ROWS`] each.
    pub vertex_row: u32,
    /// Of boxes of patches, [`TOUCH_PATCH_ROWS`] each.
    pub patch_row: u32,
    /// Of vertices as primaries of pairs with triangles.
    pub point_row: u32,
    /// Of edges as primaries of pairs with edges.
    pub edge_row: u32,
    /// Of candidates, [`TOUCH_CANDIDATE_ROWS`] each, in two halves.
    pub candidate_row: u32,
    /// Of their planes, [`TOUCH_PLANE_ROWS`] a candidate of this frame.
    pub plane_row: u32,
    /// Of their rows of force, [`TOUCH_CONTACT_ROWS`] each, in two halves.
    pub contact_row: u32,
    /// Of slots, a word each.
    pub slot_row: u32,
    /// Of kept planes, a row a slot.
    pub kept_row: u32,
    /// Of sums: a word a patch of the work list, and what is common to all.
    pub sum_row: u32,
    /// Candidates of a frame; slots are four times as many.
    pub room: u32,
    /// Word of the contact buffer with the number of bodies; the lists of bodies near bodies follow.
    pub near_list: u32,
    /// Words for the lists; zero: bodies do not touch each other.
    pub near_room: u32,
    /// Zero.
    pub unused: [u32; 14],
}

const _: () = assert!(size_of::<Touch>() == size_of::<super::Frame>());

/// Rows of a body.
pub const TOUCH_BODY_ROWS: u32 = 16;
/// Way of its cluster in the frame; w: the cluster.
pub const TOUCH_WAY: u32 = 0;
/// Words: `TOUCH_ALONE` and the like, its island, step of its lists, zero.
pub const TOUCH_STATE: u32 = 1;
/// Box of all that its vertices may reach in the frame, in its cell.
pub const TOUCH_LOW: u32 = 2;
/// Its upper corner.
pub const TOUCH_HIGH: u32 = 3;
/// Twelve rows of sums.
pub const TOUCH_SUMS: u32 = 4;
/// Flag: nothing is near the body in the frame.
pub const TOUCH_ALONE: u32 = 1;
/// Rows of a vertex.
pub const TOUCH_VERTEX_ROWS: u32 = 3;
/// Where it was when the epoch began; w: its reach.
pub const TOUCH_REF: u32 = 0;
/// Where it was when the frame began; w: its reach of the frame.
pub const TOUCH_FRAME: u32 = 1;
/// Words: first slot, slots, planes kept, rows kept.
pub const TOUCH_LIST: u32 = 2;
/// Triangles of a patch.
pub const TOUCH_PATCH: u32 = 64;
/// Rows of a patch's box.
pub const TOUCH_PATCH_ROWS: u32 = 2;
/// Rows of a candidate.
pub const TOUCH_CANDIDATE_ROWS: u32 = 2;
/// Rows of its planes.
pub const TOUCH_PLANE_ROWS: u32 = 2;
/// Rows of its force.
pub const TOUCH_CONTACT_ROWS: u32 = 3;
/// Kind of a candidate: a point and a triangle.
pub const TOUCH_TRIANGLE: u32 = 0;
/// Kind of a candidate: two edges.
pub const TOUCH_EDGES: u32 = 1;
/// Flag of a candidate: near each other in the rest pose of the one body.
pub const TOUCH_REST: u32 = 256;
/// No number.
pub const TOUCH_NONE: u32 = 0xFFFF_FFFF;
