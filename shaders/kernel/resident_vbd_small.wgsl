//#use memory/scratch/registers.wgsl
//#use solver/vbd/order/portions.wgsl
//#use solver/vbd/vbd_step.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// The step of resident_vbd for bodies with at most one vertex a thread, which the thread keeps in registers.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_vbd_small(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    vbd_step(index, body, work_list_own(workgroup_id.x), thread, false);
}
