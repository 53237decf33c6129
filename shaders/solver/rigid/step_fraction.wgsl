//#use solver/rigid/contact_system.wgsl
//#use memory/workgroup.wgsl
//#use solver/rigid/pose_fit.wgsl
// The part of a rigid body's motion that keeps every vertex within its bounds.

var<workgroup> step_fraction_bits: atomic<u32>; // bits of the least part that a vertex may move
var<workgroup> step_fraction_kept: f32;         // that part

// The bounds on the motion of vertices.
const STEP_FRACTION_PLANES: u32 = 0u; // planes of colliders
const STEP_FRACTION_BOUND: u32 = 1u;
const STEP_FRACTION_HALF_SPACES: u32 = 2u; // planes and reach of other bodies

const STEP_FRACTION_TRIES: u32 = 4u; // to find a part that all vertices may move

// The least part of the motion to a pose that any vertex may make, by one of its bounds. All threads call it.
fn step_fraction_least(body: Body, solid: RigidBody, pose: RigidPose, bound: u32, thread: u32) -> f32 {
    if thread == 0u {
        atomicStore(&step_fraction_bits, bitcast<u32>(1.0));
    }
    workgroupBarrier();
    var part = 1.0;
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let p = contact_system_at(body, solid, pose, i);
        if bound == STEP_FRACTION_PLANES {
            part = min(part, contact_system_part(vertex, p));
        } else if bound == STEP_FRACTION_BOUND {
            part = min(part, contact_system_part_of_bound(vertex, p));
        } else {
            part = min(part, contact_system_part_of_half_spaces(vertex, p));
        }
    }
    atomicMin(&step_fraction_bits, bitcast<u32>(max(part, 0.0))); // not negative, so in the order of its bits
    workgroupBarrier();
    if thread == 0u {
        step_fraction_kept = bitcast<f32>(atomicLoad(&step_fraction_bits));
    }
    return workgroupUniformLoad(&step_fraction_kept);
}

// The part of the motion from one pose to another that all vertices may make; zero if none is found.
fn step_fraction_of(body: Body, solid: RigidBody, base: RigidPose, goal: RigidPose, bound: u32, thread: u32) -> f32 {
    var part = 1.0;
    for (var k = 0u; k < STEP_FRACTION_TRIES; k++) {
        let least = step_fraction_least(body, solid, pose_fit_between(base, goal, part), bound, thread);
        if least == 1.0 {
            return part;
        }
        part *= least;
    }
    return 0.0;
}
