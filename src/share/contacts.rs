//! What bodies touch: where the sections of the buffer `contacts` are.

use bytemuck::{Pod, Zeroable};

/// First rows of the sections, in rows of 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Contacts {
    /// Of bodies, [`CONTACTS_BODY_ROWS`] a slot.
    pub body_row: u32,
    /// Of vertices, [`CONTACTS_VERTEX_ROWS`] each.
    pub vertex_row: u32,
    /// Of boxes of patches, [`CONTACTS_PATCH_ROWS`] each.
    pub patch_row: u32,
    /// Of vertices as primaries of pairs with triangles.
    pub point_row: u32,
    /// Of edges as primaries of pairs with edges.
    pub edge_row: u32,
    /// Of candidates, [`CONTACTS_CANDIDATE_ROWS`] each, in two halves.
    pub candidate_row: u32,
    /// Of their planes, [`CONTACTS_PLANE_ROWS`] a candidate of this step.
    pub plane_row: u32,
    /// Of their contacts, [`CONTACTS_FORCE_ROWS`] each, in two halves.
    pub force_row: u32,
    /// Of roles, a word each: 4 candidate + corner.
    pub role_row: u32,
    /// Of kept planes, a row a role.
    pub kept_row: u32,
    /// Of sums: a word a patch of the work list, and what is common to all.
    pub sum_row: u32,
    /// Candidates of a step; roles are four times as many.
    pub room: u32,
    /// First word of the buffer `nearby` for lists of the bodies near bodies.
    pub nearby_list: u32,
    /// Words for them; zero: bodies do not touch each other.
    pub nearby_room: u32,
    /// Of roles that have contacts, a word each.
    pub link_row: u32,
    /// Of the entries of those lists, [`CONTACTS_PAIR_ROWS`] each.
    pub pair_row: u32,
    /// First word of the reports' buffer for sets of bodies, [`CONTACTS_SET_WORDS`] a slot.
    pub set_word: u32,
    /// Of what candidates gave in the step, a row each, for events and restitution.
    pub given_row: u32,
    /// Of events: a row that says how many there are, and [`CONTACTS_EVENT_ROWS`] each.
    pub event_row: u32,
    /// Events that there is room for; zero: nobody asks.
    pub event_room: u32,
    /// Of sums over the vertices of bodies when the step begins, four rows a slot.
    pub start_row: u32,
    /// Of impacts, [`CONTACTS_IMPACT_ROWS`] an entry of the bodies near bodies, in two halves; zero: no two bodies bounce.
    pub impact_row: u32,
    /// Of pairs that the narrow phase has found, [`CONTACTS_CANDIDATE_ROWS`] each.
    pub found_row: u32,
    /// Pairs that there is room for.
    pub found_room: u32,
    /// Word of the reports' buffer: how many there are.
    pub found_word: u32,
    /// Zero.
    pub unused: [u32; 3],
}

const _: () = assert!(size_of::<Contacts>() == size_of::<super::Frame>());

/// Rows of a body.
pub const CONTACTS_BODY_ROWS: u32 = 16;
/// Rows of a vertex.
pub const CONTACTS_VERTEX_ROWS: u32 = 6;
/// Rows of an entry of a body near a body.
pub const CONTACTS_PAIR_ROWS: u32 = 2;
/// Rows of an event.
pub const CONTACTS_EVENT_ROWS: u32 = 4;
/// Rows of an impact of two bodies.
pub const CONTACTS_IMPACT_ROWS: u32 = 4;
/// Words of a body in a set.
pub const CONTACTS_SET_WORDS: u32 = 264;
/// Triangles of a patch.
pub const CONTACTS_PATCH: u32 = 64;
/// Rows of a patch's box.
pub const CONTACTS_PATCH_ROWS: u32 = 2;
/// Rows of a candidate.
pub const CONTACTS_CANDIDATE_ROWS: u32 = 2;
/// Rows of its planes.
pub const CONTACTS_PLANE_ROWS: u32 = 2;
/// Rows of its contact.
pub const CONTACTS_FORCE_ROWS: u32 = 4;
/// Kind of a candidate: a point and a triangle.
pub const CONTACTS_TRIANGLE: u32 = 0;
/// Kind of a candidate: two edges.
pub const CONTACTS_EDGES: u32 = 1;
/// No number.
pub const CONTACTS_NONE: u32 = 0xFFFF_FFFF;
/// CONTACTS_DISPLACEMENT.
pub const CONTACTS_DISPLACEMENT: u32 = 0;
/// CONTACTS_STATE.
pub const CONTACTS_STATE: u32 = 1;
/// CONTACTS_SUMS.
pub const CONTACTS_SUMS: u32 = 2;
/// CONTACTS_BEFORE.
pub const CONTACTS_BEFORE: u32 = 6;
/// CONTACTS_MEAN_DISPLACEMENT.
pub const CONTACTS_MEAN_DISPLACEMENT: u32 = 10;
/// CONTACTS_CENTRE.
pub const CONTACTS_CENTRE: u32 = 11;
/// CONTACTS_AXES.
pub const CONTACTS_AXES: u32 = 12;
/// Words: the number of the step that its lists are of; its list of bodies in the step of the last word.
pub const CONTACTS_STAMP: u32 = 15;
/// CONTACTS_REFERENCE.
pub const CONTACTS_REFERENCE: u32 = 0;
/// CONTACTS_MOTION_BOUND.
pub const CONTACTS_MOTION_BOUND: u32 = 2;
/// CONTACTS_LIST.
pub const CONTACTS_LIST: u32 = 3;
/// CONTACTS_OWN.
pub const CONTACTS_OWN: u32 = 4;
/// CONTACTS_NOW.
pub const CONTACTS_NOW: u32 = 5;
/// CONTACTS_FAR.
pub const CONTACTS_FAR: f32 = 1e30;
/// CONTACTS_NEAR.
pub const CONTACTS_NEAR: u32 = 1;
/// CONTACTS_LISTED.
pub const CONTACTS_LISTED: u32 = 2;
/// The lists of bodies near bodies have no room: the body stays where it is.
pub const CONTACTS_CROWDED: u32 = 4;
/// Some of its candidates found no room.
pub const CONTACTS_LOST: u32 = 8;
/// Too much is near it to find all its candidates.
pub const CONTACTS_FULL: u32 = 16;
/// Contacts press it in the epoch.
pub const CONTACTS_PRESSED: u32 = 256;
/// CONTACTS_EXCLUDED.
pub const CONTACTS_EXCLUDED: u32 = 2;
/// An edge of one body of an entry passes through a triangle of the other.
pub const CONTACTS_PIERCED: u32 = 1;
/// One of the two is inside the other.
pub const CONTACTS_INSIDE: u32 = 2;
/// CONTACTS_WEIGHTS.
pub const CONTACTS_WEIGHTS: u32 = 2;
/// CONTACTS_FROZEN.
pub const CONTACTS_FROZEN: u32 = 1;
/// It has a contact.
pub const CONTACTS_HAS_FORCE: u32 = 2;
/// Two edges.
pub const CONTACTS_CROSSED: u32 = 4;
/// Its first corner bears a part of the contact; the bits of the others follow.
pub const CONTACTS_BEARS: u32 = 16;
