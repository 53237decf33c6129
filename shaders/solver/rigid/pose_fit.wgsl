//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
//#use memory/workgroup.wgsl
//#use memory/rigid_motion.wgsl
//#use memory/state.wgsl
//#use lib/polar.wgsl
//#use lib/quaternion.wgsl
// The pose of a rigid body. The positions and velocities of its vertices define it, as for all bodies: so a snapshot, a
// teleport or an island's correction needs no case of its own.

struct RigidPose {
    centre: vec3<f32>, // of mass
    turn: vec4<f32>,   // from the rest pose
}

// Constants of a step.
struct RigidBody {
    mass: f32,
    first: vec3<f32>,  // rest position of the first vertex
    centre: vec3<f32>, // of mass in the rest pose, from the first vertex [unit]
    inertia: MathSym3, // in the rest pose
    inverse: MathSym3,
}

struct RigidVelocity {
    velocity: vec3<f32>,
    spin: vec3<f32>, // angular momentum
}

// The position of a vertex in the rest pose of the asset, from the body's table.
fn pose_fit_place(body: Body, local: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(arena[body.table[0].x + local].xyz);
}

// A vertex in the rest pose, from the first one [unit].
fn pose_fit_rest(body: Body, first: vec3<f32>, local: u32) -> vec3<f32> {
    return body.scale * (pose_fit_place(body, local) - first);
}

// A vertex relative to the centre of mass, in the current pose.
fn pose_fit_arm(body: Body, solid: RigidBody, turn: vec4<f32>, local: u32) -> vec3<f32> {
    return math_rotate(turn, pose_fit_rest(body, solid.first, local) - solid.centre);
}

// The body's mass and inertia in the rest pose; zeros if all vertices are held. All threads call it.
fn pose_fit_body(body: Body, thread: u32) -> RigidBody {
    let first = pose_fit_place(body, 0u);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        sums += rigid_motion_sums_of(rigid_motion_mass(body.first_vertex + i), pose_fit_rest(body, first, i), vec3<f32>(0.0));
    }
    let total = workgroup_sums(thread, sums);
    if total[0].w <= 0.0 {
        return RigidBody();
    }
    let centre = rigid_motion_centre(total);
    let d = total[2].xyz - total[0].w * centre * centre;
    let o = total[3].xyz - total[0].w * centre.yzx * centre.zxy;
    let inertia = MathSym3(vec3<f32>(d.x + d.y + d.z) - d, -o);
    return RigidBody(total[0].w, first, centre, inertia, math_sym3_inverse(inertia));
}

// The pose that fits the positions of the vertices best, weighted by mass. All threads call it.
fn pose_fit_find(body: Body, solid: RigidBody, thread: u32) -> RigidPose {
    let origin = position_at(0u);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let m = rigid_motion_mass(body.first_vertex + i);
        let p = m * (position_at(i) - origin);
        let r = pose_fit_rest(body, solid.first, i) - solid.centre;
        sums += mat4x4<f32>(
            vec4<f32>(p * r.x, p.x), vec4<f32>(p * r.y, p.y), vec4<f32>(p * r.z, p.z), vec4<f32>(0.0),
        );
    }
    let total = workgroup_sums(thread, sums);
    let centre = origin + vec3<f32>(total[0].w, total[1].w, total[2].w) / solid.mass;
    // Positions need not be relative to the centre: the arms' weighted mean is zero.
    let turn = polar_rotation(mat3x3<f32>(total[0].xyz, total[1].xyz, total[2].xyz));
    return RigidPose(centre, quaternion_of_matrix(turn));
}

// The body's momentum from the velocities of its vertices. All threads call it.
fn pose_fit_motion(body: Body, solid: RigidBody, pose: RigidPose, thread: u32) -> RigidVelocity {
    var sums = mat4x4<f32>();
    let speed = scratch_velocity(body.first_vertex).xyz;
    for (var i = thread; i < body.vertex_count; i += WORKGROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let v = rigid_motion_mass(vertex) * (scratch_velocity(vertex).xyz - speed);
        let r = pose_fit_arm(body, solid, pose.turn, i);
        sums += mat4x4<f32>(vec4<f32>(v, 0.0), vec4<f32>(cross(r, v), 0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    }
    let total = workgroup_sums(thread, sums);
    return RigidVelocity(speed + total[0].xyz / solid.mass, total[1].xyz);
}

// The angular velocity of a body with this angular momentum. A second solve corrects the rounding of the inverse, which
// would add up over the substeps.
fn pose_fit_angular(solid: RigidBody, turn: vec4<f32>, spin: vec3<f32>) -> vec3<f32> {
    let local = math_rotate_back(turn, spin);
    let first = math_sym3_mul(solid.inverse, local);
    let left = local - math_sym3_mul(solid.inertia, first);
    return math_rotate(turn, first + math_sym3_mul(solid.inverse, left));
}

const POSE_FIT_FARTHEST: f32 = 1.0; // largest turn of a body in a substep [rad]

// The turn of a free body in a time h, by its angular velocity in the middle (midpoint rule).
fn pose_fit_free_turn(solid: RigidBody, turn: vec4<f32>, spin: vec3<f32>, h: f32) -> vec3<f32> {
    let half = 0.5 * h * pose_fit_angular(solid, turn, spin);
    let middle = quaternion_mul(quaternion_of(pose_fit_cut(half)), turn);
    return pose_fit_cut(h * pose_fit_angular(solid, middle, spin));
}

fn pose_fit_cut(turn: vec3<f32>) -> vec3<f32> {
    return turn * (POSE_FIT_FARTHEST / max(length(turn), POSE_FIT_FARTHEST));
}

// The pose at the part s between two poses. Exact at the ends.
fn pose_fit_between(a: RigidPose, b: RigidPose, s: f32) -> RigidPose {
    return RigidPose(mix(a.centre, b.centre, s), math_rotation_between(a.turn, b.turn, s));
}
