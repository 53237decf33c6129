// Rows of the scratch buffer: each is one array over all vertices, so neighbours are coalesced.
// Mirrored by src/share/scratch.rs.
const SCRATCH_INERTIA: u32 = 0u; // y - start = carry + hv + h²g (held: where it is held); w: m/h² [kg/s²], negative if held
const SCRATCH_START: u32 = 1u;   // x at the start of the substep; w: contact planes kept
const SCRATCH_TARGET: u32 = 2u;  // where a soft attachment pulls; w: its stiffness [N/m], 0 for none, -1 for a rigid hold
const SCRATCH_REACH: u32 = 3u;   // x: the farthest the vertex may go in the substep [unit]; y: 1 once contact acted in it
const SCRATCH_ANCHOR: u32 = 4u;  // where an attachment holds the vertex, in its frame; stays from step to step
const SCRATCH_CARRY: u32 = 5u;   // what rounding cut off the position; stays from step to step
const SCRATCH_PLANE: u32 = 6u;   // two rows a plane: (n, offset), (slip of the surface, friction and restitution)
const SCRATCH_PLANES: u32 = 3u;  // planes kept a vertex in a world of half-spaces only
const SCRATCH_ROWS: u32 = 12u;   // rows of such a world
const SCRATCH_FACE_PLANES: u32 = 8u; // planes kept a vertex where bounded colliders meet faces
const SCRATCH_NOTE: u32 = 22u;       // for the vertex's faces: start of the substep; w: how far it may go [unit]
const SCRATCH_NOTE_END: u32 = 23u;   // and where its inertia takes it
const SCRATCH_FACE_ROWS: u32 = 24u;  // rows of such a world
const SCRATCH_SUM_ROWS: u32 = 12u;   // rows of sums over a chunk or more of a wide body, after all vertices
const SCRATCH_BODY_ROWS: u32 = 14u;  // rows of a wide body beside its sums: five for vertex block descent, fourteen for springs
