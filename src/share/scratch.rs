//! Arrays of the scratch buffer, one row a vertex each.

/// Carry + h v + h² g, or, if held, where; w: m/h² [kg/s²], negative if held.
pub const SCRATCH_INERTIA: u32 = 0;
/// Position at the start of the substep; w: contact planes kept.
pub const SCRATCH_START: u32 = 1;
/// Where a soft attachment pulls; w: its stiffness [N/m], 0 for none, -1 for a rigid hold.
pub const SCRATCH_TARGET: u32 = 2;
/// x: the farthest the vertex may go in the substep [unit]; y: 1 once contact acted; z: part of gravity.
pub const SCRATCH_REACH: u32 = 3;
/// Where an attachment holds the vertex, in its frame; stays from step to step.
pub const SCRATCH_ANCHOR: u32 = 4;
/// What rounding cut off the position; stays from step to step.
pub const SCRATCH_CARRY: u32 = 5;
/// Two rows a plane: (n, offset), (slip of the surface, friction and restitution).
pub const SCRATCH_PLANE: u32 = 6;
/// Most planes a vertex keeps in a world of half-spaces only.
pub const SCRATCH_PLANES: u32 = 3;
/// Rows of such a world.
pub const SCRATCH_ROWS: u32 = 12;
/// Most planes a vertex keeps where bounded colliders meet faces.
pub const SCRATCH_FACE_PLANES: u32 = 8;
/// For its faces: position at the start of the substep; w: how far it may go [unit].
pub const SCRATCH_NOTE: u32 = 22;
/// For its faces: where inertia takes it.
pub const SCRATCH_NOTE_END: u32 = 23;
/// Rows of such a world.
pub const SCRATCH_FACE_ROWS: u32 = 24;
/// Rows of one sum over vertices of a wide body; they follow all arrays.
pub const SCRATCH_SUM_ROWS: u32 = 12;
/// Rows of a wide body beside its sums: fourteen for springs, of which vertex block descent uses five.
pub const SCRATCH_BODY_ROWS: u32 = 14;
