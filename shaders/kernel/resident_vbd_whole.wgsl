//#use kernel/own/scratch.wgsl
//#use kernel/pass/whole.wgsl
//#use kernel/stage/descent.wgsl
//#use kernel/stage/work.wgsl
// The step of resident_vbd for crowds of bodies: threads sum whole vertices.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd_whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    descent_step(index, body, work_own(group.x), thread, false);
}
