//#use memory/state.wgsl
// The total of the sums over parts of a body that an earlier dispatch has stored. Every workgroup that needs the total adds
// the parts itself, in the same order, so that all get the same bits.

// Parts of sums, then the sums. With `workgroup_partial`, which is larger, fewer workgroups of wide_next would fit a
// processor.
const STORED_SUM_ADDERS: u32 = 64u;
var<workgroup> stored_sum_parts: array<vec4<f32>, 72>;

// Adds up the first eight rows of `count` sums from row `first` on. All threads call it; stored_sum_of has the result.
fn stored_sum_add(thread: u32, first: u32, count: u32) {
    let stride = STORED_SUM_ADDERS / 8u;
    let row = first + thread % 8u;
    var k = select(count, thread / 8u, thread < STORED_SUM_ADDERS);
    var sum = vec4<f32>(0.0);
    // Four at a time, so that four reads overlap.
    for (; k + 3u * stride < count; k += 4u * stride) {
        let a = state[row + STATE_SUM_ROWS * k];
        let b = state[row + STATE_SUM_ROWS * (k + stride)];
        let c = state[row + STATE_SUM_ROWS * (k + 2u * stride)];
        let d = state[row + STATE_SUM_ROWS * (k + 3u * stride)];
        sum += (a + b) + (c + d);
    }
    for (; k < count; k += stride) {
        sum += state[row + STATE_SUM_ROWS * k];
    }
    if thread < STORED_SUM_ADDERS {
        stored_sum_parts[thread] = sum;
    }
    workgroupBarrier();
    if thread < 8u {
        var total = vec4<f32>(0.0);
        for (var part = 0u; part < stride; part++) {
            total += stored_sum_parts[8u * part + thread];
        }
        stored_sum_parts[STORED_SUM_ADDERS + thread] = total;
    }
    workgroupBarrier();
}

fn stored_sum_of(row: u32) -> mat4x4<f32> {
    let r = STORED_SUM_ADDERS + row;
    return mat4x4<f32>(stored_sum_parts[r], stored_sum_parts[r + 1u], stored_sum_parts[r + 2u], stored_sum_parts[r + 3u]);
}
