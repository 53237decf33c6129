//#use memory/report.wgsl
//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/collider_mask.wgsl
//#use memory/state.wgsl
//#use memory/work_list.wgsl
//#use share/sensor.wgsl
// Finds the sensors that a body is in at the end of the step: at least one vertex is inside. Sensors are colliders that no
// other kernel reads. The result is one bit a sensor, 24 in a number, which an f32 holds exactly. A workgroup a body.

const SENSOR_WIDTH: u32 = 128u; // threads: at least SENSOR_BITS SENSOR_NUMBERS

var<workgroup> sensor_near: array<atomic<u32>, SENSOR_NUMBERS>;  // sensors whose bounds overlap the body's box
var<workgroup> sensor_found: array<atomic<u32>, SENSOR_NUMBERS>; // sensors that the body is in

fn sensor_collider(row: u32) -> Collider {
    return collider_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

// Whether the bounding ball of a sensor overlaps the box of a body.
fn sensor_is_near(index: u32, collider: Collider, number: u32) -> bool {
    if !collider_mask_meets(frames.world.colliders + number, collider, bodies[index]) {
        return false;
    }
    let radius = collider_radius(collider);
    let centre = collider_list_pose(collider, frames.list[collider.frame], 1.0, report_bounds_cell(index)).position;
    let word = index * REPORT_WORDS;
    let apart = max(report_point(word + REPORT_LOW) - centre, centre - report_point(word + REPORT_HIGH));
    return radius < 0.0 || length(max(apart, vec3<f32>(0.0))) <= radius;
}

// Whether a vertex of a thread is in a sensor.
fn sensor_holds(index: u32, collider: Collider, thread: u32) -> bool {
    let body = bodies[index];
    let pose = collider_list_pose(collider, frames.list[collider.frame], 1.0, report_cell(index));
    for (var i = thread; i < body.vertex_count; i += SENSOR_WIDTH) {
        let x = state[state_row(STATE_POSITION, body.first_vertex + i)].xyz;
        if solid_distance_of(collider, pose_to_local(pose, x)).w <= 0.0 {
            return true;
        }
    }
    return false;
}

@compute @workgroup_size(SENSOR_WIDTH)
fn sensor(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x];
    let rows = (work.z + SENSOR_BITS * SENSOR_NUMBERS - 1u) / (SENSOR_BITS * SENSOR_NUMBERS);
    let stopped = report_stopped(work.x);
    for (var row = 0u; row < rows; row++) {
        if thread < SENSOR_NUMBERS {
            atomicStore(&sensor_near[thread], 0u);
            atomicStore(&sensor_found[thread], 0u);
        }
        workgroupBarrier();
        let own = SENSOR_BITS * SENSOR_NUMBERS * row + thread;
        if thread < SENSOR_BITS * SENSOR_NUMBERS && own < work.z && !stopped {
            if sensor_is_near(work.x, sensor_collider(work.y + COLLIDER_ROWS * own), own) {
                atomicOr(&sensor_near[thread / SENSOR_BITS], 1u << (thread % SENSOR_BITS));
            }
        }
        workgroupBarrier();
        for (var number = 0u; number < SENSOR_NUMBERS; number++) {
            for (var mask = atomicLoad(&sensor_near[number]); mask != 0u; mask &= mask - 1u) {
                let bit = countTrailingZeros(mask);
                let index = SENSOR_BITS * (SENSOR_NUMBERS * row + number) + bit;
                if sensor_holds(work.x, sensor_collider(work.y + COLLIDER_ROWS * index), thread) {
                    atomicOr(&sensor_found[number], 1u << bit);
                }
            }
        }
        workgroupBarrier();
        if thread < SENSOR_NUMBERS {
            state[params.sum_row + rows * workgroup_id.x + row][thread] = f32(atomicLoad(&sensor_found[thread]));
        }
        workgroupBarrier();
    }
}
