//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use contact/colliders/none.wgsl
//#use contact/bodies/none.wgsl
//#use solver/vbd/first_guess.wgsl
//#use solver/vbd/free_motion.wgsl
//#use memory/work_list.wgsl

// One attachment of a large body, after its substep has begun. With params.part 1 the solver moves held vertices itself,
// later.
@compute @workgroup_size(64)
fn wide_attach(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work_count {
        return;
    }
    let row = work_list_index(id.x);
    let attachment = attachment_of(arena[row]);
    let body = bodies[attachment.body];
    let number = substep_at(body, params.substep);
    if number == SUBSTEP_NONE || report_stopped(attachment.body) {
        return;
    }
    let sub = free_motion_known(substep_of(attachment.body, body, number));
    attachment_pull(row, sub);
    if params.part == 0u {
        let guess = state[state_row(STATE_POSITION, attachment.vertex)];
        state[state_row(STATE_POSITION, attachment.vertex)] = vec4<f32>(first_guess_held(attachment.vertex, guess.xyz, sub), guess.w);
    }
}
