//#use kernel/own/scratch.wgsl
//#use kernel/stage/resident.wgsl
//#use kernel/stage/shape.wgsl
// A whole step of shape matching (Müller et al. 2005): one workgroup a body. Each substep takes the vertices to where
// inertia takes them within their planes, fits the clusters, draws the vertices to their goals, and ends with
// velocities and the body's momentum.

@compute @workgroup_size(GROUP_WIDTH)
fn resident_shape(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + group.x]; // body, first state row of its own, zero, zero
    let body = bodies[work.x];
    if !resident_open(work.x, body, thread) {
        return;
    }
    let tables = shape_tables(body, params.sum_row + work.y);
    let factors = shape_factors(body.elastic);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = substep_of(work.x, body, s);
        resident_begin(body, sub, thread);
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            body_place[i] = vec4<f32>(shape_predict(body.first_vertex + i, body_at(i)), body_place[i].w);
        }
        workgroupBarrier();
        for (var part = thread; part < tables.parts; part += GROUP_WIDTH) {
            shape_sum(tables, factors, part);
        }
        storageBarrier();
        workgroupBarrier();
        for (var cluster = thread; cluster < tables.clusters; cluster += GROUP_WIDTH) {
            shape_fit(tables, factors, cluster);
        }
        storageBarrier();
        workgroupBarrier();
        for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
            let p = shape_pull(body, sub, tables, factors, i);
            body_place[i] = vec4<f32>(p, body_place[i].w);
            if body_is_free(body) {
                resident_note(body, sub, body.first_vertex + i, p);
            }
        }
        workgroupBarrier();
        resident_finish(body, sub, thread);
    }
    resident_close(work.x, body, thread);
}
