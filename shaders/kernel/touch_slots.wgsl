//#use kernel/detect.wgsl
// The slots of each vertex: the candidates that it is a corner of, as 4 candidate + corner. A workgroup a patch. Where a
// list is and how it is sorted depend on the order of workgroups, what it holds does not.

// A vertex with more slots stays where it is: a thread goes through them.
const TOUCH_SLOTS_MOST: u32 = 8192u;

var<workgroup> touch_slots_first: u32;

fn touch_slots_vertex(own: DetectPatch, point: u32) -> u32 {
    return own.body.first_vertex + detect_part(own.body, own.surface.point_row, own.parts.x + point).x;
}

// Makes places among the candidates of the patch places among all. Then the body's lists are of this step.
fn touch_slots_close(thread: u32, own: DetectPatch, row: u32) {
    let first = atomicLoad(&touch[detect_sum(row)]);
    for (var p = thread; p < detect_primaries(own); p += DETECT_WIDTH) {
        let word = detect_primary(own, p);
        let record = detect_load(word).xy;
        let range = min(vec2<u32>(first + record.x, first + record.x + record.y), vec2<u32>(frames.touch.room));
        atomicStore(&touch[word], range.x);
        atomicStore(&touch[word + 1u], range.y - range.x);
    }
    if thread == 0u && own.number == 0u {
        atomicStore(&touch[detect_stamp(own.slot)], params.step);
    }
}

// Gives each point of the patch room for its list.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_slots_place(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let own = detect_patch(group.x);
    touch_slots_close(thread, own, group.x);
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

// The candidates of a patch: the first, and the one behind the last.
fn touch_slots_range(own: DetectPatch) -> vec2<u32> {
    let all_of_them = detect_primaries(own);
    if all_of_them == 0u {
        return vec2<u32>(0u);
    }
    let last = detect_load(detect_primary(own, all_of_them - 1u)).xy;
    return vec2<u32>(atomicLoad(&touch[detect_primary(own, 0u)]), last.x + last.y);
}

// Puts the patch's candidates into the lists of their corners.
@compute @workgroup_size(DETECT_WIDTH)
fn touch_slots_fill(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let range = touch_slots_range(detect_patch(group.x));
    for (var c = range.x + thread; c < range.y; c += DETECT_WIDTH) {
        let corners = detect_load(detect_candidate(c));
        for (var corner = 0u; corner < 4u; corner++) {
            let word = detect_vertex(corners[corner], TOUCH_LIST);
            let place = atomicLoad(&touch[word]) + atomicAdd(&touch[word + 2u], 1u);
            atomicStore(&touch[4u * frames.touch.slot_row + place], 4u * c + corner);
        }
    }
}
