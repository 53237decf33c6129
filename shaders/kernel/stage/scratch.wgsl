//#use kernel/bindings.wgsl
// Where things lie in the scratch buffer; share/scratch.wgsl lists its rows.

// The place of a vertex in one of the arrays over all vertices.
fn scratch_row(row: u32, vertex: u32) -> u32 {
    return row * params.state_rows + vertex;
}

// Four rows that travel from one dispatch to the next.
fn scratch_sums(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u]);
}

fn scratch_set_sums(row: u32, sums: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        scratch[row + k] = sums[k];
    }
}
