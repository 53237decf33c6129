//#use kernel/stage/state.wgsl
// The total of the sums over parts of a body that a dispatch before has left. Every workgroup that needs it adds them up
// for itself, in the same order, so that all get the same bits.

// Parts of sums, then the sums. With `group_partial`, which is larger, fewer workgroups of wide_next would fit a
// processor.
const TOTAL_ADDERS: u32 = 64u;
var<workgroup> total_parts: array<vec4<f32>, 72>;

// Adds up the first eight rows of `count` sums from row `first` on. All threads call it; total_of has the result.
fn total_add(thread: u32, first: u32, count: u32) {
    let stride = TOTAL_ADDERS / 8u;
    let row = first + thread % 8u;
    var k = select(count, thread / 8u, thread < TOTAL_ADDERS);
    var sum = vec4<f32>(0.0);
    // Four at a time, so that four reads are in flight.
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
    if thread < TOTAL_ADDERS {
        total_parts[thread] = sum;
    }
    workgroupBarrier();
    if thread < 8u {
        var total = vec4<f32>(0.0);
        for (var part = 0u; part < stride; part++) {
            total += total_parts[8u * part + thread];
        }
        total_parts[TOTAL_ADDERS + thread] = total;
    }
    workgroupBarrier();
}

fn total_of(row: u32) -> mat4x4<f32> {
    let r = TOTAL_ADDERS + row;
    return mat4x4<f32>(total_parts[r], total_parts[r + 1u], total_parts[r + 2u], total_parts[r + 3u]);
}
