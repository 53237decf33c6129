//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/vbd/sweep.wgsl
//#use solver/vbd/vbd_record.wgsl
//#use contact/colliders/planes.wgsl
//#use contact/bodies/none.wgsl
//#use solver/common/energy_monitor.wgsl
//#use memory/work_list.wgsl
// Finds bodies that gain energy by themselves, after all solvers of every eighth step (src/solver/energy.rs): the test costs
// as much as a sweep, and a body that boils does not stop. Energies are integers of a small unit, so their sum does not
// depend on the order of threads, and differences survive an overflow of the sum.

const ENERGY_PARTS: f32 = 16777216.0; // units in the body's modulus times its volume, or in a size a second
const ENERGY_THRESHOLD: i32 = 4096;   // units that a rise must have to count: 2.4e-4 of those
const ENERGY_MOST: f32 = 536870912.0; // most units of a vertex: f32 rounds larger ones to more than 32
const ENERGY_FAST: f32 = 64.0;        // sizes a second; mean velocities of faster vertices might overflow
const ENERGY_FAR: f32 = 64.0;         // most heights in sizes: the rounding of larger ones would show

struct Energy {
    kept: f32,        // of forces that have a potential
    drawn: f32,       // of the barriers of squeezed tets, which have none
    drift: vec3<f32>, // part of the mean velocity in the frame
    is_seen: bool,    // whether the numbers fit
}

// The energy of one vertex, in units. `watch`: the stage of its body's monitor.
fn energy_of(index: u32, body: Body, lane: RecordLane, watch: u32) -> Energy {
    let vertex = body.first_vertex + lane.vertex;
    let position = state[state_row(STATE_POSITION, vertex)];
    let elastic = sweep_energy(body, lane, position.xyz);
    var energy = Energy(elastic.x, elastic.y, vec3<f32>(0.0), true);
    var whole = body.size * (0.125 * vbd_elastic(body).x / body.scale * body.size + body.mass); // edges: mu times the scale
    whole *= body.size;
    let mass = select(0.0, 1.0 / position.w, position.w > 0.0);
    var v = state[state_row(STATE_VELOCITY, vertex)].xyz;
    if watch == ENERGY_MONITOR_FALLS {
        v -= energy_monitor_vector(index, REPORT_ENERGY_FRAME);
        energy.drift = ENERGY_PARTS * mass / (body.mass * body.size) * v;
        energy.is_seen = length(v) < ENERGY_FAST * body.size;
    } else {
        let g = params.gravity.xyz;
        whole += body.mass * length(g) * body.size;
        energy.kept -= mass * dot(g, position.xyz - energy_monitor_vector(index, REPORT_ENERGY_POSITION));
        if body.attachment_count > 0u {
            let pull = state[state_row(STATE_TARGET, vertex)];
            let displacement = pull.xyz - position.xyz;
            energy.kept += 0.5 * max(pull.w, 0.0) * dot(displacement, displacement);
        }
    }
    energy.kept = ENERGY_PARTS / whole * (energy.kept + 0.5 * mass * dot(v, v));
    energy.drawn *= ENERGY_PARTS / whole;
    energy.is_seen &= abs(energy.kept) < ENERGY_MOST && energy.drawn < ENERGY_MOST; // false also for NaN
    return energy;
}

// Whether a vertex is inside a half-space, which pushes it out.
fn energy_inside(index: u32, body: Body, vertex: u32) -> bool {
    let x = state[state_row(STATE_POSITION, vertex)].xyz;
    var inside = false;
    let half_spaces = frames.world.half_spaces;
    for (var k = 0u; k < half_spaces; k++) {
        let collider = scene_collider(k);
        let pose = pose_of_plane(frames.list[collider.frame], 1.0, report_cell(index));
        let gap = collider_list_distance(collider, pose_to_local(pose, x)).w;
        inside = inside || (collider_mask_meets(k, collider, body) && gap < -COLLIDER_PLANES_SKIN * body.size);
    }
    return inside;
}

fn energy_add(index: u32, word: u32, units: f32) {
    atomicAdd(&report[index * REPORT_WORDS + word], bitcast<u32>(i32(round(units))));
}

// Sums the energy of the vertices of one slice.
@compute @workgroup_size(32)
fn energy_sum(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = work_list_slice(workgroup_id.x);
    let watch = energy_monitor_stage(work.body);
    if watch == ENERGY_MONITOR_UNSEEN {
        return;
    }
    let body = bodies[work.body];
    position_first = body.first_vertex;
    let lane = record_lane(body, work.slice, thread);
    if !lane.alive {
        return;
    }
    let energy = energy_of(work.body, body, lane, watch);
    let driven = watch == ENERGY_MONITOR_STANDS && energy_inside(work.body, body, body.first_vertex + lane.vertex);
    if driven || !energy.is_seen {
        // The monitor of the body starts again.
        atomicStore(&report[work.body * REPORT_WORDS + REPORT_ENERGY_STAGE], ENERGY_MONITOR_UNSEEN);
        return;
    }
    energy_add(work.body, REPORT_ENERGY, energy.kept);
    if energy.drawn > 0.0 {
        energy_add(work.body, REPORT_ENERGY_DRAWN, energy.drawn);
    }
    if watch == ENERGY_MONITOR_FALLS {
        for (var axis = 0u; axis < 3u; axis++) {
            energy_add(work.body, REPORT_ENERGY_DRIFT + axis, energy.drift[axis]);
        }
    }
}

// A sum, in units, which is set to zero for the next step.
fn energy_take(index: u32, word: u32) -> i32 {
    return bitcast<i32>(atomicExchange(&report[index * REPORT_WORDS + word], 0u));
}

// Compares the energy of one body with its minimum since the monitor started. Barriers of squeezed tets may have added energy
// or not, so the minimum includes them, and the compared energy does not.
@compute @workgroup_size(64)
fn energy_body(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work_count {
        return;
    }
    let index = work_list_index(id.x);
    let body = bodies[index];
    let word = index * REPORT_WORDS;
    let energy = energy_take(index, REPORT_ENERGY);
    let most = energy + energy_take(index, REPORT_ENERGY_DRAWN);
    let drift = vec3<f32>(vec3<i32>(
        energy_take(index, REPORT_ENERGY_DRIFT), energy_take(index, REPORT_ENERGY_DRIFT + 1u),
        energy_take(index, REPORT_ENERGY_DRIFT + 2u),
    ));
    let first = state_row(STATE_POSITION, body.first_vertex);
    let away = distance(state[first].xyz, energy_monitor_vector(index, REPORT_ENERGY_POSITION));
    let watch = energy_monitor_stage(index);
    let noted = atomicLoad(&report[word + REPORT_ENERGY_STAGE]);
    let lost = noted / ENERGY_MONITOR_STAGES != watch || (watch == ENERGY_MONITOR_STANDS && away > ENERGY_FAR * body.size);
    let stage = select(noted % ENERGY_MONITOR_STAGES, 0u, lost);
    var frame = energy_monitor_vector(index, REPORT_ENERGY_FRAME) + body.size / ENERGY_PARTS * drift;
    if stage == 0u {
        frame = state[state_row(STATE_VELOCITY, body.first_vertex)].xyz;
        energy_monitor_set_vector(index, REPORT_ENERGY_POSITION, state[first].xyz);
    } else if stage >= ENERGY_MONITOR_FRAME {
        let least = bitcast<i32>(atomicLoad(&report[word + REPORT_ENERGY_LEAST]));
        if stage == ENERGY_MONITOR_FRAME || most - least < 0 {
            atomicStore(&report[word + REPORT_ENERGY_LEAST], bitcast<u32>(most));
        } else if energy - least > ENERGY_THRESHOLD {
            atomicAdd(&report[word + REPORT_RISES], 1u);
        }
    }
    energy_monitor_set_vector(index, REPORT_ENERGY_FRAME, frame);
    let next = ENERGY_MONITOR_STAGES * watch + min(stage + 1u, ENERGY_MONITOR_LEAST);
    atomicStore(&report[word + REPORT_ENERGY_STAGE], select(next, ENERGY_MONITOR_UNSEEN, watch == ENERGY_MONITOR_UNSEEN));
}
