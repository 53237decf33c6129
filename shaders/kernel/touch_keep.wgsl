//#use kernel/stage/cull.wgsl
//#use kernel/stage/facet.wgsl
//#use kernel/stage/keep.wgsl
//#use kernel/body/world.wgsl
//#use kernel/own/scratch.wgsl
// What vertices keep of the planes and rows of an epoch. A few workgroups a patch, which share its points.

const TOUCH_KEEP_WORDS: u32 = 3u * TOUCH_PATCH / 32u; // a bit for each point that a patch may have

var<workgroup> touch_keep_listed: array<atomic<u32>, TOUCH_KEEP_WORDS>; // 1: it has slots

@compute @workgroup_size(CULL_WIDTH)
fn touch_keep(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let each = params.part; // workgroups of a patch
    let work = arena[params.work_row + group.x / each];
    if !limit_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = facet_of(body);
    let part = facet_patch(surface, work.y);
    if thread < TOUCH_KEEP_WORDS {
        atomicStore(&touch_keep_listed[thread], 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < part.points; i += CULL_WIDTH) {
        let vertex = body.first_vertex + facet_point(surface, part.first_point + i);
        if touch[limit_vertex(vertex) + TOUCH_LIST].y > 0u {
            atomicOr(&touch_keep_listed[i / 32u], 1u << (i % 32u));
        }
    }
    workgroupBarrier();
    // The points with slots in turn, so that all workgroups have as many.
    var turn = group.x % each;
    for (var word = 0u; 32u * word < part.points; word++) {
        var bits = atomicLoad(&touch_keep_listed[word]);
        while bits != 0u {
            let point = part.first_point + 32u * word + firstTrailingBit(bits);
            bits &= bits - 1u;
            if turn == 0u {
                keep_vertex(thread, work.x, body.first_vertex + facet_point(surface, point));
                turn = each;
            }
            turn -= 1u;
        }
    }
}
