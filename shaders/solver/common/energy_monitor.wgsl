//#use contact/door.wgsl
// How kernel/energy.wgsl tests a body for energy that it gains by itself.
const ENERGY_MONITOR_UNSEEN: u32 = 0u; // no test: something may do work on the body
// The body is free and touches nothing: its energy relative to its mass centre stays or falls. The centre's velocity is the
// mean at the last test plus gravity's change. So a spurious push shows, and a long fall rounds nothing off.
const ENERGY_MONITOR_FALLS: u32 = 1u;
// All that holds or may touch the body is at rest and does no work: its energy with gravity's stays or falls.
const ENERGY_MONITOR_STANDS: u32 = 2u;

// REPORT_ENERGY_STAGE: one of these times ENERGY_MONITOR_STAGES, plus what the last test has stored.
const ENERGY_MONITOR_STAGES: u32 = 4u; // factor
const ENERGY_MONITOR_ROUGH: u32 = 1u;  // a frame from one vertex
const ENERGY_MONITOR_FRAME: u32 = 2u;  // the frame
const ENERGY_MONITOR_LEAST: u32 = 3u;  // and the least energy

fn energy_monitor_vector(body: u32, first: u32) -> vec3<f32> {
    let word = body * REPORT_WORDS + first;
    return bitcast<vec3<f32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

fn energy_monitor_set_vector(body: u32, first: u32, v: vec3<f32>) {
    for (var axis = 0u; axis < 3u; axis++) {
        atomicStore(&report[body * REPORT_WORDS + first + axis], bitcast<u32>(v[axis]));
    }
}

fn energy_monitor_stage(index: u32) -> u32 {
    let body = bodies[index];
    if body_is_driven(body) || report_stopped(index) || report_near(index) {
        return ENERGY_MONITOR_UNSEEN;
    }
    let meets = contact_meets(index);
    if meets == CONTACT_MEETS_MOTION {
        return ENERGY_MONITOR_UNSEEN;
    }
    if meets == CONTACT_MEETS_NONE && !report_touching(index) && body_is_free(body) {
        return ENERGY_MONITOR_FALLS;
    }
    return select(ENERGY_MONITOR_STANDS, ENERGY_MONITOR_UNSEEN, frames.world.disturbed != 0u);
}

// Before each step: gravity changes the frame, and a body whose kind of test changes starts anew. The test uses the last
// step's results, so it must run before the broad phase of this step.
fn energy_monitor_open(index: u32) {
    let word = index * REPORT_WORDS + REPORT_ENERGY_STAGE;
    let noted = atomicLoad(&report[word]);
    if noted == ENERGY_MONITOR_UNSEEN {
        return;
    }
    if noted / ENERGY_MONITOR_STAGES != energy_monitor_stage(index) {
        atomicStore(&report[word], ENERGY_MONITOR_UNSEEN);
    }
    let frame = energy_monitor_vector(index, REPORT_ENERGY_FRAME);
    energy_monitor_set_vector(index, REPORT_ENERGY_FRAME, frame + params_dt(params) * params.gravity.xyz);
}
