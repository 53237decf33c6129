// A workgroup: its number of threads, and sums over them in a fixed order, so that the same inputs give the same bits.
override WORKGROUP_WIDTH: u32 = 128u; // threads: 128 or more, a multiple of WORKGROUP_PARTS
override WORKGROUP_PARTS: u32 = 64u;  // sums kept at once: a power of two, 8 or more
override WORKGROUP_ROWS: u32 = 288u;  // rows of memory for them: 4 WORKGROUP_PARTS + 32 or more

var<workgroup> workgroup_partial: array<vec4<f32>, WORKGROUP_ROWS>;

// Totals the sums of all threads. Every thread of the workgroup calls it and gets the total.
fn workgroup_sums(thread: u32, sums: mat4x4<f32>) -> mat4x4<f32> {
    let slot = thread % WORKGROUP_PARTS;
    if thread < WORKGROUP_PARTS {
        workgroup_partial[slot] = sums[0];
        workgroup_partial[WORKGROUP_PARTS + slot] = sums[1];
        workgroup_partial[2u * WORKGROUP_PARTS + slot] = sums[2];
        workgroup_partial[3u * WORKGROUP_PARTS + slot] = sums[3];
    }
    workgroupBarrier();
    for (var round = 1u; round * WORKGROUP_PARTS < WORKGROUP_WIDTH; round++) {
        if thread / WORKGROUP_PARTS == round {
            workgroup_partial[slot] += sums[0];
            workgroup_partial[WORKGROUP_PARTS + slot] += sums[1];
            workgroup_partial[2u * WORKGROUP_PARTS + slot] += sums[2];
            workgroup_partial[3u * WORKGROUP_PARTS + slot] += sums[3];
        }
        workgroupBarrier();
    }
    // Four columns in eight segments: one thread each.
    if thread < 32u {
        let column = thread % 4u;
        let segment = thread / 4u;
        let first = column * WORKGROUP_PARTS + segment * (WORKGROUP_PARTS / 8u);
        var sum = vec4<f32>(0.0);
        for (var k = 0u; k < WORKGROUP_PARTS / 8u; k++) {
            sum += workgroup_partial[first + k];
        }
        workgroup_partial[4u * WORKGROUP_PARTS + thread] = sum;
    }
    workgroupBarrier();
    var total = mat4x4<f32>();
    for (var segment = 0u; segment < 8u; segment++) {
        let row = 4u * WORKGROUP_PARTS + 4u * segment;
        total += mat4x4<f32>(
            workgroup_partial[row], workgroup_partial[row + 1u], workgroup_partial[row + 2u], workgroup_partial[row + 3u],
        );
    }
    return total;
}
