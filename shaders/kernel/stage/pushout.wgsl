//#use kernel/stage/begin.wgsl
//#use kernel/stage/motion.wgsl
//#needs kernel/body
//#needs kernel/own
// The push-out of a free body that hits something (docs/decisions/0031-push-out.md). The first guess of a substep may
// lie behind planes. To flatten the vertices there would strain the body, and a few sweeps cannot undo that. So the
// guess is moved out as a rigid body first, and only what is left is flattened. Inertia stays: the sweeps then press
// together what is soft.

// Rounds of the resident executor at most. Two are enough for most hits.
const PUSHOUT_ROUNDS: u32 = 4u;

// A guess this deep behind its planes, in sizes of the body, is left to the planes.
const PUSHOUT_LEAST: f32 = 1e-5;

// The most that it turns a body [rad]: a turn along the tangent stretches.
const PUSHOUT_FARTHEST: f32 = 0.25;

// A rigid move of a body, and what it takes to find more of it.
struct Pushout {
    shift: vec3<f32>,
    spin: vec3<f32>, // angle, along the axis
    centre: vec3<f32>,
    mass: f32,
    inverse: MathSym3, // of its inertia
}

// Where the substep's first guess takes a vertex of a free body. Its carry is in its inertia, which stays.
fn pushout_guess(vertex: u32, sub: Substep) -> vec3<f32> {
    return own_start(vertex).xyz + pushout_way(vertex, sub);
}

fn pushout_way(vertex: u32, sub: Substep) -> vec3<f32> {
    let v = own_velocity(vertex);
    let h = sub.theta * sub.h;
    return h * (v.xyz + h * v.w * params.gravity.xyz);
}

// Whether planes moved the guess of a vertex that has begun at x so far that the body is pushed out.
fn pushout_is_wanted(vertex: u32, x: vec3<f32>, sub: Substep) -> bool {
    let flattened = own_planes(vertex) > 0u && own_marked(vertex);
    return flattened && distance(x, pushout_guess(vertex, sub)) > PUSHOUT_LEAST * bodies[sub.body].size;
}

// One vertex's part of the sums of masses about a place: motion_sums without velocities.
fn pushout_masses(vertex: u32, sub: Substep, place: vec3<f32>) -> mat4x4<f32> {
    return motion_sums_of(motion_mass(vertex), pushout_guess(vertex, sub) - place, vec3<f32>(0.0));
}

fn pushout_none() -> Pushout {
    return Pushout();
}

// No move yet, of a body with these sums of masses about a place.
fn pushout_start(masses: mat4x4<f32>, place: vec3<f32>) -> Pushout {
    let centre = motion_centre(masses) + place;
    return Pushout(vec3<f32>(0.0), vec3<f32>(0.0), centre, masses[0].w, motion_inverse_inertia(masses));
}

fn pushout_of(push: Pushout, x: vec3<f32>) -> vec3<f32> {
    return push.shift + cross(push.spin, x - push.centre);
}

// One vertex's part of the sums over planes that it is behind by a depth d, after a move. Its arm r is from a place:
// (Σ d n, Σ d), (Σ d r × n, Σ d²), zero, zero.
fn pushout_hits(vertex: u32, sub: Substep, push: Pushout, place: vec3<f32>) -> mat4x4<f32> {
    let guess = pushout_guess(vertex, sub);
    let x = guess + pushout_of(push, guess);
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

fn pushout_is_deep(hits: mat4x4<f32>, size: f32) -> bool {
    return hits[1].w > PUSHOUT_LEAST * size * hits[0].w;
}

// Adds the impulse on a rigid body at the mean of its hits, weighted by depth, that lifts that point out. A whole face
// or edge that hits is lifted at once. Hits from opposite sides give nothing: there is no way out.
fn pushout_more(push: Pushout, hits: mat4x4<f32>, place: vec3<f32>) -> Pushout {
    let n = hits[0].xyz / hits[0].w;
    let arm = hits[1].xyz / hits[0].w - cross(push.centre - place, n);
    let depth = hits[1].w / hits[0].w;
    let turn = math_sym3_mul(push.inverse, arm);
    let give = dot(n, n) / push.mass + dot(arm, turn);
    var more = push;
    if !(give * push.mass >= 0.25) {
        return more;
    }
    more.shift += (depth / give / push.mass) * n;
    more.spin += (depth / give) * turn;
    more.spin *= PUSHOUT_FARTHEST / max(length(more.spin), PUSHOUT_FARTHEST);
    if math_finite(more.shift) && math_finite(more.spin) {
        return more;
    }
    return push;
}

// The vertex's position after the move, within its planes.
fn pushout_place(vertex: u32, sub: Substep, push: Pushout) -> vec3<f32> {
    let start = own_start(vertex);
    let way = pushout_way(vertex, sub);
    return confine_slide(vertex, start.xyz, way + pushout_of(push, start.xyz + way), start.xyz, u32(start.w));
}
