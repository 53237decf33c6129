//#use kernel/stage/wide.wgsl
//#use kernel/stage/impact.wgsl
// The rigid motion of a wide body of vertex block descent, from the sums that wide_reduce leaves. Every workgroup
// that needs it adds them up for itself, in the same order, so that all get the same bits.

// Parts of sums, and the sums. Apart from `partial`, which is so large that fewer chunks of wide_next would fit a processor.
const WIDE_ADDERS: u32 = 64u;
var<workgroup> added: array<vec4<f32>, 72>;

// Adds up the first eight rows of `count` sums from row `first` on; all threads call it. Then wide_added has the result.
fn wide_add(thread: u32, first: u32, count: u32) {
    let stride = WIDE_ADDERS / 8u;
    let row = first + thread % 8u;
    var k = select(count, thread / 8u, thread < WIDE_ADDERS);
    var sum = vec4<f32>(0.0);
    // Four at a time so that four reads are on their way at once.
    for (; k + 3u * stride < count; k += 4u * stride) {
        let a = scratch[row + SCRATCH_SUM_ROWS * k];
        let b = scratch[row + SCRATCH_SUM_ROWS * (k + stride)];
        let c = scratch[row + SCRATCH_SUM_ROWS * (k + 2u * stride)];
        let d = scratch[row + SCRATCH_SUM_ROWS * (k + 3u * stride)];
        sum += (a + b) + (c + d);
    }
    for (; k < count; k += stride) {
        sum += scratch[row + SCRATCH_SUM_ROWS * k];
    }
    if thread < WIDE_ADDERS {
        added[thread] = sum;
    }
    workgroupBarrier();
    if thread < 8u {
        var total = vec4<f32>(0.0);
        for (var part = 0u; part < stride; part++) {
            total += added[8u * part + thread];
        }
        added[WIDE_ADDERS + thread] = total;
    }
    workgroupBarrier();
}

fn wide_added(row: u32) -> mat4x4<f32> {
    let r = WIDE_ADDERS + row;
    return mat4x4<f32>(added[r], added[r + 1u], added[r + 2u], added[r + 3u]);
}

// What the sums are taken about travels in those of the body's first vertex: wide_next changes that vertex
// while others still add up. Its place is the fourth of the old columns, its speed the free places at their ends.
fn wide_with_origin(old: mat4x4<f32>, origin: FinishOrigin) -> mat4x4<f32> {
    return mat4x4<f32>(
        old[0], vec4<f32>(old[1].xyz, origin.speed.x), vec4<f32>(old[2].xyz, origin.speed.y),
        vec4<f32>(origin.place, origin.speed.z),
    );
}

struct WideMotion {
    sums: mat4x4<f32>,
    before: FinishMomentum,
    origin: FinishOrigin,
    rigid: FinishRigid,
}

// The motion of a free body after the solve, and what restores its momentum. `item`: body, first sum, sums.
fn wide_motion(thread: u32, body: Body, item: vec4<u32>) -> WideMotion {
    wide_add(thread, params.partials.x + SCRATCH_SUM_ROWS * item.y, item.z);
    let sums = wide_added(0u);
    let old = wide_added(4u);
    let origin = FinishOrigin(old[3].xyz, vec3<f32>(old[1].w, old[2].w, old[3].w));
    let before = finish_momentum_old(sums, old);
    let h = params.gravity.w / f32(body.schedule.x);
    return WideMotion(sums, before, origin, finish_rigid(sums, before, origin, h, true, old[0].w == 0.0));
}

// What wide_resolve left of the body with this index.
fn wide_rigid(index: u32) -> FinishRigid {
    let row = params.partials.y + 5u * index;
    return FinishRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}
