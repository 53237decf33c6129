//#use solver/vbd/first_guess.wgsl
//#use memory/rigid_motion.wgsl
//#needs memory/position
//#needs memory/scratch
// The push-out of a free body that hits something (docs/decisions/0031-push-out.md). The first guess of a substep may
// lie behind planes. To flatten the vertices there would strain the body, and a few sweeps cannot undo that. So the
// guess is moved out as a rigid body first, and only what is left is flattened. Inertia stays: the sweeps then press
// together what is soft.

// A guess this deep behind its planes, in sizes of the body, is left to the planes.
const PUSH_OUT_LEAST: f32 = 1e-5;

// Depths are even where the square of their mean is this part of the mean of their squares.
const PUSH_OUT_EVEN: f32 = 0.99;

// The most that it turns a body [rad]: a turn along the tangent stretches.
const PUSH_OUT_FARTHEST: f32 = 0.25;

// A rigid move of a body.
struct PushOut {
    shift: vec3<f32>,
    spin: vec3<f32>, // angle, along the axis
    centre: vec3<f32>,
}

// The place of a vertex in the first guess. The carry is in its inertia, which stays.
fn push_out_guess(vertex: u32, sub: Substep, lead: FirstGuessLead) -> vec3<f32> {
    let x = scratch_start(vertex).xyz;
    return x + first_guess_displacement(vertex, x, sub, lead);
}

// Whether planes moved the guess of a vertex that has begun at x so far that the body is pushed out.
fn push_out_is_wanted(vertex: u32, x: vec3<f32>, sub: Substep, lead: FirstGuessLead) -> bool {
    let flattened = contact_touched(vertex);
    return flattened && distance(x, push_out_guess(vertex, sub, lead)) > PUSH_OUT_LEAST * bodies[sub.body].size;
}

// Adds one vertex to sums over the body, with its arm r from a place. The masses are rigid_motion_sums without velocities, in
// whose place stand sums over hits.
fn push_out_add(sums: ptr<function, ContactHits>, vertex: u32, sub: Substep, lead: FirstGuessLead, position: vec3<f32>) {
    let x = push_out_guess(vertex, sub, lead);
    let displacement = x - scratch_start(vertex).xyz;
    let r = x - position;
    (*sums).masses += rigid_motion_sums_of(rigid_motion_mass(vertex), r, vec3<f32>(0.0));
    contact_add_hits(sums, vertex, x, r, displacement);
}

// The impulse on a rigid body at the mean of its hits, weighted by depth, that lifts that point out, with friction: the
// point as a vertex of no extent. A whole face or edge that hits is lifted at once. Hits from opposite sides give none:
// there is no way out.
fn push_out_find(sums: ContactHits, position: vec3<f32>) -> PushOut {
    let mass = sums.masses[0].w;
    let centre = rigid_motion_centre(sums.masses);
    let mean = sums.hits * (1.0 / sums.hits[0].w);
    let tightness = length(mean[0].xyz);
    let n = mean[0].xyz / tightness;
    let arm = mean[1].xyz - centre;
    let surface = vec4<f32>(n, mean[1].w / tightness);
    let none = vec3<f32>(0.0);
    // What lies on a face presses where no turn comes of it.
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

// Whether hits are about equally deep and reach so far to the side of their mean: an even face reaches √3 of their
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

// How far a point of a rigid body moves by a unit impulse there: 1/m - [r] I⁻¹ [r].
fn push_out_mobility(mass: f32, inertia: MathSym3, arm: vec3<f32>) -> MathSym3 {
    let x = cross(math_sym3_mul(inertia, vec3<f32>(0.0, arm.z, -arm.y)), arm);
    let y = cross(math_sym3_mul(inertia, vec3<f32>(-arm.z, 0.0, arm.x)), arm);
    let z = cross(math_sym3_mul(inertia, vec3<f32>(arm.y, -arm.x, 0.0)), arm);
    return MathSym3(vec3<f32>(x.x, y.y, z.z) + 1.0 / mass, vec3<f32>(y.z, x.z, x.y));
}

// The displacement of a vertex in the first guess and the move after it.
fn push_out_displacement(vertex: u32, sub: Substep, lead: FirstGuessLead, push: PushOut) -> vec3<f32> {
    let start = scratch_start(vertex);
    let displacement = first_guess_displacement(vertex, start.xyz, sub, lead);
    let moved = push.shift + cross(push.spin, start.xyz + displacement - push.centre);
    return displacement + moved;
}
