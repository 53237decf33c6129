//#use kernel/stage/small.wgsl
//#use kernel/stage/work.wgsl
// The step of resident_spring for bodies with at most one vertex a thread.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_spring_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    small_step(index, bodies[index], thread);
}
