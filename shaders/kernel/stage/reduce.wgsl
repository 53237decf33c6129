//#use kernel/stage/finish.wgsl
// Sums of a workgroup in a fixed order, so the same inputs give the same bits. The kernel that includes this file
// declares  var<workgroup> partial: array<vec4<f32>, N>  with N >= its width.

fn reduce_vector(thread: u32, width: u32, value: vec4<f32>) -> vec4<f32> {
    partial[thread] = value;
    workgroupBarrier();
    if thread < 16u {
        var sum = partial[thread];
        for (var k = thread + 16u; k < width; k += 16u) {
            sum += partial[k];
        }
        partial[thread] = sum;
    }
    workgroupBarrier();
    var total = vec4<f32>(0.0);
    for (var k = 0u; k < 16u; k++) {
        total += partial[k];
    }
    workgroupBarrier();
    return total;
}

fn reduce_sums(thread: u32, width: u32, sums: FinishSums) -> FinishSums {
    return FinishSums(
        reduce_vector(thread, width, sums.linear),
        reduce_vector(thread, width, sums.angular),
        reduce_vector(thread, width, sums.linear_old),
        reduce_vector(thread, width, sums.angular_old),
        reduce_vector(thread, width, sums.diagonal),
        reduce_vector(thread, width, sums.off),
        reduce_vector(thread, width, sums.centre_old),
    );
}
