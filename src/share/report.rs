//! What a body tells the host after a step, as words of an atomic array.

/// Words a body.
pub const REPORT_WORDS: u32 = 48;
/// 0, or 1 once it stopped being finite.
pub const REPORT_STATUS: u32 = 0;
/// Vertices that touch a collider at the end of the step.
pub const REPORT_TOUCHING: u32 = 1;
/// Planes that found no room in the step: a vertex's way was cut short instead.
pub const REPORT_DROPPED: u32 = 2;
/// Two words: hash of positions and velocities.
pub const REPORT_HASH: u32 = 3;
/// Three words: lower bounds, as ordered integers.
pub const REPORT_LOW: u32 = 5;
/// Three words: upper bounds.
pub const REPORT_HIGH: u32 = 8;
/// Speed of its fastest vertex at the end of the step [unit/s], as bits of an f32.
pub const REPORT_SPEED: u32 = 11;
/// `REPORT_DROPPED` during the step; zero between steps.
pub const REPORT_DROPPING: u32 = 12;
/// Substep in which it stopped being finite.
pub const REPORT_SUBSTEP: u32 = 13;
/// Fifteen floats and the number of the step that left them: an impact that is not over; stays from step to step.
pub const REPORT_IMPACT: u32 = 14;
/// Words of that.
pub const REPORT_IMPACT_WORDS: u32 = 16;
/// Colliders near it in the step, or `NEAR_ALL`; stays as it is in worlds without bounded colliders.
pub const REPORT_NEAR: u32 = 31;
/// How freely a body moves in the step, see kernel/stage/free.wgsl.
pub const REPORT_FREE: u32 = 38;
/// Steps that ended with more energy than the body once had, see kernel/energy.wgsl.
pub const REPORT_RISES: u32 = 39;
/// Its energy while it is summed; zero between steps.
pub const REPORT_ENERGY: u32 = 40;
/// The least energy since the body last met something.
pub const REPORT_ENERGY_LEAST: u32 = 41;
/// What is known of the last step; zero: nothing.
pub const REPORT_ENERGY_STAGE: u32 = 42;
/// Three words: velocity of the frame that the energy is seen from.
pub const REPORT_ENERGY_FRAME: u32 = 43;
/// Slot, from 1, of the last substep in which a large free body hit something; zero between steps.
pub const REPORT_PUSHED: u32 = 46;
/// Three integers: the cell that its positions and world anchors are in.
pub const REPORT_CELL: u32 = 32;
/// Three integers: the cell that its bounds are in. The two differ within a step only.
pub const REPORT_BOUNDS_CELL: u32 = 35;
