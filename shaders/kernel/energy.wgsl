//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/free.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/work.wgsl
// Whether free bodies gain energy, once a step after all solvers. Energies are whole numbers of a small unit, so their sum
// does not depend on the order of threads, and differences survive an overflow of the sum. Motion is seen from a frame
// that falls with gravity: there the energy of a body that touches nothing stays or falls.

const ENERGY_PARTS: f32 = 16777216.0; // units in what the body's modulus times its volume, or a size a second, makes
const ENERGY_LIMIT: i32 = 4096;       // units that a rise must have to count: 2.4e-4 of that

// REPORT_ENERGY_STAGE: what is known of the last step.
const ENERGY_FRAME: u32 = 1u; // the frame
const ENERGY_LEAST: u32 = 2u; // and the least energy seen from it

fn energy_word(body: u32, word: u32) -> f32 {
    return bitcast<f32>(atomicLoad(&report[body * REPORT_WORDS + word]));
}

// Velocity of the falling frame at the end of the last step.
fn energy_frame(body: u32) -> vec3<f32> {
    return vec3<f32>(
        energy_word(body, REPORT_ENERGY_FRAME), energy_word(body, REPORT_ENERGY_FRAME + 1u),
        energy_word(body, REPORT_ENERGY_FRAME + 2u),
    );
}

// Energy of one vertex, with its parts of edges and tets, in units.
fn energy_of(body: Body, lane: RowLane, frame: vec3<f32>) -> i32 {
    let vertex = body.first_vertex + lane.vertex;
    let place = state[state_row(STATE_POSITION, vertex)];
    let v = state[state_row(STATE_VELOCITY, vertex)].xyz - frame;
    let energy = 0.5 * dot(v, v) / max(place.w, 1e-30) + sweep_energy(body, lane, place.xyz);
    let size = body.size;
    let whole = size * size * (0.125 * body.elastic.x / body.scale * size + body.mass); // of edges: mu times the scale
    return i32(round(clamp(energy / whole, 0.0, 1.0) * ENERGY_PARTS));
}

// Whether a body is watched in this step.
fn energy_watches(index: u32) -> bool {
    return body_is_free(bodies[index]) && free_alone(index) && !report_touching(index) && !report_stopped(index);
}

// Adds up the energy of the vertices of one slice.
@compute @workgroup_size(32)
fn energy_sum(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = work_slice(group.x);
    if !energy_watches(work.body) {
        return;
    }
    let body = bodies[work.body];
    body_first = body.first_vertex;
    let lane = row_lane(body, work.slice, thread);
    if lane.alive {
        let frame = energy_frame(work.body) + params_dt(params) * params.gravity.xyz;
        let energy = energy_of(body, lane, frame);
        atomicAdd(&report[work.body * REPORT_WORDS + REPORT_ENERGY], bitcast<u32>(energy));
    }
}

// Compares the energy of one body with the least it had since it last met something.
@compute @workgroup_size(64)
fn energy_body(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work_count {
        return;
    }
    let index = work_index(id.x);
    let body = bodies[index];
    let word = index * REPORT_WORDS;
    let energy = bitcast<i32>(atomicExchange(&report[word + REPORT_ENERGY], 0u));
    let stage = select(0u, atomicLoad(&report[word + REPORT_ENERGY_STAGE]), energy_watches(index));
    var frame = energy_frame(index) + params_dt(params) * params.gravity.xyz;
    if stage == 0u {
        frame = state[state_row(STATE_VELOCITY, body.first_vertex)].xyz;
    } else {
        let least = bitcast<i32>(atomicLoad(&report[word + REPORT_ENERGY_LEAST]));
        let rise = energy - least;
        if stage == ENERGY_FRAME || rise < 0 {
            atomicStore(&report[word + REPORT_ENERGY_LEAST], bitcast<u32>(energy));
        } else if rise > ENERGY_LIMIT {
            atomicAdd(&report[word + REPORT_RISES], 1u);
        }
    }
    atomicStore(&report[word + REPORT_ENERGY_STAGE], min(stage + 1u, ENERGY_LEAST));
    for (var axis = 0u; axis < 3u; axis++) {
        atomicStore(&report[word + REPORT_ENERGY_FRAME + axis], bitcast<u32>(frame[axis]));
    }
}
