//#use kernel/stage/begin.wgsl
//#use kernel/stage/motion.wgsl
//#needs kernel/body
//#needs kernel/own
// The push-out of a free body that hits something (docs/decisions/0031-push-out.md). The first guess of a substep may
// lie behind planes. To flatten the vertices there would strain the body, and a few sweeps cannot undo that. So the
// guess is moved out as a rigid body first, and only what is left is flattened. Inertia stays: the sweeps then press
// together what is soft.

// A guess this deep behind its planes, in sizes of the body, is left to the planes.
const PUSHOUT_LEAST: f32 = 1e-5;

// Depths are even where the square of their mean is this part of the mean of their squares.
const PUSHOUT_EVEN: f32 = 0.99;

// The most that it turns a body [rad]: a turn along the tangent stretches.
const PUSHOUT_FARTHEST: f32 = 0.25;

// A rigid move of a body.
struct Pushout {
    shift: vec3<f32>,
    spin: vec3<f32>, // angle, along the axis
    centre: vec3<f32>,
}

// The place of a vertex in the first guess. The carry is in its inertia, which stays.
fn pushout_guess(vertex: u32, sub: Substep, lead: BeginLead) -> vec3<f32> {
    let x = own_start(vertex).xyz;
    return x + begin_way(vertex, x, sub, lead);
}

// Whether planes moved the guess of a vertex that has begun at x so far that the body is pushed out.
fn pushout_is_wanted(vertex: u32, x: vec3<f32>, sub: Substep, lead: BeginLead) -> bool {
    let flattened = confine_touched(vertex);
    return flattened && distance(x, pushout_guess(vertex, sub, lead)) > PUSHOUT_LEAST * bodies[sub.body].size;
}

// Sums over a body's vertices, their arms r from a place. Of masses m: motion_sums without velocities, with sums over
// hits in their place. Of hits, planes that a vertex is behind by a depth d: it goes by u past the surface, which has
// friction μ.
//   masses: (Σ d r², Σ m), (Σ d (ry rz, rz rx, rx ry), Σ m r.x), (Σ m (rx², ry², rz²), Σ m r.y), ...
//   hits:   (Σ d n, Σ d), (Σ d r, Σ d²), (Σ d u, Σ d μ), (hits, zero, zero, zero)
struct PushoutSums {
    masses: mat4x4<f32>,
    hits: mat4x4<f32>,
}

// Adds one vertex.
fn pushout_add(sums: ptr<function, PushoutSums>, vertex: u32, sub: Substep, lead: BeginLead, place: vec3<f32>) {
    let x = pushout_guess(vertex, sub, lead);
    let way = x - own_start(vertex).xyz;
    let r = x - place;
    (*sums).masses += motion_sums_of(motion_mass(vertex), r, vec3<f32>(0.0));
    for (var k = 0u; k < own_planes(vertex); k++) {
        let met = confine_plane(vertex, k);
        let depth = max(met.plane.w - dot(met.plane.xyz, x), 0.0);
        (*sums).masses[0] += vec4<f32>(depth * r * r, 0.0);
        (*sums).masses[1] += vec4<f32>(depth * r.yzx * r.zxy, 0.0);
        (*sums).hits += depth * mat4x4<f32>(
            vec4<f32>(met.plane.xyz, 1.0), vec4<f32>(r, depth), vec4<f32>(way - met.slip, met.friction),
            vec4<f32>(0.0),
        );
        (*sums).hits[3].x += select(0.0, 1.0, depth > 0.0);
    }
}

// The impulse on a rigid body at the mean of its hits, weighted by depth, that lifts that point out, with friction: the
// point as a vertex of no extent. A whole face or edge that hits is lifted at once. Hits from opposite sides give none:
// there is no way out.
fn pushout_find(sums: PushoutSums, place: vec3<f32>) -> Pushout {
    let mass = sums.masses[0].w;
    let centre = motion_centre(sums.masses);
    let mean = sums.hits * (1.0 / sums.hits[0].w);
    let tightness = length(mean[0].xyz);
    let n = mean[0].xyz / tightness;
    let arm = mean[1].xyz - centre;
    let surface = ResponsePlane(vec4<f32>(n, mean[1].w / tightness), vec3<f32>(0.0), mean[2].w);
    let none = vec3<f32>(0.0);
    // What lies on a face presses where no turn comes of it.
    let unit = MathSym3(vec3<f32>(1.0), none);
    let flat_shift = response_push(none, -mean[2].xyz, unit, unit, surface);
    let beside = flat_shift * (dot(n, arm) / dot(n, flat_shift)) - arm;
    if tightness >= 0.5 && pushout_holds(sums, mean[1].xyz, beside) && math_finite(flat_shift) {
        return Pushout(flat_shift, none, centre + place);
    }
    let inertia = motion_inverse_inertia(sums.masses);
    let mobility = pushout_mobility(mass, inertia, arm);
    let block = math_sym3_inverse(mobility);
    let impulse = math_sym3_mul(block, response_push(none, -mean[2].xyz, block, mobility, surface));
    let shift = impulse / mass;
    let spin = math_sym3_mul(inertia, cross(arm, impulse));
    if !(tightness >= 0.5) || !math_finite(shift) || !math_finite(spin) {
        return Pushout();
    }
    return Pushout(shift, spin * (PUSHOUT_FARTHEST / max(length(spin), PUSHOUT_FARTHEST)), centre + place);
}

// Whether hits are about equally deep and reach so far to the side of their mean: an even face reaches √3 of their
// deviation.
fn pushout_holds(sums: PushoutSums, mean: vec3<f32>, beside: vec3<f32>) -> bool {
    let depth = sums.hits[0].w;
    let spread = MathSym3(
        sums.masses[0].xyz / depth - mean * mean, sums.masses[1].xyz / depth - mean.yzx * mean.zxy,
    );
    let even = depth * depth >= PUSHOUT_EVEN * sums.hits[3].x * sums.hits[1].w;
    let far = dot(beside, beside);
    return even && far * far <= 3.0 * dot(beside, math_sym3_mul(spread, beside));
}

// How far a point of a rigid body moves by a unit impulse there: 1/m - [r] I⁻¹ [r].
fn pushout_mobility(mass: f32, inertia: MathSym3, arm: vec3<f32>) -> MathSym3 {
    let x = cross(math_sym3_mul(inertia, vec3<f32>(0.0, arm.z, -arm.y)), arm);
    let y = cross(math_sym3_mul(inertia, vec3<f32>(-arm.z, 0.0, arm.x)), arm);
    let z = cross(math_sym3_mul(inertia, vec3<f32>(arm.y, -arm.x, 0.0)), arm);
    return MathSym3(vec3<f32>(x.x, y.y, z.z) + 1.0 / mass, vec3<f32>(y.z, x.z, x.y));
}

// The vertex's position after the move, within its planes.
fn pushout_place(vertex: u32, sub: Substep, lead: BeginLead, push: Pushout) -> vec3<f32> {
    let start = own_start(vertex);
    let way = begin_way(vertex, start.xyz, sub, lead);
    let moved = push.shift + cross(push.spin, start.xyz + way - push.centre);
    return confine_slide(vertex, start.xyz, way + moved, start.xyz, u32(start.w));
}
