//#use contact/restitution/rest_speed.wgsl
//#use memory/rigid_motion.wgsl
//#needs memory/position
//#needs memory/scratch
// Restitution of a free body: Newton's law of impact for its rigid motion (docs/decisions/0010-impact.md). If single
// vertices bounced, the others would still approach, and the bounce would become vibration. So hits are recorded, and the
// solver takes the motion out of the body and gives some of it back. Once contact no longer pushes the body, the point of
// contact must leave with at least the restitution times the speed of approach. The missing speed is an impulse on a rigid
// body there, along the normal. The impulse never makes the body faster than it came.

// An impact that is not over: sums over the vertices that hit, each weighted by the momentum w that it came with.
struct BodyImpact {
    normal: vec3<f32>,  // Σ w n
    weight: f32,        // Σ w
    arm: vec3<f32>,     // Σ w r × n about the centre of mass
    slip: f32,          // Σ w surface's speed along n
    surface: vec3<f32>, // Σ w surface's velocity
    restitution: f32,   // Σ w restitution
    approach: f32,      // the fastest approach [unit/s]
    untouched: f32,     // time without touch [s]
    // Energy of the rigid motion and of weight, relative to the surface, at the hit: the body may leave with no more.
    energy: f32,
}

// The impact after the body's last step. Void if that was before the last step of the world: the body was held since, or
// nothing in the world bounced.
fn body_impact_load(body: u32) -> BodyImpact {
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    if params.step - atomicLoad(&report[w + REPORT_IMPACT_WORDS - 1u]) > 1u {
        return BodyImpact();
    }
    let rows = array<vec4<f32>, 4>(body_impact_row(w), body_impact_row(w + 4u), body_impact_row(w + 8u), body_impact_row(w + 12u));
    return BodyImpact(
        rows[0].xyz, rows[0].w, rows[1].xyz, rows[1].w, rows[2].xyz, rows[2].w, rows[3].x, rows[3].y, rows[3].z,
    );
}

fn body_impact_row(w: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(vec4<u32>(
        atomicLoad(&report[w]), atomicLoad(&report[w + 1u]), atomicLoad(&report[w + 2u]), atomicLoad(&report[w + 3u]),
    ));
}

// Stores an impact for the next step; an impact whose sums have overflowed is void.
fn body_impact_store(body: u32, impact: BodyImpact) {
    let last = vec3<f32>(impact.approach, impact.untouched, impact.energy);
    var rows = array<vec4<f32>, 4>(
        vec4<f32>(impact.normal, impact.weight), vec4<f32>(impact.arm, impact.slip),
        vec4<f32>(impact.surface, impact.restitution), vec4<f32>(last, 0.0),
    );
    let speeds = vec3<f32>(impact.slip, impact.restitution, impact.weight);
    let finite = math_finite(impact.normal) && math_finite(impact.arm) && math_finite(impact.surface)
        && math_finite(speeds) && math_finite(last);
    if !finite {
        rows = array<vec4<f32>, 4>();
    }
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    for (var k = 0u; k < REPORT_IMPACT_WORDS - 1u; k++) {
        atomicStore(&report[w + k], bitcast<u32>(rows[k / 4u][k % 4u]));
    }
    atomicStore(&report[w + REPORT_IMPACT_WORDS - 1u], params.step);
}

// A rigid motion: of the centre of mass, and about it.
struct BodyImpactMotion {
    centre: vec3<f32>,
    velocity: vec3<f32>,
    momentum: vec3<f32>, // angular, about the centre
}

fn body_impact_motion(sums: mat4x4<f32>, origin: RigidMotionOrigin) -> BodyImpactMotion {
    let centre = rigid_motion_centre(sums);
    let velocity = sums[0].xyz / sums[0].w;
    let momentum = sums[1].xyz - sums[0].w * cross(centre, velocity);
    return BodyImpactMotion(centre + origin.place, velocity + origin.speed, momentum);
}

// A body at the end of a step.
struct BodyImpactBody {
    mass: f32,
    inverse: MathSym3,        // of its inertia now
    start: BodyImpactMotion,  // at the start of the step
    before: BodyImpactMotion, // before the last substep
    end: BodyImpactMotion,    // now
    touched: bool,            // it touched something when the step began
    last: f32,                // when it last touched something in the step [s], or zero
    h: f32,                   // length of its substeps [s]
}

// The rest of an impact, and the change of the body's velocity.
struct BodyImpactEnd {
    kept: BodyImpact,
    shift: vec3<f32>,
    spin: vec3<f32>,
}

// An impact is forgotten after this time without touch [s]: a few steps of a game, and longer than a compressed body lets go
// of a collider.
const BODY_IMPACT_FORGOTTEN: f32 = 0.05;

// A vertex's part of: (Σ w n, Σ w), (Σ w r × n, Σ w surface's speed along n), (Σ w restitution, Σ w time, zero, zero),
// (Σ w surface's velocity, zero); r is from `position`, time from the start of the step.
fn body_impact_sums(vertex: u32, x: vec3<f32>, position: vec3<f32>) -> mat4x4<f32> {
    let first = state[state_row(STATE_HIT, vertex)];
    let second = state[state_row(STATE_HIT + 1u, vertex)];
    let m = rigid_motion_mass(vertex);
    let wn = m * first.xyz;
    let w = length(wn);
    return mat4x4<f32>(
        vec4<f32>(wn, w), vec4<f32>(cross(x - position, wn), dot(wn, second.xyz)),
        vec4<f32>(w * first.w, w * second.w, 0.0, 0.0), vec4<f32>(w * second.xyz, 0.0),
    );
}

// Energy of a rigid motion, relative to a moving surface, and of weight.
fn body_impact_energy(body: BodyImpactBody, surface: vec3<f32>, motion: BodyImpactMotion) -> f32 {
    let over = motion.velocity - surface;
    let turning = dot(motion.momentum, math_sym3_mul(body.inverse, motion.momentum));
    return body.mass * (0.5 * dot(over, over) - dot(params.gravity.xyz, motion.centre)) + 0.5 * turning;
}

// The motion some time after the start of the step [s], with nothing in the way. A body that already touched something had
// its weight supported.
fn body_impact_flown(body: BodyImpactBody, time: f32) -> BodyImpactMotion {
    let start = body.start;
    let fall = select(time, 0.0, body.touched) * params.gravity.xyz;
    return BodyImpactMotion(
        start.centre + time * start.velocity + 0.5 * (time + body.h) * fall, start.velocity + fall, start.momentum,
    );
}

// The speed of a motion along the normal of an impact, relative to the surface.
fn body_impact_speed(impact: BodyImpact, body: BodyImpactBody, motion: BodyImpactMotion) -> f32 {
    let turning = dot(impact.arm, math_sym3_mul(body.inverse, motion.momentum));
    return (dot(impact.normal, motion.velocity) + turning - impact.slip) / impact.weight;
}

// The speed along n that remains of `speed` after a flight. The substep in which the body left does not count as flight.
fn body_impact_risen(speed: f32, n: vec3<f32>, surface: vec3<f32>, untouched: f32, body: BodyImpactBody) -> f32 {
    let time = max(untouched - body.h, 0.0);
    let fall = dot(n, params.gravity.xyz);
    let displacement = time * (dot(n, body.end.velocity - surface) - 0.5 * time * fall);
    return sqrt(max(speed * speed + 2.0 * fall * max(displacement, 0.0), 0.0));
}

// Adds the hits of this step: sums about the origin `position`. They must be from one side, since a body between two walls
// cannot bounce. The body must approach with them: a vertex that only vibrates does not count.
fn body_impact_add(old: BodyImpact, hits: mat4x4<f32>, body: BodyImpactBody, position: vec3<f32>) -> BodyImpact {
    let n = hits[0].xyz;
    let w = hits[0].w;
    if dot(n, n) <= 0.25 * w * w {
        return old;
    }
    let arm = hits[1].xyz - cross(body.end.centre - position, n);
    var hit = BodyImpact(n, w, arm, hits[1].w, hits[3].xyz, hits[2].x, 0.0, 0.0, 0.0);
    let time = hits[2].y / w;
    let came = body_impact_flown(body, time);
    hit.approach = -body_impact_speed(hit, body, came);
    if hit.approach <= rest_speed_of(body.h) {
        return old;
    }
    if old.weight == 0.0 {
        // body_impact_resolve takes what the surface takes the body along in the whole step.
        let surface = hit.surface / w;
        hit.energy = body_impact_energy(body, surface, came) + body.mass * time * dot(params.gravity.xyz, surface);
        return hit;
    }
    return BodyImpact(
        old.normal + n, old.weight + w, old.arm + arm, old.slip + hit.slip, old.surface + hit.surface,
        old.restitution + hit.restitution, max(old.approach, hit.approach), 0.0, old.energy,
    );
}

// The end of a step. The impact is over when the body no longer approaches, and contact pushed it so little in the last
// substep that it would need a second to give back the approach.
fn body_impact_resolve(impact: BodyImpact, body: BodyImpactBody, time: f32) -> BodyImpactEnd {
    let none = vec3<f32>(0.0);
    var kept = impact;
    let w = kept.weight;
    if w <= 0.0 {
        return BodyImpactEnd(kept, none, none);
    }
    let n = kept.normal / w;
    if dot(n, n) <= 0.25 {
        return BodyImpactEnd(BodyImpact(), none, none); // hit from both sides, one after the other
    }
    let arm = kept.arm / w;
    let surface = kept.surface / w;
    let approach = kept.approach;
    let separation = body_impact_speed(kept, body, body.end);
    let pushed = separation - body_impact_speed(kept, body, body.before) > approach * body.h;
    kept.untouched = time - body.last + select(kept.untouched, 0.0, body.last > 0.0);
    kept.energy -= body.mass * time * dot(params.gravity.xyz, surface); // the surface takes the body along
    if separation > -0.1 * approach && !pushed {
        let turn = math_sym3_mul(body.inverse, arm);
        let give = dot(n, n) / body.mass + dot(arm, turn);
        let lost = kept.energy - body_impact_energy(body, surface, body.end);
        // The impulse J adds J s + J² give / 2 to the energy of the body.
        let most = sqrt(max(separation * separation + 2.0 * give * lost, 0.0));
        let wanted = body_impact_risen(kept.restitution / w * approach, normalize(n), surface, kept.untouched, body);
        let impulse = max(min(wanted, most) - separation, 0.0) / give;
        return BodyImpactEnd(BodyImpact(), n * (impulse / body.mass), turn * impulse);
    }
    if kept.untouched > BODY_IMPACT_FORGOTTEN {
        kept = BodyImpact();
    }
    return BodyImpactEnd(kept, none, none);
}
