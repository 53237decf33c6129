//#use memory/frame_pose.wgsl
//#use memory/state.wgsl
//#use memory/substep.wgsl
//#use share/attachment.wgsl
// The effect of attachments on a vertex in a substep.

// Stores the target of the attachment at an arena row, for the thread of its vertex to read. All vertices must have begun. A
// soft attachment pulls to its frame's pose at the time when forces are taken.
fn attachment_pull(row: u32, sub: Substep) {
    let attachment = attachment_of(arena[row]);
    let vertex = attachment.vertex;
    let is_soft = attachment.stiffness > 0.0;
    let when = select(sub.end, mix(sub.begin, sub.end, sub.theta), is_soft);
    let pose = frame_pose_of(attachment.frame, when, sub.cell);
    let target_point = pose_to_world(pose, state[state_row(STATE_ANCHOR, vertex)].xyz);
    let stiffness = select(-1.0, attachment.stiffness, is_soft);
    state[state_row(STATE_TARGET, vertex)] = vec4<f32>(target_point, stiffness);
}

// The change of velocity by forces and a soft attachment. The attachment acts implicitly, from the vertex's new position, so
// that any stiffness is stable. `before` is the velocity without any force.
fn attachment_pulled(
    push: vec3<f32>, x: vec3<f32>, before: vec3<f32>, pull: vec4<f32>, h: f32, inverse_mass: f32,
) -> vec3<f32> {
    if pull.w <= 0.0 {
        return push;
    }
    let give = h * inverse_mass * pull.w;
    return (push + give * (pull.xyz - x - h * before)) / (1.0 + h * give);
}
