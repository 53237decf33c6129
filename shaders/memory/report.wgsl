//#use memory/bindings.wgsl
//#use lib/math.wgsl
// Words of a body's report that kernels read and write during a step; share/report.wgsl lists all words.

// Stops a body and reports it. Its vertices keep finite positions of about this substep: which ones depends on the progress
// of each thread, and is not part of the contract.
fn report_stop(body: u32, substep: u32) {
    if atomicExchange(&report[body * REPORT_WORDS + REPORT_STATUS], 1u) == 0u {
        atomicStore(&report[body * REPORT_WORDS + REPORT_SUBSTEP], substep);
    }
}

fn report_stopped(body: u32) -> bool {
    return atomicLoad(&report[body * REPORT_WORDS + REPORT_STATUS]) != 0u;
}

// Reports the value of a sum over the body, and its force.
fn report_sum(body: u32, value: f32, force: f32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_VOLUME], bitcast<u32>(value));
    atomicStore(&report[body * REPORT_WORDS + REPORT_PRESSURE], bitcast<u32>(force));
}

// Whether the body touched something at the end of the last step that has ended.
fn report_touching(body: u32) -> bool {
    return atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCHING]) != 0u;
}

// The same at the end of a step, while the step's own count is not complete.
fn report_touched_before(body: u32) -> bool {
    return atomicLoad(&report[body * REPORT_WORDS + REPORT_TOUCHING_BEFORE]) != 0u;
}

// Whether contact acted on a free body in its last substep.
fn report_met(body: u32) -> bool {
    return atomicLoad(&report[body * REPORT_WORDS + REPORT_MET]) != 0u;
}

fn report_meet(body: u32, met: u32) {
    atomicStore(&report[body * REPORT_WORDS + REPORT_MET], met);
}

// Whether a collider with bounds was near the body in the last step whose broad phase has run.
fn report_near(body: u32) -> bool {
    return frames.world.colliders > frames.world.half_spaces && atomicLoad(&report[body * REPORT_WORDS + REPORT_NEAR]) != 0u;
}

// The cell of a body.
fn report_cell(body: u32) -> vec3<i32> {
    return report_integers(body * REPORT_WORDS + REPORT_CELL);
}

// The cell of its bounds.
fn report_bounds_cell(body: u32) -> vec3<i32> {
    return report_integers(body * REPORT_WORDS + REPORT_BOUNDS_CELL);
}

fn report_integers(word: u32) -> vec3<i32> {
    return bitcast<vec3<i32>>(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}

// Centre of the body's bounds at the end of the last step, in the cell of the bounds.
fn report_centre(body: u32) -> vec3<f32> {
    let w = body * REPORT_WORDS;
    let low = report_point(w + REPORT_LOW);
    let high = report_point(w + REPORT_HIGH);
    return 0.5 * (low + high);
}

fn report_point(word: u32) -> vec3<f32> {
    return math_from_ordered(vec3<u32>(
        atomicLoad(&report[word]), atomicLoad(&report[word + 1u]), atomicLoad(&report[word + 2u]),
    ));
}
