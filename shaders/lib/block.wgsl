// What a material sums up for one vertex of a sweep: the force on it, its block (the second derivative of the energy by its
// position), and whether a tet is squeezed so far that its energy is more than quadratic just there.

struct BlockSum {
    force: vec3<f32>,
    diagonal: vec3<f32>, // of the block
    off: vec3<f32>,      // yz, zx, xy
    squeezed: f32,       // above zero if one is: a full step is right then, but a longer one may raise the energy
}

fn block_zero() -> BlockSum {
    return BlockSum(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0), 0.0);
}
