//#use memory/bindings.wgsl
//#use memory/substep.wgsl
// The reach of a vertex in a substep, before contact shortens it.

// Slack beyond inertia: a tenth of the body's size, or, in short substeps, a speed in sizes a second. With more slack more
// vertices look for planes.
const VERTEX_REACH_SLACK: f32 = 0.1;
const VERTEX_REACH_SLACK_RATE: f32 = 12.0;

fn vertex_reach_of(start: vec3<f32>, guess: vec3<f32>, sub: Substep) -> f32 {
    let slack = min(VERTEX_REACH_SLACK, VERTEX_REACH_SLACK_RATE * sub.h) * bodies[sub.body].size;
    return 2.0 * distance(start, guess) + slack;
}

// The position at this part of the way from `start` to p, and within the reach.
fn vertex_reach_within(p: vec3<f32>, start: vec3<f32>, reach: f32, given: f32) -> vec3<f32> {
    var part = given;
    let displacement = p - start;
    let length_squared = dot(displacement, displacement);
    if length_squared > reach * reach {
        part = min(part, reach * inverseSqrt(length_squared));
    }
    return select(p, start + displacement * part, part < 1.0);
}
