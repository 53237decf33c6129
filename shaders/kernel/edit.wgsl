//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use memory/workgroup.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/report.wgsl
//#use memory/frame_pose.wgsl
//#use memory/state.wgsl
//#use share/command.wgsl
// Edits between steps that only the GPU can apply, since only it has the positions of vertices. The binding `arena` holds
// the commands.

const EDIT_MASS: u32 = 0u;    // sets an inverse mass
const EDIT_ANCHOR: u32 = 1u;  // anchors a vertex at a given point of its frame
const EDIT_CAPTURE: u32 = 2u; // anchors a vertex at its position

fn edit_command(index: u32) -> Command {
    let row = COMMAND_ROWS * index;
    return command_of(arena[row], arena[row + 1u], arena[row + 2u]);
}

// The point that a command gives, in the cell of its body.
fn edit_point(command: Command, cell: vec3<i32>) -> vec3<f32> {
    return command.vector.xyz + cell_between(cell, command.cell.xyz);
}

// One vertex a thread: masses and anchors.
@compute @workgroup_size(64)
fn edit_vertices(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work_count {
        return;
    }
    let command = edit_command(params.work_row + id.x);
    let vertex = command.vertex;
    if command.kind == EDIT_MASS {
        state[state_row(STATE_POSITION, vertex)].w = command_value(command);
        return;
    }
    let is_world = command.frame == FRAME_POSE_WORLD;
    let cell = report_cell(command.body);
    var anchor = command.vector.xyz;
    if command.kind == EDIT_CAPTURE {
        // Before a step, frames are at their poses at its start.
        anchor = pose_to_local(frame_pose_of(command.frame, 0.0, cell), state[state_row(STATE_POSITION, vertex)].xyz);
    } else if is_world {
        anchor = edit_point(command, cell);
    }
    state[state_row(STATE_ANCHOR, vertex)] = vec4<f32>(anchor, select(0.0, 1.0, is_world));
}

// Adds the velocity that an impulse gives to a rigid body of this mass and shape. One body a workgroup. Two commands: the
// impulse, with the body and 1 if a point is given, and the point.
@compute @workgroup_size(128)
fn edit_impulse(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let row = params.work_row + 2u * workgroup_id.x;
    let command = edit_command(row);
    let body = bodies[command.body];
    if thread == 0u {
        atomicStore(&report[command.body * REPORT_WORDS + REPORT_ENERGY_STAGE], 0u);
    }
    let origin = rigid_motion_origin(state[state_row(STATE_POSITION, body.first_vertex)].xyz, body.first_vertex);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        sums += rigid_motion_sums(vertex, state[state_row(STATE_POSITION, vertex)].xyz, state[state_row(STATE_VELOCITY, vertex)].xyz, origin);
    }
    let total = workgroup_sums(thread, sums);
    let centre = rigid_motion_centre(total) + origin.place;
    let point = edit_point(edit_command(row + 1u), report_cell(command.body));
    let arm = select(vec3<f32>(0.0), point - centre, command_value(command) > 0.0);
    let push = command.vector.xyz / max(total[0].w, 1e-30);
    let spin = math_sym3_mul(rigid_motion_inverse_inertia(total), cross(arm, command.vector.xyz));
    for (var i = thread; i < body.vertex_count; i += 128u) {
        let vertex = body.first_vertex + i;
        let x = state[state_row(STATE_POSITION, vertex)];
        if x.w > 0.0 {
            let change = push + cross(spin, x.xyz - centre);
            let speed = length(state[state_row(STATE_VELOCITY, vertex)].xyz + change);
            atomicMax(&report[command.body * REPORT_WORDS + REPORT_SPEED], bitcast<u32>(speed));
            state[state_row(STATE_VELOCITY, vertex)] = vec4<f32>(state[state_row(STATE_VELOCITY, vertex)].xyz + change, state[state_row(STATE_VELOCITY, vertex)].w);
        }
    }
}
