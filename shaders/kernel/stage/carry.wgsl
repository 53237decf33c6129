//#use kernel/bindings.wgsl
// Positions with a carry: what f32 rounds off a position is kept and added to its next move (compensated summation,
// Kahan 1965). A stiff body creeps to rest by moves far below the resolution of its coordinates; without the carry they
// are lost and it stops on the way.

fn carry_of(vertex: u32) -> vec3<f32> {
    return scratch[scratch_row(SCRATCH_CARRY, vertex)].xyz;
}

// The position `start + way`, where `way` includes the old carry; keeps the new one.
fn carry_move(vertex: u32, start: vec3<f32>, way: vec3<f32>) -> vec3<f32> {
    let p = start + way;
    scratch[scratch_row(SCRATCH_CARRY, vertex)] = vec4<f32>(way - (p - start), 0.0);
    return p;
}

fn carry_drop(vertex: u32) {
    scratch[scratch_row(SCRATCH_CARRY, vertex)] = vec4<f32>(0.0);
}
