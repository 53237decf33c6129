//#use kernel/stage/tally.wgsl
//#use kernel/stage/work.wgsl

// Clears what large bodies report of a step. The last kernel of their method adds it up.
@compute @workgroup_size(16)
fn wide_clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    tally_reset(thread, work_index(group.x));
}
