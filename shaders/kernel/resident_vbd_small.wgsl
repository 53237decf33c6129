//#use kernel/stage/own_register.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/resident_sweep.wgsl
// Resident vertex block descent of bodies with at most one vertex a thread.
const SWEEP_AHEAD: bool = false;

@compute @workgroup_size(WIDTH)
fn resident_vbd_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    resident_step(arena[params.work.x + group.x].x, thread);
}
