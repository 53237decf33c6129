//#use kernel/stage/group.wgsl
//#use lib/block.wgsl
// Several threads share a vertex: each sums a part of its rows, and one of them adds up the parts.
override GATHER_SLOTS: u32 = 128u; // parts kept at once; GROUP_ROWS is 2 GATHER_SLOTS or more

var<workgroup> gather_tail: array<vec2<f32>, GATHER_SLOTS>; // what group_partial has no room for

// Leaves one part for the thread that solves; a barrier must follow.
fn gather_store(slot: u32, sum: BlockSum) {
    group_partial[slot] = vec4<f32>(sum.force, sum.diagonal.x);
    group_partial[GATHER_SLOTS + slot] = vec4<f32>(sum.diagonal.yz, sum.off.xy);
    gather_tail[slot] = vec2<f32>(sum.off.z, sum.squeezed);
}

// Adds up the parts of the slots first, first + stride, ... in this order.
fn gather_sum(first: u32, stride: u32, parts: u32) -> BlockSum {
    var total = block_zero();
    for (var k = 0u; k < parts; k++) {
        let slot = first + k * stride;
        let a = group_partial[slot];
        let b = group_partial[GATHER_SLOTS + slot];
        let c = gather_tail[slot];
        total.force += a.xyz;
        total.diagonal += vec3<f32>(a.w, b.xy);
        total.off += vec3<f32>(b.zw, c.x);
        total.squeezed = max(total.squeezed, c.y);
    }
    return total;
}
