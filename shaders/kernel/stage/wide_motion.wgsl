//#use kernel/stage/wide.wgsl
//#use kernel/stage/impact.wgsl
// The rigid motion of a wide body of vertex block descent, from the sums that wide_reduce leaves of each chunk.

const WIDE_FEW: u32 = 256u; // chunks whose sums each of them adds up; mirrored by MOST_SUMS in src/solver/schedule.rs

// Parts of sums, and the sums. Apart from `partial`, which is so large that fewer chunks of wide_next would fit a processor.
const WIDE_ADDERS: u32 = 64u;
var<workgroup> added: array<vec4<f32>, 72>;

// Adds up the first eight rows of `count` chunks from row `first` on; all threads call it. Then wide_added has the result.
fn wide_add(thread: u32, first: u32, count: u32) {
    let stride = WIDE_ADDERS / 8u;
    let row = first + thread % 8u;
    var k = select(count, thread / 8u, thread < WIDE_ADDERS);
    var sum = vec4<f32>(0.0);
    // Four at a time so that four reads are on their way at once.
    for (; k + 3u * stride < count; k += 4u * stride) {
        let a = scratch[row + WIDE_CHUNK_ROWS * k];
        let b = scratch[row + WIDE_CHUNK_ROWS * (k + stride)];
        let c = scratch[row + WIDE_CHUNK_ROWS * (k + 2u * stride)];
        let d = scratch[row + WIDE_CHUNK_ROWS * (k + 3u * stride)];
        sum += (a + b) + (c + d);
    }
    for (; k < count; k += stride) {
        sum += scratch[row + WIDE_CHUNK_ROWS * k];
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

// What the sums are taken about travels in them, in the chunk of the body's first vertex: wide_next changes that vertex
// while others still add up. Its place is the fourth of the old columns, its speed the free places at their ends.
fn wide_with_origin(old: mat4x4<f32>, origin: FinishOrigin) -> mat4x4<f32> {
    return mat4x4<f32>(
        old[0], vec4<f32>(old[1].xyz, origin.speed.x), vec4<f32>(old[2].xyz, origin.speed.y),
        vec4<f32>(origin.place, origin.speed.z),
    );
}

struct WideMotion {
    before: FinishMomentum,
    origin: FinishOrigin,
    rigid: FinishRigid,
}

// The motion of a free body after the solve, and what restores its momentum, from its sums after the solve and before.
fn wide_motion(body: Body, sums: mat4x4<f32>, old: mat4x4<f32>) -> WideMotion {
    let origin = FinishOrigin(old[3].xyz, vec3<f32>(old[1].w, old[2].w, old[3].w));
    let before = finish_momentum_old(sums, old);
    let h = params.gravity.w / f32(body.schedule.x);
    return WideMotion(before, origin, finish_rigid(sums, before, origin, h, true, old[0].w == 0.0));
}

// What wide_resolve left of the body with this index.
fn wide_rigid(index: u32) -> FinishRigid {
    let row = params.partials.y + 5u * index;
    return FinishRigid(scratch[row], scratch[row + 1u], scratch[row + 2u], scratch[row + 3u], scratch[row + 4u]);
}
