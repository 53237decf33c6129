//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/sweep.wgsl
//#use kernel/stage/watch.wgsl
//#use kernel/stage/work.wgsl
// Whether bodies gain energy by themselves, after all solvers of every eighth step (src/solver/energy.rs): that costs as
// much as a sweep, and a body that boils does not stop. Energies are whole numbers of a small unit, so
// their sum does not depend on the order of threads, and differences survive an overflow of the sum.

const ENERGY_PARTS: f32 = 16777216.0; // units in what the body's modulus times its volume, or a size a second, makes
const ENERGY_LIMIT: i32 = 4096;       // units that a rise must have to count: 2.4e-4 of that
const ENERGY_MOST: f32 = 536870912.0; // units of a vertex: f32 rounds more than this to more than 32
const ENERGY_FAST: f32 = 64.0;        // sizes a second at which mean velocities are summed: a sum of more might overflow
const ENERGY_FAR: f32 = 64.0;         // sizes that heights may reach: the rounding of more would be seen

struct Energy {
    kept: f32,        // without what no force is the gradient of
    drawn: f32,       // that: barriers of tets that have drawn together
    drift: vec3<f32>, // part of the mean velocity in the frame
    is_seen: bool,    // whether the numbers have room for it
}

// The energy of one vertex, in units. `watch`: how its body is watched.
fn energy_of(index: u32, body: Body, lane: RowLane, watch: u32) -> Energy {
    let vertex = body.first_vertex + lane.vertex;
    let place = state[state_row(STATE_POSITION, vertex)];
    let elastic = sweep_energy(body, lane, place.xyz);
    var energy = Energy(elastic.x, elastic.y, vec3<f32>(0.0), true);
    var whole = body.size * (0.125 * body.elastic.x / body.scale * body.size + body.mass); // of edges: mu times the scale
    whole *= body.size;
    let mass = select(0.0, 1.0 / place.w, place.w > 0.0);
    var v = state[state_row(STATE_VELOCITY, vertex)].xyz;
    if watch == WATCH_FALLS {
        v -= watch_vector(index, REPORT_ENERGY_FRAME);
        energy.drift = ENERGY_PARTS * mass / (body.mass * body.size) * v;
        energy.is_seen = length(v) < ENERGY_FAST * body.size;
    } else {
        let g = params.gravity.xyz;
        whole += body.mass * length(g) * body.size;
        energy.kept -= mass * dot(g, place.xyz - watch_vector(index, REPORT_ENERGY_PLACE));
        if body.attachment_count > 0u {
            let pull = state[state_row(STATE_TARGET, vertex)];
            let way = pull.xyz - place.xyz;
            energy.kept += 0.5 * max(pull.w, 0.0) * dot(way, way);
        }
    }
    energy.kept = ENERGY_PARTS / whole * (energy.kept + 0.5 * mass * dot(v, v));
    energy.drawn *= ENERGY_PARTS / whole;
    energy.is_seen &= abs(energy.kept) < ENERGY_MOST && energy.drawn < ENERGY_MOST; // nor if it is not finite
    return energy;
}

// Whether a vertex is inside a half-space, which drives it out.
fn energy_inside(index: u32, body: Body, vertex: u32) -> bool {
    let x = state[state_row(STATE_POSITION, vertex)].xyz;
    var inside = false;
    let half_spaces = frames.world.half_spaces;
    for (var k = 0u; k < half_spaces; k++) {
        let collider = scene_collider(k);
        let pose = pose_of_plane(frames.list[collider.frame], 1.0, report_cell(index));
        let gap = collider_distance(collider.shape, collider.size.xyz, pose_to_local(pose, x)).w;
        inside = inside || (nearby_meets(k, collider, body) && gap < -CONTACT_SKIN * body.size);
    }
    return inside;
}

fn energy_add(index: u32, word: u32, units: f32) {
    atomicAdd(&report[index * REPORT_WORDS + word], bitcast<u32>(i32(round(units))));
}

// Adds up the energy of the vertices of one slice.
@compute @workgroup_size(32)
fn energy_sum(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = work_slice(group.x);
    let watch = watch_how(work.body);
    if watch == WATCH_UNSEEN {
        return;
    }
    let body = bodies[work.body];
    body_first = body.first_vertex;
    let lane = row_lane(body, work.slice, thread);
    if !lane.alive {
        return;
    }
    let energy = energy_of(work.body, body, lane, watch);
    let driven = watch == WATCH_STANDS && energy_inside(work.body, body, body.first_vertex + lane.vertex);
    if driven || !energy.is_seen {
        // The body is watched anew.
        atomicStore(&report[work.body * REPORT_WORDS + REPORT_ENERGY_STAGE], WATCH_UNSEEN);
        return;
    }
    energy_add(work.body, REPORT_ENERGY, energy.kept);
    if energy.drawn > 0.0 {
        energy_add(work.body, REPORT_ENERGY_DRAWN, energy.drawn);
    }
    if watch == WATCH_FALLS {
        for (var axis = 0u; axis < 3u; axis++) {
            energy_add(work.body, REPORT_ENERGY_DRIFT + axis, energy.drift[axis]);
        }
    }
}

// What a sum came to, in units. The next step begins at zero.
fn energy_take(index: u32, word: u32) -> i32 {
    return bitcast<i32>(atomicExchange(&report[index * REPORT_WORDS + word], 0u));
}

// Compares the energy of one body with the least it had since it was last watched anew. Barriers of tets that have drawn
// together may have given it some or not, so the least is taken with them, and what is compared without.
@compute @workgroup_size(64)
fn energy_body(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work_count {
        return;
    }
    let index = work_index(id.x);
    let body = bodies[index];
    let word = index * REPORT_WORDS;
    let energy = energy_take(index, REPORT_ENERGY);
    let most = energy + energy_take(index, REPORT_ENERGY_DRAWN);
    let drift = vec3<f32>(vec3<i32>(
        energy_take(index, REPORT_ENERGY_DRIFT), energy_take(index, REPORT_ENERGY_DRIFT + 1u),
        energy_take(index, REPORT_ENERGY_DRIFT + 2u),
    ));
    let first = state_row(STATE_POSITION, body.first_vertex);
    let away = distance(state[first].xyz, watch_vector(index, REPORT_ENERGY_PLACE));
    let watch = watch_how(index);
    let noted = atomicLoad(&report[word + REPORT_ENERGY_STAGE]);
    let lost = noted / WATCH_STAGES != watch || (watch == WATCH_STANDS && away > ENERGY_FAR * body.size);
    let stage = select(noted % WATCH_STAGES, 0u, lost);
    var frame = watch_vector(index, REPORT_ENERGY_FRAME) + body.size / ENERGY_PARTS * drift;
    if stage == 0u {
        frame = state[state_row(STATE_VELOCITY, body.first_vertex)].xyz;
        watch_set_vector(index, REPORT_ENERGY_PLACE, state[first].xyz);
    } else if stage >= WATCH_FRAME {
        let least = bitcast<i32>(atomicLoad(&report[word + REPORT_ENERGY_LEAST]));
        if stage == WATCH_FRAME || most - least < 0 {
            atomicStore(&report[word + REPORT_ENERGY_LEAST], bitcast<u32>(most));
        } else if energy - least > ENERGY_LIMIT {
            atomicAdd(&report[word + REPORT_RISES], 1u);
        }
    }
    watch_set_vector(index, REPORT_ENERGY_FRAME, frame);
    let next = WATCH_STAGES * watch + min(stage + 1u, WATCH_LEAST);
    atomicStore(&report[word + REPORT_ENERGY_STAGE], select(next, WATCH_UNSEEN, watch == WATCH_UNSEEN));
}
