// Channels of the state buffer: arrays with a row a vertex each, so that neighbours read neighbouring rows.
// Mirrored by src/share/state.rs.

// Kept from step to step.
const STATE_POSITION: u32 = 0u; // w: inverse mass [1/kg]
const STATE_VELOCITY: u32 = 1u; // w: see solver/vbd/first_guess.wgsl; for springs 1 until contact acts in the step
const STATE_ANCHOR: u32 = 2u;   // where an attachment holds the vertex, in its frame; w: 1 if in the body's cell
const STATE_RESIDUAL: u32 = 3u; // rounding error of the position

// Valid in a step, for bodies that bounce (BODY_BOUNCES).
const STATE_HIT: u32 = 4u;    // two rows: (n × approach, restitution), (velocity of the surface, when [s]); zero between
const STATE_BEFORE: u32 = 6u; // velocity before the step's last substep; w: when it last touched something [s]

// Valid in a substep.
const STATE_INERTIA: u32 = 7u; // residual + θ h v + (θ h)² g; if held, its position; w: m/h² [kg/s²], negative if held
const STATE_START: u32 = 8u;   // position at the start of the substep; w: contact planes kept
const STATE_TARGET: u32 = 9u;  // goal of an attachment; w: its stiffness [N/m], 0 for none, -1 for a rigid hold
const STATE_BOUND: u32 = 10u; // x: reach in the substep [unit]; y: 1 once contact acted; z: part of gravity
const STATE_PLANE: u32 = 11u; // two rows a plane: (n, offset), (slip of the surface, friction and restitution)
const STATE_PLANES: u32 = 3u; // most planes of a vertex in a world of half-spaces only
const STATE_ROWS: u32 = 17u;  // channels of such a world
const STATE_FACE_PLANES: u32 = 8u; // most planes of a vertex where faces touch colliders
const STATE_NOTE: u32 = 27u;       // for its faces: position at the start of the substep; w: reach [unit]
const STATE_NOTE_END: u32 = 28u;   // for its faces: position by inertia alone
// Planes of faces: two rows a face, for two faces a vertex. (Plane in the collider's frame), (its collider; see
// contact/detection/face_planes.wgsl).
const STATE_FACE: u32 = 29u;
const STATE_FACE_ROWS: u32 = 33u; // channels of such a world

// Sums, after all channels.
const STATE_SUM_ROWS: u32 = 12u;  // rows of one sum over vertices of a body
const STATE_BODY_ROWS: u32 = 11u; // rows of a body beside its sums; kernels use five to eleven of them
