//#use memory/bindings.wgsl
//#use memory/report.wgsl
//#needs memory/position

// The velocity at the end of a step. A velocity that is not finite stops the body, and a stopped body has velocity zero.
fn velocity_stop_of(body: u32, v: vec3<f32>) -> vec3<f32> {
    if !math_finite(v) {
        position_stop(body, bodies[body].substeps - 1u);
    }
    return select(vec3<f32>(0.0), v, math_finite(v) && !position_stopped(body));
}
