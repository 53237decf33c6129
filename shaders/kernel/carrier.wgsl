//#use kernel/stage/carried.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/scene.wgsl
//#use kernel/stage/state.wgsl
//#use kernel/stage/touch.wgsl
//#use lib/bound.wgsl
// Surfaces of colliders, which are bodies that frames carry: puts their vertices where their frame is when an epoch
// begins or, after the last, ends. Those that have come to rest stay as they are.

// Notes where the surface is when the step begins, in which cell, and how fast its fastest point goes.
fn carrier_report(slot: u32, carrier: Carrier, frame: Frame, cell: vec3<i32>) {
    let pose = pose_at(frame, 0.0, cell);
    var low = vec3<f32>(3.4e38);
    var high = vec3<f32>(-3.4e38);
    for (var corner = 0u; corner < 8u; corner++) {
        let p = pose_to_world(pose, carried_corner(carrier, corner));
        low = min(low, p);
        high = max(high, p);
    }
    let radius = length(max(abs(carrier.low.xyz), abs(carrier.high.xyz)));
    let speed = bound_way(frame, pose.position, cell, radius) / params_dt(params);
    let word = slot * REPORT_WORDS;
    let lows = math_ordered(low);
    let highs = math_ordered(high);
    for (var axis = 0u; axis < 3u; axis++) {
        atomicStore(&report[word + REPORT_LOW + axis], lows[axis]);
        atomicStore(&report[word + REPORT_HIGH + axis], highs[axis]);
        atomicStore(&report[word + REPORT_CELL + axis], bitcast<u32>(cell[axis]));
        atomicStore(&report[word + REPORT_BOUNDS_CELL + axis], bitcast<u32>(cell[axis]));
    }
    atomicStore(&report[word + REPORT_SPEED], bitcast<u32>(speed));
}

// A vertex at a fraction t of the step, and where the next epoch takes it. Its velocity is that of the step as a whole;
// contact reads them.
fn carrier_place(body: Body, carrier: Carrier, frame: Frame, cell: vec3<i32>, number: u32, t: f32) {
    let rest = arena[body.surface_row + touch_surface(body).rest_row + number];
    let local = carrier.scale.xyz * bitcast<vec3<f32>>(rest.xyz);
    let way = pose_to_world(pose_at(frame, 1.0, cell), local) - pose_to_world(pose_at(frame, 0.0, cell), local);
    let pose = pose_at(frame, t, cell);
    let vertex = body.first_vertex + number;
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(pose_to_world(pose, local), 0.0);
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(way / params_dt(params), 0.0);
    let next = pose_at(frame, min(t + 1.0 / f32(params.epochs), 1.0), cell);
    state[state_row(STATE_INERTIA, vertex)] = vec4<f32>(pose_to_world(next, local), 0.0);
}

@compute @workgroup_size(128)
fn carrier(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_chunk(group.x);
    let body = bodies[chunk.body];
    let carried = carried_of(body);
    let frame = frames.list[carried.frame];
    if frame_rests(frame) {
        return;
    }
    let cell = frame.cell1.xyz;
    if params.part == 0u && chunk.first == 0u && thread == 0u {
        carrier_report(chunk.body, carried, frame, cell);
    }
    if thread < chunk.count {
        carrier_place(body, carried, frame, cell, chunk.first + thread, f32(params.part) / f32(params.epochs));
    }
}
