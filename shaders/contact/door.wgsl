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
// The functions of contact that solvers call. In a substep a vertex takes contact_note, contact_faces and contact_open, then
// contact_move for moves of the solver and contact_slide for all others, then contact_end for its velocity.

// The bound of a vertex in a substep. A solver may fetch it before it is needed.
struct ContactBound {
    start: vec3<f32>, // its position at the start
    planes: u32,      // number of planes of colliders
    colliders: CollidersBound,
    bodies: BodiesBound,
}

// Whether colliders with bounds are near a body. If so, contact_note runs for all its vertices before contact_open for the
// first.
fn contact_near(body: u32) -> bool {
    return colliders_near(body);
}

// Stores the start of a vertex, and where it would move if nothing were in its way.
fn contact_note(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep) {
    colliders_note(vertex, start, goal, sub);
}

// Finds the planes of a body's faces from the stored starts and goals. All threads of its workgroup call it.
fn contact_faces(body: Body, sub: Substep, thread: u32, threads: u32) {
    colliders_faces(body, sub, thread, threads);
}

// Begins the substep of a vertex. `goal`: its position if nothing is in its way. Returns its number of planes: zero for a
// held one.
fn contact_open(vertex: u32, start: vec3<f32>, goal: vec3<f32>, sub: Substep, is_held: bool) -> u32 {
    bodies_open(vertex, sub);
    if is_held {
        return 0u;
    }
    return colliders_detect(vertex, start, goal, sub);
}

// The bound of a vertex after contact_open. `start`: from scratch_start.
fn contact_bound(vertex: u32, start: vec4<f32>) -> ContactBound {
    let planes = u32(start.w);
    return ContactBound(start.xyz, planes, colliders_bound(vertex, planes > 0u), bodies_bound(vertex));
}

// contact_bound in two parts. The first is fetched before it is needed, so that its reads overlap with others. `ahead`: the
// first part also fetches the bound of colliders, which costs registers. Both parts take the same value.
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

// Adds the forces of contacts on a vertex at x to its local problem. `stiffness`: diagonal of the vertex's own block.
// `last`: in the last sweep, which records that the body is pressed.
fn contact_force(
    body: u32, vertex: u32, bound: ContactBound, x: vec3<f32>, stiffness: vec3<f32>, last: bool, sum: ptr<function, BlockSum>,
) {
    bodies_force(body, vertex, bound.bodies, x, stiffness, last, sum);
}

// The displacement of a particle of mass m by its contacts in a substep. `goal`: its position without them; `block`: m/h².
fn contact_push(body: u32, vertex: u32, goal: vec3<f32>, block: f32) -> vec3<f32> {
    return bodies_push(body, vertex, goal, block);
}

// Stores the stiffness of a vertex for the contacts of the next epoch: the diagonal of its block.
fn contact_stiffness(vertex: u32, diagonal: vec3<f32>) {
    bodies_stiffness(vertex, diagonal);
}

// Moves a vertex from x by the solver's `displacement`, which includes the residual: friction acts first, then the
// projection. `block`: of the local problem, times any factor; `inverse`: its inverse.
fn contact_move(
    body: u32, vertex: u32, x: vec3<f32>, displacement: vec3<f32>, block: MathSym3, inverse: MathSym3, bound: ContactBound,
) -> vec3<f32> {
    let wanted = kahan_sum_move(vertex, x, displacement);
    let pushed = colliders_push(vertex, wanted, bound.start, bound.planes, block, inverse, bound.colliders);
    let p = contact_projected(vertex, pushed, wanted, bound);
    bodies_note(body);
    return p;
}

// contact_move of a particle, whose block is m/h² times the unit matrix.
fn contact_move_particle(body: u32, vertex: u32, x: vec3<f32>, displacement: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let unit = MathSym3(vec3<f32>(1.0), vec3<f32>(0.0));
    return contact_move(body, vertex, x, displacement, unit, unit, bound);
}

// Moves a vertex by the projection alone: for all moves that are not the solver's.
fn contact_slide(vertex: u32, x: vec3<f32>, displacement: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let wanted = kahan_sum_move(vertex, x, displacement);
    return contact_projected(vertex, wanted, wanted, bound);
}

// Projects p. If the result is not `wanted`, contact has acted on the vertex, and its position has no residual any more.
fn contact_projected(vertex: u32, p: vec3<f32>, wanted: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    let projected = contact_inside(vertex, p, bound);
    if any(projected != wanted) {
        kahan_sum_drop(vertex);
        scratch_mark(vertex);
    }
    return projected;
}

// Projects a position onto the outer side of all planes and into the reach. An admissible position stays as it is. Bodies
// come after colliders, since nothing may cross a body. The loop calls colliders in one place, since drivers compile a copy
// of a function for each call.
fn contact_inside(vertex: u32, wanted: vec3<f32>, bound: ContactBound) -> vec3<f32> {
    if position_of(vertex).w <= 0.0 {
        return wanted; // a held vertex has no bounds
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

// A particle's position after a displacement from its start, within its reach and its first plane. A contact_move must
// follow in the substep.
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

// Flags of contact_end: how it changes a velocity.
const CONTACT_LIFT: u32 = PLANE_VELOCITY_LIFT;               // removes the speed that lifted the vertex out of a plane
const CONTACT_STOP: u32 = PLANE_VELOCITY_STOP;               // stops a vertex that hit a plane; on a held body it bounces
const CONTACT_RESTITUTION: u32 = PLANE_VELOCITY_RESTITUTION; // CONTACT_STOP, for planes with a restitution only

// The velocity of a vertex at the end of its substep at x, corrected plane by plane. `v`: the velocity so far; `old`: the
// velocity before contact; `start`: from scratch_start; `what`: the flags above.
fn contact_end(
    vertex: u32, start: vec4<f32>, x: vec3<f32>, old: vec3<f32>, v: vec3<f32>, sub: Substep, body: Body, what: u32,
) -> vec3<f32> {
    return colliders_end(vertex, start, x, old, v, sub, body, what);
}

// Records the planes that a vertex hit in the substep, for restitution. `old`: its velocity at the start.
fn contact_hit(vertex: u32, x: vec3<f32>, old: vec3<f32>, sub: Substep, body: Body) {
    colliders_hit(vertex, x, old, sub, body);
}

// Speeds below this count as rest [unit/s].
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

// The contact of a vertex at the end of a step, for statistics: with the planes of colliders, and with other bodies.
fn contact_place(vertex: u32, x: vec3<f32>, planes: u32, size: f32) -> StatisticsContact {
    let least = colliders_least(vertex, x, planes);
    return StatisticsContact(least < 1e-5 * size, least < -1e-3 * size, contact_clamped(vertex, x));
}

// Whether other bodies stop a vertex at x. A held vertex has no bounds.
fn contact_clamped(vertex: u32, x: vec3<f32>) -> bool {
    return position_of(vertex).w > 0.0 && bodies_clamp(vertex, x);
}

// The displacement in the substep of the surface that a vertex at x lies on.
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

// Whether no collider is near a body in the step.
fn contact_clear(body: u32) -> bool {
    return !contact_near(body) && colliders_meets(body) == HALF_SPACE_REACH_NONE;
}

// The half-spaces near a body in the step: none, only resting ones, or some that move or bounce.
const CONTACT_MEETS_NONE: u32 = HALF_SPACE_REACH_NONE;
const CONTACT_MEETS_REST: u32 = HALF_SPACE_REACH_REST;
const CONTACT_MEETS_MOTION: u32 = HALF_SPACE_REACH_MOTION;

fn contact_meets(body: u32) -> u32 {
    return colliders_meets(body);
}

// The barrier between contact data that vertices write and other threads read.
fn contact_barrier() {
    bodies_barrier();
}

// Sums over the planes that vertices are behind.
alias ContactHits = PlaneHits;

// Adds the planes of a vertex at x. `r`: from the origin of the sums to x; `displacement`: of the vertex in the substep.
fn contact_add_hits(sums: ptr<function, ContactHits>, vertex: u32, x: vec3<f32>, r: vec3<f32>, displacement: vec3<f32>) {
    colliders_add_hits(sums, vertex, x, r, displacement);
}

// The position that one resting surface with friction gives to a vertex that moved from `start` to zero.
fn contact_against(
    start: vec3<f32>, block: MathSym3, inverse: MathSym3, surface: vec4<f32>, friction: f32,
) -> vec3<f32> {
    return response_push(vec3<f32>(0.0), start, block, inverse, ResponsePlane(surface, vec3<f32>(0.0), friction));
}
