//#use kernel/stage/contact.wgsl
//#needs kernel/body
//#needs kernel/own
// The start of a substep for one vertex: where inertia takes it, the adaptive first guess of vertex block descent
// (Chen et al. 2024, section 3.7), and its contacts. velocity.w carries how much of gravity the vertex fell with in the last substep, 0 to 1:
// at rest the guess is the old position, so a body at rest is a fixed point of any number of iterations.

// For colliders that meet faces, before any vertex begins: where it is and where inertia takes it.
fn begin_note(vertex: u32, sub: Substep) {
    let x = body_position(vertex);
    let v = own_velocity(vertex).xyz;
    let inertia = own_carry(vertex) + sub.h * (v + sub.h * params.gravity.xyz);
    contact_note(vertex, x.xyz, x.xyz + select(vec3<f32>(0.0), inertia, x.w > 0.0), sub);
}

fn begin_vertex(vertex: u32, sub: Substep) -> vec3<f32> {
    let x = body_position(vertex);
    let v = own_velocity(vertex);
    let g = params.gravity.xyz;
    let held = x.w <= 0.0;
    if bodies[sub.body].range.w > 0u {
        scratch[scratch_row(SCRATCH_TARGET, vertex)] = vec4<f32>(0.0);
    }
    if held {
        own_set_inertia(vertex, vec4<f32>(x.xyz, -1.0));
        own_set_start(vertex, vec4<f32>(x.xyz, 0.0));
        return x.xyz;
    }
    let inertia = own_carry(vertex) + sub.h * (v.xyz + sub.h * g);
    let guess = own_carry(vertex) + sub.h * (v.xyz + sub.h * v.w * g);
    let planes = contact_detect(vertex, x.xyz, x.xyz + inertia, sub);
    own_set_inertia(vertex, vec4<f32>(inertia, 1.0 / (x.w * sub.h * sub.h)));
    own_set_start(vertex, vec4<f32>(x.xyz, f32(planes)));
    return confine_slide(vertex, x.xyz, guess, x.xyz, planes);
}

// Leaves where one attachment pulls its vertex for the vertex's own thread, after all vertices have begun.
fn begin_attachment(index: u32, sub: Substep) {
    let attachment = attachments[index];
    let vertex = attachment.link.x;
    let pose = collider_pose(movers[attachment.link.y], sub.end);
    let target_point = collider_to_world(pose, scratch[scratch_row(SCRATCH_ANCHOR, vertex)].xyz);
    let stiffness = select(-1.0, attachment.anchor.w, attachment.anchor.w > 0.0);
    scratch[scratch_row(SCRATCH_TARGET, vertex)] = vec4<f32>(target_point, stiffness);
}

// The vertex's position after its attachments: a rigid one holds it, and takes it wherever its frame goes.
fn begin_held(vertex: u32, guess: vec3<f32>) -> vec3<f32> {
    let pull = scratch[scratch_row(SCRATCH_TARGET, vertex)];
    if pull.w >= 0.0 {
        return guess;
    }
    own_set_inertia(vertex, vec4<f32>(pull.xyz, -1.0));
    own_set_start(vertex, vec4<f32>(own_start(vertex).xyz, 0.0));
    own_set_reach(vertex, 1e18);
    return pull.xyz;
}
