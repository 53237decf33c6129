//#use kernel/pass/rounds.wgsl
//#use kernel/stage/descent.wgsl
//#use kernel/stage/small.wgsl
//#use kernel/stage/work.wgsl
// resident_vbd_small and resident_spring_small in one dispatch: where bodies are few, those of both methods run at the
// same time.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_mixed(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = work_index(group.x);
    if work_is_explicit(group.x) {
        small_step(index, bodies[index], thread);
    } else {
        descent_step(index, bodies[index], work_own(group.x), thread, false);
    }
}
