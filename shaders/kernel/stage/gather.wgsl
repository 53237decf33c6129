//#use lib/block.wgsl
// Several threads share a vertex: each sums a part of its rows. The kernel that includes this file declares SLOTS, how
// many parts it keeps at once, and
//   var<workgroup> partial: array<vec4<f32>, N>   with N at least 2 SLOTS,
//   var<workgroup> tail: array<vec2<f32>, SLOTS>.

// Leaves one part for the thread that solves; a barrier must follow.
fn gather_store(slot: u32, sum: BlockSum) {
    partial[slot] = vec4<f32>(sum.force, sum.diagonal.x);
    partial[SLOTS + slot] = vec4<f32>(sum.diagonal.yz, sum.off.xy);
    tail[slot] = vec2<f32>(sum.off.z, sum.squeezed);
}

// Adds up parts in order: those of the slots first, first + stride, ...
fn gather_sum(first: u32, stride: u32, parts: u32) -> BlockSum {
    var total = block_zero();
    for (var k = 0u; k < parts; k++) {
        let slot = first + k * stride;
        let a = partial[slot];
        let b = partial[SLOTS + slot];
        let c = tail[slot];
        total.force += a.xyz;
        total.diagonal += vec3<f32>(a.w, b.xy);
        total.off += vec3<f32>(b.zw, c.x);
        total.squeezed = max(total.squeezed, c.y);
    }
    return total;
}
