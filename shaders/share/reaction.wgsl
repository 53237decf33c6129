// What a body tells of the impulses on it in a step, as rows of the state after all channels. Mirrored by
// src/share/reaction.rs. Moments are about a place near the body, in its cell.
const REACTION_ROWS: u32 = 16u;
const REACTION_START: u32 = 0u;    // momentum when the step began [kg unit/s]; w: mass
const REACTION_SPIN: u32 = 1u;     // angular momentum then
const REACTION_CENTRE: u32 = 2u;   // mass times the displacement from the place to the centre then
const REACTION_POSITION: u32 = 3u; // the place
const REACTION_GIVEN: u32 = 4u;    // impulse of the step beside gravity's; w: 1 if nothing but contact gave it
const REACTION_TWIST: u32 = 5u;    // its moment; w: the number of its proximity set
const REACTION_COUNT: u32 = 6u;    // x: colliders that it touches and lists; y: 1 if some found no room in the list
const REACTION_HOLDS: u32 = 7u;    // of each listed collider, how many vertices lie on its surface
const REACTION_TOUCH: u32 = 8u;    // two rows a collider: (sum of normals, its number, or -1 less the slot of its surface), (sum of displacements from the place, weight)
const REACTION_MOST: u32 = 4u;     // colliders in the list
