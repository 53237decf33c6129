// Several threads share a vertex: each sums a part of its rows. The kernel that includes this file declares WIDTH, THREADS
// and  var<workgroup> partial: array<vec4<f32>, N>  with N at least 3 WIDTH.

// Adds up the parts of a vertex's threads in order; the first thread gets the sum.
fn gather_parts(sum: NeoHookeanSum, thread: u32, part: u32) -> NeoHookeanSum {
    workgroupBarrier();
    partial[thread] = vec4<f32>(sum.force, sum.diagonal.x);
    partial[WIDTH + thread] = vec4<f32>(sum.diagonal.yz, sum.off.xy);
    partial[2u * WIDTH + thread] = vec4<f32>(sum.off.z, sum.barrier, 0.0, 0.0);
    workgroupBarrier();
    var total = sum;
    if part == 0u {
        for (var k = 1u; k < THREADS; k++) {
            let a = partial[thread + 32u * k];
            let b = partial[WIDTH + thread + 32u * k];
            total.force += a.xyz;
            total.diagonal += vec3<f32>(a.w, b.xy);
            let c = partial[2u * WIDTH + thread + 32u * k];
            total.off += vec3<f32>(b.zw, c.x);
            total.barrier = max(total.barrier, c.y);
        }
    }
    return total;
}

