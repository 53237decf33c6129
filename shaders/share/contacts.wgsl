// Contact between bodies: the sections of the buffer `contacts`, in rows of 16 bytes. Mirrored by src/share/contacts.rs.
struct Contacts {
    body_row: u32,      // CONTACTS_BODY_ROWS a body, by slots
    vertex_row: u32,    // CONTACTS_VERTEX_ROWS a vertex
    patch_row: u32,     // CONTACTS_PATCH_ROWS a patch: its box from the step's start, in the cell of its body
    point_row: u32,     // a row a vertex: its candidates with triangles
    edge_row: u32,      // a row an edge: its candidates with edges
    candidate_row: u32, // CONTACTS_CANDIDATE_ROWS a candidate; two halves of `room` candidates
    plane_row: u32,     // CONTACTS_PLANE_ROWS a candidate of this step
    force_row: u32,     // CONTACTS_FORCE_ROWS a candidate: its contact; two halves
    role_row: u32,      // a word a role, by vertex: 4 candidate + corner
    kept_row: u32,      // a row a role
    sum_row: u32,       // a word a patch of the work list, and the words common to all
    room: u32,          // candidates of a step; roles: four times as many
    nearby_list: u32,   // first word of `nearby` for lists of the bodies near bodies
    nearby_room: u32,   // words for them; zero: bodies do not touch each other
    link_row: u32,      // a word a role: links to contacts
    pair_row: u32,      // CONTACTS_PAIR_ROWS an entry of those lists, in the same order: see contact/broad/body_pairs.wgsl
    set_word: u32,      // first word of `report` for disjoint sets, CONTACTS_SET_WORDS a body
    given_row: u32,     // a row a candidate: its impulse in the step, for events and restitution
    event_row: u32,     // a row with the number of events, then CONTACTS_EVENT_ROWS each
    event_room: u32,    // events that there is room for; zero: no events
    start_row: u32,     // four rows a body: sums over its vertices at the start of the step
    impact_row: u32,    // CONTACTS_IMPACT_ROWS an entry, two halves by parity of steps; zero: no two bodies bounce
    found_row: u32,     // CONTACTS_CANDIDATE_ROWS a pair that the narrow phase found
    found_room: u32,    // pairs that there is room for
    found_word: u32,    // word of `report`: number of pairs found
    unused: array<u32, 3>,
}

const CONTACTS_BODY_ROWS: u32 = 16u;         // rows of a body
const CONTACTS_DISPLACEMENT: u32 = 0u;       // of its proximity set in the step [unit]
const CONTACTS_STATE: u32 = 1u;              // words: first entry of its list of bodies, count, root of its set, slot
const CONTACTS_SUMS: u32 = 2u;               // four rows: sums after an epoch; before that see set_motion_note
const CONTACTS_BEFORE: u32 = 6u;             // four rows: the sums before the epoch
const CONTACTS_MEAN_DISPLACEMENT: u32 = 10u; // mean of its own in the step; w: largest distance from it [unit]
const CONTACTS_CENTRE: u32 = 11u;            // w: its largest slack [unit]
const CONTACTS_AXES: u32 = 12u;              // three rows; the first has the number of fixed vertices too
const CONTACTS_STAMP: u32 = 15u;             // words: step of its lists; its list of bodies in the step of the last word

const CONTACTS_VERTEX_ROWS: u32 = 6u;
const CONTACTS_REFERENCE: u32 = 0u;    // two rows, by parity of epochs: x_ref and the reach in the epoch [unit]
const CONTACTS_MOTION_BOUND: u32 = 2u; // ball that bounds it: centre, without the set's displacement; radius [unit]
const CONTACTS_LIST: u32 = 3u;         // words: first role, roles, planes kept, contacts kept
const CONTACTS_OWN: u32 = 4u;          // stiffness, kept between steps; slack; free distance in the epoch; thickness [unit]
const CONTACTS_NOW: u32 = 5u;          // x_ref and the reach in the substep
const CONTACTS_FAR: f32 = 1e30;        // reach of a vertex that nothing binds [unit]

// Flags of a body in the report.
const CONTACTS_NEAR: u32 = 1u;      // bodies are near in the step
const CONTACTS_LISTED: u32 = 2u;    // has candidates
const CONTACTS_CROWDED: u32 = 4u;   // the lists of nearby bodies have no room: the body stays where it is
const CONTACTS_LOST: u32 = 8u;      // some candidates found no room
const CONTACTS_FULL: u32 = 16u;     // too many bodies are near to find all candidates: the body stays where it is
const CONTACTS_PRESSED: u32 = 256u; // pressed by contacts in the epoch

// Flags of an entry in a list of nearby bodies.
const CONTACTS_EXCLUDED: u32 = 2u; // the two cannot touch in the step

// The third word of an entry: why its bodies recover. Bodies without these flags are apart.
const CONTACTS_PIERCED: u32 = 1u; // an edge of one passes through a triangle of the other
const CONTACTS_INSIDE: u32 = 2u;  // one is inside the other

const CONTACTS_PAIR_ROWS: u32 = 2u;
const CONTACTS_EVENT_ROWS: u32 = 4u; // (slots, pressed, bits of partial sums), (impulse, normal part), point, normal
const CONTACTS_IMPACT_ROWS: u32 = 4u; // (normal, approach), (arm, energy), (velocity, untouched), (slot, gives, weight)
const CONTACTS_SET_WORDS: u32 = 264u;
const CONTACTS_PATCH: u32 = 64u; // triangles of a patch
const CONTACTS_PATCH_ROWS: u32 = 2u;
const CONTACTS_CANDIDATE_ROWS: u32 = 2u;
const CONTACTS_PLANE_ROWS: u32 = 2u;
const CONTACTS_FORCE_ROWS: u32 = 4u; // (n, gap), multipliers (tangential, normal), weights, (stiffness, friction, radius)
const CONTACTS_WEIGHTS: u32 = 2u;    // row of the weights

// Flags of a candidate's plane: the fourth word.
const CONTACTS_FROZEN: u32 = 1u;    // no plane separates the pair: its vertices stay
const CONTACTS_HAS_FORCE: u32 = 2u; // with a contact
const CONTACTS_CROSSED: u32 = 4u;   // two edges
const CONTACTS_BEARS: u32 = 16u;    // the contact acts on its first corner; the bits of the others follow

const CONTACTS_TRIANGLE: u32 = 0u; // kinds of candidates: a point and a triangle,
const CONTACTS_EDGES: u32 = 1u;    // two edges
const CONTACTS_NONE: u32 = 0xFFFFFFFFu;

// The slack of a vertex with this mean edge length beside its first guess [unit].
fn contacts_slack_of(edge: f32) -> f32 {
    return 0.1 * edge;
}

// A side's part of the contact distance: the margin of its body, or a hundredth of its mean edge length.
fn contacts_thickness_of(margin: f32, slack: f32) -> f32 {
    return select(0.1 * slack, margin, margin > 0.0);
}

// The least gap of features with this contact distance.
fn contacts_gap(distance: f32) -> f32 {
    return 0.05 * distance;
}
