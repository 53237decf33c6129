//#use memory/bindings.wgsl

// Slower than this is rest [unit/s]: what gravity adds in two substeps.
fn rest_speed_of(h: f32) -> f32 {
    return 2.0 * h * length(params.gravity.xyz);
}
