// The sums of a material for one vertex of a sweep: the force on it, and its block, the second derivative of the energy by
// its position.

struct BlockSum {
    force: vec3<f32>,
    diagonal: vec3<f32>, // of the block
    off: vec3<f32>,      // yz, zx, xy
    squeezed: f32,       // above zero if the barrier of a tet acts: then over-relaxation may raise the energy
}

fn block_zero() -> BlockSum {
    return BlockSum(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0), 0.0);
}
