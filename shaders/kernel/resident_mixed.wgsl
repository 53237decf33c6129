//#use solver/vbd/order/portions.wgsl
//#use solver/vbd/vbd_step.wgsl
//#use solver/verlet/verlet_small.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// resident_vbd_small and resident_spring_small in one dispatch: where bodies are few, both methods run at the same time.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_mixed(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    if work_list_is_explicit(workgroup_id.x) {
        verlet_small_step(index, bodies[index], thread);
    } else {
        vbd_step(index, bodies[index], work_list_own(workgroup_id.x), thread, false);
    }
}
