//#use kernel/stage/free.wgsl
// How a body is watched for energy that it gains by itself; kernel/energy.wgsl looks.
const WATCH_UNSEEN: u32 = 0u; // not at all: something may do work on it
// It is free and touches nothing: seen from its mass centre, its energy stays or falls. The mean velocity at the last
// look, as gravity changes it, is that of the centre. So a push from nowhere shows, and a long fall rounds nothing off.
const WATCH_FALLS: u32 = 1u;
// What it hangs on and what it may touch is at rest and does no work: with that of gravity, its energy stays or falls.
const WATCH_STANDS: u32 = 2u;

// REPORT_ENERGY_STAGE: one of these and what is known of the last look.
const WATCH_STAGES: u32 = 4u; // factor of the former
const WATCH_ROUGH: u32 = 1u;  // a frame, by one vertex
const WATCH_FRAME: u32 = 2u;  // the frame
const WATCH_LEAST: u32 = 3u;  // and the least energy

fn watch_vector(body: u32, first: u32) -> vec3<f32> {
    let word = body * REPORT_WORDS + first;
    return bitcast<vec3<f32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

fn watch_set_vector(body: u32, first: u32, v: vec3<f32>) {
    for (var axis = 0u; axis < 3u; axis++) {
        atomicStore(&report[body * REPORT_WORDS + first + axis], bitcast<u32>(v[axis]));
    }
}

fn watch_how(index: u32) -> u32 {
    let body = bodies[index];
    if body_is_carried(body) || report_stopped(index) || report_near(index) {
        return WATCH_UNSEEN;
    }
    var alone = !report_touching(index);
    let half_spaces = frames.world.half_spaces;
    for (var k = 0u; k < half_spaces; k++) {
        let collider = scene_collider(k);
        if free_reaches(index, k) {
            let bounces = max(collider.restitution, body.restitution) > 0.0;
            if bounces || frame_moves(frames.list[collider.frame]) || any(collider.surface.xyz != vec3<f32>(0.0)) {
                return WATCH_UNSEEN;
            }
            alone = false;
        }
    }
    if alone && body_is_free(body) {
        return WATCH_FALLS;
    }
    return select(WATCH_STANDS, WATCH_UNSEEN, frames.world.disturbed != 0u);
}

// Before each step: gravity changes the frame, and a body that comes to be watched in another way is watched anew. It
// sees what the last step left, so it must run before the broad phase of this one.
fn watch_open(index: u32) {
    let word = index * REPORT_WORDS + REPORT_ENERGY_STAGE;
    let noted = atomicLoad(&report[word]);
    if noted == WATCH_UNSEEN {
        return;
    }
    if noted / WATCH_STAGES != watch_how(index) {
        atomicStore(&report[word], WATCH_UNSEEN);
    }
    let frame = watch_vector(index, REPORT_ENERGY_FRAME);
    watch_set_vector(index, REPORT_ENERGY_FRAME, frame + params_dt(params) * params.gravity.xyz);
}
