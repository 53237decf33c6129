//#use kernel/own/scratch.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/whole.wgsl
// The step of resident_vbd for crowds of bodies: threads sum whole vertices.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_vbd_whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    let body = bodies[index];
    if !resident_open(index, body, thread) {
        return;
    }
    let motion = free_motion(index);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = free_substep(substep_of(index, body, s), motion);
        resident_begin(body, sub, thread);
        let passes = palindrome_passes(palindrome_sweeps(body.iterations, sub.parted));
        for (var k = 0u; k < passes; k++) {
            if 2u * k == passes && sub.parted {
                resident_coarse(body, sub, work_own(group.x), thread);
            }
            whole_pass(body, sub, k, thread);
        }
        resident_finish(body, sub, thread);
    }
    resident_close(index, body, thread);
}
