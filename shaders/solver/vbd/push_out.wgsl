//#use solver/vbd/first_guess.wgsl
//#use memory/rigid_motion.wgsl
//#needs memory/position
//#needs memory/scratch
// The push-out of a free body that hits something (docs/decisions/0031-push-out.md). The first guess of a substep may lie
// behind planes. Projecting its vertices there would strain the body, and a few sweeps cannot undo the strain. So a rigid
// move takes the guess out first, and only the rest is projected. Inertia stays: the sweeps then compress soft bodies.

// Depth behind the planes, in sizes of the body, up to which projection alone handles a guess.
const PUSH_OUT_LEAST: f32 = 1e-5;

// Depths are even if the square of their mean is at least this part of the mean of their squares.
const PUSH_OUT_EVEN: f32 = 0.99;

// The largest turn of a push-out [rad]. Vertices move along the tangent, which stretches the body.
const PUSH_OUT_FARTHEST: f32 = 0.25;

// A rigid move of a body.
struct PushOut {
    shift: vec3<f32>,
    spin: vec3<f32>, // angle, along the axis
    centre: vec3<f32>,
}

// The position of a vertex in the first guess, without the residual, which is in its inertia.
fn push_out_guess(vertex: u32, sub: Substep, lead: FirstGuessLead) -> vec3<f32> {
    let x = scratch_start(vertex).xyz;
    return x + first_guess_displacement(vertex, x, sub, lead);
}

// Whether the planes of a vertex moved its guess to x, so far that the body is pushed out.
fn push_out_is_wanted(vertex: u32, x: vec3<f32>, sub: Substep, lead: FirstGuessLead) -> bool {
    let flattened = contact_touched(vertex);
    return flattened && distance(x, push_out_guess(vertex, sub, lead)) > PUSH_OUT_LEAST * bodies[sub.body].size;
}

// Adds one vertex to sums over the body, with its arm r from a position. The masses are those of rigid_motion_sums, with
// sums over hits in the columns of velocities.
fn push_out_add(sums: ptr<function, ContactHits>, vertex: u32, sub: Substep, lead: FirstGuessLead, position: vec3<f32>) {
    let x = push_out_guess(vertex, sub, lead);
    let displacement = x - scratch_start(vertex).xyz;
    let r = x - position;
    (*sums).masses += rigid_motion_sums_of(rigid_motion_mass(vertex), r, vec3<f32>(0.0));
    contact_add_hits(sums, vertex, x, r, displacement);
}

// The rigid move that brings the mean of the hits, weighted by depth, out of the planes with friction. An impulse acts at
// that point, so a whole face or edge is lifted at once. Hits from opposite sides give no move: there is no way out.
fn push_out_find(sums: ContactHits, position: vec3<f32>) -> PushOut {
    let mass = sums.masses[0].w;
    let centre = rigid_motion_centre(sums.masses);
    let mean = sums.hits * (1.0 / sums.hits[0].w);
    let tightness = length(mean[0].xyz);
    let n = mean[0].xyz / tightness;
    let arm = mean[1].xyz - centre;
    let surface = vec4<f32>(n, mean[1].w / tightness);
    let none = vec3<f32>(0.0);
    // A body that lies on a face presses at a point without a turn, so try a move without a turn first.
    let unit = MathSym3(vec3<f32>(1.0), none);
    let flat_shift = contact_against(-mean[2].xyz, unit, unit, surface, mean[2].w);
    let beside = flat_shift * (dot(n, arm) / dot(n, flat_shift)) - arm;
    if tightness >= 0.5 && push_out_holds(sums, mean[1].xyz, beside) && math_finite(flat_shift) {
        return PushOut(flat_shift, none, centre + position);
    }
    let inertia = rigid_motion_inverse_inertia(sums.masses);
    let mobility = push_out_mobility(mass, inertia, arm);
    let block = math_sym3_inverse(mobility);
    let impulse = math_sym3_mul(block, contact_against(-mean[2].xyz, block, mobility, surface, mean[2].w));
    let shift = impulse / mass;
    let spin = math_sym3_mul(inertia, cross(arm, impulse));
    if !(tightness >= 0.5) || !math_finite(shift) || !math_finite(spin) {
        return PushOut();
    }
    return PushOut(shift, spin * (PUSH_OUT_FARTHEST / max(length(spin), PUSH_OUT_FARTHEST)), centre + position);
}

// Whether hits are about equally deep and spread as far as `beside` from their mean: an even face reaches √3 of its standard
// deviation.
fn push_out_holds(sums: ContactHits, mean: vec3<f32>, beside: vec3<f32>) -> bool {
    let depth = sums.hits[0].w;
    let spread = MathSym3(
        sums.masses[0].xyz / depth - mean * mean, sums.masses[1].xyz / depth - mean.yzx * mean.zxy,
    );
    let even = depth * depth >= PUSH_OUT_EVEN * sums.hits[3].x * sums.hits[1].w;
    let far = dot(beside, beside);
    return even && far * far <= 3.0 * dot(beside, math_sym3_mul(spread, beside));
}

// The displacement of a point of a rigid body by a unit impulse at the point: 1/m - [r] I⁻¹ [r].
fn push_out_mobility(mass: f32, inertia: MathSym3, arm: vec3<f32>) -> MathSym3 {
    let x = cross(math_sym3_mul(inertia, vec3<f32>(0.0, arm.z, -arm.y)), arm);
    let y = cross(math_sym3_mul(inertia, vec3<f32>(-arm.z, 0.0, arm.x)), arm);
    let z = cross(math_sym3_mul(inertia, vec3<f32>(arm.y, -arm.x, 0.0)), arm);
    return MathSym3(vec3<f32>(x.x, y.y, z.z) + 1.0 / mass, vec3<f32>(y.z, x.z, x.y));
}

// The displacement of a vertex by the first guess and the push-out.
fn push_out_displacement(vertex: u32, sub: Substep, lead: FirstGuessLead, push: PushOut) -> vec3<f32> {
    let start = scratch_start(vertex);
    let displacement = first_guess_displacement(vertex, start.xyz, sub, lead);
    let moved = push.shift + cross(push.spin, start.xyz + displacement - push.centre);
    return displacement + moved;
}
