//#use kernel/stage/finish.wgsl
// Sums of a workgroup in a fixed order, so the same inputs give the same bits. The kernel that includes this file
// declares  var<workgroup> partial: array<vec4<f32>, N>  with N at least 7 a part.

// Adds up the sums of threads 0 to parts - 1; every thread of the workgroup calls it and gets the total.
fn reduce_sums(thread: u32, parts: u32, sums: FinishSums) -> FinishSums {
    if thread < parts {
        partial[thread] = sums.linear;
        partial[parts + thread] = sums.angular;
        partial[2u * parts + thread] = sums.linear_old;
        partial[3u * parts + thread] = sums.angular_old;
        partial[4u * parts + thread] = sums.diagonal;
        partial[5u * parts + thread] = sums.off;
        partial[6u * parts + thread] = sums.centre_old;
    }
    workgroupBarrier();
    // One thread a number: 7 vectors of 4.
    if thread < 28u {
        let first = (thread / 4u) * parts;
        var sum = 0.0;
        for (var k = 0u; k < parts; k++) {
            sum += partial[first + k][thread % 4u];
        }
        partial[first][thread % 4u] = sum;
    }
    workgroupBarrier();
    let total = FinishSums(
        partial[0], partial[parts], partial[2u * parts], partial[3u * parts],
        partial[4u * parts], partial[5u * parts], partial[6u * parts],
    );
    workgroupBarrier();
    return total;
}
