//#use kernel/stage/drift.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/keep.wgsl
//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
// What vertices keep of the planes and rows of an epoch. A few workgroups a patch, which share its points.

@compute @workgroup_size(KEEP_WIDTH)
fn touch_keep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let each = params.part; // workgroups of a patch
    let work = arena[params.work_row + group.x / each];
    if !limit_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    for (var i = group.x % each; i < part.points; i += each) {
        let vertex = body.first_vertex + facet_point(surface, part.first_point + i);
        let way = (drift_way(vertex) - drift_cluster_way(work.x)) / f32(params.epochs);
        keep_vertex(thread, vertex, way);
    }
}
