//! Channels of the state buffer: arrays with a row a vertex each.

/// Position; w: inverse mass [1/kg]. Kept from step to step, like the next three.
pub const STATE_POSITION: u32 = 0;
/// Velocity; what w is depends on the solver.
pub const STATE_VELOCITY: u32 = 1;
/// Where an attachment holds the vertex, in its frame; w: 1 if in the cell of its body.
pub const STATE_ANCHOR: u32 = 2;
/// What rounding cut off the position.
pub const STATE_RESIDUAL: u32 = 3;
/// Two rows of what hit a vertex of a body that bounces in a step: (n × approach, restitution), (velocity of the
/// surface, when [s]). Zero between steps.
pub const STATE_HIT: u32 = 4;
/// Velocity at the start of the step's last substep, of bodies that bounce; w: when it last touched something in the
/// step [s], zero between steps.
pub const STATE_BEFORE: u32 = 6;
/// Carry + θh v + (θh)² g, or, if held, where; w: m/(θh)² [kg/s²], negative if held. Lives in a substep, like all
/// others.
pub const STATE_INERTIA: u32 = 7;
/// Position at the start of the substep; w: contact planes kept.
pub const STATE_START: u32 = 8;
/// Where a soft attachment pulls; w: its stiffness [N/m], 0 for none, -1 for a rigid hold.
pub const STATE_TARGET: u32 = 9;
/// x: the farthest the vertex may go in the substep [unit]; y: 1 once contact acted; z: part of gravity.
pub const STATE_BOUND: u32 = 10;
/// Two rows a plane: (n, offset), (slip of the surface, friction and restitution).
pub const STATE_PLANE: u32 = 11;
/// Most planes a vertex keeps in a world of half-spaces only.
pub const STATE_PLANES: u32 = 3;
/// Channels of such a world.
pub const STATE_ROWS: u32 = 17;
/// Most planes a vertex keeps where bounded colliders meet faces.
pub const STATE_FACE_PLANES: u32 = 8;
/// For its faces: position at the start of the substep; w: how far it may go [unit].
pub const STATE_NOTE: u32 = 27;
/// For its faces: where inertia takes it.
pub const STATE_NOTE_END: u32 = 28;
/// What faces meet: two rows a face, for two faces a vertex.
pub const STATE_FACE: u32 = 29;
/// Channels of such a world.
pub const STATE_FACE_ROWS: u32 = 33;
/// Rows of one sum over vertices of a body; they follow all channels.
pub const STATE_SUM_ROWS: u32 = 12;
/// Rows of a body beside its sums: eleven for springs, six for restitution, of which vertex block descent uses none.
pub const STATE_BODY_ROWS: u32 = 11;
