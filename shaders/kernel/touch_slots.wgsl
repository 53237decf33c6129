//#use kernel/detect.wgsl
// The slots of each vertex: the candidates that it is a corner of, as 4 candidate + corner, ascending. A workgroup a
// patch. Where a list is depends on the order of workgroups, what it holds does not.

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
        let word = detect_vertex(touch_slots_vertex(own, p), TOUCH_LIST);
        atomicStore(&touch[word], place);
        place += atomicLoad(&touch[word + 1u]);
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

// Sorts the lists of the patch's points, by Shell's method, and notes that the body's lists are of this step.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_slots_sort(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    if thread == 0u && own.number == 0u {
        atomicStore(&touch[detect_stamp(own.slot)], params.step);
    }
    for (var p = thread; p < own.parts.y; p += DETECT_WIDTH) {
        let word = detect_vertex(touch_slots_vertex(own, p), TOUCH_LIST);
        atomicStore(&touch[word + 2u], 0u);
        touch_slots_order(4u * frames.touch.slot_row + atomicLoad(&touch[word]), atomicLoad(&touch[word + 1u]));
    }
}

fn touch_slots_order(list: u32, count: u32) {
    var gap = 1u;
    while 3u * gap < count {
        gap = 3u * gap + 1u;
    }
    for (; gap > 0u; gap /= 3u) {
        for (var i = gap; i < count; i++) {
            let value = atomicLoad(&touch[list + i]);
            var k = i;
            while k >= gap && atomicLoad(&touch[list + k - gap]) > value {
                atomicStore(&touch[list + k], atomicLoad(&touch[list + k - gap]));
                k -= gap;
            }
            atomicStore(&touch[list + k], value);
        }
    }
}
