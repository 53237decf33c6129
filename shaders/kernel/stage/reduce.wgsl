//#use kernel/stage/finish.wgsl
// Sums of a workgroup in a fixed order, so the same inputs give the same bits. The kernel that includes this file
// declares  var<workgroup> partial: array<vec4<f32>, N>  with N at least 4 parts + 32.

// Adds up the sums of all threads; every thread of the workgroup calls it and gets the total. `width` is the number of
// threads, 128 or more and a multiple of `parts`: how many of their sums are kept at once, a power of two from 8 on.
fn reduce_sums(thread: u32, width: u32, parts: u32, sums: mat4x4<f32>) -> mat4x4<f32> {
    let slot = thread % parts;
    if thread < parts {
        partial[slot] = sums[0];
        partial[parts + slot] = sums[1];
        partial[2u * parts + slot] = sums[2];
        partial[3u * parts + slot] = sums[3];
    }
    workgroupBarrier();
    for (var round = 1u; round * parts < width; round++) {
        if thread / parts == round {
            partial[slot] += sums[0];
            partial[parts + slot] += sums[1];
            partial[2u * parts + slot] += sums[2];
            partial[3u * parts + slot] += sums[3];
        }
        workgroupBarrier();
    }
    // Four columns in eight segments: one thread each.
    if thread < 32u {
        let column = thread % 4u;
        let segment = thread / 4u;
        let first = column * parts + segment * (parts / 8u);
        var sum = vec4<f32>(0.0);
        for (var k = 0u; k < parts / 8u; k++) {
            sum += partial[first + k];
        }
        partial[4u * parts + thread] = sum;
    }
    workgroupBarrier();
    var total = mat4x4<f32>();
    for (var segment = 0u; segment < 8u; segment++) {
        let row = 4u * parts + 4u * segment;
        total += mat4x4<f32>(partial[row], partial[row + 1u], partial[row + 2u], partial[row + 3u]);
    }
    return total;
}
