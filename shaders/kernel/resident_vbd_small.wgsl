//#use kernel/own/register.wgsl
//#use kernel/pass/rounds.wgsl
//#use kernel/stage/descent.wgsl
//#use kernel/stage/work.wgsl
// The step of resident_vbd for bodies with at most one vertex a thread, which the thread keeps in registers.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    descent_step(index, body, work_own(group.x), thread, false);
}
