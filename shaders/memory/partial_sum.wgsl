//#use memory/workgroup.wgsl
//#use lib/block.wgsl
// Several threads share a vertex: each sums a part of its rows, and one of them adds up the parts.
override PARTIAL_SUM_SLOTS: u32 = 128u; // parts kept at once; WORKGROUP_ROWS is 2 PARTIAL_SUM_SLOTS or more

var<workgroup> partial_sum_tail: array<vec2<f32>, PARTIAL_SUM_SLOTS>; // words without room in workgroup_partial

// Stores one part for the thread that solves; a barrier must follow.
fn partial_sum_store(slot: u32, sum: BlockSum) {
    workgroup_partial[slot] = vec4<f32>(sum.force, sum.diagonal.x);
    workgroup_partial[PARTIAL_SUM_SLOTS + slot] = vec4<f32>(sum.diagonal.yz, sum.off.xy);
    partial_sum_tail[slot] = vec2<f32>(sum.off.z, sum.squeezed);
}

// Adds up the parts of the slots first, first + stride, ... in this order.
fn partial_sum_total(first: u32, stride: u32, parts: u32) -> BlockSum {
    var total = block_zero();
    for (var k = 0u; k < parts; k++) {
        let slot = first + k * stride;
        let a = workgroup_partial[slot];
        let b = workgroup_partial[PARTIAL_SUM_SLOTS + slot];
        let c = partial_sum_tail[slot];
        total.force += a.xyz;
        total.diagonal += vec3<f32>(a.w, b.xy);
        total.off += vec3<f32>(b.zw, c.x);
        total.squeezed = max(total.squeezed, c.y);
    }
    return total;
}
