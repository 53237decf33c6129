//#use kernel/bindings.wgsl
//#use lib/math.wgsl
// What is kept of an impact from substep to substep and from step to step, in the body's report; a part of stage/impact.wgsl.

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
