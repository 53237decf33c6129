//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/face_planes.wgsl
//#use memory/report.wgsl
//#use memory/work_list.wgsl

// Some faces of a large body, one a thread, after the notes of all vertices and before their planes.
@compute @workgroup_size(128)
fn wide_face(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let chunk = work_list_chunk(workgroup_id.x); // of faces
    let body = bodies[chunk.body];
    let number = substep_at(body, params.substep);
    if thread < chunk.count && number != SUBSTEP_NONE && collider_list_list(chunk.body).count > 0u
        && !report_stopped(chunk.body) {
        face_planes_find(body, chunk.first + thread, substep_of(chunk.body, body, number));
    }
}
