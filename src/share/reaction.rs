//! What a body tells of the impulses on it in a step: rows of the state after all channels.

/// Rows of a body.
pub const REACTION_ROWS: u32 = 16;
/// Momentum when the step began [kg unit/s]; w: mass.
pub const REACTION_START: u32 = 0;
/// Angular momentum then, about the place.
pub const REACTION_SPIN: u32 = 1;
/// Mass times the way from the place to the centre then.
pub const REACTION_CENTRE: u32 = 2;
/// A place near the body, in its cell.
pub const REACTION_POSITION: u32 = 3;
/// Impulse of the step beside gravity's; w: 1 if nothing but contact gave it.
pub const REACTION_GIVEN: u32 = 4;
/// Its moment about the place; w: the number of its proximity set.
pub const REACTION_TWIST: u32 = 5;
/// x: colliders that it touches and lists; y: 1 if some found no room in the list.
pub const REACTION_COUNT: u32 = 6;
/// Of each listed collider, how many vertices lie on its surface.
pub const REACTION_HOLDS: u32 = 7;
/// Two rows a collider: (sum of normals, its number, or -1 less the slot of its surface), (sum of ways from the place,
/// weight).
pub const REACTION_TOUCH: u32 = 8;
/// Colliders in the list.
pub const REACTION_MOST: u32 = 4;
