//#use kernel/stage/report.wgsl
//#use kernel/stage/scene.wgsl
//#use lib/pose.wgsl
//#use share/carrier.wgsl
// Surfaces of colliders: bodies that frames carry.

fn carried_of(body: Body) -> Carrier {
    let row = body.carrier_row;
    return carrier_of(arena[row], arena[row + 1u], arena[row + 2u], arena[row + 3u]);
}

// A corner of the box around a surface, in its frame.
fn carried_corner(carrier: Carrier, number: u32) -> vec3<f32> {
    let far = vec3<bool>((number & 1u) != 0u, (number & 2u) != 0u, (number & 4u) != 0u);
    return select(carrier.low.xyz, carrier.high.xyz, far);
}

// Where that is when the step begins, in the body's cell.
fn carried_place(index: u32, number: u32) -> vec3<f32> {
    let carrier = carried_of(bodies[index]);
    return pose_to_world(pose_at(frames.list[carrier.frame], 0.0, report_cell(index)), carried_corner(carrier, number));
}
