//#use kernel/own/scratch.wgsl
//#use kernel/pass/rounds.wgsl
//#use kernel/stage/descent.wgsl
//#use kernel/stage/work.wgsl
// A whole step of vertex block descent (Chen et al. 2024): one workgroup a body. Each substep takes the vertices to
// where inertia takes them and finds their contact planes, sweeps over them until forces balance, and ends with
// velocities and the body's momentum. For bodies with more vertices than threads.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    descent_step(index, body, work_own(group.x), thread, true);
}
