//#needs contact/detection/collider_list
//#use contact/detection/collider_mask.wgsl
//#use memory/substep.wgsl
// A collider in a substep.

struct ColliderEntry {
    record: Collider,
    begin: Pose, // at the start of the substep
    end: Pose,   // and at its end
    turn: f32,   // between the two: the chord of the angle
}

fn collider_entry_of(index: u32, sub: Substep) -> ColliderEntry {
    let record = scene_collider(index);
    let frame = frames.list[record.frame];
    var begin: Pose;
    var end: Pose;
    let moves = frame_moves(frame);
    for (var k = 0u; k < 2u; k++) { // collider_list_pose in one place: drivers copy it to each call
        end = collider_list_pose(record, frame, select(sub.begin, sub.end, k == 1u), sub.cell);
        if k == 0u {
            begin = end;
        }
        if !moves {
            return ColliderEntry(record, end, end, 0.0);
        }
    }
    return ColliderEntry(record, begin, end, pose_turn(begin.rotation, end.rotation));
}

// The displacement of a point p that moves with a collider in the substep.
fn collider_entry_displacement(collider: ColliderEntry, p: vec3<f32>) -> vec3<f32> {
    return pose_to_world(collider.end, pose_to_local(collider.begin, p)) - p;
}
