//#use memory/bindings.wgsl

// Speeds below this count as rest [unit/s]: the speed that gravity adds in two substeps.
fn rest_speed_of(h: f32) -> f32 {
    return 2.0 * h * length(params.gravity.xyz);
}
