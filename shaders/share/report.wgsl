// A body's report to the host after a step, and data that kernels keep, as words of an atomic array. Mirrored by
// src/share/report.rs.
const REPORT_WORDS: u32 = 76u; // words a body

// Summed at the end of a step: see memory/statistics.wgsl, which has words in this order.
const REPORT_STATUS: u32 = 0u;   // 0, or 1 once it stopped being finite
const REPORT_TOUCHING: u32 = 1u; // vertices that touch a collider at the end of the step
const REPORT_DROPPED: u32 = 2u;  // planes that found no room in the step
const REPORT_HASH: u32 = 3u;     // two words: hash of positions and velocities
const REPORT_LOW: u32 = 5u;      // three words: bounds, as ordered integers
const REPORT_HIGH: u32 = 8u;     // three words
const REPORT_SPEED: u32 = 11u;   // of its fastest vertex [unit/s], as bits

// Contact and solvers.
const REPORT_SUBSTEP: u32 = 12u;  // substep in which it stopped being finite
const REPORT_DROPPING: u32 = 13u; // REPORT_DROPPED during the step; zero between steps
const REPORT_NEAR: u32 = 14u;     // colliders near it in the step, or NEARBY_ALL
const REPORT_FREE: u32 = 15u;     // how freely a body moves in the step, see solver/vbd/free_motion.wgsl
const REPORT_PUSHED: u32 = 16u;   // number in the plan, from 1, of the last substep in which a large free body hit something

// Cells.
const REPORT_CELL: u32 = 17u;        // three integers: the cell that its positions and world anchors are in
const REPORT_BOUNDS_CELL: u32 = 20u; // three integers: the cell that its bounds are in; they differ within a step only

// An unfinished impact with a collider, see contact/restitution/body_impact.wgsl: fifteen floats and the number of a step.
const REPORT_IMPACT: u32 = 23u;
const REPORT_IMPACT_WORDS: u32 = 16u;

// The energy of a body, see kernel/energy.wgsl.
const REPORT_RISES: u32 = 39u;           // steps that ended with more energy than an earlier one
const REPORT_ENERGY_STAGE: u32 = 40u;    // stage of the monitor, and flags of the last look; zero: nothing
const REPORT_ENERGY_LEAST: u32 = 41u;    // least energy so far
const REPORT_ENERGY_FRAME: u32 = 42u;    // three words: velocity of the frame of reference
const REPORT_ENERGY_POSITION: u32 = 45u; // three words: the origin of heights
const REPORT_ENERGY: u32 = 48u;          // the sum in progress, as the next words; zero between steps
const REPORT_ENERGY_DRAWN: u32 = 49u;    // part of barriers of squeezed tets
const REPORT_ENERGY_DRIFT: u32 = 50u;    // three words: mean velocity in the frame

const REPORT_MET: u32 = 53u; // 1 if contact acted on it in its last substep; of free bodies of vertex block descent
const REPORT_TOUCHED: u32 = 54u; // number, from 1, of the last step with a touch; see solver/vbd/free_motion.wgsl
const REPORT_CONTACT_FLAGS: u32 = 55u; // flags of contact with other bodies in the step: CONTACTS_NEAR and the like
const REPORT_PAIRS: u32 = 56u;         // candidates of contact between bodies that found no room in the step
const REPORT_RIGID: u32 = 57u;         // thirteen floats: pose and velocity of a rigid body, see kernel/rigid.wgsl
const REPORT_CONTACT_FAULTS: u32 = 70u; // flags of contact faults: REPORT_RECOVERS and the like
const REPORT_IMPACTS: u32 = 71u;        // next step of an impact with another body: kernel/pair_restitution.wgsl
const REPORT_CLAMPED: u32 = 72u;        // vertices that other bodies stop: summed at the end of a step
const REPORT_PRESSURE: u32 = 73u;       // inside a closed sheet, beyond that outside [kg/(unit·s²)], as bits
const REPORT_VOLUME: u32 = 74u;         // inside it [unit³], as bits
const REPORT_TOUCHING_BEFORE: u32 = 75u; // REPORT_TOUCHING of the last step, once that is cleared

// Flags of contact faults.
const REPORT_RECOVERS: u32 = 1u;  // its surface crosses another one, or one of the two is inside the other
const REPORT_SQUEEZED: u32 = 2u;  // no position satisfies all that holds it
const REPORT_RECOVERED: u32 = 4u; // it recovered in the last step
const REPORT_RECOVERING: u32 = 8u; // from this bit on: the number of steps that it has recovered
