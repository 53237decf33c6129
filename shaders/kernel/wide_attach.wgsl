//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/begin.wgsl
//#use kernel/stage/work.wgsl

// One attachment of a wide body, once its substep has begun.
@compute @workgroup_size(64)
fn wide_attach(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.work.y {
        return;
    }
    let index = work_index(id.x);
    let link = attachments[index].link;
    let body = bodies[link.z];
    if params.work.z >= body.schedule.x || report_stopped(link.z) {
        return;
    }
    begin_attachment(index, substep_of(link.z, body, params.work.z));
    // partials.z: an explicit method moves its held vertices itself, after the forces.
    if params.partials.z == 0u {
        let guess = position[link.x];
        position[link.x] = vec4<f32>(begin_held(link.x, guess.xyz), guess.w);
    }
}
