//#use memory/scratch/buffers.wgsl
//#use solver/vbd/vbd_resident.wgsl
//#use solver/shape_matching/shape_matching.wgsl
//#open contact/colliders contact/bodies
// A whole step of shape matching (Müller et al. 2005): one workgroup a body. Each substep moves the vertices by inertia,
// within their planes, fits the clusters, pulls the vertices to their goals, and ends with velocities and the body's
// momentum.

@compute @workgroup_size(WORKGROUP_WIDTH)
fn resident_shape(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let work = arena[params.work_row + workgroup_id.x]; // body, first of the body's own state rows, zero, zero
    let body = bodies[work.x];
    if !vbd_resident_open(work.x, body, thread) {
        return;
    }
    let tables = shape_matching_tables(body, params.sum_row + work.y);
    let factors = shape_matching_factors(body);
    for (var s = substep_first(body); s < substep_end(body); s++) {
        let sub = substep_of(work.x, body, s);
        vbd_resident_begin(body, sub, thread);
        resident_shape_predict(body, sub, thread);
        for (var part = thread; part < tables.parts; part += WORKGROUP_WIDTH) {
            shape_matching_sum(tables, factors, part);
        }
        storageBarrier();
        workgroupBarrier();
        for (var cluster = thread; cluster < tables.clusters; cluster += WORKGROUP_WIDTH) {
            shape_matching_fit(tables, factors, cluster);
        }
        storageBarrier();
        workgroupBarrier();
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            let p = shape_matching_pull(body, sub, tables, factors, i);
            position_kept[i] = vec4<f32>(p, position_kept[i].w);
            if body_is_free(body) {
                vbd_resident_note(body, sub, body.first_vertex + i, p);
            }
        }
        workgroupBarrier();
        vbd_resident_finish(body, sub, thread);
    }
    vbd_resident_close(work.x, body, thread);
}

// The first guess, and then the move by inertia, each within the planes. One loop has both, since drivers copy a function to
// each call. All threads call it.
fn resident_shape_predict(body: Body, sub: Substep, thread: u32) {
    for (var round = 0u; round < 2u; round++) {
        for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
            let vertex = position_first + i;
            var displacement: vec3<f32>;
            if round == 0u {
                displacement = first_guess_vertex(vertex, sub, vbd_resident_lead);
            } else {
                let inertia = scratch_inertia(vertex);
                if inertia.w < 0.0 {
                    continue; // held
                }
                displacement = inertia.xyz;
            }
            vbd_resident_place(body, sub, i, displacement, round == 0u);
        }
        vbd_resident_placed(body, sub, thread, round == 0u);
    }
}
