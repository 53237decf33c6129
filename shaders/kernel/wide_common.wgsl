//#use kernel/stage/own_position.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/wide.wgsl
//#use kernel/stage/tally.wgsl
// What the wide executors of all methods share.

// One attachment of a wide body, once its substep has begun.
@compute @workgroup_size(64)
fn wide_attach(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work.y {
        return;
    }
    let index = arena[params.work.x + id.x].x;
    let link = attachments[index].link;
    if params.work.z >= bodies[link.z].schedule.x || report_stopped(link.z) {
        return;
    }
    begin_attachment(index, wide_substep(link.z, params.work.z));
    // partials.z: an explicit method moves its held vertices itself, after the forces.
    if params.partials.z == 0u {
        let guess = position[link.x];
        position[link.x] = vec4<f32>(begin_held(link.x, guess.xyz), guess.w);
    }
}

// Clears what wide bodies report of a step; the last kernel of their method adds it up.
@compute @workgroup_size(16)
fn wide_clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    tally_reset(thread, arena[params.work.x + group.x].x);
}
