// What bodies touch: where the sections of the buffer `touch` are, in rows of 16 bytes. Mirrored by src/share/touch.rs.
struct Touch {
    body_row: u32,      // TOUCH_BODY_ROWS a body slot
    vertex_row: u32,    // TOUCH_VERTEX_ROWS a vertex
    patch_row: u32,     // TOUCH_PATCH_ROWS a patch: its box from the frame's start, in the cell of its body
    point_row: u32,     // a row a vertex, which is the primary of pairs with triangles; see touch_primary_of
    edge_row: u32,      // a row an edge, which is the primary of pairs with edges
    candidate_row: u32, // TOUCH_CANDIDATE_ROWS a candidate; two halves of `room` candidates
    plane_row: u32,     // TOUCH_PLANE_ROWS a candidate of this frame
    contact_row: u32,   // TOUCH_CONTACT_ROWS a candidate; two halves
    slot_row: u32,      // a word a slot: 4 candidate + corner, by vertex
    kept_row: u32,      // a row a slot
    sum_row: u32,       // a word a patch of the work list, and what is common to all
    room: u32,          // candidates of a frame; slots: four times as many
    near_list: u32,     // word of `contact` with the number of bodies; the lists of bodies near bodies follow
    near_room: u32,     // words for the lists; zero: bodies do not touch each other
    unused: array<u32, 14>,
}

const TOUCH_BODY_ROWS: u32 = 16u; // rows of a body
const TOUCH_WAY: u32 = 0u;        // way of its cluster in the frame [unit]; w: the cluster
const TOUCH_STATE: u32 = 1u;      // words: TOUCH_ALONE and the like, its island, step of its lists, zero
const TOUCH_LOW: u32 = 2u;        // box of all that its vertices may reach in the frame, in its cell [unit]
const TOUCH_HIGH: u32 = 3u;
const TOUCH_SUMS: u32 = 4u;       // twelve rows of sums

const TOUCH_ALONE: u32 = 1u;      // nothing is near it in the frame

const TOUCH_VERTEX_ROWS: u32 = 3u;
const TOUCH_REF: u32 = 0u;        // where it was when the epoch began; w: its reach [unit]
const TOUCH_FRAME: u32 = 1u;      // where it was when the frame began; w: its reach of the frame [unit]
const TOUCH_LIST: u32 = 2u;       // words: first slot, slots, planes kept, rows kept

const TOUCH_PATCH: u32 = 64u;     // triangles of a patch
const TOUCH_PATCH_ROWS: u32 = 2u;
const TOUCH_CANDIDATE_ROWS: u32 = 2u;
const TOUCH_PLANE_ROWS: u32 = 2u;
const TOUCH_CONTACT_ROWS: u32 = 3u;

const TOUCH_TRIANGLE: u32 = 0u;   // kinds of candidates: a point and a triangle,
const TOUCH_EDGES: u32 = 1u;      // two edges
const TOUCH_REST: u32 = 256u;     // flag of one: near each other in the rest pose of the one body
const TOUCH_NONE: u32 = 0xFFFFFFFFu;

// The part that a side with this mean edge has of the contact distance: a fiftieth of the mean of both sides.
fn touch_share(edge: f32) -> f32 {
    return 0.01 * edge;
}

// The least gap, where the parts of both sides add up to this contact distance.
fn touch_gap(distance: f32) -> f32 {
    return 0.05 * distance;
}
