//#use kernel/stage/own.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/resident_whole.wgsl
// Resident vertex block descent whose threads sum whole vertices.
const SWEEP_AHEAD: bool = false;

@compute @workgroup_size(WIDTH)
fn resident_vbd_whole(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    resident_step(arena[params.work.x + group.x].x, thread);
}
