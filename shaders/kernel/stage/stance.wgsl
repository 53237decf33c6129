//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
//#use kernel/stage/group.wgsl
//#use kernel/stage/motion.wgsl
//#use kernel/stage/state.wgsl
//#use lib/polar.wgsl
//#use lib/turn.wgsl
// Where a rigid body stands. Its vertices say so, with their positions and velocities, as those of all bodies do: so a
// snapshot, a teleport or an island's change needs no case of its own.

struct Stance {
    centre: vec3<f32>, // of mass
    turn: vec4<f32>,   // from the rest pose
}

// What stays in a step.
struct StanceBody {
    mass: f32,
    first: vec3<f32>,  // rest place of the first vertex
    centre: vec3<f32>, // of mass in the rest pose, from there [unit]
    inertia: MathSym3, // in the rest pose
    inverse: MathSym3,
}

struct StanceMotion {
    velocity: vec3<f32>,
    spin: vec3<f32>, // angular momentum
}

// A vertex in the rest pose, from the first one [unit].
fn stance_rest(body: Body, first: vec3<f32>, local: u32) -> vec3<f32> {
    return body.scale * (bitcast<vec3<f32>>(arena[body.colour_row + local].xyz) - first);
}

// A vertex from the centre of mass, as the body stands.
fn stance_arm(body: Body, solid: StanceBody, turn: vec4<f32>, local: u32) -> vec3<f32> {
    return math_rotate(turn, stance_rest(body, solid.first, local) - solid.centre);
}

// What a body's masses are in the rest pose; zeros if all are held. All threads call it.
fn stance_body(body: Body, thread: u32) -> StanceBody {
    let first = bitcast<vec3<f32>>(arena[body.colour_row].xyz);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        sums += motion_sums_of(motion_mass(body.first_vertex + i), stance_rest(body, first, i), vec3<f32>(0.0));
    }
    let total = group_sums(thread, sums);
    if total[0].w <= 0.0 {
        return StanceBody();
    }
    let centre = motion_centre(total);
    let d = total[2].xyz - total[0].w * centre * centre;
    let o = total[3].xyz - total[0].w * centre.yzx * centre.zxy;
    let inertia = MathSym3(vec3<f32>(d.x + d.y + d.z) - d, -o);
    return StanceBody(total[0].w, first, centre, inertia, math_sym3_inverse(inertia));
}

// Where the body is, from where its vertices are: the best fit, by mass. All threads call it.
fn stance_find(body: Body, solid: StanceBody, thread: u32) -> Stance {
    let origin = body_at(0u);
    var sums = mat4x4<f32>();
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let m = motion_mass(body.first_vertex + i);
        let p = m * (body_at(i) - origin);
        let r = stance_rest(body, solid.first, i) - solid.centre;
        sums += mat4x4<f32>(
            vec4<f32>(p * r.x, p.x), vec4<f32>(p * r.y, p.y), vec4<f32>(p * r.z, p.z), vec4<f32>(0.0),
        );
    }
    let total = group_sums(thread, sums);
    let centre = origin + vec3<f32>(total[0].w, total[1].w, total[2].w) / solid.mass;
    // Ways from the centre would change nothing: the arms' mean is zero.
    let turn = polar_rotation(mat3x3<f32>(total[0].xyz, total[1].xyz, total[2].xyz));
    return Stance(centre, turn_of_matrix(turn));
}

// Its momentum, from the velocities of its vertices. All threads call it.
fn stance_motion(body: Body, solid: StanceBody, stance: Stance, thread: u32) -> StanceMotion {
    var sums = mat4x4<f32>();
    let speed = own_velocity(body.first_vertex).xyz;
    for (var i = thread; i < body.vertex_count; i += GROUP_WIDTH) {
        let vertex = body.first_vertex + i;
        let v = motion_mass(vertex) * (own_velocity(vertex).xyz - speed);
        let r = stance_arm(body, solid, stance.turn, i);
        sums += mat4x4<f32>(vec4<f32>(v, 0.0), vec4<f32>(cross(r, v), 0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    }
    let total = group_sums(thread, sums);
    return StanceMotion(speed + total[0].xyz / solid.mass, total[1].xyz);
}

// The angular velocity of a body with this angular momentum. What the inverse rounds would add up over the substeps, so what
// it leaves is solved for once more.
fn stance_angular(solid: StanceBody, turn: vec4<f32>, spin: vec3<f32>) -> vec3<f32> {
    let local = math_rotate_back(turn, spin);
    let first = math_sym3_mul(solid.inverse, local);
    let left = local - math_sym3_mul(solid.inertia, first);
    return math_rotate(turn, first + math_sym3_mul(solid.inverse, left));
}

const STANCE_FARTHEST: f32 = 1.0; // that a body turns in a substep [rad]

// How a free body turns in a time h: by its angular velocity in the middle, since that changes on the way.
fn stance_free_turn(solid: StanceBody, turn: vec4<f32>, spin: vec3<f32>, h: f32) -> vec3<f32> {
    let half = 0.5 * h * stance_angular(solid, turn, spin);
    let middle = turn_mul(turn_of(stance_cut(half)), turn);
    return stance_cut(h * stance_angular(solid, middle, spin));
}

fn stance_cut(turn: vec3<f32>) -> vec3<f32> {
    return turn * (STANCE_FARTHEST / max(length(turn), STANCE_FARTHEST));
}

// The part s of the way from one stance to another. Exact at the ends.
fn stance_between(a: Stance, b: Stance, s: f32) -> Stance {
    return Stance(mix(a.centre, b.centre, s), math_rotation_between(a.turn, b.turn, s));
}
