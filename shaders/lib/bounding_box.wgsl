//#use collider/collider.wgsl
//#use lib/pose.wgsl
//#use share/collider.wgsl
// Boxes around moving objects in the step.
struct BoundingBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

// The box in another cell, grown by the rounding error of f32.
fn bounding_box_in_cell(box: BoundingBox, from_cell: vec3<i32>, to_cell: vec3<i32>) -> BoundingBox {
    let shift = cell_between(to_cell, from_cell);
    let rounding = 2.4e-7 * abs(shift);
    return BoundingBox(box.low + shift - rounding, box.high + shift + rounding);
}

fn bounding_box_meets(a: BoundingBox, b: BoundingBox) -> bool {
    return all(a.low <= b.high) && all(b.low <= a.high);
}

// A box grown on all sides by `by` and by the rounding error of its corners.
fn bounding_box_grown(box: BoundingBox, by: f32) -> BoundingBox {
    let rounding = 1e-6 * max(abs(box.low), abs(box.high));
    return BoundingBox(box.low - rounding - vec3<f32>(by), box.high + rounding + vec3<f32>(by));
}

// The box of a shape with bounds, from the start of its frame's motion to the end, in a cell.
fn bounding_box_collider(collider: Collider, frame: Frame, cell: vec3<i32>) -> BoundingBox {
    let a = pose_at(frame, 0.0, cell);
    let b = pose_at(frame, 1.0, cell);
    var extent = vec3<f32>(collider_radius(collider)); // for any rotation
    if all(a.rotation == b.rotation) {
        for (var axis = 0u; axis < 3u; axis++) {
            var along = vec3<f32>(0.0);
            along[axis] = 1.0;
            extent[axis] = collider_support(collider.shape, collider.size.xyz, math_rotate_back(a.rotation, along));
        }
    }
    let low = min(a.position, b.position) - extent;
    let high = max(a.position, b.position) + extent;
    return bounding_box_grown(BoundingBox(low, high), 1e-6 * collider_radius(collider));
}

// The distance that the rotation in the step moves a point at unit distance from the frame's origin.
fn bounding_box_turn(frame: Frame) -> f32 {
    return select(0.0, pose_turn(frame.rotation0, frame.rotation1), frame_moves(frame));
}

// The farthest that a frame moves a point within `radius` of p. `p`: at the start of the step, in `cell`.
fn bounding_box_displacement(frame: Frame, p: vec3<f32>, cell: vec3<i32>, radius: f32) -> f32 {
    let start = pose_at(frame, 0.0, cell).position;
    let shift = distance(frame.position0.xyz, frame.position1.xyz + cell_between(frame.cell0.xyz, frame.cell1.xyz));
    let displacement = shift + bounding_box_turn(frame) * (distance(p, start) + radius);
    return select(0.0, displacement, frame_moves(frame));
}
