//#use kernel/own/register.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/rounds.wgsl
// The step of resident_vbd for bodies with at most one vertex a thread, which the thread keeps in registers.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
            rounds_pass(body, sub, k, thread, false);
        }
        resident_finish(body, sub, thread);
    }
    resident_close(index, body, thread);
}
