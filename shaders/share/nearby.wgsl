// Words of the buffer `nearby`: the colliders and bodies near each body in the step. Mirrored by src/share/nearby.rs. First
// a record a body, by its slot; then the lists of colliders; then the work space of kernel/broad_phase.wgsl.
const NEARBY_WORDS: u32 = 20u; // words of a body's record
const NEARBY_LOW: u32 = 0u;    // three words: the box that the body does not leave in the step, in its cell [unit]
const NEARBY_FIRST: u32 = 3u;  // word of its first collider, or NEARBY_ALL
const NEARBY_HIGH: u32 = 4u;   // three words
const NEARBY_COUNT: u32 = 7u;  // colliders with bounds in its list
const NEARBY_FOUND: u32 = 8u;  // colliders found so far
const NEARBY_BODIES: u32 = 9u; // bodies that it may touch; a body that touches itself is included
const NEARBY_PULL: u32 = 10u;  // how far frames pull the body by its attachments [unit]
const NEARBY_PAIRS: u32 = 11u; // word of the first of those bodies, or NEARBY_ALL: there was no room
const NEARBY_HELD_LOW: u32 = 12u;  // three words: least displacement of its held vertices by frames, as ordered integers [unit]
const NEARBY_TURN: u32 = 15u;      // how far the paths of its held vertices bend from a line [unit]
const NEARBY_HELD_HIGH: u32 = 16u; // three words: greatest displacement of its held vertices
const NEARBY_DRAGGED: u32 = 19u;   // its attachments to moving frames: the number, and a flag if one is rigid
const NEARBY_DRAGGED_COUNT: u32 = 0x7FFFFFFFu;
const NEARBY_DRAGGED_RIGID: u32 = 0x80000000u;
const NEARBY_ALL: u32 = 0xFFFFFFFFu; // there is no list: all colliders with bounds count as near

const NEARBY_PROXY_WORDS: u32 = 12u; // words of an object: a body, or a collider with bounds
// Words: low corner of the box, slot or collider, high corner, level, cell (three integers). The box is in that cell [unit].
