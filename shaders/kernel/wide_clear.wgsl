//#use memory/statistics.wgsl
//#use memory/work_list.wgsl

// Clears the reports of large bodies. The last kernel of their method sums into them.
@compute @workgroup_size(16)
fn wide_clear(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    statistics_reset(thread, work_list_index(workgroup_id.x));
}
