//#use contact/detection/kinematic_surface.wgsl
//#use memory/report.wgsl
//#use contact/detection/scene.wgsl
//#use memory/state.wgsl
//#use memory/contacts/rows.wgsl
//#use lib/bounding_box.wgsl
// Kinematic surfaces: bodies whose vertices a frame moves. Writes their vertices at the frame's pose at the start of an
// epoch or, after the last, at its end. Surfaces that have come to rest are skipped.

// Reports a surface's box and cell at the start of the step, and the speed of its fastest point.
fn surface_motion_report(slot: u32, surface: KinematicSurface, frame: Frame, cell: vec3<i32>) {
    let pose = pose_at(frame, 0.0, cell);
    var low = vec3<f32>(3.4e38);
    var high = vec3<f32>(-3.4e38);
    for (var corner = 0u; corner < 8u; corner++) {
        let p = pose_to_world(pose, kinematic_surface_corner(surface, corner));
        low = min(low, p);
        high = max(high, p);
    }
    let radius = length(max(abs(surface.low.xyz), abs(surface.high.xyz)));
    let speed = bounding_box_displacement(frame, pose.position, cell, radius) / params_dt(params);
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

// A vertex at a fraction t of the step, and its position after the next epoch. Its velocity is the mean over the step.
// Contact reads both.
fn surface_motion_vertices(body: Body, surface: KinematicSurface, frame: Frame, cell: vec3<i32>, number: u32, t: f32) {
    let rest = arena[body.surface_row + contacts_surface(body).rest_row + number];
    let local = surface.scale.xyz * bitcast<vec3<f32>>(rest.xyz);
    let displacement = pose_to_world(pose_at(frame, 1.0, cell), local) - pose_to_world(pose_at(frame, 0.0, cell), local);
    let pose = pose_at(frame, t, cell);
    let vertex = body.first_vertex + number;
    state[state_row(STATE_POSITION, vertex)] = vec4<f32>(pose_to_world(pose, local), 0.0);
    state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(displacement / params_dt(params), 0.0);
    let next = pose_at(frame, min(t + 1.0 / f32(params.epochs), 1.0), cell);
    state[state_row(STATE_INERTIA, vertex)] = vec4<f32>(pose_to_world(next, local), 0.0);
}

@compute @workgroup_size(128)
fn surface_motion(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x);
    let body = bodies[chunk.body];
    let surface = kinematic_surface_of_body(body);
    let frame = frames.list[surface.frame];
    if frame_rests(frame) {
        return;
    }
    let cell = frame.cell1.xyz;
    if params.part == 0u && chunk.first == 0u && thread == 0u {
        surface_motion_report(chunk.body, surface, frame, cell);
    }
    if thread < chunk.count {
        surface_motion_vertices(body, surface, frame, cell, chunk.first + thread, f32(params.part) / f32(params.epochs));
    }
}
