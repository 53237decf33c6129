// Words of the buffer `contact`, which says what is near each body in the step. Mirrored by src/share/near.rs.
// First a record a body, by its slot; then the lists of colliders; then what kernel/near.wgsl works with.
const NEAR_WORDS: u32 = 12u; // words of a body's record
const NEAR_LOW: u32 = 0u;    // three words: the box that the body does not leave in the step, in its cell [unit]
const NEAR_FIRST: u32 = 3u;  // word of its first collider, or NEAR_ALL
const NEAR_HIGH: u32 = 4u;   // three words
const NEAR_COUNT: u32 = 7u;  // colliders with bounds in its list
const NEAR_FOUND: u32 = 8u;  // colliders found so far
const NEAR_BODIES: u32 = 9u; // bodies that it may touch, itself included if it touches itself
const NEAR_PULL: u32 = 10u;  // how far frames move what they hold of the body [unit]
const NEAR_NEIGHBOURS: u32 = 11u; // word of the first of them, or NEAR_ALL: there was no room
const NEAR_ALL: u32 = 0xFFFFFFFFu; // there is no list: all colliders with bounds count as near

const NEAR_OBJECT_WORDS: u32 = 12u; // words of an object: a body, or a collider with bounds
// Its box in its cell [unit]: three words, its slot or collider, three words, its level; then its cell: three integers.
