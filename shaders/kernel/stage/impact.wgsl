//#use kernel/stage/confine.wgsl
//#use kernel/stage/motion.wgsl
//#needs kernel/own
// Restitution of a free body: Newton's law of impact for its rigid motion (docs/decisions/0010-impact.md). If single
// vertices bounced, the others would still come down and the bounce would become vibration. So the first touch is
// remembered, and the solver or the springs take the motion out of the body and give some of it back. Once contact no
// longer pushes the body, the place where it was hit must leave with at least the restitution times the speed that it
// came with. What is missing is given as an impulse on a rigid body there, along the normal. It never makes the body
// faster than it came.

// 1 if something in the world has a restitution. A constant of the pipeline: other worlds pay nothing.
override IMPACT_WANTED: u32 = 0u;

// An impact that is not over: sums over the vertices that hit, each weighted by the momentum w that it came with.
struct Impact {
    normal: vec3<f32>,   // Σ w n
    weight: f32,         // Σ w
    arm: vec3<f32>,      // Σ w r × n about the centre of mass
    separation: f32,     // speed of separation after the last substep [unit/s]
    slip: f32,           // Σ w surface's speed along n
    restitution: f32,    // Σ w restitution
    approach: f32,       // the fastest approach [unit/s]
    untouched: f32,      // time without touch [s]
    surface: vec3<f32>,  // Σ w surface's velocity
    // Of the rigid motion and of weight, as seen from the surface, when it hit: the most it may leave with.
    energy: f32,
}

// What the body's last substep left. Nothing if that was before the last step: the body was held since, or nothing in
// the world bounced.
fn impact_load(body: u32) -> Impact {
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    if params.step - atomicLoad(&report[w + 16u]) > 1u {
        return Impact();
    }
    let rows = array<vec4<f32>, 4>(impact_row(w), impact_row(w + 4u), impact_row(w + 8u), impact_row(w + 12u));
    return Impact(
        rows[0].xyz, rows[0].w, rows[1].xyz, rows[1].w,
        rows[2].x, rows[2].y, rows[2].z, rows[2].w, rows[3].xyz, rows[3].w,
    );
}

fn impact_row(w: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(vec4<u32>(
        atomicLoad(&report[w]), atomicLoad(&report[w + 1u]), atomicLoad(&report[w + 2u]), atomicLoad(&report[w + 3u]),
    ));
}

// Keeps an impact for the next substep; none if its sums have overflowed.
fn impact_store(body: u32, impact: Impact) {
    let speeds = vec4<f32>(impact.slip, impact.restitution, impact.approach, impact.untouched);
    var rows = array<vec4<f32>, 4>(
        vec4<f32>(impact.normal, impact.weight), vec4<f32>(impact.arm, impact.separation), speeds,
        vec4<f32>(impact.surface, impact.energy),
    );
    let last = vec3<f32>(impact.separation, impact.untouched, impact.energy);
    let finite = math_finite(impact.normal) && math_finite(impact.arm) && math_finite(speeds.xyz)
        && math_finite(impact.surface) && math_finite(last);
    if !finite {
        rows = array<vec4<f32>, 4>();
    }
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    for (var k = 0u; k < 16u; k++) {
        atomicStore(&report[w + k], bitcast<u32>(rows[k / 4u][k % 4u]));
    }
    atomicStore(&report[w + 16u], params.step);
}

// A body's rigid motion before contact (0) and after the substep (1).
struct ImpactBody {
    mass: f32,
    inertia: MathSym3,
    inverse: MathSym3,
    place: vec3<f32>, // the origin of the sums
    centre: vec3<f32>,
    velocity0: vec3<f32>,
    angular0: vec3<f32>,
    velocity1: vec3<f32>,
    angular1: vec3<f32>,
}

// What remains of an impact, and the velocities that it gives to the body.
struct ImpactEnd {
    kept: Impact,
    shift: vec3<f32>,
    spin: vec3<f32>,
}

// An impact is forgotten after this time without touch [s]: a few steps of a game, and longer than a body that is
// still being pressed together lets go of a collider.
const IMPACT_FORGOTTEN: f32 = 0.05;

// Slower than this is rest [unit/s]: what gravity adds in two substeps.
fn impact_rest(h: f32) -> f32 {
    return 2.0 * h * length(params.gravity.xyz);
}

// The speed at which a vertex with the velocity `before` hit a plane that has restitution; zero if it did not. It hit
// if it lies on the plane now, or was on its way through it.
fn impact_hit(vertex: u32, slot: u32, x: vec3<f32>, before: vec3<f32>, h: f32, size: f32) -> f32 {
    let contact = confine_plane(vertex, slot);
    let n = contact.plane.xyz;
    let approach = dot(n, contact.slip) / h - dot(n, before);
    let end = own_start(vertex).xyz + h * (before + h * params.gravity.xyz);
    let met = min(dot(n, x), dot(n, end)) - contact.plane.w < 1e-5 * size;
    return select(0.0, approach, met && approach > impact_rest(h) && confine_bounce(vertex, slot) > 0.0);
}

fn impact_struck(vertex: u32, x: vec3<f32>, before: vec3<f32>, h: f32, size: f32) -> bool {
    var struck = false;
    for (var k = 0u; k < own_planes(vertex); k++) {
        struck = struck || impact_hit(vertex, k, x, before, h, size) > 0.0;
    }
    return struck;
}

// One vertex's part of: (Σ w n, Σ w), (Σ w r × n, Σ w surface's speed along n), (Σ w restitution, touching vertices,
// zero, zero), (Σ w surface's velocity, zero); r is from `place`.
fn impact_sums(
    vertex: u32, x: vec3<f32>, before: vec3<f32>, touched: bool, place: vec3<f32>, h: f32, size: f32,
) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    sums[2].y = select(0.0, 1.0, touched);
    if !touched {
        return sums;
    }
    for (var k = 0u; k < own_planes(vertex); k++) {
        let w = motion_mass(vertex) * impact_hit(vertex, k, x, before, h, size);
        let contact = confine_plane(vertex, k);
        let n = contact.plane.xyz;
        sums[0] += w * vec4<f32>(n, 1.0);
        sums[1] += w * vec4<f32>(cross(x - place, n), dot(n, contact.slip) / h);
        sums[2].x += w * confine_bounce(vertex, k);
        sums[3] += vec4<f32>(w / h * contact.slip, 0.0);
    }
    return sums;
}

// Energy of a rigid motion, as seen from a moving surface, and of weight.
fn impact_energy(
    body: ImpactBody, surface: vec3<f32>, centre: vec3<f32>, velocity: vec3<f32>, angular: vec3<f32>,
) -> f32 {
    let over = velocity - surface;
    let turning = dot(angular, math_sym3_mul(body.inertia, angular));
    return body.mass * (0.5 * dot(over, over) - dot(params.gravity.xyz, centre)) + 0.5 * turning;
}

// From the sums after the substep, the momentum before it about the same origin, and the motion after it.
fn impact_body(
    sums: mat4x4<f32>, before: MotionMomentum, origin: MotionOrigin, velocity: vec3<f32>, angular: vec3<f32>,
) -> ImpactBody {
    let inertia = motion_inertia(sums);
    let inverse = math_sym3_inverse(inertia);
    return ImpactBody(
        sums[0].w, inertia, inverse, origin.place, motion_centre(sums) + origin.place,
        before.velocity + origin.speed, math_sym3_mul(inverse, before.angular), velocity, angular,
    );
}

// Adds what hit in this substep. It must hit from one side, since a body between two walls cannot bounce, and the
// body must come with it: a vertex that only vibrates does not count.
fn impact_add(old: Impact, hits: mat4x4<f32>, body: ImpactBody, h: f32) -> Impact {
    let n = hits[0].xyz;
    let w = hits[0].w;
    if dot(n, n) <= 0.25 * w * w {
        return old;
    }
    let arm = hits[1].xyz - cross(body.centre - body.place, n);
    let approach = (hits[1].w - dot(n, body.velocity0) - dot(arm, body.angular0)) / w;
    if approach <= impact_rest(h) {
        return old;
    }
    let first = old.weight == 0.0;
    let last = select(old.separation, -approach, first);
    let came = impact_energy(body, hits[3].xyz / w, body.centre - h * body.velocity1, body.velocity0, body.angular0);
    return Impact(
        old.normal + n, old.weight + w, old.arm + arm, last,
        old.slip + hits[1].w, old.restitution + hits[2].x, max(old.approach, approach), 0.0,
        old.surface + hits[3].xyz, select(old.energy, came, first),
    );
}

// The end of a substep. The impact is over when the body no longer approaches, and nothing touches it or contact
// pushes it so little that it would take a second to give back the approach. `moved` is how long the body has moved
// with the velocity that it is given [s]: a substep for an implicit method.
fn impact_resolve(old: Impact, hits: mat4x4<f32>, body: ImpactBody, h: f32, moved: f32) -> ImpactEnd {
    let none = vec3<f32>(0.0);
    var kept = impact_add(old, hits, body, h);
    let w = kept.weight;
    if w <= 0.0 {
        return ImpactEnd(kept, none, none);
    }
    let n = kept.normal / w;
    if dot(n, n) <= 0.25 {
        return ImpactEnd(Impact(), none, none); // hit from both sides, one after the other
    }
    let arm = kept.arm / w;
    let surface = kept.surface / w;
    let approach = kept.approach;
    let separation = dot(n, body.velocity1) + dot(arm, body.angular1) - kept.slip / w;
    let touched = hits[2].y > 0.0;
    let pushed = touched && separation - kept.separation > approach * h;
    kept.separation = separation;
    kept.untouched = select(kept.untouched + h, 0.0, touched);
    kept.energy -= body.mass * h * dot(params.gravity.xyz, surface); // the surface takes the body along
    if separation > -0.1 * approach && !pushed {
        let turn = math_sym3_mul(body.inverse, arm);
        let give = dot(n, n) / body.mass + dot(arm, turn);
        let lost = kept.energy - impact_energy(body, surface, body.centre, body.velocity1, body.angular1);
        // The impulse J moves the body by `moved` J, and adds J s + J² give / 2 - moved J g·n to its energy.
        let weight = moved * dot(params.gravity.xyz, n);
        let along = separation - weight;
        let most = weight + sqrt(max(along * along + 2.0 * give * lost, 0.0));
        let impulse = max(min(kept.restitution / w * approach, most) - separation, 0.0) / give;
        return ImpactEnd(Impact(), n * (impulse / body.mass), turn * impulse);
    }
    if kept.untouched > IMPACT_FORGOTTEN {
        kept = Impact();
    }
    return ImpactEnd(kept, none, none);
}
