//#use contact/door.wgsl
//#use solver/vbd/vbd_record.wgsl
// Bodies in free motion: no collider and no other body is within reach in the step. Their sweeps have coarse corrections,
// and their substeps take forces at 0.6 of the substep (the theta method): a swing keeps its energy, and backward Euler
// would damp it in each substep. With contact, forces are those at the end, and sweeps alone handle planes and friction. A
// held body has corrections beside a collider too, but not for a second after a touch: with corrections on the way down and
// none on the way up it would bounce for ever.

const FREE_MOTION_CORRECTS: u32 = 1u; // the body has corrections in the step
const FREE_MOTION_MET: u32 = 2u;      // contact has acted on the body: no more corrections in the step
const FREE_MOTION_AHEAD: u32 = 4u;    // the body takes forces at a part of the substep

// Time without corrections beside a collider after a touch [s].
const FREE_MOTION_WAIT: f32 = 1.0;

// The flags of a body for the step: FREE_MOTION_CORRECTS and FREE_MOTION_AHEAD. The report of the last step decides, so all
// threads of a body find the same.
fn free_motion_of(index: u32) -> u32 {
    let body = bodies[index];
    if !body_is_corrected(body) || report_touching(index) || contact_listed(index) {
        return 0u;
    }
    if contact_clear(index) {
        return FREE_MOTION_CORRECTS | FREE_MOTION_AHEAD;
    }
    return select(FREE_MOTION_CORRECTS, 0u, body_is_free(body) || free_motion_waits(index));
}

// Whether a body has touched something in the last second.
fn free_motion_waits(index: u32) -> bool {
    let touched = atomicLoad(&report[index * REPORT_WORDS + REPORT_TOUCHED]);
    return touched != 0u && f32(params.step + 1u - touched) * params_dt(params) < FREE_MOTION_WAIT;
}

// Stores the flags for the rest of the step.
fn free_motion_note(body: u32, motion: u32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_FREE], motion);
    if report_touching(body) {
        free_motion_touch(body);
    }
}

fn free_motion_meet(body: u32) {
    atomicOr(&report[body * REPORT_WORDS + REPORT_FREE], FREE_MOTION_MET);
    free_motion_touch(body);
}

// Stores that the body touches something in the step.
fn free_motion_touch(body: u32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_TOUCHED], params.step + 1u);
}

fn free_motion_met(body: u32) -> bool {
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_FREE]) & FREE_MOTION_MET) != 0u;
}

// A substep of a body with these flags. Theta rises to 1 for bodies whose slowest swing is short beside the substep: faster
// motions would ring.
fn free_motion_substep(given: Substep, motion: u32) -> Substep {
    var sub = given;
    sub.corrected = (motion & FREE_MOTION_CORRECTS) != 0u;
    if (motion & FREE_MOTION_AHEAD) != 0u {
        sub.theta = clamp(0.6 + 4.0 * (sub.h * vbd_frequency(bodies[sub.body]) - 0.05), 0.6, 1.0);
        sub.theta_h = sub.theta * sub.h;
    }
    return sub;
}

// The same for a large body, whose first dispatch of the step has stored the flags.
fn free_motion_known(given: Substep) -> Substep {
    let noted = atomicLoad(&report[given.body * REPORT_WORDS + REPORT_FREE]);
    return free_motion_substep(given, select(0u, noted, body_is_corrected(bodies[given.body])));
}
