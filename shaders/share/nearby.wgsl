// Words of the buffer `nearby`, which says what is near each body in the step. Mirrored by src/share/nearby.rs.
// First a record a body, by its slot; then the lists of colliders; then what kernel/broad_phase.wgsl works with.
const NEARBY_WORDS: u32 = 20u; // words of a body's record
const NEARBY_LOW: u32 = 0u;    // three words: the box that the body does not leave in the step, in its cell [unit]
const NEARBY_FIRST: u32 = 3u;  // word of its first collider, or NEARBY_ALL
const NEARBY_HIGH: u32 = 4u;   // three words
const NEARBY_COUNT: u32 = 7u;  // colliders with bounds in its list
const NEARBY_FOUND: u32 = 8u;  // colliders found so far
const NEARBY_BODIES: u32 = 9u; // bodies that it may touch, itself included if it touches itself
const NEARBY_PULL: u32 = 10u;  // how far frames move what they hold of the body [unit]
const NEARBY_PAIRS: u32 = 11u; // word of the first of them, or NEARBY_ALL: there was no room
const NEARBY_HELD_LOW: u32 = 12u;  // three words: the least that frames move what they hold of the body, as ordered integers [unit]
const NEARBY_TURN: u32 = 15u;      // how far the way of what they hold is from a line [unit]
const NEARBY_HELD_HIGH: u32 = 16u; // three words: the most
const NEARBY_DRAGGED: u32 = 19u;   // vertices of the body that frames which move hold
const NEARBY_ALL: u32 = 0xFFFFFFFFu; // there is no list: all colliders with bounds count as near

const NEARBY_PROXY_WORDS: u32 = 12u; // words of an object: a body, or a collider with bounds
// Its box in its cell [unit]: three words, its slot or collider, three words, its level; then its cell: three integers.
