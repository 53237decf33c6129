// The impulses on a body in a step, as rows of the state after all channels. Mirrored by src/share/reaction.rs. Moments are
// about REACTION_POSITION, in the body's cell.
const REACTION_ROWS: u32 = 16u;
const REACTION_START: u32 = 0u;    // momentum at the start of the step [kg unit/s]; w: mass
const REACTION_SPIN: u32 = 1u;     // angular momentum at the start
const REACTION_CENTRE: u32 = 2u;   // mass times the displacement to the centre at the start
const REACTION_POSITION: u32 = 3u; // a position near the body
const REACTION_GIVEN: u32 = 4u;    // impulse of the step without gravity's; w: 1 if contact alone gave it
const REACTION_TWIST: u32 = 5u;    // moment of that impulse; w: the root of its proximity set
const REACTION_COUNT: u32 = 6u;    // x: colliders in the list; y: 1 if more colliders touch the body
const REACTION_HOLDS: u32 = 7u;    // for each listed collider, the number of vertices on its surface
const REACTION_TOUCH: u32 = 8u;    // two rows a collider: (Σ normals, number or -1 - slot), (Σ displacements, weight)
const REACTION_MOST: u32 = 4u;     // colliders in the list
