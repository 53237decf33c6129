//#use memory/bindings.wgsl
//#needs memory/scratch
// Positions with a residual: the part that f32 rounds off a position is stored and added to its next move (compensated
// summation, Kahan 1965). A stiff body creeps to rest by moves far below the resolution of its coordinates. Without the
// residual those moves are lost, and the body stops too early.

// The position `start + displacement`, where `displacement` includes the old residual. Stores the new residual.
fn kahan_sum_move(vertex: u32, start: vec3<f32>, displacement: vec3<f32>) -> vec3<f32> {
    let p = kahan_sum_rounded(start + displacement);
    scratch_set_residual(vertex, displacement - (p - start));
    return p;
}

// The same vector, rounded to f32. WGSL lets compilers treat sums as exact, so that the new residual would be zero. An
// integer operation with a number unknown to the compiler prevents this.
fn kahan_sum_rounded(p: vec3<f32>) -> vec3<f32> {
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(p) ^ vec3<u32>(params.zero));
}

fn kahan_sum_drop(vertex: u32) {
    scratch_set_residual(vertex, vec3<f32>(0.0));
}
