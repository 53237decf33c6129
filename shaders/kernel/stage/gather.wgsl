//#use kernel/stage/sweep.wgsl
// Several threads share a vertex: each sums a part of its rows. The kernel that includes this file declares SLOTS, how
// many parts it keeps at once, and  var<workgroup> partial: array<vec4<f32>, N>  with N at least 5/2 SLOTS.

// Leaves one part for the thread that solves; a barrier must follow.
fn gather_store(slot: u32, sum: NeoHookeanSum) {
    partial[slot] = vec4<f32>(sum.force, sum.diagonal.x);
    partial[SLOTS + slot] = vec4<f32>(sum.diagonal.yz, sum.off.xy);
    let pair = 2u * (slot % 2u);
    partial[2u * SLOTS + slot / 2u][pair] = sum.off.z;
    partial[2u * SLOTS + slot / 2u][pair + 1u] = sum.barrier;
}

// Adds up parts in order: those of the slots first, first + stride, ...
fn gather_sum(first: u32, stride: u32, parts: u32) -> NeoHookeanSum {
    var total = sweep_zero();
    for (var k = 0u; k < parts; k++) {
        let slot = first + k * stride;
        let a = partial[slot];
        let b = partial[SLOTS + slot];
        total.force += a.xyz;
        total.diagonal += vec3<f32>(a.w, b.xy);
        let c = partial[2u * SLOTS + slot / 2u];
        let last = select(c.xy, c.zw, slot % 2u == 1u);
        total.off += vec3<f32>(b.zw, last.x);
        total.barrier = max(total.barrier, last.y);
    }
    return total;
}
