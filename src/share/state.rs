//! Channels of the state buffer: arrays with a row a vertex each.

/// Position; w: inverse mass [1/kg]. Kept from step to step, like the next three.
pub const STATE_POSITION: u32 = 0;
/// Velocity; what w is depends on the solver.
pub const STATE_VELOCITY: u32 = 1;
/// Where an attachment holds the vertex, in its frame.
pub const STATE_ANCHOR: u32 = 2;
/// What rounding cut off the position.
pub const STATE_CARRY: u32 = 3;
/// Carry + h v + h² g, or, if held, where; w: m/h² [kg/s²], negative if held. Lives in a substep, like all others.
pub const STATE_INERTIA: u32 = 4;
/// Position at the start of the substep; w: contact planes kept.
pub const STATE_START: u32 = 5;
/// Where a soft attachment pulls; w: its stiffness [N/m], 0 for none, -1 for a rigid hold.
pub const STATE_TARGET: u32 = 6;
/// x: the farthest the vertex may go in the substep [unit]; y: 1 once contact acted; z: part of gravity.
pub const STATE_REACH: u32 = 7;
/// Two rows a plane: (n, offset), (slip of the surface, friction and restitution).
pub const STATE_PLANE: u32 = 8;
/// Most planes a vertex keeps in a world of half-spaces only.
pub const STATE_PLANES: u32 = 3;
/// Channels of such a world.
pub const STATE_ROWS: u32 = 14;
/// Most planes a vertex keeps where bounded colliders meet faces.
pub const STATE_FACE_PLANES: u32 = 8;
/// For its faces: position at the start of the substep; w: how far it may go [unit].
pub const STATE_NOTE: u32 = 24;
/// For its faces: where inertia takes it.
pub const STATE_NOTE_END: u32 = 25;
/// What faces meet: two rows a face, for two faces a vertex.
pub const STATE_FACE: u32 = 26;
/// Channels of such a world.
pub const STATE_FACE_ROWS: u32 = 30;
/// Rows of one sum over vertices of a wide body; they follow all channels.
pub const STATE_SUM_ROWS: u32 = 12;
/// Rows of a wide body beside its sums: fourteen for springs, of which vertex block descent uses five.
pub const STATE_BODY_ROWS: u32 = 14;
