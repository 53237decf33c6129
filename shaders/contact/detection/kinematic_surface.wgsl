//#use memory/report.wgsl
//#use contact/detection/scene.wgsl
//#use lib/pose.wgsl
//#use share/kinematic_surface.wgsl
// Kinematic surfaces: bodies whose vertices a frame moves.

fn kinematic_surface_of_body(body: Body) -> KinematicSurface {
    let row = body.kinematic_row;
    return kinematic_surface_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

// A corner of the box around a surface, in its frame.
fn kinematic_surface_corner(surface: KinematicSurface, number: u32) -> vec3<f32> {
    let far = vec3<bool>((number & 1u) != 0u, (number & 2u) != 0u, (number & 4u) != 0u);
    return select(surface.low.xyz, surface.high.xyz, far);
}

// The position of such a corner at the start of the step, in the body's cell.
fn kinematic_surface_position(index: u32, number: u32) -> vec3<f32> {
    let surface = kinematic_surface_of_body(bodies[index]);
    return pose_to_world(pose_at(frames.list[surface.frame], 0.0, report_cell(index)), kinematic_surface_corner(surface, number));
}
