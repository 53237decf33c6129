//#use memory/scratch/buffers.wgsl
//#use solver/vbd/order/portions.wgsl
//#use solver/vbd/vbd_step.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// A whole step of vertex block descent (Chen et al. 2024): one workgroup a body. Each substep moves the vertices by inertia
// and finds their contact planes, sweeps over them until forces balance, and ends with velocities and the body's momentum.
// For bodies with more vertices than threads.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_vbd(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    let body = bodies[index];
    vbd_step(index, body, work_list_own(workgroup_id.x), thread, true);
}
