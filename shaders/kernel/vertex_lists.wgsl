//#use memory/contacts/words.wgsl
// The roles of each vertex: the candidates that it is a corner of, as 4 candidate + corner. A workgroup a patch. The place
// of a list and its order depend on the order of workgroups, its contents do not.

// A vertex with more roles stays where it is: one thread would go through all of them.
const VERTEX_LISTS_MOST: u32 = 8192u;

var<workgroup> vertex_lists_first: u32;

fn vertex_lists_vertex(own: ContactsPatch, point: u32) -> u32 {
    return own.body.first_vertex + contacts_table_row(own.body, own.surface.point_row, own.parts.x + point).x;
}

// Turns indices among the candidates of the patch into indices among all. After this the body's lists are of this step.
fn vertex_lists_close(thread: u32, own: ContactsPatch, row: u32) {
    let first = atomicLoad(&contacts[contacts_sum(row)]);
    for (var p = thread; p < contacts_primaries(own); p += CONTACTS_WIDTH) {
        let word = contacts_primary(own, p);
        let record = contacts_load(word).xy;
        let range = min(vec2<u32>(first + record.x, first + record.x + record.y), vec2<u32>(frames.contacts.room));
        atomicStore(&contacts[word], range.x);
        atomicStore(&contacts[word + 1u], range.y - range.x);
    }
    if thread == 0u && own.number == 0u {
        atomicStore(&contacts[contacts_stamp(own.slot)], params.step);
    }
}

// Allocates the list of each point of the patch.
@compute @workgroup_size(CONTACTS_WIDTH)
fn vertex_lists_place(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = contacts_patch(workgroup_id.x);
    vertex_lists_close(thread, own, workgroup_id.x);
    var sum = 0u;
    for (var p = thread; p < own.parts.y; p += CONTACTS_WIDTH) {
        sum += atomicLoad(&contacts[contacts_vertex(vertex_lists_vertex(own, p), CONTACTS_LIST) + 1u]);
    }
    let before = contacts_before(thread, sum);
    if thread == CONTACTS_WIDTH - 1u {
        vertex_lists_first = atomicAdd(&contacts[contacts_common(CONTACTS_USED)], before + sum);
    }
    var index = workgroupUniformLoad(&vertex_lists_first) + before;
    for (var p = thread; p < own.parts.y; p += CONTACTS_WIDTH) {
        let vertex = vertex_lists_vertex(own, p);
        let word = contacts_vertex(vertex, CONTACTS_LIST);
        let count = atomicLoad(&contacts[word + 1u]);
        atomicStore(&contacts[word], index);
        index += count;
        if count > VERTEX_LISTS_MOST {
            atomicStore(&contacts[contacts_vertex(vertex, CONTACTS_MOTION_BOUND) + 3u], 0u);
            contacts_lose(own.slot, CONTACTS_LOST);
        }
    }
}

// The candidates of a patch: the first, and one past the last.
fn vertex_lists_range(own: ContactsPatch) -> vec2<u32> {
    let all_of_them = contacts_primaries(own);
    if all_of_them == 0u {
        return vec2<u32>(0u);
    }
    let last = contacts_load(contacts_primary(own, all_of_them - 1u)).xy;
    return vec2<u32>(atomicLoad(&contacts[contacts_primary(own, 0u)]), last.x + last.y);
}

// Adds the patch's candidates to the lists of their corners.
@compute @workgroup_size(CONTACTS_WIDTH)
fn vertex_lists_fill(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let range = vertex_lists_range(contacts_patch(workgroup_id.x));
    for (var c = range.x + thread; c < range.y; c += CONTACTS_WIDTH) {
        let corners = contacts_load(contacts_candidate(c));
        for (var corner = 0u; corner < 4u; corner++) {
            let word = contacts_vertex(corners[corner], CONTACTS_LIST);
            let index = atomicLoad(&contacts[word]) + atomicAdd(&contacts[word + 2u], 1u);
            atomicStore(&contacts[4u * frames.contacts.role_row + index], 4u * c + corner);
        }
    }
}
