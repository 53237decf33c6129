//#use kernel/stage/confine.wgsl
//#use kernel/stage/motion.wgsl
//#needs kernel/own
// Restitution of a free body: Newton's law of impact for its rigid motion. A vertex that bounces by itself says little of
// its body: the others still come down, and what it was given becomes vibration. So the first touch is remembered, the
// solver or the springs take the motion out of the body, and what they give back is theirs. Once contact pushes the body no
// more, the place it was hit at must leave with at least the restitution times the speed it came with; what is missing is
// given as the impulse on a rigid body there, along the normal, which cannot add to the speed that the body came with.

// 1 if something in the world has a restitution. A constant of the pipeline: other worlds pay nothing.
override IMPACT_WANTED: u32 = 0u;

// An impact that is not over: sums over the vertices that hit, each weighted by the momentum w it came with.
struct Impact {
    normal: vec4<f32>, // Σ w n; Σ w
    arm: vec4<f32>,    // Σ w r × n about the centre of mass; speed of separation after the last substep [unit/s]
    speed: vec4<f32>,  // Σ w surface's speed along n, Σ w restitution; the fastest approach [unit/s]; time without touch [s]
    // Σ w surface's velocity; energy of the rigid motion and of weight, as seen from the surface, when it hit: the most it
    // may leave with
    surface: vec4<f32>,
}

fn impact_none() -> Impact {
    let z = vec4<f32>(0.0);
    return Impact(z, z, z, z);
}

// What the body has of the last substep. None if that was not in this or the last step: it was held since, or nothing in
// the world bounced.
fn impact_load(body: u32) -> Impact {
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    if params.counts.z - atomicLoad(&report[w + 16u]) > 1u {
        return impact_none();
    }
    return Impact(impact_row(w), impact_row(w + 4u), impact_row(w + 8u), impact_row(w + 12u));
}

fn impact_row(w: u32) -> vec4<f32> {
    return bitcast<vec4<f32>>(vec4<u32>(
        atomicLoad(&report[w]), atomicLoad(&report[w + 1u]), atomicLoad(&report[w + 2u]), atomicLoad(&report[w + 3u]),
    ));
}

// Keeps it for the next substep; nothing of a body whose sums have overflowed.
fn impact_store(body: u32, impact: Impact) {
    var rows = array<vec4<f32>, 4>(impact.normal, impact.arm, impact.speed, impact.surface);
    let last = vec3<f32>(impact.arm.w, impact.speed.w, impact.surface.w);
    let finite = math_finite(impact.normal.xyz) && math_finite(impact.arm.xyz) && math_finite(impact.speed.xyz)
        && math_finite(impact.surface.xyz) && math_finite(last);
    if !finite {
        rows = array<vec4<f32>, 4>();
    }
    let w = body * REPORT_WORDS + REPORT_IMPACT;
    for (var k = 0u; k < 16u; k++) {
        atomicStore(&report[w + k], bitcast<u32>(rows[k / 4u][k % 4u]));
    }
    atomicStore(&report[w + 16u], params.counts.z);
}

// What a body's rigid motion was before contact and is after the substep.
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

// What is left of an impact, and the velocities that it gives to the body.
struct ImpactEnd {
    kept: Impact,
    shift: vec3<f32>,
    spin: vec3<f32>,
}

// Passed by longer than this without touch, what was hit is forgotten [s]: some steps of a game, and longer than a body
// that is still being pressed together lets go of a collider.
const IMPACT_FORGOTTEN: f32 = 0.05;

// Slower than what gravity makes in two substeps is rest.
fn impact_rest(h: f32) -> f32 {
    return 2.0 * h * length(params.gravity.xyz);
}

// The speed at which a vertex with the velocity `before` came against a plane that gives some of it back; zero if it did
// not. It lies on the plane now, or was on a way through it.
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
    for (var k = 0u; k < u32(own_start(vertex).w); k++) {
        struck = struck || impact_hit(vertex, k, x, before, h, size) > 0.0;
    }
    return struck;
}

// One vertex's part of: (Σ w n, Σ w), (Σ w r × n, Σ w surface's speed along n), (Σ w restitution, touching vertices, zero,
// zero), (Σ w surface's velocity, zero); r is from `place`.
fn impact_sums(vertex: u32, x: vec3<f32>, before: vec3<f32>, touched: bool, place: vec3<f32>, h: f32, size: f32) -> mat4x4<f32> {
    var sums = mat4x4<f32>();
    sums[2].y = select(0.0, 1.0, touched);
    if !touched {
        return sums;
    }
    for (var k = 0u; k < u32(own_start(vertex).w); k++) {
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

// Energy of a rigid motion as seen from a surface that moves, and of the weight at a place.
fn impact_energy(body: ImpactBody, surface: vec3<f32>, centre: vec3<f32>, velocity: vec3<f32>, angular: vec3<f32>) -> f32 {
    let over = velocity - surface;
    let turning = dot(angular, math_sym3_mul(body.inertia, angular));
    return body.mass * (0.5 * dot(over, over) - dot(params.gravity.xyz, centre)) + 0.5 * turning;
}

// From the sums after the substep and the momentum before it, about the same origin, and the motion after it.
fn impact_body(sums: mat4x4<f32>, before: MotionMomentum, origin: MotionOrigin, velocity: vec3<f32>, angular: vec3<f32>) -> ImpactBody {
    let inertia = motion_inertia(sums);
    let inverse = math_sym3_inverse(inertia);
    return ImpactBody(
        sums[0].w, inertia, inverse, origin.place, motion_centre(sums) + origin.place,
        before.velocity + origin.speed, math_sym3_mul(inverse, before.angular), velocity, angular,
    );
}

// Adds what hit in this substep, if it hit from one side (a body between two walls has no way to bounce) and the body came
// with it: a vertex that only vibrates does not count.
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
    let first = old.normal.w == 0.0;
    let last = select(old.arm.w, -approach, first);
    let came = impact_energy(body, hits[3].xyz / w, body.centre - h * body.velocity1, body.velocity0, body.angular0);
    return Impact(
        old.normal + hits[0], vec4<f32>(old.arm.xyz + arm, last),
        vec4<f32>(old.speed.x + hits[1].w, old.speed.y + hits[2].x, max(old.speed.z, approach), 0.0),
        vec4<f32>(old.surface.xyz + hits[3].xyz, select(old.surface.w, came, first)),
    );
}

// The end of a substep. The impact is over when the body does not approach any more and nothing touches it, or contact
// pushes it so little that this would take a second to give back what it came with.
// `moved` is for how long the body has moved with the velocity it is given: an implicit one has for the substep.
fn impact_resolve(old: Impact, hits: mat4x4<f32>, body: ImpactBody, h: f32, moved: f32) -> ImpactEnd {
    let none = vec3<f32>(0.0);
    var kept = impact_add(old, hits, body, h);
    let w = kept.normal.w;
    if w <= 0.0 {
        return ImpactEnd(kept, none, none);
    }
    let n = kept.normal.xyz / w;
    if dot(n, n) <= 0.25 {
        return ImpactEnd(impact_none(), none, none); // hit from both sides, one after the other
    }
    let arm = kept.arm.xyz / w;
    let surface = kept.surface.xyz / w;
    let approach = kept.speed.z;
    let separation = dot(n, body.velocity1) + dot(arm, body.angular1) - kept.speed.x / w;
    let touched = hits[2].y > 0.0;
    let pushed = touched && separation - kept.arm.w > approach * h;
    kept.arm.w = separation;
    kept.speed.w = select(kept.speed.w + h, 0.0, touched);
    kept.surface.w -= body.mass * h * dot(params.gravity.xyz, surface); // the surface takes the body along
    if separation > -0.1 * approach && !pushed {
        let turn = math_sym3_mul(body.inverse, arm);
        let give = dot(n, n) / body.mass + dot(arm, turn);
        let lost = kept.surface.w - impact_energy(body, surface, body.centre, body.velocity1, body.angular1);
        // The impulse J moves the body by `moved` J, and adds J s + J² give / 2 - moved J g·n to its energy.
        let weight = moved * dot(params.gravity.xyz, n);
        let along = separation - weight;
        let most = weight + sqrt(max(along * along + 2.0 * give * lost, 0.0));
        let impulse = max(min(kept.speed.y / w * approach, most) - separation, 0.0) / give;
        return ImpactEnd(impact_none(), n * (impulse / body.mass), turn * impulse);
    }
    if kept.speed.w > IMPACT_FORGOTTEN {
        kept = impact_none();
    }
    return ImpactEnd(kept, none, none);
}
