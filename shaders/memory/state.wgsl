//#use memory/bindings.wgsl
// Rows of the state buffer; share/state.wgsl lists its channels.

// The row of a vertex in a channel.
fn state_row(channel: u32, vertex: u32) -> u32 {
    return channel * params.state_rows + vertex;
}

// Four rows that carry sums from one dispatch to the next.
fn state_sums(row: u32) -> mat4x4<f32> {
    return mat4x4<f32>(state[row], state[row + 1u], state[row + 2u], state[row + 3u]);
}

fn state_set_sums(row: u32, sums: mat4x4<f32>) {
    for (var k = 0u; k < 4u; k++) {
        state[row + k] = sums[k];
    }
}
