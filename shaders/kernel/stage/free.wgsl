//#use kernel/stage/contact.wgsl
// Bodies in free motion: no collider is within reach in the step. Their sweeps have coarse corrections, and their substeps
// take forces at 0.6 of the way (the theta method): a swing keeps its energy, where backward Euler takes a part of it in
// each substep. With contact, forces are those at the end, and sweeps alone see planes and friction. A held body
// has corrections beside a collider too, but not for a second after a touch. With corrections on the way down and none on
// the way up it would bounce for ever.

const FREE_CORRECTS: u32 = 1u; // it has corrections in the step
const FREE_MET: u32 = 2u;      // contact has acted on it all the same: no more corrections in the step
const FREE_AHEAD: u32 = 4u;    // it takes forces at a part of the way

// So long does a body that touched something have no corrections beside a collider [s].
const FREE_WAIT: f32 = 1.0;

// A body is this much larger than its bounds, in sizes: what elastic motion may add in a step.
const FREE_MARGIN: f32 = 0.02;

// How freely a body with a correction moves in the step: FREE_CORRECTS and FREE_AHEAD. All threads of a body come to
// the same result. It reads what the last step has reported.
fn free_motion(index: u32) -> u32 {
    let body = bodies[index];
    if !body_is_corrected(body) || report_touching(index) || limit_is_listed(index) {
        return 0u;
    }
    if free_alone(index) {
        return FREE_CORRECTS | FREE_AHEAD;
    }
    return select(FREE_CORRECTS, 0u, body_is_free(body) || free_waits(index));
}

// Whether a body has touched something in the last second.
fn free_waits(index: u32) -> bool {
    let touched = atomicLoad(&report[index * REPORT_WORDS + REPORT_TOUCHED]);
    return touched != 0u && f32(params.step + 1u - touched) * params_dt(params) < FREE_WAIT;
}

// Notes it for what follows in the step.
fn free_note(body: u32, motion: u32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_FREE], motion);
    if report_touching(body) {
        free_touch(body);
    }
}

fn free_meet(body: u32) {
    atomicOr(&report[body * REPORT_WORDS + REPORT_FREE], FREE_MET);
    free_touch(body);
}

// Notes that it touches something in the step.
fn free_touch(body: u32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_TOUCHED], params.step + 1u);
}

fn free_met(body: u32) -> bool {
    return (atomicLoad(&report[body * REPORT_WORDS + REPORT_FREE]) & FREE_MET) != 0u;
}

// Whether a body meets no collider in the step.
fn free_alone(index: u32) -> bool {
    if contact_is_near(index) {
        return false;
    }
    let half_spaces = frames.world.half_spaces;
    for (var k = 0u; k < half_spaces; k++) {
        if free_reaches(index, k) {
            return false;
        }
    }
    return true;
}

// Whether a body may meet a half-space in the step.
fn free_reaches(index: u32, half_space: u32) -> bool {
    let body = bodies[index];
    let collider = scene_collider(half_space);
    if !nearby_meets(half_space, collider, body) {
        return false;
    }
    let word = index * REPORT_WORDS;
    let low = report_point(word + REPORT_LOW);
    let high = report_point(word + REPORT_HIGH);
    let dt = params_dt(params);
    let speed = bitcast<f32>(atomicLoad(&report[word + REPORT_SPEED]));
    let reach = dt * (2.0 * speed + dt * length(params.gravity.xyz)) + FREE_MARGIN * body.size;
    return free_gap(collider, report_bounds_cell(index), low, high) < reach;
}

// The distance of a half-space from a box, at the start or the end of the step.
fn free_gap(collider: Collider, cell: vec3<i32>, low: vec3<f32>, high: vec3<f32>) -> f32 {
    let frame = frames.list[collider.frame];
    var gap = 3.4e38;
    for (var end = 0u; end < 2u; end++) {
        let pose = pose_of_plane(frame, f32(end), cell);
        for (var corner = 0u; corner < 8u; corner++) {
            let far = vec3<bool>((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
            let local = pose_to_local(pose, select(low, high, far));
            gap = min(gap, collider_distance(collider.shape, collider.size.xyz, local).w);
        }
    }
    return gap;
}

// A substep of a body that moves so freely. Theta rises to 1 for bodies whose slowest swing is short beside the substep:
// what is faster then would ring.
fn free_substep(given: Substep, motion: u32) -> Substep {
    var sub = given;
    sub.corrected = (motion & FREE_CORRECTS) != 0u;
    if (motion & FREE_AHEAD) != 0u {
        sub.theta = clamp(0.6 + 4.0 * (sub.h * bodies[sub.body].frequency - 0.05), 0.6, 1.0);
        sub.theta_h = sub.theta * sub.h;
    }
    return sub;
}

// The same of a large body, whose first dispatch of the step has noted it.
fn free_known(given: Substep) -> Substep {
    let noted = atomicLoad(&report[given.body * REPORT_WORDS + REPORT_FREE]);
    return free_substep(given, select(0u, noted, body_is_corrected(bodies[given.body])));
}
