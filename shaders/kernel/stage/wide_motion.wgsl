//#use kernel/stage/wide.wgsl
// The rigid motion of a wide body of vertex block descent, from the sums that wide_reduce leaves of each chunk. Every
// workgroup that needs it adds them up for itself, in the same order, so that all get the same bits.

// Parts of sums of eight rows at most, and the sums. Apart from `partial`, which is so large that fewer chunks of wide_next
// would fit a processor.
const WIDE_ADDERS: u32 = 64u;
var<workgroup> added: array<vec4<f32>, 72>;

// Adds up so many rows, at most eight, of the sums from `first` on, `count` of them; all threads call it. Then wide_total
// has the result.
fn wide_add(thread: u32, first: u32, count: u32, rows: u32) {
    let stride = WIDE_ADDERS / rows;
    let row = first + thread % rows;
    var k = select(count, thread / rows, thread < WIDE_ADDERS);
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
    if thread < rows {
        var total = vec4<f32>(0.0);
        for (var part = 0u; part < stride; part++) {
            total += added[rows * part + thread];
        }
        added[WIDE_ADDERS + thread] = total;
    }
    workgroupBarrier();
}

fn wide_total(row: u32) -> mat4x4<f32> {
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
    sums: mat4x4<f32>,
    before: FinishMomentum,
    origin: FinishOrigin,
    rigid: FinishRigid,
}

// First row of the sums of a body, and how many there are: of its chunks, or of every 128 of them, see wide_gather.
// `item`: body, first chunk, chunks, first sum.
fn wide_first(item: vec4<u32>) -> u32 {
    return params.partials.x + WIDE_CHUNK_ROWS * item.w;
}

fn wide_count(item: vec4<u32>) -> u32 {
    return select((item.z + 127u) / 128u, item.z, item.w == item.y);
}

// The motion of a free body after the solve, and what restores its momentum.
fn wide_motion(thread: u32, body: Body, item: vec4<u32>) -> WideMotion {
    wide_add(thread, wide_first(item), wide_count(item), WIDE_HITS);
    let sums = wide_total(0u);
    let old = wide_total(4u);
    let origin = FinishOrigin(old[3].xyz, vec3<f32>(old[1].w, old[2].w, old[3].w));
    let before = finish_momentum_old(sums, old);
    let h = params.gravity.w / f32(body.schedule.x);
    return WideMotion(sums, before, origin, finish_rigid(sums, before, origin, h, true, old[0].w == 0.0));
}

// What its last impact gave the body with this index, two rows a body.
fn wide_set_struck(index: u32, end: ImpactEnd) {
    let row = params.partials.y + 2u * index;
    scratch[row] = vec4<f32>(end.shift, 0.0);
    scratch[row + 1u] = vec4<f32>(end.spin, 0.0);
}

fn wide_struck(index: u32) -> ImpactEnd {
    let row = params.partials.y + 2u * index;
    return ImpactEnd(impact_none(), scratch[row].xyz, scratch[row + 1u].xyz);
}
