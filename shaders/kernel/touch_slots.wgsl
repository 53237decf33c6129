//#use kernel/detect.wgsl
// The slots of each vertex: the candidates that it is a corner of, as 4 candidate + corner. A workgroup a patch. Where a
// list is and how it is sorted depend on the order of workgroups, what it holds does not.

// A vertex with more slots stays where it is: a thread goes through them.
const TOUCH_SLOTS_MOST: u32 = 8192u;

var<workgroup> touch_slots_first: u32;

fn touch_slots_vertex(own: DetectPatch, point: u32) -> u32 {
    return own.body.first_vertex + detect_part(own.body, own.surface.point_row, own.parts.x + point).x;
}

// Gives each point of the patch room for its list.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_slots_place(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    var sum = 0u;
    for (var p = thread; p < own.parts.y; p += DETECT_WIDTH) {
        sum += atomicLoad(&touch[detect_vertex(touch_slots_vertex(own, p), TOUCH_LIST) + 1u]);
    }
    let before = detect_before(thread, sum);
    if thread == DETECT_WIDTH - 1u {
        touch_slots_first = atomicAdd(&touch[detect_common(DETECT_USED)], before + sum);
    }
    var place = workgroupUniformLoad(&touch_slots_first) + before;
    for (var p = thread; p < own.parts.y; p += DETECT_WIDTH) {
        let vertex = touch_slots_vertex(own, p);
        let word = detect_vertex(vertex, TOUCH_LIST);
        let count = atomicLoad(&touch[word + 1u]);
        atomicStore(&touch[word], place);
        place += count;
        if count > TOUCH_SLOTS_MOST {
            atomicStore(&touch[detect_vertex(vertex, TOUCH_FRAME) + 3u], 0u);
            detect_lose(own.slot, TOUCH_LOST);
        }
    }
}

// Puts the patch's candidates into the lists of their corners.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_slots_fill(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    for (var p = thread; p < detect_primaries(own); p += DETECT_WIDTH) {
        let record = detect_load(detect_primary(own, p));
        for (var c = record.x; c < record.x + record.y; c++) {
            let corners = detect_load(detect_candidate(c));
            for (var corner = 0u; corner < 4u; corner++) {
                let word = detect_vertex(corners[corner], TOUCH_LIST);
                let place = atomicLoad(&touch[word]) + atomicAdd(&touch[word + 2u], 1u);
                atomicStore(&touch[4u * frames.touch.slot_row + place], 4u * c + corner);
            }
        }
    }
}
