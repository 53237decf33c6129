//#use kernel/stage/face.wgsl
//#use kernel/stage/report.wgsl
//#use kernel/stage/work.wgsl

// Some faces of a large body, one a thread, between the notes of all vertices and their planes.
@compute @workgroup_size(128)
fn wide_face(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_chunk(group.x); // of faces
    let body = bodies[chunk.body];
    let number = substep_at(body, params.substep);
    if thread < chunk.count && number != SUBSTEP_NONE && nearby_list(chunk.body).count > 0u
        && !report_stopped(chunk.body) {
        face_find(body, chunk.first + thread, substep_of(chunk.body, body, number));
    }
}
