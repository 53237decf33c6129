//#use kernel/stage/own_position.wgsl
//#use kernel/stage/wide.wgsl
//#use kernel/stage/tally.wgsl
// What wide bodies report at the end of a step. The first kernel clears, the second adds up.

@compute @workgroup_size(16)
fn wide_clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    tally_reset(thread, arena[params.work.x + group.x].x);
}

@compute @workgroup_size(128)
fn wide_report(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = arena[params.work.x + group.x];
    let body = bodies[chunk.x];
    tally_clear(thread);
    workgroupBarrier();
    if thread < chunk.z {
        let local = chunk.y + thread;
        let vertex = body.range.x + local;
        let x = position[vertex].xyz;
        let planes = u32(own_start(vertex).w);
        tally_add(local, x, velocity[vertex].xyz, finish_touching(vertex, x, planes, body.shape.y));
    }
    workgroupBarrier();
    tally_merge(thread, chunk.x);
}
