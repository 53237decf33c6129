//#use contact/detection/collider_list/solids.wgsl
//#use contact/detection/collider_planes.wgsl
//#use contact/detection/face_planes.wgsl
//#needs memory/scratch
// A vertex and the faces around it: it stores its start and goal, and later adds the planes that face_planes_find made of
// them.

// Stores the start of a vertex, and where its inertia takes it. A barrier must follow before face_planes_find.
fn vertex_faces_note(vertex: u32, start: vec3<f32>, end: vec3<f32>, sub: Substep) {
    let near = collider_list_list(sub.body);
    state[state_row(STATE_NOTE, vertex)] = vec4<f32>(start, collider_planes_bound(start, end, near, sub));
    state[state_row(STATE_NOTE_END, vertex)] = vec4<f32>(end, 0.0);
}

// Adds the planes of the faces around a vertex.
fn vertex_faces_add(vertex: u32, near: ColliderListList, sub: Substep, list: ptr<function, ColliderPlanesList>) {
    let body = bodies[sub.body];
    let head = arena[body.face_row + vertex - body.first_vertex];
    var collider: ColliderEntry; // the last one: often the next face has the same
    var known = FACE_PLANES_NONE;
    for (var k = 0u; k < head.y; k++) {
        let face = arena[body.face_row + head.x + k];
        var met = FACE_PLANES_MANY;
        if face.w < body.face_count {
            met = state[face_planes_row(body, face.w) + 1u].x;
        }
        // Either one collider and its plane are known, or the vertex tests all of them.
        var place = frames.world.half_spaces;
        for (; met != FACE_PLANES_NONE && place < collider_list_count(near); place++) {
            var number = met;
            if met == FACE_PLANES_MANY {
                number = f32(collider_list_index(near, place));
            }
            if number != known {
                collider = face_planes_collider(u32(number), sub);
                known = number;
            }
            var plane: vec4<f32>;
            if met != FACE_PLANES_MANY {
                plane = state[face_planes_row(body, face.w)];
            } else if collider_mask_meets(u32(number), collider.record, body) {
                plane = face_planes_separating(body, face_planes_corners(body, face), collider);
            }
            if any(plane.xyz != vec3<f32>(0.0)) {
                collider_planes_keep(vertex, list, collider, sub, plane, collider_entry_displacement(collider, (*list).start));
            }
            if met != FACE_PLANES_MANY {
                break;
            }
        }
    }
}
