//#use kernel/bindings.wgsl
// Contact of a vertex's faces with bounded colliders; a part of stage/contact.wgsl. A face is outside a convex collider as
// long as one plane separates them. Its three vertices find the same plane from the same numbers, the notes each wrote
// before any of them moved, and each keeps it as one more half-space it may not leave. (Half-spaces need no faces: where
// all vertices are outside, the faces are.)

// 1 if there are colliders that meet faces; they come after the half-spaces. A constant of the pipeline, so that a world
// of half-spaces pays nothing for what it does not use, not even registers.
override FACE_WANTED: u32 = 0u;

// Notes where a vertex is at the start of a substep and where its inertia takes it. A barrier must follow before
// contact_detect.
fn face_note(vertex: u32, start: vec3<f32>, end: vec3<f32>, sub: ContactSubstep) {
    scratch[scratch_row(SCRATCH_NOTE, vertex)] = vec4<f32>(start, contact_reach(start, end, sub));
    scratch[scratch_row(SCRATCH_NOTE_END, vertex)] = vec4<f32>(end, 0.0);
}

// Adds the planes of the faces around a vertex.
fn face_detect(vertex: u32, sub: ContactSubstep, list: ptr<function, ContactList>) {
    let body = bodies[sub.body];
    let head = arena[body.filters.z + vertex - body.range.x];
    for (var k = 0u; k < head.y; k++) {
        let corners = arena[body.filters.z + head.x + k].xyz + vec3<u32>(body.range.x);
        face_meet(vertex, corners, sub, list);
    }
}

// Adds the planes between one face and the colliders that it can reach.
fn face_meet(vertex: u32, corners: vec3<u32>, sub: ContactSubstep, list: ptr<function, ContactList>) {
    let a = scratch[scratch_row(SCRATCH_NOTE, corners.x)];
    let b = scratch[scratch_row(SCRATCH_NOTE, corners.y)];
    let c = scratch[scratch_row(SCRATCH_NOTE, corners.z)];
    let centre = (a.xyz + b.xyz + c.xyz) / 3.0;
    let radius = max(distance(a.xyz, centre), max(distance(b.xyz, centre), distance(c.xyz, centre)));
    let span = radius + max(a.w, max(b.w, c.w));
    for (var m = params.counts.x; m < params.counts.y; m++) {
        let mover = movers[m];
        let pose0 = collider_pose(mover, sub.begin);
        let pose1 = collider_pose(mover, sub.end);
        let far = distance(centre, pose0.position) > mover.size.w + span + distance(pose0.position, pose1.position);
        if far || !contact_meets(mover, bodies[sub.body]) {
            continue;
        }
        let starts = mat3x3<f32>(collider_to_local(pose0, a.xyz), collider_to_local(pose0, b.xyz), collider_to_local(pose0, c.xyz));
        let ways = mat3x3<f32>(face_end(pose1, corners.x), face_end(pose1, corners.y), face_end(pose1, corners.z)) - starts;
        let plane = collider_face_plane(mover.filters.x, mover.size.xyz, starts, ways, face_skin(mover, centre, sub));
        if any(plane.xyz != vec3<f32>(0.0)) {
            let start = (*list).start;
            let slip = collider_to_world(pose1, collider_to_local(pose0, start)) - start;
            contact_keep(vertex, list, mover, sub, pose1, plane, slip);
        }
    }
}

fn face_end(pose: ColliderPose, vertex: u32) -> vec3<f32> {
    return collider_to_local(pose, scratch[scratch_row(SCRATCH_NOTE_END, vertex)].xyz);
}

// How deep a face may lie in a collider: the body's own measure, less in a thin collider, and never less than what
// rounding does to coordinates.
fn face_skin(mover: Mover, centre: vec3<f32>, sub: ContactSubstep) -> f32 {
    let thin = 0.5 * collider_half_width(mover.filters.x, mover.size.xyz);
    return max(min(bodies[sub.body].contact.w, thin), 5e-7 * (abs(centre.x) + abs(centre.y) + abs(centre.z)));
}
