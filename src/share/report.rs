//! What a body tells the host after a step, and what kernels keep of it, as words of an atomic array.

/// Words a body.
pub const REPORT_WORDS: u32 = 76;

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

/// Substep in which it stopped being finite.
pub const REPORT_SUBSTEP: u32 = 12;
/// `REPORT_DROPPED` during the step; zero between steps.
pub const REPORT_DROPPING: u32 = 13;
/// Colliders near it in the step, or `NEARBY_ALL`; stays as it is in worlds without bounded colliders.
pub const REPORT_NEAR: u32 = 14;
/// How freely a body moves in the step, see solver/vbd/free_motion.wgsl.
pub const REPORT_FREE: u32 = 15;
/// Slot, from 1, of the last substep in which a large free body hit something; zero between steps.
pub const REPORT_PUSHED: u32 = 16;

/// Three integers: the cell that its positions and world anchors are in.
pub const REPORT_CELL: u32 = 17;
/// Three integers: the cell that its bounds are in. The two differ within a step only.
pub const REPORT_BOUNDS_CELL: u32 = 20;

/// Fifteen floats and the number of the step that left them: an impact that is not over; stays from step to step.
pub const REPORT_IMPACT: u32 = 23;
/// Words of that.
pub const REPORT_IMPACT_WORDS: u32 = 16;

/// Steps that ended with more energy than the body once had, see kernel/energy.wgsl.
pub const REPORT_RISES: u32 = 39;
/// How its energy is watched, and what is known of it; zero: nothing.
pub const REPORT_ENERGY_STAGE: u32 = 40;
/// The least energy that it had since it was last watched anew.
pub const REPORT_ENERGY_LEAST: u32 = 41;
/// Three words: velocity of the frame that motion is seen from.
pub const REPORT_ENERGY_FRAME: u32 = 42;
/// Three words: the place that heights are measured from.
pub const REPORT_ENERGY_POSITION: u32 = 45;
/// Its energy while it is summed, as the next words; zero between steps.
pub const REPORT_ENERGY: u32 = 48;
/// What barriers of tets that have drawn together may add.
pub const REPORT_ENERGY_DRAWN: u32 = 49;
/// Three words: mean velocity in the frame.
pub const REPORT_ENERGY_DRIFT: u32 = 50;

/// 1 if contact acted on it in its last substep; of free bodies of vertex block descent.
pub const REPORT_MET: u32 = 53;
/// Number, from 1, of the last step in which it touched something, if it has corrections; zero: never.
pub const REPORT_TOUCHED: u32 = 54;
/// What other bodies are to it in the step: `CONTACTS_NEAR` and the like.
pub const REPORT_CONTACT_FLAGS: u32 = 55;
/// Candidates of contact between bodies that found no room in the step: their vertices were held back instead.
pub const REPORT_PAIRS: u32 = 56;
/// Thirteen floats: position and rotation of a rigid body's asset, then its linear and angular velocity.
pub const REPORT_RIGID: u32 = 57;
/// How contact fails: flags that stay from step to step.
pub const REPORT_CONTACT_FAULTS: u32 = 70;
/// Flag of it: the body's surface crosses another one, or one of the two is inside the other.
pub const REPORT_RECOVERS: u32 = 1;
/// Flag of it: no place satisfies all that holds the body.
pub const REPORT_SQUEEZED: u32 = 2;
/// Flag of it: it recovered in the step before.
pub const REPORT_RECOVERED: u32 = 4;
/// From here on: for how many steps it has recovered.
pub const REPORT_RECOVERING: u32 = 8;
/// Number of the step that looks next at an impact with another body, see kernel/pair_restitution.wgsl.
pub const REPORT_IMPACTS: u32 = 71;
/// Vertices that other bodies cut short at the end of the step.
pub const REPORT_CLAMPED: u32 = 72;
/// Pressure inside a closed sheet beyond that outside [kg/(unit·s²)], as bits of an f32.
pub const REPORT_PRESSURE: u32 = 73;
/// Volume inside it [unit³], as bits of an f32.
pub const REPORT_VOLUME: u32 = 74;
/// `REPORT_TOUCHING` of the step before, from when it is cleared on.
pub const REPORT_TOUCHING_BEFORE: u32 = 75;
