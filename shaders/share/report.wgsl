// What a body tells the host after a step, as words of an atomic array. Mirrored by src/share/report.rs.
const REPORT_WORDS: u32 = 48u;     // words a body
const REPORT_STATUS: u32 = 0u;     // 0, or 1 once it stopped being finite
const REPORT_TOUCHING: u32 = 1u;   // vertices that touch a collider at the end of the step
const REPORT_DROPPED: u32 = 2u;    // planes that found no room in the step
const REPORT_HASH: u32 = 3u;       // two words: hash of positions and velocities
const REPORT_LOW: u32 = 5u;        // three words: bounds, as ordered integers
const REPORT_HIGH: u32 = 8u;       // three words
const REPORT_SPEED: u32 = 11u;     // of its fastest vertex [unit/s], as bits
const REPORT_DROPPING: u32 = 12u;  // REPORT_DROPPED during the step; zero between steps
const REPORT_SUBSTEP: u32 = 13u;   // substep in which it stopped being finite
// Fifteen floats and the number of a step: an impact that is not over, see kernel/stage/impact.wgsl.
const REPORT_IMPACT: u32 = 14u;
const REPORT_IMPACT_WORDS: u32 = 16u;
const REPORT_NEAR: u32 = 31u;      // colliders near it in the step, or NEAR_ALL
const REPORT_FREE: u32 = 38u;      // how freely a body moves in the step, see kernel/stage/free.wgsl
const REPORT_RISES: u32 = 39u;     // steps that ended with more energy than the body once had, see kernel/energy.wgsl
const REPORT_ENERGY: u32 = 40u;    // its energy while it is summed; zero between steps
const REPORT_ENERGY_LEAST: u32 = 41u;
const REPORT_ENERGY_STAGE: u32 = 42u; // what is known of the last step; zero: nothing
const REPORT_ENERGY_FRAME: u32 = 43u; // three words: velocity of the frame that the energy is seen from
const REPORT_PUSHED: u32 = 46u;    // slot, from 1, of the last substep in which a large free body hit something; zero between
const REPORT_CELL: u32 = 32u;      // three integers: the cell that its positions and world anchors are in
const REPORT_BOUNDS_CELL: u32 = 35u; // three integers: the cell that its bounds are in; they differ within a step only
