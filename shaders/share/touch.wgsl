// What bodies touch: where the sections of the buffer `touch` are, in rows of 16 bytes. Mirrored by src/share/touch.rs.
struct Touch {
    body_row: u32,      // TOUCH_BODY_ROWS a body slot
    vertex_row: u32,    // TOUCH_VERTEX_ROWS a vertex
    patch_row: u32,     // TOUCH_PATCH_ROWS a patch: its box from the frame's start, in the cell of its body
    point_row: u32,     // a row a vertex, which is the primary of pairs with triangles
    edge_row: u32,      // a row an edge, which is the primary of pairs with edges
    candidate_row: u32, // TOUCH_CANDIDATE_ROWS a candidate; two halves of `room` candidates
    plane_row: u32,     // TOUCH_PLANE_ROWS a candidate of this frame
    contact_row: u32,   // TOUCH_CONTACT_ROWS a candidate; two halves
    slot_row: u32,      // a word a slot: 4 candidate + corner, by vertex
    kept_row: u32,      // a row a slot
    sum_row: u32,       // a word a patch of the work list, and what is common to all
    room: u32,          // candidates of a frame; slots: four times as many
    near_list: u32,     // first word of `contact` for lists of the bodies near bodies
    near_room: u32,     // words for them; zero: bodies do not touch each other
    link_row: u32,      // a word a slot: those of a vertex that have rows of force
    near_row: u32,      // TOUCH_NEAR_ROWS an entry of those lists, in the same order: see kernel/stage/neighbour.wgsl
    union_word: u32,    // first word of `report` for sets of bodies, TOUCH_UNION_WORDS a body slot: kernel/stage/union.wgsl
    given_row: u32,     // a row a candidate: what it gave in the step, for events and restitution
    event_row: u32,     // a row that says how many events there are, and TOUCH_EVENT_ROWS each
    event_room: u32,    // events that there is room for; zero: nobody asks
    start_row: u32,     // four rows a body slot: sums over its vertices when the step begins
    rebound_row: u32,   // TOUCH_REBOUND_ROWS an entry of those lists, two halves by parity of steps; zero: no two bodies bounce
    found_row: u32,     // TOUCH_CANDIDATE_ROWS for each pair that the narrow phase has found: kernel/stage/sift.wgsl
    found_room: u32,    // pairs that there is room for
    found_word: u32,    // word of `report`: how many there are
    unused: array<u32, 3>,
}

const TOUCH_BODY_ROWS: u32 = 18u; // rows of a body
const TOUCH_WAY: u32 = 0u;        // way of its cluster in the frame [unit]
const TOUCH_STATE: u32 = 1u;      // words: first entry of the bodies near it, how many, lowest body of its cluster, zero
const TOUCH_LOW: u32 = 2u;        // box of all that its vertices may reach in the frame, in its cell [unit]
const TOUCH_HIGH: u32 = 3u;
const TOUCH_SUMS: u32 = 4u;       // four rows: sums over its vertices after an epoch; before that see drift_note
const TOUCH_BEFORE: u32 = 8u;     // four rows: before it
const TOUCH_DRIFT: u32 = 12u;     // its own mean way in the frame; w: how far vertices go from there [unit]
const TOUCH_CENTRE: u32 = 13u;    // w: its largest leeway [unit]
const TOUCH_AXES: u32 = 14u;      // three rows
const TOUCH_STAMP: u32 = 17u;     // words: the number of the step that its lists are of; its list of bodies in the step of the last word

const TOUCH_VERTEX_ROWS: u32 = 6u;
const TOUCH_REF: u32 = 0u;        // two rows, by parity of epochs: x_ref and the reach in the epoch [unit]
const TOUCH_FRAME: u32 = 2u;      // the ball that it stays in: its middle, beside its cluster's way, and its radius [unit]
const TOUCH_LIST: u32 = 3u;       // words: first slot, slots, planes kept, rows kept
const TOUCH_OWN: u32 = 4u;        // stiffness, kept from step to step; leeway; how far it surely may go in the epoch; share [unit]
const TOUCH_NOW: u32 = 5u;        // x_ref and the reach in the substep
const TOUCH_FAR: f32 = 1e30;      // reach of a vertex that nothing binds [unit]

// Flags of a body in the report.
const TOUCH_NEAR: u32 = 1u;      // bodies are near it in the step
const TOUCH_LISTED: u32 = 2u;    // it has candidates
const TOUCH_CROWDED: u32 = 4u;   // the lists of bodies near bodies have no room: it stays where it is
const TOUCH_LOST: u32 = 8u;      // some of its candidates found no room
const TOUCH_FULL: u32 = 16u;     // too much is near it to find all its candidates: it stays where it is
const TOUCH_PRESSED: u32 = 256u; // rows press it in the epoch

// Flags of an entry of a body near a body.
const TOUCH_APART: u32 = 2u;   // they cannot meet in the step

// Its third word: why its bodies recover. They are apart to all else.
const TOUCH_PIERCED: u32 = 1u; // an edge of one passes through a triangle of the other
const TOUCH_INSIDE: u32 = 2u;  // one is inside the other

const TOUCH_NEAR_ROWS: u32 = 2u;
const TOUCH_EVENT_ROWS: u32 = 4u; // (first slot, second slot, pressed, bits of those with other pairs), (impulse on the first, normal part), point, normal
const TOUCH_REBOUND_ROWS: u32 = 4u; // (normal, approach), (place, energy), (surface's velocity, untouched), words: other slot, gives
const TOUCH_UNION_WORDS: u32 = 264u;
const TOUCH_PATCH: u32 = 64u;     // triangles of a patch
const TOUCH_PATCH_ROWS: u32 = 2u;
const TOUCH_CANDIDATE_ROWS: u32 = 2u;
const TOUCH_PLANE_ROWS: u32 = 2u;
const TOUCH_CONTACT_ROWS: u32 = 4u; // (n, gap), multipliers (tangential, normal), weights, (stiffness, friction, radius, zero)
const TOUCH_WEIGHTS: u32 = 2u;      // row of the weights

// Flags of a candidate's planes: the fourth word.
const TOUCH_FROZEN: u32 = 1u;  // no plane parts the pair: its vertices stay
const TOUCH_HAS_ROW: u32 = 2u; // it has a row of force
const TOUCH_CROSSED: u32 = 4u; // two edges
const TOUCH_BEARS: u32 = 16u;  // its first corner bears a part of the row; the bits of the others follow

const TOUCH_TRIANGLE: u32 = 0u;   // kinds of candidates: a point and a triangle,
const TOUCH_EDGES: u32 = 1u;      // two edges
const TOUCH_NONE: u32 = 0xFFFFFFFFu;

// How far a vertex with this mean edge may go beside its first guess [unit].
fn touch_leeway(edge: f32) -> f32 {
    return 0.1 * edge;
}

// The part that a side has of the contact distance: the margin of its body, or a hundredth of its mean edge.
fn touch_share(margin: f32, leeway: f32) -> f32 {
    return select(0.1 * leeway, margin, margin > 0.0);
}

// The least gap of features with this contact distance.
fn touch_gap(distance: f32) -> f32 {
    return 0.05 * distance;
}
