//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/vertex_faces.wgsl
//#use contact/filter/colliders.wgsl
//#needs memory/position
//#needs memory/scratch
// Half-spaces, and colliders with bounds, which faces touch too.

fn colliders_near(body: u32) -> bool {
    return collider_list_list(body).count > 0u;
}

fn colliders_note(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep) {
    vertex_faces_note(vertex, start, goal, sub);
}

fn colliders_faces(body: Body, sub: Substep, thread: u32, threads: u32) {
    if colliders_near(sub.body) {
        storageBarrier(); // all vertices have called contact_note
        workgroupBarrier();
        face_planes_find_all(body, sub, thread, threads);
        storageBarrier();
        workgroupBarrier();
    }
}

// Planes and reach of a vertex. `guess`: its position if nothing is in its way.
fn colliders_detect(vertex: u32, start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> u32 {
    let near = collider_list_list(sub.body);
    var list = collider_planes_find(vertex, start, guess, near, sub);
    if near.count > 0u {
        vertex_faces_add(vertex, near, sub, &list);
    }
    return collider_planes_kept(vertex, list);
}
