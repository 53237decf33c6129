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

// One vertex's part of the sums of masses about a place: motion_sums without velocities.
fn pushout_masses(vertex: u32, sub: Substep, lead: BeginLead, place: vec3<f32>) -> mat4x4<f32> {
    return motion_sums_of(motion_mass(vertex), pushout_guess(vertex, sub, lead) - place, vec3<f32>(0.0));
}

// One vertex's part of the sums over planes that it is behind by a depth d. Its arm r is from a place:
// (Σ d n, Σ d), (Σ d r × n, Σ d²), zero, zero.
fn pushout_hits(vertex: u32, sub: Substep, lead: BeginLead, place: vec3<f32>) -> mat4x4<f32> {
    let x = pushout_guess(vertex, sub, lead);
    var pushes = vec4<f32>(0.0);
    var turns = vec4<f32>(0.0);
    for (var k = 0u; k < own_planes(vertex); k++) {
        let plane = state[state_row(STATE_PLANE + 2u * k, vertex)];
        let depth = max(plane.w - dot(plane.xyz, x), 0.0);
        pushes += depth * vec4<f32>(plane.xyz, 1.0);
        turns += depth * vec4<f32>(cross(x - place, plane.xyz), depth);
    }
    return mat4x4<f32>(pushes, turns, vec4<f32>(0.0), vec4<f32>(0.0));
}

// The impulse on a rigid body at the mean of its hits, weighted by depth, that lifts that point out. A whole face or
// edge that hits is lifted at once. Hits from opposite sides give none: there is no way out.
fn pushout_find(masses: mat4x4<f32>, hits: mat4x4<f32>, place: vec3<f32>) -> Pushout {
    let mass = masses[0].w;
    let centre = motion_centre(masses);
    let n = hits[0].xyz / hits[0].w;
    let arm = hits[1].xyz / hits[0].w - cross(centre, n);
    let depth = hits[1].w / hits[0].w;
    let turn = math_sym3_mul(motion_inverse_inertia(masses), arm);
    let give = dot(n, n) / mass + dot(arm, turn);
    let shift = (depth / give / mass) * n;
    let spin = (depth / give) * turn;
    if !(give * mass >= 0.25) || !math_finite(shift) || !math_finite(spin) {
        return Pushout();
    }
    return Pushout(shift, spin * (PUSHOUT_FARTHEST / max(length(spin), PUSHOUT_FARTHEST)), centre + place);
}

// The vertex's position after the move, within its planes.
fn pushout_place(vertex: u32, sub: Substep, lead: BeginLead, push: Pushout) -> vec3<f32> {
    let start = own_start(vertex);
    let way = begin_way(vertex, start.xyz, sub, lead);
    let moved = push.shift + cross(push.spin, start.xyz + way - push.centre);
    return confine_slide(vertex, start.xyz, way + moved, start.xyz, u32(start.w));
}
