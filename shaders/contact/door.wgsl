//#needs contact/colliders
//#needs contact/bodies
//#use contact/detection/half_space_reach.wgsl
//#use contact/filter/plane_hits.wgsl
//#use contact/restitution/plane_velocity.wgsl
//#use contact/restitution/rest_speed.wgsl
//#use memory/kahan_sum.wgsl
//#use memory/statistics.wgsl
//#needs memory/position
//#needs memory/scratch
// All that solvers use of contact. A substep of a vertex: contact_note, contact_faces, contact_open, then moves of the solver
// by contact_move and all others by contact_slide, then its velocity by contact_end.

// What binds a vertex in a substep. It may be fetched before it is needed.
struct ContactBound {
    start: vec3<f32>, // its place at the start
    planes: u32,      // of colliders that it keeps
    colliders: CollidersBound,
    bodies: BodiesBound,
}

// Whether colliders with bounds are near a body. Then all its vertices are noted before one of them is opened.
fn contact_near(body: u32) -> bool {
    return colliders_near(body);
}

// Notes where a vertex starts and where it goes if nothing is in its way.
fn contact_note(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep) {
    colliders_note(vertex, start, goal, sub);
}

// Finds the planes of the faces of a body from these notes. All threads of its workgroup call it.
fn contact_faces(body: Body, sub: Substep, thread: u32, threads: u32) {
    colliders_faces(body, sub, thread, threads);
}

// Begins the substep of a vertex that would go from `start` to `goal`. Returns how many planes it keeps: none if it is held.
fn contact_open(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep, is_held: bool) -> u32 {
    bodies_open(vertex, sub);
    if is_held {
        return 0u;
    }
    return colliders_detect(vertex, start, goal, sub);
}

// What binds a vertex that began so: `start`, see scratch_start.
fn contact_bound(vertex: u32, start: vec4<f32>) -> ContactBound {
    let planes = u32(start.w);
    return ContactBound(start.xyz, planes, colliders_bound(vertex, planes > 0u), bodies_bound(vertex));
}

// The same in two parts. The first is fetched before it is needed, so that its reads overlap with others. `ahead`: with what
// colliders bind, which costs registers; the second part must be told the same.
fn contact_bound_ahead(vertex: u32, start: vec4<f32>, ahead: bool) -> ContactBound {
    var bound: ContactBound;
    bound.start = start.xyz;
    bound.planes = u32(start.w);
    bound.bodies = bodies_bound(vertex);
    if ahead {
        bound.colliders = colliders_bound(vertex, true);
    }
    return bound;
}

fn contact_bound_rest(vertex: u32, given: ContactBound, ahead: bool) -> ContactBound {
    var bound = given;
    if !ahead {
        bound.colliders = colliders_bound(vertex, bound.planes > 0u);
    }
    return bound;
}

// Adds the forces of contacts on a vertex at x to its local problem. `stiffness`: what the vertex bears by itself. `last`: in
// the last sweep, which notes what presses.
fn contact_force(
    body: u32, vertex: u32, bound: ContactBound, x: vec3<f32>, stiffness: vec3<f32>, last: bool, sum: ptr<function, BlockSum>,
) {
    bodies_force(body, vertex, bound.bodies, x, stiffness, last, sum);
}

// The displacement of a particle of mass m by its contacts in a substep, after it would have come to `goal`. `block`: m/h².
fn contact_push(body: u32, vertex: u32, goal: vec3<f32>, block: f32) -> vec3<f32> {
    return bodies_push(body, vertex, goal, block);
}

// Keeps how much its contacts may rest on a vertex.
fn contact_stiffness(vertex: u32, diagonal: vec3<f32>) {
    bodies_stiffness(vertex, diagonal);
}

// A move of the solver from x by `displacement`, which includes the residual: friction acts, then the projection. The block of
// its local problem counts up to a factor.
fn contact_move(
    body: u32, vertex: u32, x: vec3<f32>, displacement: vec3<f32>, block: MathSym3, inverse: MathSym3, bound: ContactBound,
) -> vec3<f32> {
    let wanted = kahan_sum_move(vertex, x, displacement);
    let pushed = colliders_push(vertex, wanted, bound.start, bound.planes, block, inverse, bound.colliders);
    let p = contact_projected(vertex, pushed, wanted, bound);
    bodies_note(body);
    return p;
}

// The same of a particle, whose block is m/h² times the unit matrix.
fn contact_move_particle(body: u32, vertex: u32, x: vec3<f32>, displacement: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    return contact_move(body, vertex, x, displacement, unit, unit, bound);
}

// Any other move: the projection alone.
fn contact_slide(vertex: u32, x: vec3<f32>, displacement: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let wanted = kahan_sum_move(vertex, x, displacement);
    return contact_projected(vertex, wanted, wanted, bound);
}

// Projects p. If that is not what was wanted, contact has acted on the vertex: its position has no residual any more.
fn contact_projected(vertex: u32, p: vec3<f32>, wanted: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let projected = contact_inside(vertex, p, bound);
    if any(projected != wanted) {
        kahan_sum_drop(vertex);
        scratch_mark(vertex);
    }
    return projected;
}

// Brings a position to the outer side of all planes and within the reach. One that satisfies them stays as it is. Other
// bodies have the last word: nothing leads through them. Colliders stand in one place of a loop, since drivers compile a copy of
// a function for each place that calls it.
fn contact_inside(vertex: u32, wanted: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    if position_of(vertex).w <= 0.0 {
        return wanted; // held: it has no bounds
    }
    var p = wanted;
    var round = 0u;
    loop {
        p = colliders_outside(vertex, p, bound.start, bound.planes, bound.colliders);
        if !bodies_outside(bound.bodies, &round, &p) {
            break;
        }
    }
    return p;
}

// Where a particle comes from its start within its bound and its first plane. A contact_move must follow in the substep.
fn contact_first(vertex: u32, displacement: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let far = dot(displacement, displacement);
    let reach = bound.colliders.reach;
    let wanted = bound.start + displacement * select(1.0, reach * inverseSqrt(far), far > reach * reach);
    if bound.planes == 0u {
        return wanted;
    }
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    let p = colliders_push_first(wanted, bound.start, unit, unit, bound.colliders);
    if any(p != wanted) {
        scratch_mark(vertex);
    }
    return p;
}

// What contact_end changes of a velocity.
const CONTACT_LIFT: u32 = PLANE_VELOCITY_LIFT;               // without what lifted the vertex out of a plane
const CONTACT_STOP: u32 = PLANE_VELOCITY_STOP;               // what hit a plane does not go on into it; on a held body it bounces
const CONTACT_RESTITUTION: u32 = PLANE_VELOCITY_RESTITUTION; // the same, of planes with a restitution only

// The velocity v with which a vertex ends its substep at x, plane by plane. `old`: its velocity before it met them; `start`: see
// scratch_start.
fn contact_end(
    vertex: u32, start: vec4<f32>, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, sub: Substep, body: Body, what: u32,
) -> vec3<f32> {
    return colliders_end(vertex, start, x, old, v, sub, body, what);
}

// Notes what a vertex hit in the substep, for restitution. `old`: its velocity at the start.
fn contact_hit(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {
    colliders_hit(vertex, x, old, sub, body);
}

// Slower than this is rest [unit/s].
fn contact_rest(h: f32) -> f32 {
    return rest_speed_of(h);
}

// Whether contact has acted on a vertex in this substep.
fn contact_touched(vertex: u32) -> bool {
    return colliders_touched(vertex);
}

// Whether a vertex at x lies on one of its planes.
fn contact_lies(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return colliders_least(vertex, x, planes) < 1e-5 * size;
}

// Whether contact has acted on a vertex, even if later moves lifted it off again.
fn contact_met(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> bool {
    return planes > 0u && (scratch_marked(vertex) || contact_lies(vertex, x, planes, size));
}

// How a vertex stands at the end of a step: beside the planes of colliders that it keeps, and between other bodies.
fn contact_place(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> StatisticsContact {
    let least = colliders_least(vertex, x, planes);
    return StatisticsContact(least < 1e-5 * size, least < -1e-3 * size, contact_clamped(vertex, x));
}

// Whether other bodies cut a vertex short. A held one has no bounds.
fn contact_clamped(vertex: u32, x: vec3<f32>) -> bool {
    return position_of(vertex).w > 0.0 && bodies_clamp(vertex, x);
}

// How far the surface that a vertex at x lies on moves in the substep.
fn contact_surface(vertex: u32, x: vec3<f32>, size: f32) -> vec3<f32> {
    return colliders_surface(vertex, x, size);
}

// Whether other bodies act on a body in the epoch.
fn contact_acts(body: u32) -> bool {
    return bodies_act(body);
}

// Whether features of a body may touch those of another in the step.
fn contact_listed(body: u32) -> bool {
    return bodies_are_listed(body);
}

// Whether a body meets no collider in the step.
fn contact_clear(body: u32) -> bool {
    return !contact_near(body) && colliders_meets(body) == HALF_SPACE_REACH_NONE;
}

// What of half-spaces a body may meet in the step: nothing, what rests, or what moves or bounces.
const CONTACT_MEETS_NONE: u32 = HALF_SPACE_REACH_NONE;
const CONTACT_MEETS_REST: u32 = HALF_SPACE_REACH_REST;
const CONTACT_MEETS_MOTION: u32 = HALF_SPACE_REACH_MOTION;

fn contact_meets(body: u32) -> u32 {
    return colliders_meets(body);
}

// Lies between what vertices note of contact and what others read of it.
fn contact_barrier() {
    bodies_barrier();
}

// Sums over planes that vertices are behind.
alias ContactHits = PlaneHits;

// Adds the planes of a vertex at x, which is at r from the place of the sums and has gone by `displacement`.
fn contact_add_hits(sums: ptr<function, ContactHits>, vertex: u32, x: vec3<f32>, r: vec3<f32>, displacement: vec3<f32>) {
    colliders_add_hits(sums, vertex, x, r, displacement);
}

// How one surface with friction, which rests, moves what has come from `start` to zero.
fn contact_against(
    start: vec3<f32>, block: MathSym3, inverse: MathSym3, surface: vec4<f32>, friction: f32,
) -> vec3<f32> {
    return response_push(vec3<f32>(0.0), start, block, inverse, ResponsePlane(surface, vec3<f32>(0.0), friction));
}
