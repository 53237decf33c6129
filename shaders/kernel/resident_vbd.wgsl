//#use kernel/own/scratch.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/rounds.wgsl
// A whole step of vertex block descent (Chen et al. 2024): one workgroup a body. Each substep takes the vertices to
// where inertia takes them and finds their contact planes, sweeps over them until forces balance, and ends with
// velocities and the body's momentum. For bodies with more vertices than threads.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    if !resident_open(index, body, thread) {
        return;
    }
    rounds_open(body, thread);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = substep_of(index, body, s);
        resident_begin(body, sub, thread);
        for (var k = 0u; k < palindrome_passes(body.iterations); k++) {
            rounds_pass(body, sub, k, thread, true);
        }
        resident_finish(body, sub, thread);
    }
    resident_close(index, body, thread);
}
