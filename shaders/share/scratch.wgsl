// Arrays of the scratch buffer, one row a vertex each, so that neighbours read neighbouring rows.
// Mirrored by src/share/scratch.rs.
const SCRATCH_INERTIA: u32 = 0u; // carry + h v + h² g, or, if held, where; w: m/h² [kg/s²], negative if held
const SCRATCH_START: u32 = 1u;   // position at the start of the substep; w: contact planes kept
const SCRATCH_TARGET: u32 = 2u;  // where an attachment pulls; w: its stiffness [N/m], 0 for none, -1 for a rigid hold
const SCRATCH_REACH: u32 = 3u;   // x: farthest way in the substep [unit]; y: 1 once contact acted; z: part of gravity
const SCRATCH_ANCHOR: u32 = 4u;  // where an attachment holds the vertex, in its frame; stays from step to step
const SCRATCH_CARRY: u32 = 5u;   // what rounding cut off the position; stays from step to step
const SCRATCH_PLANE: u32 = 6u;   // two rows a plane: (n, offset), (slip of the surface, friction and restitution)
const SCRATCH_PLANES: u32 = 3u;  // most planes a vertex keeps in a world of half-spaces only
const SCRATCH_ROWS: u32 = 12u;   // rows of such a world
const SCRATCH_FACE_PLANES: u32 = 8u; // most planes a vertex keeps where bounded colliders meet faces
const SCRATCH_NOTE: u32 = 22u;       // for its faces: position at the start of the substep; w: how far it may go [unit]
const SCRATCH_NOTE_END: u32 = 23u;   // for its faces: where inertia takes it
const SCRATCH_FACE_ROWS: u32 = 24u;  // rows of such a world
const SCRATCH_SUM_ROWS: u32 = 12u;   // rows of one sum over vertices of a wide body; they follow all arrays
const SCRATCH_BODY_ROWS: u32 = 14u;  // rows of a wide body beside its sums; vertex block descent uses five of them
