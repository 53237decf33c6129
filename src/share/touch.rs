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
    /// First word of the contact buffer for lists of the bodies near bodies.
    pub near_list: u32,
    /// Words for them; zero: bodies do not touch each other.
    pub near_room: u32,
    /// Of slots that have rows of force, a word each.
    pub link_row: u32,
    /// Of the entries of those lists, [`TOUCH_NEAR_ROWS`] each.
    pub near_row: u32,
    /// First word of the reports' buffer for sets of bodies, [`TOUCH_UNION_WORDS`] a slot.
    pub union_word: u32,
    /// Of what candidates gave in the step, a row each, for events and restitution.
    pub given_row: u32,
    /// Of events: a row that says how many there are, and [`TOUCH_EVENT_ROWS`] each.
    pub event_row: u32,
    /// Events that there is room for; zero: nobody asks.
    pub event_room: u32,
    /// Of sums over the vertices of bodies when the step begins, four rows a slot.
    pub start_row: u32,
    /// Of impacts, [`TOUCH_REBOUND_ROWS`] an entry of the bodies near bodies, in two halves; zero: no two bodies bounce.
    pub rebound_row: u32,
    /// Of pairs that the narrow phase has found, [`TOUCH_CANDIDATE_ROWS`] each.
    pub found_row: u32,
    /// Pairs that there is room for.
    pub found_room: u32,
    /// Word of the reports' buffer: how many there are.
    pub found_word: u32,
    /// Zero.
    pub unused: [u32; 3],
}

const _: () = assert!(size_of::<Touch>() == size_of::<super::Frame>());

/// Rows of a body.
pub const TOUCH_BODY_ROWS: u32 = 18;
/// Rows of a vertex.
pub const TOUCH_VERTEX_ROWS: u32 = 6;
/// Rows of an entry of a body near a body.
pub const TOUCH_NEAR_ROWS: u32 = 2;
/// Rows of an event.
pub const TOUCH_EVENT_ROWS: u32 = 4;
/// Rows of an impact of two bodies.
pub const TOUCH_REBOUND_ROWS: u32 = 4;
/// Words of a body in a set.
pub const TOUCH_UNION_WORDS: u32 = 264;
/// Triangles of a patch.
pub const TOUCH_PATCH: u32 = 64;
/// Rows of a patch's box.
pub const TOUCH_PATCH_ROWS: u32 = 2;
/// Rows of a candidate.
pub const TOUCH_CANDIDATE_ROWS: u32 = 2;
/// Rows of its planes.
pub const TOUCH_PLANE_ROWS: u32 = 2;
/// Rows of its force.
pub const TOUCH_CONTACT_ROWS: u32 = 4;
/// Kind of a candidate: a point and a triangle.
pub const TOUCH_TRIANGLE: u32 = 0;
/// Kind of a candidate: two edges.
pub const TOUCH_EDGES: u32 = 1;
/// No number.
pub const TOUCH_NONE: u32 = 0xFFFF_FFFF;
/// TOUCH_WAY.
pub const TOUCH_WAY: u32 = 0;
/// TOUCH_STATE.
pub const TOUCH_STATE: u32 = 1;
/// TOUCH_LOW.
pub const TOUCH_LOW: u32 = 2;
/// TOUCH_HIGH.
pub const TOUCH_HIGH: u32 = 3;
/// TOUCH_SUMS.
pub const TOUCH_SUMS: u32 = 4;
/// TOUCH_BEFORE.
pub const TOUCH_BEFORE: u32 = 8;
/// TOUCH_DRIFT.
pub const TOUCH_DRIFT: u32 = 12;
/// TOUCH_CENTRE.
pub const TOUCH_CENTRE: u32 = 13;
/// TOUCH_AXES.
pub const TOUCH_AXES: u32 = 14;
/// Words: the number of the step that its lists are of; its list of bodies in the step of the last word.
pub const TOUCH_STAMP: u32 = 17;
/// TOUCH_REF.
pub const TOUCH_REF: u32 = 0;
/// TOUCH_FRAME.
pub const TOUCH_FRAME: u32 = 2;
/// TOUCH_LIST.
pub const TOUCH_LIST: u32 = 3;
/// TOUCH_OWN.
pub const TOUCH_OWN: u32 = 4;
/// TOUCH_NOW.
pub const TOUCH_NOW: u32 = 5;
/// TOUCH_FAR.
pub const TOUCH_FAR: f32 = 1e30;
/// TOUCH_NEAR.
pub const TOUCH_NEAR: u32 = 1;
/// TOUCH_LISTED.
pub const TOUCH_LISTED: u32 = 2;
/// The lists of bodies near bodies have no room: the body stays where it is.
pub const TOUCH_CROWDED: u32 = 4;
/// Some of its candidates found no room.
pub const TOUCH_LOST: u32 = 8;
/// Too much is near it to find all its candidates.
pub const TOUCH_FULL: u32 = 16;
/// Rows press it in the epoch.
pub const TOUCH_PRESSED: u32 = 256;
/// TOUCH_APART.
pub const TOUCH_APART: u32 = 2;
/// An edge of one body of an entry passes through a triangle of the other.
pub const TOUCH_PIERCED: u32 = 1;
/// One of the two is inside the other.
pub const TOUCH_INSIDE: u32 = 2;
/// TOUCH_WEIGHTS.
pub const TOUCH_WEIGHTS: u32 = 2;
/// TOUCH_FROZEN.
pub const TOUCH_FROZEN: u32 = 1;
/// It has a row of force.
pub const TOUCH_HAS_ROW: u32 = 2;
/// Two edges.
pub const TOUCH_CROSSED: u32 = 4;
