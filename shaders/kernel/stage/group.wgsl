// A workgroup: how many threads it has, and sums over them in a fixed order, so that the same inputs give the same
// bits.
override GROUP_WIDTH: u32 = 128u; // threads: 128 or more, a multiple of GROUP_PARTS
override GROUP_PARTS: u32 = 64u;  // sums kept at once: a power of two, 8 or more
override GROUP_ROWS: u32 = 288u;  // rows of memory for them: 4 GROUP_PARTS + 32 or more

var<workgroup> group_partial: array<vec4<f32>, GROUP_ROWS>;

// Adds up the sums of all threads. Every thread of the workgroup calls it and gets the total.
fn group_sums(thread: u32, sums: mat4x4<f32>) -> mat4x4<f32> {
    let slot = thread % GROUP_PARTS;
    if thread < GROUP_PARTS {
        group_partial[slot] = sums[0];
        group_partial[GROUP_PARTS + slot] = sums[1];
        group_partial[2u * GROUP_PARTS + slot] = sums[2];
        group_partial[3u * GROUP_PARTS + slot] = sums[3];
    }
    workgroupBarrier();
    for (var round = 1u; round * GROUP_PARTS < GROUP_WIDTH; round++) {
        if thread / GROUP_PARTS == round {
            group_partial[slot] += sums[0];
            group_partial[GROUP_PARTS + slot] += sums[1];
            group_partial[2u * GROUP_PARTS + slot] += sums[2];
            group_partial[3u * GROUP_PARTS + slot] += sums[3];
        }
        workgroupBarrier();
    }
    // Four columns in eight segments: one thread each.
    if thread < 32u {
        let column = thread % 4u;
        let segment = thread / 4u;
        let first = column * GROUP_PARTS + segment * (GROUP_PARTS / 8u);
        var sum = vec4<f32>(0.0);
        for (var k = 0u; k < GROUP_PARTS / 8u; k++) {
            sum += group_partial[first + k];
        }
        group_partial[4u * GROUP_PARTS + thread] = sum;
    }
    workgroupBarrier();
    var total = mat4x4<f32>();
    for (var segment = 0u; segment < 8u; segment++) {
        let row = 4u * GROUP_PARTS + 4u * segment;
        total += mat4x4<f32>(
            group_partial[row], group_partial[row + 1u], group_partial[row + 2u], group_partial[row + 3u],
        );
    }
    return total;
}
