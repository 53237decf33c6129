//! Words of the buffer `nearby`: what is near each body in the step.

/// Words of a body's record.
pub const NEARBY_WORDS: u32 = 20;
/// Three words: lower corner of the box that the body does not leave in the step, in its cell [unit].
pub const NEARBY_LOW: u32 = 0;
/// Word of its first collider, or `NEARBY_ALL`.
pub const NEARBY_FIRST: u32 = 3;
/// Three words: upper corner of the box.
pub const NEARBY_HIGH: u32 = 4;
/// Colliders with bounds in its list.
pub const NEARBY_COUNT: u32 = 7;
/// Colliders found so far.
pub const NEARBY_FOUND: u32 = 8;
/// Bodies that it may touch, itself included if it touches itself.
pub const NEARBY_BODIES: u32 = 9;
/// How far frames move what they hold of the body [unit].
pub const NEARBY_PULL: u32 = 10;
/// Word of the first of them, or `NEARBY_ALL`: there was no room.
pub const NEARBY_PAIRS: u32 = 11;
/// Three words: the least displacement of its held vertices by frames, as ordered integers [unit].
pub const NEARBY_HELD_LOW: u32 = 12;
/// How far the paths of its held vertices bend from a line [unit].
pub const NEARBY_TURN: u32 = 15;
/// Three words: the greatest displacement of its held vertices.
pub const NEARBY_HELD_HIGH: u32 = 16;
/// Its attachments to moving frames: the number, and a flag if one is rigid.
pub const NEARBY_DRAGGED: u32 = 19;
/// Bits of `NEARBY_DRAGGED` with the number.
pub const NEARBY_DRAGGED_COUNT: u32 = 0x7FFF_FFFF;
/// The flag in `NEARBY_DRAGGED`.
pub const NEARBY_DRAGGED_RIGID: u32 = 0x8000_0000;
/// There is no list: all colliders with bounds count as near.
pub const NEARBY_ALL: u32 = 0xFFFF_FFFF;
/// Words of an object: a body, or a collider with bounds.
pub const NEARBY_PROXY_WORDS: u32 = 12;
