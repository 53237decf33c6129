//#use solver/verlet/verlet_small.wgsl
//#use memory/work_list.wgsl
//#open contact/colliders contact/bodies
// The step of resident_spring for bodies with at most one vertex a thread.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_spring_small(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_list_index(workgroup_id.x);
    verlet_small_step(index, bodies[index], thread);
}
