//#needs kernel/own
// Positions with a carry: what f32 rounds off a position is kept and added to its next move (compensated summation,
// Kahan 1965). A stiff body creeps to rest by moves far below the resolution of its coordinates. Without the carry
// those moves are lost, and the body stops on the way.

// The position `start + way`, where `way` includes the old carry. Keeps the new carry.
fn carry_move(vertex: u32, start: vec3<f32>, way: vec3<f32>) -> vec3<f32> {
    let p = start + way;
    own_set_carry(vertex, way - (p - start));
    return p;
}

fn carry_drop(vertex: u32) {
    own_set_carry(vertex, vec3<f32>(0.0));
}
