//#use kernel/stage/spring.wgsl
// Impact of a mass-spring body: sums over it and what they give. See stage/impact.wgsl.

// One vertex's part of the sums of what the body had before contact in the substep.
fn spring_sums_before(vertex: u32, x: vec3<f32>, origin: FinishOrigin) -> mat4x4<f32> {
    return finish_sums_before(finish_mass(vertex), x - origin.place, spring_before(vertex) - origin.speed, false);
}

// The velocity before contact, which spring_drift left beside the planes.
fn spring_before(vertex: u32) -> vec3<f32> {
    return select(velocity[vertex].xyz, own_inertia(vertex).xyz, own_start(vertex).w > 0.0);
}

// One vertex's part of the sums over what hit something.
fn spring_hits(vertex: u32, x: vec3<f32>, place0: vec3<f32>, h: f32, size: f32) -> mat4x4<f32> {
    let met = finish_touched(vertex, x, u32(own_start(vertex).w), size);
    return impact_sums(vertex, x, spring_before(vertex), met, place0, h, size);
}

// What is left of an impact after a substep, from the sums after it, before its contact, and over what hit.
fn spring_struck(impact: Impact, sums: mat4x4<f32>, before: mat4x4<f32>, hits: mat4x4<f32>, origin: FinishOrigin, h: f32) -> ImpactEnd {
    let after = spring_motion(sums, origin, true);
    let motion = impact_body(sums, finish_momentum_old(sums, before), origin, after.linear.xyz, after.angular.xyz);
    return impact_resolve(impact, hits, motion, h, 0.0);
}

fn spring_give(end: ImpactEnd, sums: mat4x4<f32>, origin: FinishOrigin) -> SpringReturn {
    let centre = finish_centre(sums) + origin.place;
    return SpringReturn(vec4<f32>(end.shift, 0.0), vec4<f32>(end.spin, 0.0), vec4<f32>(centre, 0.0));
}
