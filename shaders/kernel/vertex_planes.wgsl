//#use contact/filter/plane_reduction.wgsl
//#use contact/narrow/surface_table.wgsl
//#use contact/filter/active_planes.wgsl
//#use memory/position/world.wgsl
//#use memory/scratch/buffers.wgsl
// Chooses the planes and contacts of vertices for the epoch. A few workgroups a patch, which share its points.

const VERTEX_PLANES_WORDS: u32 = 3u * CONTACTS_PATCH / 32u; // one bit for each point of a patch

var<workgroup> vertex_planes_listed: array<atomic<u32>, VERTEX_PLANES_WORDS>; // 1: it has roles

@compute @workgroup_size(PLANE_REDUCTION_WIDTH)
fn vertex_planes(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let each = params.part; // workgroups of a patch
    let work = arena[params.work_row + workgroup_id.x / each];
    if !filter_is_near(work.x) {
        return;
    }
    let body = bodies[work.x];
    let surface = surface_table_of(body);
    let part = surface_table_patch(surface, work.y);
    if thread < VERTEX_PLANES_WORDS {
        atomicStore(&vertex_planes_listed[thread], 0u);
    }
    workgroupBarrier();
    for (var i = thread; i < part.points; i += PLANE_REDUCTION_WIDTH) {
        let vertex = body.first_vertex + surface_table_point(surface, part.first_point + i);
        if contacts[filter_vertex_row(vertex) + CONTACTS_LIST].y > 0u {
            atomicOr(&vertex_planes_listed[i / 32u], 1u << (i % 32u));
        }
    }
    workgroupBarrier();
    // The points with roles are dealt out in turn, so that workgroups get equal numbers.
    var turn = workgroup_id.x % each;
    for (var word = 0u; 32u * word < part.points; word++) {
        var bits = atomicLoad(&vertex_planes_listed[word]);
        while bits != 0u {
            let point = part.first_point + 32u * word + firstTrailingBit(bits);
            bits &= bits - 1u;
            if turn == 0u {
                active_planes_vertex(thread, work.x, body.first_vertex + surface_table_point(surface, point));
                turn = each;
            }
            turn -= 1u;
        }
    }
}
